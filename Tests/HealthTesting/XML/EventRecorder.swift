import CHealthLibXML2

/// Records the callbacks of libxml2 as events.
@safe
final class EventRecorder {
  /// The calling parser, which is valid during every call.
  var context: xmlParserCtxtPtr?
  fileprivate(set) var events: [XMLEvent] = []
  /// Whether something refers to an entity that is not one of the five.
  fileprivate(set) var hasEntityReference = false
  /// The last declared entity: libxml2 looks it up once to record its raw value.
  fileprivate var declared: String?

  fileprivate var isInDoctype: Bool {
    unsafe context.map { unsafe $0.pointee.inSubset != 0 } ?? false
  }

  /// The name, and pairs of name and value up to a null.
  fileprivate func start(
    _ name: UnsafePointer<xmlChar>?, _ pairs: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
  ) {
    var attributes: [XMLEvent.Attribute] = []
    if var pair = unsafe pairs {
      while unsafe pair[0] != nil {
        unsafe attributes.append(.init(name: text(pair[0]), value: text(pair[1])))
        unsafe pair += 2
      }
    }
    unsafe events.append(.start(name: text(name), attributes: attributes))
  }

  fileprivate func lookUp(_ name: String) {
    if declared == name {
      declared = nil
    } else {
      hasEntityReference = true
    }
  }

  /// The callbacks. That its `initialized` is not the number of SAX2 turns namespaces off.
  static var handler: xmlSAXHandler {
    var handler = unsafe xmlSAXHandler()
    unsafe handler.initialized = 1
    unsafe handler.internalSubset = { data, name, _, _ in
      unsafe recorder(data)?.events.append(.doctype(name: text(name)))
    }
    unsafe handler.startElement = { data, name, pairs in
      unsafe recorder(data)?.start(name, pairs)
    }
    unsafe handler.endElement = { data, name in
      unsafe recorder(data)?.events.append(.end(name: text(name)))
    }
    // The same function for both, so that libxml2 treats no white space as ignorable.
    let characters: charactersSAXFunc = { data, bytes, count in
      unsafe recorder(data)?.events.append(text: text(bytes, count))
    }
    unsafe handler.characters = characters
    unsafe handler.ignorableWhitespace = characters
    unsafe handler.cdataBlock = characters
    unsafe handler.comment = { data, bytes in
      guard let recorder = unsafe recorder(data), !recorder.isInDoctype else { return }
      unsafe recorder.events.append(.comment(text(bytes)))
    }
    unsafe handler.processingInstruction = { data, target, bytes in
      guard let recorder = unsafe recorder(data), !recorder.isInDoctype else { return }
      unsafe recorder.events.append(
        .processingInstruction(target: text(target), data: text(bytes)))
    }
    unsafe handler.entityDecl = { data, name, _, _, _, content in
      unsafe recorder(data)?.declared = content == nil ? nil : text(name)
    }
    unsafe handler.getEntity = { data, name in
      unsafe recorder(data)?.lookUp(text(name))
      return nil
    }
    unsafe handler.getParameterEntity = { data, name in
      unsafe recorder(data)?.lookUp(text(name))
      return nil
    }
    unsafe handler.reference = { data, _ in
      unsafe recorder(data)?.hasEntityReference = true
    }
    return unsafe handler
  }
}

private func recorder(_ data: UnsafeMutableRawPointer?) -> EventRecorder? {
  unsafe data.map { unsafe Unmanaged<EventRecorder>.fromOpaque($0).takeUnretainedValue() }
}

private func text(_ bytes: UnsafePointer<xmlChar>?) -> String {
  unsafe bytes.map { unsafe String(cString: $0) } ?? ""
}

private func text(_ bytes: UnsafePointer<xmlChar>?, _ count: Int32) -> String {
  unsafe String(
    decoding: UnsafeBufferPointer(start: bytes, count: Int(max(0, count))), as: UTF8.self)
}
