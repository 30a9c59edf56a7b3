import HealthFormats
import HealthTesting
import Testing

/// Whatever the bytes of a file or a map, reading comes to an end and says the same in pieces as at once.
@Suite struct MapFuzzTests {
  @Test(arguments: [
    ("withings-bp.csv", "withings"), ("raw_tracker_steps.csv", "withings"),
    ("StepCount.csv", "tdda"),
    ("garmin-activities.csv", "garmin"), ("libreview-eu.csv", "libreview"),
    ("clarity.csv", "dexcom-clarity"),
  ])
  func filesEnd(_ file: String, _ map: String) throws {
    let bytes = try Fixtures.bytes("\(Fixtures.samples)/csv-maps/\(file)")
    let builtIn = try #require(CSVMap.builtIn.first { $0.name == map }).map()
    // The tables of Garmin have to be named.
    let map = builtIn.only("activities-km") ?? builtIn
    var random = Noise(seed: UInt64(bytes.count))
    for _ in 0..<150 {
      let noisy = random.noisy(bytes)
      let whole = MapReading(noisy, map, name: file, zone: "Europe/Berlin")
      let pieces = MapReading(noisy, map, name: file, zone: "Europe/Berlin", chunkSize: 5)
      #expect(whole == pieces)
    }
  }

  @Test func mapsEnd() throws {
    let yaml = Array(try #require(CSVMap.builtIn.first { $0.name == "withings" }).yaml.utf8)
    var random = Noise(seed: 1)
    for _ in 0..<100 {
      let text = String(decoding: random.noisy(yaml), as: UTF8.self)
      do throws(HealthError) { _ = try CSVMap(yaml: text, file: "m.yml") } catch {
        #expect(error.rule == "malformed-map")
      }
    }
  }
}

/// Small changes to bytes, the same in every run.
private struct Noise {
  private var random: FixedRandom

  init(seed: UInt64) { random = FixedRandom(seed: seed) }

  mutating func noisy(_ bytes: [UInt8]) -> [UInt8] {
    let tokens = [
      ",", "\"", "\n", "\r", "[", "]", "[[", "1e400", "-", "9999-12-31T23:59:59-12:00", "\0", "é",
      "\u{FEFF}",
      "{", "}", ": ", "- ", "&a ", "*a ", "999999999999999999999", "<<HKDevice: 0x>",
      "0001-01-01 00:00:00",
    ]
    var bytes = bytes
    for _ in 0...random.below(3) {
      let start = random.below(bytes.count)
      switch random.below(4) {
      case 0: if start < bytes.count { bytes[start] = UInt8(random.below(256)) }
      case 1: bytes.removeSubrange(start..<min(bytes.count, start + 1 + random.below(8)))
      default: bytes.insert(contentsOf: tokens[random.below(tokens.count)].utf8, at: start)
      }
    }
    return bytes
  }
}
