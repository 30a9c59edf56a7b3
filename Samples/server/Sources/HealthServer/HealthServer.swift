// A server that takes uploads of health data into a store, and answers with steps by day.
//
//   HEALTH_STORE=postgres://host/database HealthServer
//
// It listens on the loopback address only. With HEALTH_CLIENTS, a file of tokens, each request needs one (Clients.swift); without,
// everybody who can connect may do everything.
import Hummingbird

@main
struct HealthServer {
  static func main() async throws {
    let environment = Environment()
    let store = Store(address: environment.get("HEALTH_STORE") ?? "health.db")
    let limit = environment.get("HEALTH_LIMIT", as: Int64.self) ?? 8 << 30
    let clients = try Clients(environment.get("HEALTH_CLIENTS"))
    let router = Router()
    router.post("exports") { request, _ in
      guard case .owner = try clients.caller(of: request) else { throw HTTPError(.forbidden) }
      let name = request.uri.queryParameters.get("name") ?? "upload"
      if let length = request.headers[.contentLength].flatMap({ Int64($0) }), length > limit {
        throw HTTPError(.contentTooLarge)
      }
      let body = Upload(body: request.body, limit: limit)
      return try await store.load(body, named: name)
    }
    router.get("steps") { request, _ in
      let zone = request.uri.queryParameters.get("zone") ?? "UTC"
      let table = try await store.steps(in: zone, for: clients.caller(of: request))
      return Response(
        status: .ok, headers: [.contentType: "application/json"],
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: table)))
    }
    let port = environment.get("HEALTH_PORT", as: Int.self) ?? 8080
    let server = Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)))
    try await server.runService()
  }
}
