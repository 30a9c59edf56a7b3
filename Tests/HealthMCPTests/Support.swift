import HealthBytes
import HealthConv
import HealthFormats
import HealthGenerator
import HealthMCP
import HealthStatistics
import HealthTesting
import Testing

/// A synthetic export as text.
func export(_ size: ExportGenerator.Size = .records(300), seed: UInt64 = 4) throws -> String {
  let sink = BytesSink()
  _ = try ExportGenerator(.init(seed: seed, size: size, end: 1_712_160_000)).writeXML(to: sink)
  return String(decoding: sink.bytes, as: UTF8.self)
}

/// A server of a text of XML.
func server(
  _ text: String, types: [String] = [], since: String? = nil,
  allowing permissions: Set<Grant.Permission> = []
) throws -> AssistantServer {
  AssistantServer(
    [try Dataset.open(bytes: Array(text.utf8), named: "export.xml")],
    Grant(
      types: try types.map { try TypePattern($0) }, since: since.flatMap { DateBound($0) },
      allowing: permissions))
}

extension JSONText {
  /// A member of an object.
  subscript(name: String) -> JSONText? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.0 == name }?.1
  }

  var items: [JSONText] { if case .array(let items) = self { items } else { [] } }
  var string: String? { if case .string(let text) = self { text } else { nil } }

  init(_ text: String) throws { self = try #require(JSONText(parsing: Array(text.utf8))) }
}

extension AssistantServer {
  /// The reply to a call, and its result.
  func call(_ tool: String, _ arguments: JSONText, id: Int = 1) throws -> (
    reply: String, result: JSONText
  ) {
    let message = JSONText.object([
      ("jsonrpc", .string("2.0")), ("id", .number(id)), ("method", .string("tools/call")),
      ("params", .object([("name", .string(tool)), ("arguments", arguments)])),
    ]).line
    let reply = try #require(self.reply(to: Array(message.utf8)))
    return (reply, try #require(JSONText(reply)["result"], "\(reply)"))
  }
}

/// Random calls of `statistics` and `answer`.
struct RandomCall {
  let tool: String
  let arguments: [(String, JSONText)]
  let answer: Answer
}

extension RandomCall {
  private static let types = [
    "steps", "hr", "HeartRate", "ActiveEnergyBurned", "Distance*", "SleepAnalysis", "workout",
    "BodyMass", "AppleStandHour", "Dietary*", "OxygenSaturation",
  ]

  /// A call, and the same question to the library.
  init(_ random: inout FixedRandom, of dataset: Dataset) throws {
    var arguments: [(String, JSONText)] = []
    let kinds = Answer.Kind.allCases
    let kind = random.below(3) > 0 ? Answer.Kind.statistics : kinds[random.below(kinds.count)]
    var answer = Answer(kind, of: [dataset])
    func add(_ name: String, _ text: String) { arguments.append((name, .string(text))) }
    if random.below(2) == 0 {
      let since = "2024-04-0\(1 + random.below(3))"
      add("since", since)
      answer.selection.since = DateBound(since)
    }
    if random.below(3) == 0 {
      let until = "2024-04-0\(2 + random.below(3))T1\(random.below(9)):00:00"
      add("until", until)
      answer.selection.until = DateBound(until)
    }
    if random.below(3) == 0 {
      let zone = ["record", "Europe/Berlin", "-05:00"][random.below(3)]
      add("zone", zone)
      answer.plan.zone = zone == "record" ? .record : .zone(try Zone.named(zone))
    }
    if random.below(4) == 0 {
      let units = ["metric", "imperial", "GB", "BodyMass=lb"][random.below(4)]
      arguments.append(("units", .array([.string(units)])))
      try answer.units.add(units)
    }
    if kind == .summary || kind == .statistics, random.below(2) == 0 {
      let interval = ["hour", "day", "week", "month", "2 days", "6 hours", "year"][random.below(7)]
      add("interval", interval)
      answer.plan.interval = CalendarInterval(interval)
    }
    if kind == .splits, random.below(2) == 0 {
      add("split", "mi")
      answer.split = .mile
    }
    if kind == .statistics {
      let types = (0..<random.below(4)).map { _ in Self.types[random.below(Self.types.count)] }
      if !types.isEmpty { arguments.append(("types", .array(types.map { .string($0) }))) }
      answer.selection.types = try types.map { try TypePattern($0) }
      if random.below(3) == 0 {
        let rule = SourceRule.allCases[random.below(4)]
        add("sources", rule.rawValue)
        answer.plan.sources = rule
      }
      if random.below(5) == 0 {
        arguments.append(("percentiles", .array([.number(50), .literal("95.5")])))
        answer.plan.percentiles = [50, 95.5]
      }
      if random.below(5) == 0 {
        arguments.append(("statistics", .array([.string("sum"), .string("maximum")])))
        answer.plan.options = [.cumulativeSum, .discreteMax]
      }
    } else {
      add("answer", kind.rawValue)
    }
    tool = kind == .statistics ? "statistics" : "answer"
    (self.arguments, self.answer) = (arguments, answer)
  }
}
