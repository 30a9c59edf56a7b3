import Foundation
import HealthBytes

/// A folder of its own for each test, gone with its last owner.
final class Scratch {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "healthconv-tests-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file and returns its path.
  func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    let file = path + "/" + name
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    return file
  }

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }
}

func contents(_ path: String) throws -> [UInt8] {
  Array(try Data(contentsOf: URL(fileURLWithPath: path)))
}

/// Runs a program; `nil` where there is no such program.
func run(_ arguments: String...) throws -> (status: Int32, output: String)? {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = arguments
  let pipe = Pipe()
  process.standardOutput = pipe
  process.standardError = pipe
  try process.run()
  let output = pipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  if process.terminationStatus == 127 { return nil }
  return (process.terminationStatus, String(decoding: output, as: UTF8.self))
}

/// Where the real files lie that stay out of the repository.
let fixtures: String = {
  if let path = ProcessInfo.processInfo.environment["HEALTHCONV_FIXTURES"] { return path }
  let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  return root.deletingLastPathComponent().appendingPathComponent("shared/fixtures").path
}()

let hasFixtures = FileManager.default.fileExists(atPath: fixtures)

/// Text that compresses, without being one line over and over.
func prose(_ count: Int) -> [UInt8] {
  var bytes: [UInt8] = []
  var number: UInt64 = 7
  while bytes.count < count {
    number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    bytes += Array("<Record value=\"\(number >> 44)\"/>\n".utf8)
  }
  return Array(bytes.prefix(count))
}

/// Bytes that do not compress.
func noise(_ count: Int) -> [UInt8] {
  var bytes: [UInt8] = []
  bytes.reserveCapacity(count + 4)
  var number: UInt64 = 7
  while bytes.count < count {
    number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    for shift in stride(from: 32 as UInt64, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }
  return Array(bytes.prefix(count))
}

extension [UInt8] {
  /// Numbers, lowest byte first, for archives made by hand.
  func replacing(_ index: Int, little value: UInt64, _ size: Int) -> [UInt8] {
    var copy = self
    for place in 0..<size {
      copy[index + place] = UInt8(truncatingIfNeeded: value >> (8 * UInt64(place)))
    }
    return copy
  }

  func number(_ index: Int, _ size: Int) -> Int {
    (0..<size).reduce(0) { $0 | Int(self[index + $1]) << (8 * $1) }
  }

  /// Where `bytes` begin last.
  func last(_ bytes: [UInt8]) -> Int {
    indices.last { starts(at: $0, bytes) } ?? -1
  }

  /// Where `bytes` begin first.
  func first(_ bytes: [UInt8]) -> Int {
    indices.first { starts(at: $0, bytes) } ?? -1
  }

  private func starts(at index: Int, _ bytes: [UInt8]) -> Bool {
    index + bytes.count <= count && Array(self[index..<(index + bytes.count)]) == bytes
  }
}
