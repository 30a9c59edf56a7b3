public import Foundation
import HealthConv
import HealthFoundation
import HealthModel
import HealthStore

/// Whether an application may save samples of a type. The owner of a store may.
public enum HKAuthorizationStatus: Int, Sendable {
  case notDetermined, sharingDenied, sharingAuthorized
}

/// Whether a request would ask the person.
public enum HKAuthorizationRequestStatus: Int, Sendable {
  case unknown, shouldRequest, unnecessary
}

/// The biological sex of the person.
public struct HKBiologicalSexObject: Sendable {
  /// The value.
  public let biologicalSex: HKBiologicalSex
}

/// The blood type of the person.
public struct HKBloodTypeObject: Sendable {
  /// The value.
  public let bloodType: HKBloodType
}

/// The skin type of the person.
public struct HKFitzpatrickSkinTypeObject: Sendable {
  /// The value.
  public let skinType: HKFitzpatrickSkinType
}

/// Whether the person uses a wheelchair.
public struct HKWheelchairUseObject: Sendable {
  /// The value.
  public let wheelchairUse: HKWheelchairUse
}

/// What the person's rings measure.
public struct HKActivityMoveModeObject: Sendable {
  /// The value.
  public let activityMoveMode: HKActivityMoveMode
}

// MARK: Authorization

extension HKHealthStore {
  /// Health data are available wherever the library is.
  public static func isHealthDataAvailable() -> Bool { true }
  /// Clinical records can be stored.
  public func supportsHealthRecords() -> Bool { true }

  /// Asks for what is not decided yet, and keeps the answers in the store. The owner of a store needs no authorization.
  ///
  /// It succeeds whatever the answers are. Which types may be read is not told.
  public func requestAuthorization(
    toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>
  ) async throws {
    try await onThread { try self.requestNow(typesToShare, typesToRead) }
  }

  /// Asks for what is not decided yet, and calls a function afterwards.
  public func requestAuthorization(
    toShare typesToShare: Set<HKSampleType>?, read typesToRead: Set<HKObjectType>?,
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    onQueue(completion) { try self.requestNow(typesToShare ?? [], typesToRead ?? []) }
  }

  private func requestNow(
    _ typesToShare: Set<HKSampleType>, _ typesToRead: Set<HKObjectType>
  ) throws {
    guard let application else { return }
    if let type = (Array(typesToShare) + Array(typesToRead)).first(where: {
      $0 is HKCorrelationType
    }) {
      throw HKError(
        .errorInvalidArgument,
        "\(type.identifier) cannot be authorized: request the types of its members")
    }
    if let type = typesToRead.first(where: { $0.requiresPerObjectAuthorization() }) {
      throw HKError(
        .errorInvalidArgument,
        "\(type.identifier) is authorized by requestPerObjectReadAuthorization(for:predicate:)")
    }
    var grant = try self.grant(application)
    for type in typesToShare where grant.decision(about: type)?.share == nil {
      grant.decide(
        .init(type: type.identifier, share: application.isAllowed(type, .share)))
    }
    for type in typesToRead where grant.decision(about: type)?.read == nil {
      let isAllowed = application.isAllowed(type, .read)
      grant.decide(.init(type: type.identifier, read: isAllowed ? .authorized : .denied))
    }
    try application.owner.setGrant(grant)
  }

  /// Asks for permission to read the stored objects of a type that match a predicate. They are authorized one by one: those that
  /// are saved later need another request.
  ///
  /// It succeeds whatever the answer is.
  public func requestPerObjectReadAuthorization(
    for objectType: HKObjectType, predicate: NSPredicate?
  ) async throws {
    let selection = try perObjectSelection(objectType, predicate)
    try await onThread { try self.requestNow(objectType, selection) }
  }

  /// Asks for permission to read objects one by one, and calls a function afterwards.
  public func requestPerObjectReadAuthorization(
    for objectType: HKObjectType, predicate: NSPredicate?,
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    do {
      let selection = try perObjectSelection(objectType, predicate)
      onQueue(completion) { try self.requestNow(objectType, selection) }
    } catch { completion(false, error) }
  }

  private func perObjectSelection(
    _ type: HKObjectType, _ predicate: NSPredicate?
  ) throws -> QuerySelection {
    guard type.requiresPerObjectAuthorization(), let samples = type as? HKSampleType else {
      throw HKError(
        .errorInvalidArgument,
        "\(type.identifier) is authorized by requestAuthorization(toShare:read:)")
    }
    return QuerySelection(samples, predicate)
  }

  private func requestNow(_ type: HKObjectType, _ selection: QuerySelection) throws {
    guard let application, application.isAllowed(type, .read) else { return }
    let objects = try HKHealthStore(application.owner).samplesNow(selection)
    var grant = try self.grant(application)
    grant.objects.formUnion(objects.map { SampleUUID($0.uuid) })
    try application.owner.setGrant(grant)
  }

  private func grant(_ application: Application) throws -> ClientGrant {
    let grants = try application.owner.grants()
    return try grants.first { $0.client == application.name }
      ?? ClientGrant(client: application.name)
  }

  /// Whether samples of a type may be saved. What may be read is not told. The owner may save all.
  public func authorizationStatus(for type: HKObjectType) -> HKAuthorizationStatus {
    guard let application else { return .sharingAuthorized }
    guard let decision = try? grant(application).decision(about: type), let share = decision.share
    else { return .notDetermined }
    return share ? .sharingAuthorized : .sharingDenied
  }

  /// Whether a request would ask for something.
  public func statusForAuthorizationRequest(
    toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>
  ) async throws -> HKAuthorizationRequestStatus {
    try await onThread { try self.requestStatus(typesToShare, typesToRead) }
  }

  /// Whether a request would ask for something.
  public func getRequestStatusForAuthorization(
    toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>,
    completion: @escaping @Sendable (HKAuthorizationRequestStatus, (any Error)?) -> Void
  ) {
    DispatchQueue.global().async {
      do { completion(try self.requestStatus(typesToShare, typesToRead), nil) } catch {
        completion(.unknown, HKError(error))
      }
    }
  }

  private func requestStatus(
    _ typesToShare: Set<HKSampleType>, _ typesToRead: Set<HKObjectType>
  ) throws -> HKAuthorizationRequestStatus {
    guard let application else { return .unnecessary }
    let grant = try grant(application)
    let isOpen =
      typesToShare.contains { grant.decision(about: $0)?.share == nil }
      || typesToRead.contains { grant.decision(about: $0)?.read == nil }
    return isOpen ? .shouldRequest : .unnecessary
  }

  /// Of an application that may read samples only from an instant on, whatever their type: that instant, of several the earliest.
  /// Otherwise the distant past.
  public func earliestPermittedSampleDate() -> Date {
    guard let application, let grant = try? grant(application) else { return .distantPast }
    let starts = grant.decisions.compactMap { decision -> Date? in
      switch decision.read {
      case .since(let first): Date(first)
      case .authorized: .distantPast
      case .denied, nil: nil
      }
    }
    return starts.min() ?? .distantPast
  }
}

// MARK: Characteristics and units

extension HKHealthStore {
  private func info() throws -> DatasetInfo {
    do { return try store.info() } catch { throw HKError(error) }
  }

  /// The date of birth: year, month and day.
  ///
  /// - Throws: `HKError`: `.errorNoData` if it is not set.
  public func dateOfBirthComponents() throws -> DateComponents {
    guard var components = try info().dateOfBirthComponents else { throw HKError(.errorNoData) }
    components.calendar = Calendar(identifier: .gregorian)
    return components
  }

  /// The biological sex; `.notSet` if it is not set.
  public func biologicalSex() throws -> HKBiologicalSexObject {
    HKBiologicalSexObject(
      biologicalSex: HKBiologicalSex(rawValue: try info().biologicalSex.number ?? 0) ?? .notSet)
  }

  /// The blood type; `.notSet` if it is not set.
  public func bloodType() throws -> HKBloodTypeObject {
    HKBloodTypeObject(
      bloodType: HKBloodType(rawValue: try info().bloodType.number ?? 0) ?? .notSet)
  }

  /// The skin type; `.notSet` if it is not set.
  public func fitzpatrickSkinType() throws -> HKFitzpatrickSkinTypeObject {
    HKFitzpatrickSkinTypeObject(
      skinType: HKFitzpatrickSkinType(rawValue: try info().fitzpatrickSkinType.number ?? 0)
        ?? .notSet)
  }

  /// Whether the person uses a wheelchair; `.notSet` where exports do not state it.
  public func wheelchairUse() throws -> HKWheelchairUseObject {
    HKWheelchairUseObject(
      wheelchairUse: HKWheelchairUse(rawValue: try number(.wheelchairUse) ?? 0) ?? .notSet)
  }

  /// What the rings measure: energy where exports do not state it.
  public func activityMoveMode() throws -> HKActivityMoveModeObject {
    HKActivityMoveModeObject(
      activityMoveMode: HKActivityMoveMode(rawValue: try number(.activityMoveMode) ?? 1)
        ?? .activeEnergy)
  }

  private func number(_ type: CharacteristicType) throws -> Int? {
    try info()[characteristic: type].flatMap { EnumerationValue($0).number }
  }

  /// The units that are usual in the region of the phone that made the export; metric ones where it is not known.
  public func preferredUnits(
    for quantityTypes: Set<HKQuantityType>
  ) async throws -> [HKQuantityType: HKUnit] {
    try await onThread { try self.unitsNow(quantityTypes) }
  }

  /// The units that are usual in the region of the phone that made the export, given to a function.
  public func preferredUnits(
    for quantityTypes: Set<HKQuantityType>,
    completion: @escaping @Sendable ([HKQuantityType: HKUnit], (any Error)?) -> Void
  ) {
    DispatchQueue.global().async {
      do { completion(try self.unitsNow(quantityTypes), nil) } catch {
        completion([:], HKError(error))
      }
    }
  }

  private func unitsNow(_ types: Set<HKQuantityType>) throws -> [HKQuantityType: HKUnit] {
    var preferences = UnitPreferences()
    if let region = try info().locale?.split(whereSeparator: { "_-@".contains($0) }).dropFirst()
      .first(where: { $0.utf8.count == 2 })
    {
      try? preferences.add(String(region))
    }
    let units = UnitPreferences.Shared(preferences).preferredUnits(for: Set(types.map(\.type)))
    return Dictionary(uniqueKeysWithValues: units.map { (HKQuantityType($0), $1) })
  }
}

/// For what an application asks for authorization.
public enum HKAuthorizationPurpose: Sendable {
  /// To save samples.
  case share
  /// To read samples of others.
  case read
}

extension ClientGrant {
  /// The decision about a type; `nil` for a type that was not requested.
  fileprivate func decision(about type: HKObjectType) -> Decision? {
    decisions.first { $0.type == type.identifier }
  }
}
