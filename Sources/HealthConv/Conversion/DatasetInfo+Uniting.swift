extension DatasetInfo {
  /// Unites the facts about several datasets.
  ///
  /// The one that was exported last is followed, the first of those that say no date. What it does not say
  /// is taken from the others in their order; where one says something else about the person, that is a
  /// finding.
  ///
  /// - Parameters:
  ///   - infos: Facts about each dataset; at least one.
  ///   - findings: Receives a finding for each characteristic on which datasets differ.
  init(uniting infos: [DatasetInfo], named names: [String], findings: inout [Finding]) {
    var newest = 0
    for (index, info) in infos.enumerated() {
      guard let date = info.exportDate else { continue }
      if infos[newest].exportDate.map({ $0 < date }) ?? true { newest = index }
    }
    self = infos[newest]
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
