import ArgumentParser
import HealthConv

struct FormatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formats",
    abstract: "List the formats; for a single one, also its layouts and what it loses.")

  @Argument(help: "The formats to list. Default: all.", completion: .formatNames)
  var names: [String] = []

  @Flag(help: "Print a JSON document.")
  var json = false

  @Flag(help: "Print a Markdown table of all formats.")
  var markdown = false

  @OptionGroup var colors: ColorOption

  func validate() throws {
    guard !json || !markdown else {
      throw ValidationError("--json and --markdown cannot be combined")
    }
    guard !markdown || names.isEmpty else {
      throw ValidationError("--markdown cannot be combined with names of formats")
    }
  }

  func run() throws {
    let listed = try names.isEmpty ? Format.all : names.map { try Format.named($0) }
    if markdown {
      print(Format.markdown(), terminator: "")
    } else if json {
      print(Format.json(listed), terminator: "")
    } else {
      Self.table(listed).printWithHeading()
      if names.count == 1 { print(Self.details(listed[0]), terminator: "") }
    }
  }

  private static func table(_ listed: [Format]) -> TextTable {
    var table = TextTable(.left, .left, .left, .left, .left)
    table.add("format", "read", "write", "extensions", "what it is")
    for format in listed {
      table.add(
        format.name, format.makeReader == nil ? "no" : "yes",
        format.makeWriter == nil ? "no" : "yes", format.extensions.joined(separator: " "),
        format.title)
    }
    return table
  }

  static func details(_ format: Format) -> String {
    var layouts = TextTable(.left, .left, .left)
    for layout in format.layouts {
      let outputs = layout.outputs.map(\.rawValue).joined(separator: ", ")
      layouts.add(layout.name, outputs, layout.title)
    }
    var losses = TextTable(.left, .left)
    for loss in format.losses { losses.add(loss.name, loss.explanation) }
    for layout in format.layouts {
      for loss in layout.losses { losses.add("\(layout.name): \(loss.name)", loss.explanation) }
    }
    return (format.layouts.isEmpty ? "" : "layouts:\n" + layouts.text(indent: "  "))
      + list(format.readOptions, "options for reading")
      + list(format.writeOptions, "options for writing")
      + (losses.isEmpty
        ? (format.makeWriter == nil ? "" : "loses nothing\n")
        : (format.isLossless ? "loses nothing, except with these layouts:\n" : "loses:\n")
          + losses.text(indent: "  "))
  }

  private static func list(_ options: [Format.Option], _ title: String) -> String {
    if options.isEmpty { return "" }
    var table = TextTable(.left, .left)
    for option in options {
      if case .words(let words) = option.values {
        for word in words { table.add(word.name, word.help) }
      } else {
        table.add(option.name, option.help)
      }
    }
    return "\(title):\n" + table.text(indent: "  ")
  }
}
