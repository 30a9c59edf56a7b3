extension Int {
  /// The number as people read it: `1,234,567`.
  package var grouped: String {
    if magnitude < 1_000 { return String(self) }
    return (self / 1_000).grouped + "," + String(magnitude % 1_000 + 1_000).dropFirst()
  }
}
