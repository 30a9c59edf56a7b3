import HealthBytes
import HealthModel
import HealthStore

/// Refuses to write the data of different people into one dataset.
struct PeopleCheck {
  private let isOn: Bool
  /// The facts that each dataset states about its person.
  private var first: (name: String, info: DatasetInfo)?
  private var known: [(name: String, info: DatasetInfo)] = []

  /// - Parameter allowsDifferentPeople: Whether nothing is refused.
  init(allowsDifferentPeople: Bool) { isOn = !allowsDifferentPeople }

  /// Checks another dataset.
  ///
  /// - Throws: `HealthError`: `.malformed` if one before it contradicts it.
  mutating func add(_ info: DatasetInfo, named name: String) throws(HealthError) {
    if let first, first.info.hasParticipants != info.hasParticipants {
      let unnamed = info.hasParticipants ? first.name : name
      throw HealthError(
        .usage,
        "'\(unnamed)' has no participant, and '\(info.hasParticipants ? name : first.name)' has: their samples "
          + "could not be told apart", remedy: .nameParticipant)
    }
    first = first ?? (name, info)
    for info in info.listed { try addPerson(info, named: name) }
  }

  private mutating func addPerson(_ info: DatasetInfo, named name: String) throws(HealthError) {
    try check(info, named: name)
    if isOn, info.characteristics.contains(where: \.isSet) { known.append((name, info)) }
  }

  private func check(_ info: DatasetInfo, named name: String) throws(HealthError) {
    for other in known where other.info.participant == info.participant {
      let differences = info.personDiffers(from: other.info)
      if differences.isEmpty { continue }
      throw HealthError(
        .malformed,
        "'\(other.name)' and '\(name)' describe different people: they differ in "
          + "\(differences.joined(separator: " and ")).", remedy: .allowDifferentPeople)
    }
  }

  /// Checks the facts of the store that is written to.
  ///
  /// - Parameter facts: Those about all datasets.
  /// - Returns: A finding, if only some of the data are the result of a policy.
  /// - Throws: `HealthError`: `.malformed` if the datasets contradict it.
  func check(
    _ output: OutputContainer, as format: Format, adding facts: DatasetInfo
  ) throws(HealthError) -> [Finding] {
    guard let first, let store = output.existingStore(as: format), let info = try? store.info()
    else { return [] }
    let isNew = info == DatasetInfo()
    if !isNew, info.hasParticipants != first.info.hasParticipants {
      let (with, without) =
        info.hasParticipants ? (store.name, first.name) : (first.name, store.name)
      throw HealthError(
        .usage,
        "'\(without)' has no participant, and '\(with)' has: their samples could not be told apart",
        remedy: .nameParticipant)
    }
    for info in info.listed { try check(info, named: store.name) }
    return isNew ? [] : DatasetInfo.policyFindings([info, facts], [store.name, first.name])
  }
}

extension DatasetInfo {
  /// The rule of findings about data of which only some are the result of a policy, or which are of different policies.
  static let policyRule = "policy-differs"

  /// A finding, if not all data are the result of one policy, or of none: what they become states no policy.
  static func policyFindings(_ infos: [DatasetInfo], _ names: [String]) -> [Finding] {
    let policies = infos.map { $0.listed.map(\.deidentified) }
    guard Set(policies.joined()).count > 1,
      let other = policies.firstIndex(where: { Set($0 + policies[0]).count > 1 })
    else { return [] }
    let place = Place(file: names[other])
    return [
      Finding(
        rule: policyRule, severity: .warning, place: place,
        message:
          "not all data are the result of one policy; together they are as identifying as the least protected"
      )
    ]
  }

  /// Unites the facts about several datasets.
  ///
  /// The facts are those of the latest export, or of the first dataset if none has a date. Facts that it lacks are taken from the
  /// other datasets in their order. Each characteristic that differs is a finding.
  ///
  /// - Parameters:
  ///   - infos: Facts about each dataset; at least one.
  ///   - findings: Receives a finding for each characteristic on which datasets differ.
  init(uniting infos: [DatasetInfo], named names: [String], findings: inout [Finding]) {
    findings += Self.policyFindings(infos, names)
    if infos.contains(where: \.hasParticipants) {
      self.init(of: infos.flatMap(\.listed))
      hasUnlistedParticipants = infos.contains(where: \.hasUnlistedParticipants)
      return
    }
    var newest = 0
    for (index, info) in infos.enumerated() {
      guard let date = info.exportDate else { continue }
      if infos[newest].exportDate.map({ $0 < date }) ?? true { newest = index }
    }
    self = infos[newest]
    deidentified = Self.commonPolicy(of: infos)
    for (index, info) in infos.enumerated() where index != newest {
      locale = locale ?? info.locale
      exportVersion = exportVersion ?? info.exportVersion
      path = path ?? info.path
      for other in info.characteristics where other.isSet {
        guard let known = characteristics.firstIndex(where: { $0.type == other.type }) else {
          characteristics.append(other)
          continue
        }
        if !characteristics[known].isSet {
          characteristics[known] = other
        } else if characteristics[known].value != other.value {
          findings.append(
            Finding(
              rule: "characteristics-differ", severity: .warning, place: Place(file: names[index]),
              message:
                "\(other.type.identifier) differs from that of '\(names[newest])', which is used")
          )
        }
      }
    }
  }
}
