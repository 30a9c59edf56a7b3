// swift-tools-version: 6.2
import PackageDescription

/// The settings of every target: one list, so that all have the same.
let house: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

/// A library module, in `Sources/<name>`.
func module(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: house)
}

/// The tests of one module or feature, in `Tests/<name>`.
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: house)
}

let package = Package(
  name: "healthconv",
  // Developed for Linux. macOS 26 is the first version of macOS with inline arrays.
  platforms: [.macOS(.v26)],
  products: [
    .library(name: "HealthConv", targets: ["HealthConv"]),
    .library(name: "HealthUnits", targets: ["HealthUnits"]),
    .library(name: "HealthModel", targets: ["HealthModel"]),
    // For formats and rules of programs.
    .library(name: "HealthFormats", targets: ["HealthFormats"]),
    .library(name: "HealthStatistics", targets: ["HealthStatistics"]),
    // For programs that import Foundation: dates and durations.
    .library(name: "HealthFoundation", targets: ["HealthFoundation"]),
    // HealthKit's names, for programs written for it.
    .library(name: "HealthKitNames", targets: ["HealthKitNames"]),
    // The contract of stores, and the SQLite store.
    .library(name: "HealthStore", targets: ["HealthStore", "HealthStoreSQLite"]),
    .executable(name: "healthconv", targets: ["HealthConvTool"]),
  ],
  traits: [
    // Without these traits the library needs only libxml2, zlib and, for stores, SQLite. The Makefile builds the tool with all.
    .trait(name: "PostgreSQL", description: "Stores on a PostgreSQL server, by way of libpq"),
    .trait(
      name: "ISAL", description: "Archives are compressed by ISA-L, which is faster than zlib"),
    .trait(
      name: "YAML",
      description: "CSV maps and configurations of your own are read, and notes changed, by libyaml"
    ),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")
  ],
  targets: [
    // System libraries
    .systemLibrary(
      name: "CHealthZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
      name: "CHealthISAL", pkgConfig: "libisal",
      providers: [.apt(["libisal-dev"]), .brew(["isa-l"])]),
    .systemLibrary(
      name: "CHealthLibXML2", pkgConfig: "libxml-2.0",
      providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
    .systemLibrary(
      name: "CHealthLibYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .systemLibrary(name: "CHealthLibC"),
    .systemLibrary(name: "CHealthSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CHealthICU"),
    .systemLibrary(name: "CHealthLibPQ", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),

    // Libraries, each importing only those above it
    module("LibC", []),
    module("HealthUnits", []),
    module("HealthErrors", []),
    module("HealthModel", ["HealthErrors", "HealthUnits"]),
    module("HealthLocale", ["LibC", "HealthUnits", "CHealthICU"]),
    module(
      "HealthBytes",
      [
        "HealthErrors", "LibC", "CHealthZlib", "CHealthLibC",
        .target(name: "CHealthISAL", condition: .when(traits: ["ISAL"])),
      ]),
    module("HealthXML", ["HealthBytes", "CHealthLibXML2"]),
    module(
      "HealthYAML", [.target(name: "CHealthLibYAML", condition: .when(traits: ["YAML"]))]),
    module("HealthParquet", ["HealthBytes"]),
    module("HealthValidation", ["HealthUnits", "HealthModel", "HealthBytes"]),
    .target(
      name: "HealthFormats",
      dependencies: [
        "HealthErrors", "HealthUnits", "HealthModel", "HealthBytes", "HealthXML", "HealthYAML",
        "HealthParquet",
        "HealthValidation",
      ],
      // The built-in maps, the tables of codes and the XML Schemas, embedded into the program.
      resources: [
        .embedInCode("CSV/Mapping/Maps"),
        .embedInCode("../../Schemas/health-export.xsd"),
        .embedInCode("../../Schemas/fhir/quantities.tsv"),
        .embedInCode("../../Schemas/fhir/read.tsv"),
        .embedInCode("../../Schemas/fhir/units.tsv"),
        .embedInCode("../../Schemas/health-auto-export/health-auto-export.tsv"),
        .embedInCode("../../Schemas/health-auto-export/health-auto-export-activities.tsv"),
        .embedInCode("../../Schemas/open-mhealth/open-mhealth.tsv"),
        .embedInCode("../../Schemas/open-mhealth/open-mhealth-metadata.tsv"),
        .embedInCode("../../Schemas/gpx11.xsd"),
        .embedInCode("../../Schemas/gpx11-all.xsd"),
        .embedInCode("../../Schemas/gpx11-route.xsd"),
        .embedInCode("../../Schemas/gpx11-healthconv.xsd"),
        .embedInCode("../../Schemas/gpx11-power1.xsd"),
        .embedInCode("../../Schemas/gpx11-trackpoint2.xsd"),
      ],
      swiftSettings: house),
    module(
      "HealthStatistics",
      ["HealthErrors", "HealthUnits", "HealthModel", "HealthLocale", "HealthBytes"]),
    module("HealthReport", ["HealthModel", "HealthLocale", "HealthBytes", "HealthStatistics"]),
    module(
      "HealthStore",
      [
        "HealthErrors", "HealthUnits", "HealthModel", "HealthBytes", "HealthFormats",
        "HealthValidation",
      ]),
    module(
      "HealthStoreSQLite",
      [
        "HealthErrors", "HealthUnits", "HealthStore", "HealthModel", "HealthBytes", "HealthFormats",
        "LibC", "CHealthSQLite",
      ]),
    module(
      "HealthStorePostgres",
      [
        "HealthErrors", "HealthStore", "HealthModel", "HealthBytes", "HealthFormats", "LibC",
        .target(name: "CHealthLibPQ", condition: .when(traits: ["PostgreSQL"])),
      ]),
    module("HealthGenerator", ["HealthBytes"]),
    .target(
      name: "HealthConv",
      dependencies: [
        "HealthErrors", "HealthUnits", "HealthModel", "HealthLocale", "HealthBytes", "HealthXML",
        "HealthYAML",
        "HealthParquet", "HealthFormats", "HealthValidation", "HealthStatistics", "HealthReport",
        "HealthStore",
        "HealthStoreSQLite",
        .target(name: "HealthStorePostgres", condition: .when(traits: ["PostgreSQL"])),
      ],
      swiftSettings: house),
    module(
      "HealthFoundation",
      ["HealthModel", "HealthConv", "HealthLocale", "HealthStatistics", "HealthStore"]),
    module(
      "HealthKitNames",
      [
        "HealthUnits", "HealthModel", "HealthStatistics", "HealthStore", "HealthConv",
        "HealthFoundation",
      ]),
    module(
      "HealthMCP",
      ["HealthConv", "HealthBytes", "HealthFormats", "HealthValidation", "HealthStatistics"]),

    // The tool (its folder must not differ from the library's only by case: some file systems
    // ignore case)
    .executableTarget(
      name: "HealthConvTool",
      dependencies: [
        "HealthConv", "HealthModel", "HealthBytes", "HealthFormats", "HealthValidation",
        "HealthGenerator", "HealthMCP", "HealthStore", "HealthStatistics",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      // Pages that 'healthconv help' prints.
      resources: [
        .embedInCode("../../Samples/commands/cookbook.md"),
        .embedInCode("../../Schemas/maps/README.md"),
      ],
      swiftSettings: house),

    // Writes the Swift tables of the catalog from Schemas/catalog
    module("CatalogGenerator", []),
    .executableTarget(
      name: "generate-catalog", dependencies: ["CatalogGenerator"],
      path: "Sources/GenerateCatalogTool", swiftSettings: house),

    // Tests
    .target(
      name: "HealthTesting",
      dependencies: [
        "HealthErrors", "HealthModel", "HealthBytes", "HealthXML", "HealthFormats", "HealthStore",
        "CHealthLibXML2",
      ],
      path: "Tests/HealthTesting", swiftSettings: house),
    tests("HealthUnitsTests", ["HealthUnits", "HealthTesting"]),
    tests("HealthLocaleTests", ["HealthLocale", "HealthUnits"]),
    tests(
      "HealthFoundationTests",
      [
        "HealthFoundation", "HealthConv", "HealthStatistics", "HealthStore", "HealthModel",
        "HealthTesting",
      ]),
    // The samples for users of the library, with the public API alone
    .target(
      name: "ToyFormat", dependencies: ["HealthFormats"], path: "Samples/format",
      packageAccess: false, swiftSettings: house),
    .testTarget(
      name: "LibrarySamples", dependencies: ["HealthConv", "HealthStatistics", "HealthStore"],
      path: "Samples/library", exclude: ["README.md"], packageAccess: false, swiftSettings: house),
    .testTarget(
      name: "HealthKitNamesTests",
      dependencies: ["HealthKitNames", "HealthFoundation", "HealthModel", "HealthStore"],
      packageAccess: false, swiftSettings: house),
    tests("HealthModelTests", ["HealthModel", "HealthUnits", "HealthTesting"]),
    tests("CatalogTests", ["CatalogGenerator", "HealthModel"]),
    tests("HealthBytesTests", ["HealthBytes", "HealthTesting", "CHealthZlib"]),
    tests("HealthXMLTests", ["HealthXML", "HealthBytes", "HealthTesting"]),
    tests("HealthParquetTests", ["HealthParquet", "HealthBytes", "HealthTesting"]),
    tests(
      "HealthFormatsTests",
      [
        "HealthTesting", "HealthGenerator", "HealthFormats", "HealthModel", "HealthUnits",
        "HealthBytes", "HealthXML",
      ]),
    tests(
      "HealthValidationTests",
      [
        "HealthValidation", "HealthTesting", "HealthGenerator", "HealthConv", "HealthFormats",
        "HealthModel", "HealthUnits", "HealthBytes", "HealthXML",
      ]),
    tests(
      "HealthStatisticsTests",
      [
        "HealthStatistics", "HealthTesting", "HealthConv", "HealthParquet", "HealthGenerator",
        "HealthStore", "HealthValidation",
        "HealthFormats", "HealthLocale", "HealthModel", "HealthUnits", "HealthBytes",
      ]),
    tests(
      "HealthReportTests",
      [
        "HealthReport", "HealthConv", "HealthGenerator", "HealthStatistics", "HealthLocale",
        "HealthModel", "HealthBytes",
      ]),
    tests(
      "HealthStoreTests",
      [
        "HealthErrors", "HealthStore", "HealthStoreSQLite", "HealthTesting", "HealthGenerator",
        "HealthFormats",
        "HealthStatistics", "HealthConv",
        "HealthModel", "HealthUnits", "HealthBytes",
        "CHealthSQLite",
        .target(name: "HealthStorePostgres", condition: .when(traits: ["PostgreSQL"])),
        .target(name: "CHealthLibPQ", condition: .when(traits: ["PostgreSQL"])),
      ]),
    tests(
      "HealthGeneratorTests",
      ["HealthTesting", "HealthGenerator", "HealthConv", "HealthBytes", "HealthStatistics"]),
    tests(
      "HealthConvTests",
      [
        "HealthConv", "HealthGenerator", "HealthTesting", "HealthFormats", "HealthModel",
        "HealthBytes", "HealthValidation", "HealthXML", "HealthStatistics", "HealthStore",
        "ToyFormat",
      ]),
    tests(
      "HealthMCPTests",
      [
        "HealthMCP", "HealthConv", "HealthStatistics", "HealthGenerator", "HealthTesting",
        "HealthFormats", "HealthBytes",
      ]),
    tests(
      "CommandTests",
      [
        "HealthTesting", "HealthConvTool", "HealthConv", "HealthFormats",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
  ]
)
