/// The path from the root of a JSON text to the items of a table: `data.workouts[]`; or `.` for the object that the text
/// is, or each of several that follow one another.
struct JSONItemPath: Sendable, Equatable {
  enum Step: Sendable, Equatable {
    case member(String)
    case each
  }

  let steps: [Step]

  /// Parses names joined by points, each with `[]` where every item of a list is meant; `nil` for any other text.
  init?(_ text: String) {
    if text == "." {
      steps = []
      return
    }
    var steps: [Step] = []
    for part in text.split(separator: ".", omittingEmptySubsequences: false) {
      var name = part
      var lists = 0
      while name.hasSuffix("[]") {
        name = name.dropLast(2)
        lists += 1
      }
      guard !name.contains("["), !name.contains("]"), !name.isEmpty || lists > 0 && steps.isEmpty
      else { return nil }
      if !name.isEmpty { steps.append(.member(String(name))) }
      steps += [Step](repeating: .each, count: lists)
    }
    guard steps.contains(.each), steps.count <= 32 else { return nil }
    self.steps = steps
  }

  private init(steps: [Step]) { self.steps = steps }

  /// The path to the object in which this path and another name different members; `nil` for paths that part elsewhere.
  func object(sharedWith other: JSONItemPath) -> JSONItemPath? {
    let count = zip(steps, other.steps).prefix { $0 == $1 }.count
    guard count > 0, member(at: count) != nil, other.member(at: count) != nil else { return nil }
    return JSONItemPath(steps: Array(steps[..<count]))
  }

  /// The name that follows so many steps, if it is that of a member.
  func member(at count: Int) -> String? {
    if count < steps.count, case .member(let name) = steps[count] { name } else { nil }
  }
}
