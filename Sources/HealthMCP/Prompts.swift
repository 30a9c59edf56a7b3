import HealthBytes
import HealthConv

/// A prepared question that a person can choose in a client.
struct Prompt: Sendable {
  private struct Argument: Sendable {
    let name: String
    let description: String
  }

  private let name: String
  private let title: String
  private let description: String
  private let arguments: [Argument]
  /// The question. `{name}` is replaced by the value of the argument `name`.
  private let text: String

  private static let date = Argument(
    name: "date", description: "A date such as 2026-01-31. Default: the last with data.")

  static let all = [
    Prompt(
      name: "day", title: "A day", description: "What a day was like: movement, sleep, heart.",
      arguments: [date],
      text: """
        Describe the day {date} from my health data, in ten lines at most. Call describe, then answer with summary, sleep and \
        workouts for that day (for the night, since is 18:00 of the day before). Compare steps, sleep and resting heart rate \
        with the average of the 28 days before, by statistics. State units and what is missing. Do not guess values.
        """),
    Prompt(
      name: "week", title: "A week", description: "A week next to the weeks before it.",
      arguments: [date],
      text: """
        Review the week that contains {date}. Call describe, then answer with summary, sleep and workouts for the week, and \
        statistics with interval week for the eight weeks before. Show a table of the days, then what changed against those \
        weeks by more than their usual variation, and say where data are missing.
        """),
    Prompt(
      name: "visit", title: "A doctor's visit",
      description: "One page of measurements for a doctor, without interpretation.",
      arguments: [
        Argument(name: "since", description: "The first date. Default: 90 days before the last."),
        Argument(name: "topic", description: "What the visit is about, such as blood pressure."),
      ],
      text: """
        Prepare one page for a doctor about {topic}, from {since} on. Call describe, then statistics by week of the types that \
        matter, with count, average, minimum and maximum, and the latest values with their dates. State for each figure the \
        unit, the kind of source and the number of measurements; list gaps. No diagnosis, no advice. End with the definition \
        of each figure as the results state it.
        """),
  ]

  /// The text in place of an argument without a value.
  private static let defaults = [
    "date": "of the last data", "since": "90 days before the last data", "topic": "my health",
  ]

  var json: JSONText {
    .object([
      ("name", .string(name)), ("title", .string(title)), ("description", .string(description)),
      JSONText.list("arguments", arguments) {
        [
          ("name", .string($0.name)), ("description", .string($0.description)),
          ("required", .boolean(false)),
        ]
      },
    ])
  }

  /// The prompt that parameters name, with its arguments.
  static func result(
    _ parameters: [(String, JSONText)]
  ) throws(ProtocolError) -> [(String, JSONText)] {
    guard case .string(let name) = parameters["name"],
      let prompt = all.first(where: { $0.name == name })
    else {
      throw .parameters("unknown prompt, expected \(all.map(\.name).joined(separator: ", "))")
    }
    var text = prompt.text
    var values: [(String, JSONText)] = []
    if case .object(let members) = parameters["arguments"] { values = members }
    for argument in prompt.arguments {
      var value = defaults[argument.name] ?? ""
      if case .string(let given) = values[argument.name], !given.isEmpty {
        guard argument.name == "topic" || DateBound(given) != nil else {
          throw .parameters("'\(argument.name)' is '\(given.clipped)', expected a date")
        }
        value = given.clipped
      }
      text.replace("{\(argument.name)}", with: value)
    }
    return [
      ("description", .string(prompt.description)),
      (
        "messages",
        .array([
          .object([
            ("role", .string("user")),
            (
              "content",
              .object([("type", .string("text")), ("text", .string(text))])
            ),
          ])
        ])
      ),
    ]
  }
}
