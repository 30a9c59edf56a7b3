import Foundation
import HealthTesting

/// The judgement of python3, where there is one: its expat and its zipfile know nothing of ours.
extension Python {
  static let isThere = has()

  /// Says that a test was not made.
  static func skip() {
    print("skipped: python3 is not installed")
  }

  static func isWellFormed(_ bytes: [UInt8]) throws -> Bool {
    try run(
      "import sys, xml.parsers.expat as e\n"
        + "try: e.ParserCreate().ParseFile(open(sys.argv[1], 'rb'))\n"
        + "except e.ExpatError: sys.exit(1)", on: bytes) == 0
  }

  /// Tests an archive, and whether every XML file in it is well-formed and every JSON file sound.
  static func isSoundArchive(_ bytes: [UInt8]) throws -> Bool {
    try run(
      "import sys, json, zipfile, xml.parsers.expat as e\n"
        + "z = zipfile.ZipFile(sys.argv[1])\n"
        + "assert z.testzip() is None\n"
        + "for n in z.namelist():\n"
        + "  if n.endswith(('.xml', '.gpx')): e.ParserCreate().Parse(z.read(n), True)\n"
        + "  if n.endswith('.json'): json.loads(z.read(n))\n", on: bytes) == 0
  }

  /// Runs a program on a file of these bytes.
  ///
  /// - Returns: its exit status
  private static func run(_ program: String, on bytes: [UInt8]) throws -> Int32 {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try run(program, [file.path]).status
  }
}
