internal import HealthBytes

/// A CSV file of a 30-second electrocardiogram; the same for the same index and seed.
struct Electrocardiogram {
  let fileName: String
  private let recorded: Int
  private let plan: Plan
  private let random: Random

  init(_ index: Int, plan: Plan) {
    self.plan = plan
    var random = Random(seed: plan.seed, stream: 0x6563_67, index: index)
    let day = index * plan.days / max(plan.electrocardiograms, 1)
    recorded = plan.firstMidnight + day * 86_400 + 20 * 3600 + random.below(3600)
    let date = CivilDate(daysSince1970: floorDivide(recorded + plan.offset, 86_400))
    fileName = "ecg_\(date).csv"
    self.random = random
  }

  /// - Returns: How many voltages were written.
  func write(to sink: any ByteSink) throws(HealthError) -> Int {
    var random = random
    let isIrregular = random.once(in: 8)
    var date = DateText(offset: plan.offset)
    date.set(recorded)
    var output = Output(to: sink)
    let person = plan.person
    output.bytes.append(
      utf8: "Name,\(person.name) Example\nDate of Birth,\"\(person.birthText)\"\nRecorded Date,")
    output.bytes.append(date.bytes)
    output.bytes.append("\nClassification,")
    output.bytes.append(isIrregular ? "Atrial Fibrillation" : "Sinus Rhythm")
    output.bytes.append("\nSymptoms,")
    // Apple does not quote this list, although its first item contains commas.
    if isIrregular { output.bytes.append("Rapid, pounding, or fluttering heartbeat,Fatigue") }
    output.bytes.append("\nSoftware Version,1.90\nDevice,\"Watch7,2\"\nSample Rate,")
    let rate = random.within(512_000...513_700)
    output.bytes.append(Decimal(rate, places: 3))
    output.bytes.append(" hertz\n\n\nLead,Lead I\nUnit,µV\n\n")

    let voltages = random.within(15_200...15_409)
    var beat = 427
    var phase = random.below(beat)
    for _ in 0..<voltages {
      let noise = random.within(-14_000...14_000)
      output.bytes.append(Decimal(Self.voltage(at: phase) + noise, places: 3))
      output.bytes.append(UInt8(ascii: "\n"))
      try output.flushIfLarge()
      phase += 1
      if phase >= beat {
        phase = 0
        beat = isIrregular ? random.within(270...520) : random.within(415...440)
      }
    }
    try output.flush()
    return voltages
  }

  /// The voltage in nanovolts, so many samples after a beat began.
  private static func voltage(at phase: Int) -> Int {
    waves.reduce(0) { sum, wave in
      let nearness = wave.width - abs(phase - wave.peak)
      return nearness > 0 ? sum + wave.height * nearness / wave.width : sum
    }
  }

  /// P, Q, R, S and T as triangles: samples from the beginning, half width, nanovolts.
  private static let waves: [(peak: Int, width: Int, height: Int)] = [
    (50, 28, 110_000), (100, 8, -90_000), (112, 10, 880_000), (124, 9, -190_000),
    (215, 50, 240_000),
  ]
}
