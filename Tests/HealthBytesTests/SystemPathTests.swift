import HealthBytes
import Testing

/// Names of files are bytes: whatever they are, the text of a path gives them back.
@Suite struct SystemPathTests {
  static let names: [[UInt8]] = [
    [], Array("plain.xml".utf8), Array("é e\u{301} 😀 \u{10FFFD}".utf8), [0xE9], [0x63, 0xE9, 0x2E],
    [0xC3], [0xC3, 0x28], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xED, 0xA0, 0x80], [0xFF, 0xFE, 0xFD],
    [0xC0, 0x80, 0xAF], [0xF4, 0x90, 0x80, 0x80], Array("\u{10FE80}\u{10FEFF}a\u{10FEE9}".utf8),
    [0xF4, 0x8F, 0xBB, 0xA9, 0xE9], [0xF4, 0x8F, 0xBB], Array(0x80...0xFF),
  ]

  @Test(arguments: names)
  func everyNameHasATextOfItsOwn(_ name: [UInt8]) {
    let text = SystemPath.text(name)
    #expect(SystemPath.bytes(text) == name)
    let again = unsafe text.withSystemPath { unsafe String(systemPath: $0) }
    #expect(Array(again.utf8) == Array(text.utf8))
    // Texts that are UTF-8 and have no such character stay as they are.
    if let plain = String(validating: name, as: UTF8.self), !SystemPath.isEscaped(plain) {
      #expect(text == plain)
    }
  }

  @Test func randomNames() {
    var random = SystemRandomNumberGenerator()
    var texts: Set<[UInt8]> = []
    var names: Set<[UInt8]> = []
    for _ in 0..<20_000 {
      let pieces: [[UInt8]] = [
        [UInt8.random(in: 1...255, using: &random)], [0xF4, 0x8F, 0xBB], [0xA9], [0xC3, 0xA9],
        [0x61],
      ]
      let name = (0..<Int.random(in: 0..<8, using: &random)).flatMap { _ in
        pieces.randomElement(using: &random) ?? []
      }
      let text = SystemPath.text(name)
      #expect(SystemPath.bytes(text) == name)
      texts.insert(Array(text.utf8))
      names.insert(name)
    }
    #expect(texts.count == names.count)
  }

  @Test func readableTexts() {
    #expect(SystemPath.readable(SystemPath.text([0x63, 0xE9])) == "c\\xE9")
    #expect(SystemPath.readable("é") == "é")
  }

  /// Files, folders and links under such names are made, listed, replaced and removed.
  @Test func filesAndFolders() throws {
    let scratch = try Scratch()
    let name = SystemPath.text(Array("caf".utf8) + [0xE9])
    let other = SystemPath.text(Array("caf".utf8) + [0xE8])
    let root = "\(scratch.path)/\(name)"
    let folder = try AtomicFolder(root)
    for path in ["\(name).txt", "\(other).txt", "\(name)/\(other)/a"] {
      let sink = try folder.open(path)
      try sink.write(Array(path.utf8).span)
      try sink.finish()
    }
    try folder.finish()
    #expect(AtomicFolder.isFolder(root))
    let container = try InputContainer(root)
    #expect(container.kind == .folder && container.unlisted.isEmpty)
    let paths = container.entries.map(\.path)
    #expect(Set(paths) == ["\(name).txt", "\(other).txt", "\(name)/\(other)/a"])
    for entry in container.entries {
      #expect(try container.open(entry).readAll() == Array(entry.path.utf8))
    }
    let file = try AtomicFile("\(root)/\(name).txt", overwrite: true)
    try file.write([1, 2].span)
    try file.finish()
    #expect(try InputContainer("\(root)/\(name).txt").entries.map(\.size) == [2])
    #expect(throws: HealthError.self) { try AtomicFile("\(root)/\(name).txt") }
    // The bytes are those on the disk: no name has four bytes in the place of one.
    let listed = try InputContainer(root).entries.map { SystemPath.bytes($0.path) }
    #expect(listed.contains(Array("caf".utf8) + [0xE9] + Array(".txt".utf8)))
  }

  /// Members of archives likewise, in whatever encoding their names are.
  @Test func members() throws {
    let names: [[UInt8]] = [[0x82], [0xB5, 0xBC, 0xB3, 0xF6], Array("导出".utf8), Array("a".utf8)]
    let sink = BytesSink()
    let zip = ZipWriter(sink)
    for name in names { try zip.beginEntry(name: SystemPath.text(name)) }
    try zip.finish()
    let scratch = try Scratch()
    let archive = try ZipArchive(scratch.file("a.zip", sink.bytes))
    #expect(archive.entries.map(\.rawName) == names)
    #expect(archive.entries.map { SystemPath.bytes($0.name) } == names)
    // Only names that are UTF-8 are said to be.
    let flags = sink.bytes.indices.dropLast(4).filter {
      Array(sink.bytes[$0..<($0 + 4)]) == [0x50, 0x4B, 1, 2]
    }.map { sink.bytes[$0 + 9] & 8 }
    #expect(flags == [0, 0, 8, 8])
  }
}
