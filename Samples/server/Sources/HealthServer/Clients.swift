import Foundation
import Hummingbird

/// Who may ask the server: the owner of the store, and clients that read it with the permission that the store has for each
/// (`healthconv store grant`).
struct Clients: Sendable {
  enum Caller: Sendable {
    case owner
    case client(String)
  }

  /// The callers by their tokens; empty for a server without users, where everybody is the owner.
  private let callers: [String: Caller]

  /// Reads a file with a line for each client, its token and its name. The token of the owner has no name.
  init(_ path: String?) throws {
    guard let path else {
      callers = [:]
      return
    }
    var callers: [String: Caller] = [:]
    for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
      guard let token = parts.first, token.utf8.count >= 16 else {
        throw HTTPError(
          .internalServerError, message: "'\(path)': expected tokens of 16 characters or more")
      }
      callers[token] = parts.count == 2 ? .client(parts[1]) : .owner
    }
    guard !callers.isEmpty else {
      throw HTTPError(.internalServerError, message: "'\(path)' has no token")
    }
    self.callers = callers
  }

  /// Who sends a request, by its token.
  func caller(of request: Request) throws -> Caller {
    if callers.isEmpty { return .owner }
    let parts = (request.headers[.authorization] ?? "").split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0] == "Bearer", let caller = callers[String(parts[1])] else {
      throw HTTPError(.unauthorized)
    }
    return caller
  }
}
