import HealthModel

/// Changes the fields of one sample as a policy decides, by their classes (``FieldClass``).
struct FieldCleaner: Sample.FieldVisitor {
  let policy: Policy
  let move: DateMove
  let metadata: MetadataCleaner
  let counts: DropCounts
  /// How the points of routes are drawn; `nil` if they keep their places.
  var shape: RouteShape?
  /// The steps to which numbers are rounded, if any are.
  private let steps: RoundingSteps?
  /// The identifier of the type of the sample.
  private let type: String?
  private var figures: [String: Figure] = [:]
  /// The identifier of the type that the structure is about.
  private var own: String?
  private var classes: [String: FieldClass] = [:]
  /// Whether the structure has lost the field that states what it is about.
  private var isLost = false

  init(
    _ policy: Policy, _ move: DateMove, _ metadata: MetadataCleaner, _ counts: DropCounts,
    steps: RoundingSteps? = nil, type: String? = nil
  ) {
    (self.policy, self.move, self.metadata, self.counts) = (policy, move, metadata, counts)
    (self.steps, self.type, own) = (steps, type, type)
  }

  /// Cleans the fields of a sample. Its nested samples are expected to be clean.
  mutating func clean<Fields: Sample.FieldList>(_ fields: inout Fields) {
    let (outer, wasLost) = (classes, isLost)
    classes = FieldClass.fields(of: Fields.self)
    if steps != nil { figures = Figure.fields(of: Fields.self) }
    isLost = false
    fields.visit(&self)
    (classes, isLost) = (outer, wasLost)
  }

  private func kind(_ name: String) -> FieldClass? {
    if classes[name] == nil { counts.add(.unclassified) }
    return classes[name]
  }

  private func isKept(_ name: String) -> Bool {
    kind(name).map { policy.action(of: $0) } == .keep
  }

  private mutating func drop<Value>(_ name: String, _ value: inout Value?) {
    guard value != nil else { return }
    value = nil
    if let kind = classes[name] {
      counts.add(DroppedData(kind))
      if kind == .type || name == "type" { isLost = true }
    }
  }

  mutating func number(_ name: String, _ value: inout Number?) {
    guard let number = value else { return }
    if !isKept(name) { return drop(name, &value) }
    guard let steps else {
      value = number.plain
      return
    }
    guard let figure = figures[name] else {
      counts.add(.unclassified)
      value = nil
      return
    }
    value =
      steps.step(of: figure, own: own, activity: type).map { number.rounded(to: $0) }
      ?? number.plain
  }

  mutating func date(_ name: String, _ value: inout Timestamp?) {
    guard let date = value else { return }
    guard let kind = kind(name) else { return drop(name, &value) }
    let moved = policy.action(of: kind) == .drop ? nil : move.moved(date)
    if let moved { value = moved } else { drop(name, &value) }
  }

  mutating func text(_ name: String, _ value: inout String?) {
    guard let text = value else { return }
    let isKept: Bool
    switch kind(name) {
    case nil: isKept = false
    case .unit:
      if policy.settings.text == .keep { return }
      if let unit = PublicWords.unit(text) {
        value = unit
        return
      }
      isKept = false
    case .code:
      isKept =
        policy.settings.text == .keep || PublicWords.isCode(text) || PublicWords.isDigit(text)
    case .type: isKept = policy.settings.text == .keep || PublicWords.isType(text)
    case .day:
      if let day = CalendarDay(text), let moved = move.moved(day) {
        value = moved.description
        return
      }
      isKept = false
    case .version:
      if let version = policy.settings.version(text, isOfApple: true) {
        value = version
        return
      }
      isKept = false
    case .device: isKept = false  // The text of a device has its identifiers.
    case .some(let kind): isKept = policy.action(of: kind) == .keep
    }
    if !isKept { drop(name, &value) }
  }

  mutating func metadata(_ value: inout Metadata) {
    value = metadata.cleaned(value, move, own: own)
  }

  mutating func numbers(_ name: String, _ value: inout [Number]) {
    if value.isEmpty { return }
    if isKept(name), steps == nil || figures[name] != nil {
      value = value.map(\.plain)
    } else {
      value = []
      counts.add(classes[name].map { DroppedData($0) } ?? .unclassified)
    }
  }

  mutating func bytes(_ name: String, _ value: inout [UInt8]) {
    if value.isEmpty || isKept(name) { return }
    value = []
    counts.add(classes[name].map { DroppedData($0) } ?? .unclassified)
  }

  mutating func list<S: Sample.FieldStructure>(
    _ name: String, element: String, _ value: inout [S]
  ) {
    if value.isEmpty { return }
    guard mayDescend(name) else {
      counts.add(classes[name].map { DroppedData($0) } ?? .unclassified)
      value = []
      return
    }
    if let points = S.points(value) {
      value = S.list(cleaned(points)) ?? []
      return
    }
    value = value.compactMap { cleaned($0) }
  }

  mutating func sideFile<S: Sample.FieldStructure>(_ name: String, _ value: inout S?) {
    guard let structure = value else { return }
    if mayDescend(name) { value = cleaned(structure) } else { drop(name, &value) }
  }

  mutating func samples(_ name: String, element: String, _ value: inout [NestedSample]) {
    if kind(name) == nil { value = [] }
  }

  /// Whether the fields of structures are decided one by one.
  private func mayDescend(_ name: String) -> Bool {
    switch kind(name) {
    case nil: false
    case .parts: true
    case .route: [.keep, .shape].contains(policy.settings.routes)
    case .some(let kind): policy.action(of: kind) == .keep
    }
  }

  /// A structure; `nil` if nothing remains of it, or not what it is about.
  private mutating func cleaned<S: Sample.FieldStructure>(_ structure: S) -> S? {
    var structure = structure
    if structure.extras != nil { counts.add(.unknownElements) }
    structure.extras = nil
    let wasEmpty = structure == S()
    let (outer, wasLost, outerFigures, outerType) = (classes, isLost, figures, own)
    defer { (classes, isLost, figures, own) = (outer, wasLost, outerFigures, outerType) }
    classes = FieldClass.fields(of: S.self)
    if steps != nil {
      figures = Figure.fields(of: S.self)
      own = Self.type(of: structure) ?? own
    }
    isLost = false
    structure.visit(&self)
    return isLost || (!wasEmpty && structure == S()) ? nil : structure
  }

  /// The type that a structure states.
  private static func type<S>(of structure: S) -> String? {
    switch structure {
    case let statistics as WorkoutStatistics: statistics.type
    case let group as WorkoutZoneGroup: group.type
    default: nil
    }
  }

  private mutating func cleaned(_ points: [RouteLocation]) -> [RouteLocation] {
    let step = steps?.step(of: .types(Figure.speeds), own: nil)
    return points.compactMap { point in
      var cleaned = RouteLocation()
      cleaned.date = point.date.flatMap { move.moved($0) }
      cleaned.horizontalAccuracy = point.horizontalAccuracy?.plain
      cleaned.verticalAccuracy = point.verticalAccuracy?.plain
      cleaned.speed = step.map { step in point.speed?.rounded(to: step) } ?? point.speed?.plain
      if shape != nil {
        guard let place = shape?.place(of: point) else { return nil }
        (cleaned.latitude, cleaned.longitude) = (place.latitude, place.longitude)
        return cleaned
      }
      (cleaned.latitude, cleaned.longitude) = (point.latitude?.plain, point.longitude?.plain)
      (cleaned.altitude, cleaned.course) = (point.altitude?.plain, point.course?.plain)
      return cleaned
    }
  }
}

/// The form of a route without its place: points relative to the first one, rotated. Maps of streets may still match it.
struct RouteShape {
  let direction: (cosine: Double, sine: Double)
  private var first: (latitude: Double, longitude: Double, scale: Double)?

  init(_ direction: (cosine: Double, sine: Double)) { self.direction = direction }

  mutating func place(of point: RouteLocation) -> (latitude: Number, longitude: Number)? {
    guard let latitude = point.latitude?.doubleValue, let longitude = point.longitude?.doubleValue,
      abs(latitude) <= 90, abs(longitude) <= 180
    else { return nil }
    let origin = first ?? (latitude, longitude, Self.cosine(latitude * .pi / 180))
    first = origin
    let x = (longitude - origin.longitude) * origin.scale
    let y = latitude - origin.latitude
    return (
      Self.degrees(y * direction.cosine + x * direction.sine, limit: 90),
      Self.degrees(x * direction.cosine - y * direction.sine, limit: 180)
    )
  }

  private static func degrees(_ value: Double, limit: Double) -> Number {
    Number(digits: Int64((min(max(value, -limit), limit) * 1e6).rounded()), exponent: -6)
  }

  /// The cosine of an angle of a quarter of a circle at most, by its series.
  private static func cosine(_ angle: Double) -> Double {
    var (sum, term) = (1.0, 1.0)
    for index in 1...10 {
      term *= -angle * angle / Double((2 * index - 1) * 2 * index)
      sum += term
    }
    return sum
  }
}
