package typealias InputChunk = InputContainer.Chunk

extension InputContainer {
  /// Some of the bytes of an input, for a thread that decodes them apart from the others.
  public struct Chunk {
    /// Storage; the bytes are `bytes[0..<end]`. It is used again for a later chunk.
    public var bytes: [UInt8] = []
    /// Where the bytes end.
    public var end = 0
    /// What an input of several files has in place of the bytes. It is used again for a later chunk.
    public var content: AnyObject?
    /// Whether the bytes begin where an item seems to begin.
    public var beginsItem = false
    /// Whether nothing follows.
    public var isLast = false
    /// Why nothing follows, if the input could not be read to its end.
    public var error: ByteError?
    /// How far the input was read for it.
    public var progress = ByteProgress(consumed: 0, total: nil)

    /// A chunk without bytes.
    public init() {}
  }
}
