import LibC

extension InputContainer {
  /// Bytes in memory, which can be read any number of times. Cost: an archive is copied to a temporary file.
  ///
  /// - Parameter name: Its name in messages, and for the detection of its format by an extension.
  package init(bytes: [UInt8], named name: String) throws(ByteError) {
    try self.init(
      BytesSource(bytes), path: name, name: name, hasPath: false, size: Int64(bytes.count),
      again: .bytes(bytes))
  }

  /// An open file, pipe or socket. The caller may close its descriptor after this call.
  ///
  /// A regular file is read from its beginning any number of times, and its position does not change. Anything else is
  /// read once, from where it is.
  package init(descriptor: Int32, named name: String) throws(ByteError) {
    let file = try FileDescriptor(copyOf: descriptor, name: name)
    if let size = file.size {
      try self.init(
        RangeSource(file: file, range: 0..<size), path: name, name: name, hasPath: false,
        size: size, file: file, again: .descriptor(file, size))
    } else {
      try self.init(FileSource(file), path: name, name: name, hasPath: false, size: nil)
    }
  }

  /// The bytes of an open regular file, from its beginning; `nil` for anything else.
  package static func source(
    of descriptor: Int32, named name: String
  ) throws(ByteError) -> (any ByteSource)? {
    let file = try FileDescriptor(copyOf: descriptor, name: name)
    return file.size.map { RangeSource(file: file, range: 0..<$0) }
  }

  /// A stream, which can be read once. Cost: an archive is copied to a temporary file.
  ///
  /// - Parameter source: No other code uses it after this call.
  package init(stream source: any ByteSource, named name: String) throws(ByteError) {
    try self.init(source, path: name, name: name, hasPath: false, size: nil)
  }
}

extension FileDescriptor {
  /// A second descriptor of an open file.
  fileprivate convenience init(copyOf descriptor: Int32, name: String) throws(ByteError) {
    let number = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard number >= 0 else { throw ByteError(system: errno, name) }
    self.init(number, name: name, isOwned: true)
  }
}
