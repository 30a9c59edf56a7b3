import HealthBytes
import HealthModel

/// A 64-bit hash of the content of a sample, which distinguishes samples with one identity.
///
/// Its seeds are fixed, and somebody who wants collisions can make them.
package struct ContentHash {
  package private(set) var state: UInt64 = 0xa409_3822_299f_31d0

  package init() {}

  /// Takes in a word.
  package mutating func combine(_ word: UInt64) {
    let product = (state ^ word).multipliedFullWidth(by: 0x9e37_79b9_7f4a_7c15)
    // The word itself stays in the result, so that a zero does not erase what came before.
    state = product.high ^ product.low ^ (state &<< 29 | state &>> 35)
  }

  /// Takes in a number.
  package mutating func combine(_ number: Int) { combine(UInt64(bitPattern: Int64(number))) }

  /// Adds a text, byte for byte.
  package mutating func combine(_ text: String) {
    let bytes = text.utf8.span
    combine(ByteScan.hash64(bytes, from: 0, to: bytes.count))
  }

  /// Adds a text, or its absence.
  package mutating func combine(_ text: String?) {
    combine(text == nil ? 0 : 1)
    if let text { combine(text) }
  }
}
