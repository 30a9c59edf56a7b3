import HealthConv
import HealthStatistics
import Hummingbird
import NIOPosix

/// The store of the server: the path of an SQLite file, or the address of a PostgreSQL server.
struct Store: Sendable {
  let address: String

  /// What a load did.
  struct Summary: ResponseEncodable {
    var samples: Int
    var types: [String: Int]
    var new: Int
    var same: Int
    var changed: Int
    var findings: Int
  }

  /// Loads an upload while it arrives. Nothing is stored if it is not complete.
  func load(_ upload: Upload, named name: String) async throws -> Summary {
    do {
      let report = try await Dataset.open(chunks: upload, named: name) { dataset in
        let format = try Format.forWriting(to: address)
        return try await Conversion(of: dataset, to: format).run(toFile: address)
      }
      if let error = report.readError { throw error }
      var summary = Summary(
        samples: report.samplesRead, types: [:], new: report.saved?.new ?? 0,
        same: report.saved?.same ?? 0, changed: report.saved?.changed ?? 0,
        findings: report.findings.count)
      for type in report.types { summary.types[type.identifier, default: 0] += type.read }
      return summary
    } catch let error as HealthError { throw error.response }
  }

  /// The steps of each day that a caller may read, as JSON; none if it may read none. It is calculated on a thread that may block.
  func steps(in zone: String, for caller: Clients.Caller) async throws -> [UInt8] {
    do {
      return try await NIOThreadPool.singleton.runIfActive {
        var dataset = try Dataset.open(address)
        if case .client(let name) = caller { dataset = try dataset.client(name) }
        var answer = Answer(.statistics, of: [dataset])
        answer.selection.types = [try TypePattern("StepCount")]
        answer.plan.interval = .day
        answer.plan.zone = .zone(try Zone(zone))
        let sink = BytesSink()
        _ = try answer.write(to: sink, named: "answer", as: .json)
        return sink.bytes
      }
    } catch let error as HealthError { throw error.response }
  }
}

extension HealthError {
  /// The response to an error. Messages contain no health values.
  var response: HTTPError {
    switch kind {
    case .malformed, .usage: HTTPError(.badRequest, message: description)
    case .unsupported: HTTPError(.unsupportedMediaType, message: description)
    case .noInput: HTTPError(.notFound, message: "nothing is stored yet")
    case .cannotCreate, .failed: HTTPError(.internalServerError)
    }
  }
}
