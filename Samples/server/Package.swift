// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "health-server",
  platforms: [.macOS(.v26)],
  dependencies: [
    .package(name: "healthconv", path: "../..", traits: ["PostgreSQL"]),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.20.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
  ],
  targets: [
    .executableTarget(
      name: "HealthServer",
      dependencies: [
        .product(name: "HealthConv", package: "healthconv"),
        .product(name: "HealthStatistics", package: "healthconv"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ])
  ]
)
