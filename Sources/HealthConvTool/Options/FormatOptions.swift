import ArgumentParser
import HealthBytes
import HealthConv

protocol OptionList {
  static var options: [Format.Option] { get }
}

enum ReadOptionList: OptionList {
  static var options: [Format.Option] { Format.all.flatMap(\.readOptions) }
}

/// The options for writing of all formats.
enum WriteOptionList: OptionList {
  static var options: [Format.Option] { Format.all.flatMap(\.writeOptions) }
}

/// The options that formats declare, as options and flags of the command line.
///
/// ArgumentParser finds arguments by the mirror of an instance, so the mirror has a child for each declared option
/// instead of one for each stored property.
struct FormatOptions<List: OptionList>: ParsableArguments, CustomReflectable {
  /// An argument of the command line and the text that it sets its option to; without a text, it has a value.
  private struct Argument {
    let option: Format.Option
    let name: String
    let text: String?
    let help: String
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init?(intValue: Int) { nil }
    init(stringValue: String) { self.stringValue = stringValue }
  }

  private var given: [(argument: Argument, text: String)] = []

  private static var arguments: [Argument] {
    var names: Set<String> = []
    return List.options.filter { names.insert($0.name).inserted }
      .flatMap { option -> [Argument] in
        switch option.values {
        case .flag: [Argument(option: option, name: option.name, text: "", help: option.help)]
        case .text: [Argument(option: option, name: option.name, text: nil, help: option.help)]
        case .words(let words):
          words.map { Argument(option: option, name: $0.name, text: $0.name, help: $0.help) }
        }
      }
  }

  init() {}

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    for argument in Self.arguments {
      let key = Key(stringValue: argument.name)
      if let text = argument.text {
        let flag = try container.decode(Flag<Bool>.self, forKey: key)
        if flag.wrappedValue { given.append((argument, text)) }
      } else if let text = try container.decode(Option<String?>.self, forKey: key).wrappedValue {
        given.append((argument, text))
      }
    }
  }

  var customMirror: Mirror {
    let children = Self.arguments.map { argument -> Mirror.Child in
      let name = NameSpecification.customLong(argument.name)
      let help = ArgumentHelp(argument.help)
      if argument.text != nil {
        return (argument.name, Flag<Bool>(wrappedValue: false, name: name, help: help))
      }
      let option = Option<String?>(
        name: name, parsing: argument.option.allowsHyphen ? .unconditional : .next, help: help,
        completion: .offering(argument.option.suggestions))
      return (argument.name, option)
    }
    return Mirror(self, children: children)
  }

  func validate() throws {
    for (index, (argument, _)) in given.enumerated() {
      for (other, _) in given[..<index] where other.option.name == argument.option.name {
        throw ValidationError("--\(other.name) and --\(argument.name) cannot be combined")
      }
    }
  }

  /// Sets what the arguments give.
  ///
  /// - Throws: `HealthError`: `.usage` for a text that is not a value of its option.
  func set(_ options: inout some Format.Options) throws(HealthError) {
    for (argument, text) in given {
      if try options.set(argument.option, to: text) { continue }
      var message = "--\(argument.name) has '\(text.printableName)'"
      if case .text(let expected) = argument.option.values { message += ", expected \(expected)" }
      throw HealthError(.usage, message)
    }
  }
}
