import Foundation

/// Real files that others have published. They are not part of the repository: a test whose file is missing is skipped
/// with a message.
public enum Fixtures {
  /// Their folder: `HEALTHCONV_FIXTURES`, otherwise `shared/fixtures` next to the repository.
  public static let folder: String = {
    if let path = ProcessInfo.processInfo.environment["HEALTHCONV_FIXTURES"] { return path }
    return repository.deletingLastPathComponent().appendingPathComponent("shared/fixtures").path
  }()

  /// Whether the folder is there.
  public static var arePresent: Bool { FileManager.default.fileExists(atPath: folder) }

  /// The repository's own samples.
  public static var samples: String { repository.appendingPathComponent("Samples").path }

  private static var repository: URL {
    URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  }

  /// The bytes of a file.
  public static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// The files of a folder with an ending, sorted by name.
  ///
  /// - Parameter suffix: The ending, as `.xml`.
  /// - Throws: If the folder cannot be listed.
  public static func files(in folder: String, suffix: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(suffix) }.sorted().map { folder + "/" + $0 }
  }
}
