#if YAML
  import CHealthLibYAML

  /// A parser of YAML: libyaml with a memory-safe interface. It returns one event after another and builds no tree.
  @safe
  package final class YAMLParser {
    /// Whether this program can read YAML.
    package static let isAvailable = true

    // libyaml stores pointers into the state of the parser and into the text, so neither may move.
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let text: UnsafeMutableBufferPointer<UInt8>

    /// A parser at the start of a text.
    package init(_ yaml: String) throws(YAMLError) {
      let bytes = Array(yaml.utf8)
      unsafe text = .allocate(capacity: bytes.count)
      _ = unsafe text.initialize(fromContentsOf: bytes)
      unsafe parser = .allocate(capacity: 1)
      unsafe parser.initialize(to: yaml_parser_t())
      guard unsafe yaml_parser_initialize(parser) == 1 else { throw failure }
      unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
      unsafe yaml_parser_set_input_string(parser, text.baseAddress, text.count)
      // Skips the start of the stream.
      _ = try next()
    }

    deinit {
      unsafe yaml_parser_delete(parser)
      unsafe parser.deallocate()
      unsafe text.deallocate()
    }

    /// The next event; always `.end` after the last one.
    package func next() throws(YAMLError) -> YAMLEvent {
      var event = unsafe yaml_event_t()
      guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw failure }
      defer { unsafe yaml_event_delete(&event) }
      let kind: YAMLEvent.Kind
      let anchor: UnsafeMutablePointer<yaml_char_t>?
      switch unsafe event.type {
      case YAML_SCALAR_EVENT:
        let scalar = unsafe event.data.scalar
        let characters = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
        kind = .text(unsafe String(decoding: characters, as: UTF8.self))
        unsafe anchor = scalar.anchor
      case YAML_ALIAS_EVENT: unsafe (kind, anchor) = (.alias, event.data.alias.anchor)
      case YAML_SEQUENCE_START_EVENT:
        unsafe (kind, anchor) = (.list, event.data.sequence_start.anchor)
      case YAML_MAPPING_START_EVENT:
        unsafe (kind, anchor) = (.mapping, event.data.mapping_start.anchor)
      case YAML_DOCUMENT_START_EVENT: unsafe (kind, anchor) = (.document, nil)
      default: unsafe (kind, anchor) = (.end, nil)
      }
      return YAMLEvent(
        kind: kind, anchor: unsafe anchor.map { unsafe String(cString: $0) },
        place: Self.place(unsafe event.start_mark))
    }

    private static func place(_ mark: yaml_mark_t) -> YAMLPlace {
      YAMLPlace(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
    }

    /// The error of the last call.
    private var failure: YAMLError {
      let problem = unsafe parser.pointee.problem.map { unsafe String(cString: $0) }
      var place = Self.place(unsafe parser.pointee.problem_mark)
      if unsafe parser.pointee.error == YAML_READER_ERROR {
        // For bytes that no text can contain, libyaml reports only the offset.
        let before = unsafe Array(text.prefix(parser.pointee.problem_offset))
        let lines = before.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let last = String(decoding: lines.last ?? [], as: UTF8.self)
        place = YAMLPlace(line: lines.count, column: last.unicodeScalars.count + 1)
      }
      return YAMLError(message: problem ?? "there is not enough memory", place: place)
    }
  }
#else
  /// Refuses every text: this library was built without libyaml.
  package final class YAMLParser {
    package static let isAvailable = false

    package init(_ yaml: String) throws(YAMLError) {
      throw YAMLError(
        message: "this program reads no YAML, since it was built without the package trait 'YAML'",
        place: YAMLPlace(line: 1, column: 1))
    }

    package func next() throws(YAMLError) -> YAMLEvent {
      YAMLEvent(kind: .end, anchor: nil, place: YAMLPlace(line: 1, column: 1))
    }
  }
#endif

/// An event of a YAML parser.
package struct YAMLEvent: Sendable {
  /// The kinds of events. Tags and styles are not reported: in maps and configurations every scalar is a text.
  package enum Kind: Sendable, Equatable {
    /// The start of a document.
    case document
    /// A scalar, decoded.
    case text(String)
    /// The start of a list, up to its `end`.
    case list
    /// The start of a mapping: keys and values in turn, up to its `end`.
    case mapping
    /// An alias: a repetition of the node with the anchor.
    case alias
    /// The end of a list, a mapping, a document, or of everything.
    case end
  }

  /// The kind of the event.
  package let kind: Kind
  /// The anchor of the node; for an alias, the anchor that it refers to.
  package let anchor: String?
  /// Where it begins.
  package let place: YAMLPlace
}

/// A location in a text: line and column, in characters, from 1.
package struct YAMLPlace: Sendable, Equatable {
  package let line: Int
  package let column: Int
}

/// Why a text is not YAML.
package struct YAMLError: Error, Sendable, Equatable {
  /// The message of libyaml.
  package let message: String
  package let place: YAMLPlace
}
