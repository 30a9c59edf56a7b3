import LibC

extension FileDescriptor {
  /// Copies all of a stream to a temporary file without a name, which is gone with its last owner.
  convenience init(spooling source: any ByteSource, name: String) throws(ByteError) {
    let file = try FileDescriptor.temporary()
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = try source.read(into: &buffer, at: 0)
      if count == 0 { break }
      do throws(ByteError) { try file.write(buffer.span.extracting(0..<count)) } catch {
        throw error.ofTemporaryFile
      }
    }
    // A second descriptor of the same file, whose length is now known.
    let number = dup(file.number)
    guard number >= 0 else { throw ByteError(system: errno, file.name).ofTemporaryFile }
    self.init(number, name: name, isOwned: true)
  }
}
