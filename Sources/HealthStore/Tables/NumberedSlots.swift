/// What was met last of what has numbers in a database, in fixed memory: found by a hash, compared whole.
struct NumberedSlots<Value: Equatable> {
  private var slots: [(hash: UInt64, value: Value, number: Int64)?]

  /// Room for some, a power of two.
  init(count: Int) {
    slots = Array(repeating: nil, count: count)
  }

  /// The number of a value, if it is at hand.
  ///
  /// - Parameter hash: A hash of its bytes. It differs for texts that are equal in Swift but have different bytes.
  @inline(__always)
  func number(of value: Value, hash: UInt64) -> Int64? {
    let slot = Int(truncatingIfNeeded: hash) & (slots.count &- 1)
    guard let met = slots[slot], met.hash == hash, met.value == value else { return nil }
    return met.number
  }

  mutating func keep(_ number: Int64, of value: Value, hash: UInt64) {
    slots[Int(truncatingIfNeeded: hash) & (slots.count &- 1)] = (hash, value, number)
  }
}

/// What belongs to the numbers met last, in fixed memory.
struct ValueSlots<Value> {
  private var slots: [(number: Int64, value: Value)?]

  /// Room for some, a power of two.
  init(count: Int) {
    slots = Array(repeating: nil, count: count)
  }

  /// What belongs to a number.
  subscript(number: Int64) -> Value? {
    @inline(__always) get {
      let slot = Int(truncatingIfNeeded: number) & (slots.count &- 1)
      guard let met = slots[slot], met.number == number else { return nil }
      return met.value
    }
    set {
      slots[Int(truncatingIfNeeded: number) & (slots.count &- 1)] = newValue.map { (number, $0) }
    }
  }
}
