import LibC

/// How many files this process may have open.
package enum OpenFiles {
  /// Whether some more can be open at the same time. Cost: opens and closes so many.
  ///
  /// - Returns: `false` if there is no room for all of them.
  package static func haveRoom(for count: Int) -> Bool {
    var numbers: [Int32] = []
    defer { for number in numbers { close(number) } }
    while numbers.count < count {
      // No file: who closes one loses the locks that the process has on it.
      let number = unsafe open("/", O_RDONLY | O_CLOEXEC)
      // Without permission to read that folder, the result is unknown.
      guard number >= 0 else { return errno != EMFILE && errno != ENFILE }
      numbers.append(number)
    }
    return true
  }
}
