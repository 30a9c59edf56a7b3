import CHealthLibXML2
import Synchronization

/// Where libxml2 gets the documents that a schema or a document refers to: from memory, or from files; never
/// from a network.
enum SchemaLoader {
  private struct Folders {
    var count = 0
    var documents: [String: [UInt8]] = [:]
  }

  private static let folders = Mutex(Folders())

  /// The prefix of the addresses of documents in memory.
  private static let scheme = "healthconv:/"

  /// From now on this is the way for everything in this process that uses libxml2 without a loader of its own.
  static let isReady: Bool = {
    xmlInitParser()
    unsafe xmlSetExternalEntityLoader { url, id, context in
      guard let url = unsafe url, let context = unsafe context else { return nil }
      let address = unsafe String(cString: url)
      guard address.hasPrefix(SchemaLoader.scheme) else {
        return unsafe xmlNoNetExternalEntityLoader(url, id, context)
      }
      guard let bytes = SchemaLoader.folders.withLock({ $0.documents[address] }) else {
        return nil
      }
      return unsafe SchemaLoader.input(of: bytes, at: address, for: context)
    }
    return true
  }()

  /// Makes documents known.
  ///
  /// - Returns: The prefix of each name in its address.
  static func add(_ documents: [String: [UInt8]]) -> String {
    folders.withLock { folders in
      folders.count += 1
      let folder = "\(scheme)\(folders.count)/"
      for (name, bytes) in documents { folders.documents[folder + name] = bytes }
      return folder
    }
  }

  /// Forgets them.
  static func remove(_ folder: String) {
    folders.withLock { folders in
      folders.documents = folders.documents.filter { !$0.key.hasPrefix(folder) }
    }
  }

  @unsafe
  private static func input(
    of bytes: [UInt8], at address: String, for context: xmlParserCtxtPtr
  ) -> xmlParserInputPtr? {
    let buffer = unsafe bytes.withUnsafeBytes { bytes in
      // It copies them.
      unsafe xmlParserInputBufferCreateMem(
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count),
        XML_CHAR_ENCODING_NONE)
    }
    guard let buffer = unsafe buffer,
      let input = unsafe xmlNewIOInputStream(context, buffer, XML_CHAR_ENCODING_NONE)
    else { return nil }
    // References are resolved relative to it.
    let name = unsafe address.withCString {
      unsafe xmlStrdup(UnsafeRawPointer($0).assumingMemoryBound(to: xmlChar.self))
    }
    unsafe input.pointee.filename = UnsafeRawPointer(name)?.assumingMemoryBound(to: CChar.self)
    return unsafe input
  }
}
