/// The beginning and the end of a regular file, by which its kind is recognised.
package struct FileEnds {
  /// The first 64 KiB as text; bytes that are not UTF-8 are replaced.
  package let first: String
  /// The last 4 KiB as text.
  package let last: String

  /// Reads both.
  package init(_ path: String) throws(ByteError) {
    let file = try FileDescriptor(regular: path)
    let size = file.size ?? 0
    first = String(decoding: try file.bytes(at: 0, count: 1 << 16), as: UTF8.self)
    let start = max(0, size - 1 << 12)
    last = String(decoding: try file.bytes(at: start, count: 1 << 12), as: UTF8.self)
  }
}
