import Foundation
import HealthBytes
import HealthFormats
import HealthModel
import HealthStoreSQLite
import HealthTesting

/// A database that was written as dogsheep lays it out, gone with this.
final class DogsheepDatabaseFile {
  /// What was counted as lost.
  let losses: [Loss.Count]
  private let folder: String
  private let database: PlainDatabase

  /// Writes samples.
  init(_ samples: [Sample], _ info: DatasetInfo = DatasetInfo()) throws {
    folder = FileManager.default.temporaryDirectory.path + "/healthconv-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = folder + "/dogsheep.db"
    let writer = try DogsheepWriter(path: path)
    try writer.begin(info)
    for sample in samples { try writer.write(sample) }
    try writer.finish()
    try writer.commit()
    losses = writer.losses
    database = try PlainDatabase(path)
  }

  /// Writes the samples of elements of an export.
  convenience init(export elements: String) throws {
    try self.init(Reading(Array("<HealthData>\(elements)</HealthData>".utf8)).samples)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// The rows of a query, each as its values with bars between them.
  func rows(_ sql: String) throws -> [String] {
    try values(sql).map { row in row.map { $0 ?? "" }.joined(separator: "|") }
  }

  /// The values of a query as texts.
  func values(_ sql: String) throws -> [[String?]] { try database.rows(sql) }

  /// The names of the tables.
  var tables: [String] {
    get throws { try rows("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name") }
  }
}
