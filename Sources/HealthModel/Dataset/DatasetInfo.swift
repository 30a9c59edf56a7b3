/// Facts about a dataset and the person it describes.
public struct DatasetInfo: Sendable, Equatable {
  /// When the data were exported.
  public var exportDate: Timestamp?
  /// The phone's language and region, such as `en_FR`.
  public var locale: String?
  /// The version that the export's document type states, such as `14`.
  public var exportVersion: String?
  /// The main file's path from the top of the archive or folder it was read from, such as
  /// `apple_health_export/export.xml`.
  public var path: String?
  /// Characteristics of the person: date of birth, sex, blood type (`HKCharacteristicType`).
  public var characteristics: [DatasetInfo.Characteristic] = []
  /// The id of the participant whose data they are, given by the user; `nil` if there is none, and in a dataset of several.
  public var participant: String?
  /// Of a dataset of several participants, the facts about each, which has its ``participant``.
  public var participants: [DatasetInfo] = []
  /// Whether samples may have participants who are known only after reading all: of tables without facts.
  package var hasUnlistedParticipants = false
  /// Attributes of the dataset that are not known.
  public var attributes: [Element.Attribute] = []

  /// A dataset of which nothing is known.
  public init() {}

  /// The value of a characteristic, exactly as written.
  public subscript(characteristic type: CharacteristicType) -> String? {
    characteristics.first { $0.type == type }?.value
  }
}

extension DatasetInfo {
  /// The ids of its participants, in their order; empty if none has an id.
  public var participantIDs: [String] {
    participant.map { [$0] } ?? participants.compactMap(\.participant)
  }

  /// Whether its samples have participants.
  package var hasParticipants: Bool {
    participant != nil || !participants.isEmpty || hasUnlistedParticipants
  }

  /// What is known of a participant; `nil` for one whose data it has not.
  public func facts(of participant: String) -> DatasetInfo? {
    self.participant == participant
      ? self : participants.first { $0.participant == participant }
  }

  /// The same facts with a participant who has none yet.
  package func with(participant: String) -> DatasetInfo {
    var info = self
    info.participant = participant
    return info
  }

  /// Takes the ids of the participants of other facts, so that people are told apart wherever facts are filtered.
  ///
  /// - Parameter filter: What is given of the facts about each participant.
  package mutating func copyParticipants(
    of info: DatasetInfo, _ filter: (DatasetInfo) -> DatasetInfo
  ) {
    participant = info.participant
    participants = info.participants.map(filter)
    hasUnlistedParticipants = info.hasUnlistedParticipants
  }

  /// The date of birth; `nil` if it is not set.
  public var dateOfBirth: CalendarDay? {
    self[characteristic: .dateOfBirth].flatMap { CalendarDay($0) }
  }
  /// The biological sex; `.biologicalSexNotSet` if it is not set.
  public var biologicalSex: EnumerationValue {
    self[characteristic: .biologicalSex].map { EnumerationValue($0) } ?? .biologicalSexNotSet
  }
  /// The blood type; `.bloodTypeNotSet` if it is not set.
  public var bloodType: EnumerationValue {
    self[characteristic: .bloodType].map { EnumerationValue($0) } ?? .bloodTypeNotSet
  }
  /// The skin type; `.fitzpatrickSkinTypeNotSet` if it is not set.
  public var fitzpatrickSkinType: EnumerationValue {
    self[characteristic: .fitzpatrickSkinType].map { EnumerationValue($0) }
      ?? .fitzpatrickSkinTypeNotSet
  }

  /// One thing about the person that does not change from day to day (`HKCharacteristicType`).
  public struct Characteristic: Sendable, Equatable {
    /// The characteristic's type.
    public let type: CharacteristicType
    /// Its value, exactly as written: `HKBiologicalSexFemale`, `1980-01-05`.
    public let value: String

    /// A characteristic.
    public init(type: CharacteristicType, value: String) {
      self.type = type
      self.value = value
    }
  }
}

extension DatasetInfo.Characteristic {
  /// Whether it has a value: exports write one that the user left open as an empty text, or as `…NotSet`.
  package var isSet: Bool { !value.isEmpty && !value.hasSuffix("NotSet") }
}

extension DatasetInfo {
  /// Facts that identify a person and do not change: date of birth, biological sex and blood type.
  private static let personal: [(type: CharacteristicType, name: String)] = [
    (.dateOfBirth, "date of birth"), (.biologicalSex, "biological sex"), (.bloodType, "blood type"),
  ]

  /// In what two datasets contradict each other about who the person is.
  ///
  /// - Returns: What both state, each differently, in words; empty if they may be of one person.
  package func personDiffers(from other: DatasetInfo) -> [String] {
    Self.personal.filter { personal in
      let values = [self, other].map { info in
        info.characteristics.first { $0.type == personal.type && $0.isSet }?.value
      }
      guard let mine = values[0], let others = values[1] else { return false }
      return mine != others
    }.map(\.name)
  }
}

/// Ids of participants.
///
/// An id comes from the user. It is not taken from data or names of files by itself: these contain names of people.
package enum Participant {
  /// The longest id, in bytes.
  package static let longest = 128

  /// What an id has to be, for errors.
  package static let expected = "an id of 1 to 128 bytes without control characters"

  /// Whether a text can be the id of a participant.
  package static func isID(_ text: String) -> Bool {
    (1...longest).contains(text.utf8.count)
      && text.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 }
      && text.first != " " && text.last != " "
  }
}

extension DatasetInfo {
  /// The attribute that has the value of ``deidentified``.
  package static let deidentifiedAttribute = "deidentified"

  /// Which policy made the data: its profile, the version of its language and its release, such as `research/1/2026a`;
  /// `nil` for data that are not the result of a policy, and of several participants, if not all are of the same one.
  ///
  /// It describes what was done; it does not promise that the person cannot be identified. Formats have it as an attribute of the dataset.
  public var deidentified: String? {
    get {
      attributes.first { $0.name == Self.deidentifiedAttribute }?.value
        ?? Self.commonPolicy(of: participants)
    }
    set {
      attributes.removeAll { $0.name == Self.deidentifiedAttribute }
      if let newValue {
        attributes.append(Element.Attribute(name: Self.deidentifiedAttribute, value: newValue))
      }
    }
  }

  /// The policy of all datasets; `nil` if they have different ones, or some none.
  package static func commonPolicy(of infos: [DatasetInfo]) -> String? {
    guard let policy = infos.first?.deidentified,
      infos.allSatisfy({ $0.deidentified == policy })
    else { return nil }
    return policy
  }
}
