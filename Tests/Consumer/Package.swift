// swift-tools-version: 6.2
import PackageDescription

// A program that uses the library without traits: it must need neither ISA-L, nor libyaml, nor libpq.
let package = Package(
  name: "consumer",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "healthconv", path: "../..")],
  targets: [
    .executableTarget(
      name: "Consumer",
      dependencies: [
        .product(name: "HealthConv", package: "healthconv"),
        .product(name: "HealthStore", package: "healthconv"),
      ])
  ]
)
