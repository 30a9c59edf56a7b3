import LibC

/// Waiting, where no task can be suspended.
package enum Pause {
  /// Lets the thread sleep; a signal may wake it earlier.
  public static func sleep(milliseconds: UInt32) {
    usleep(min(milliseconds, 999) * 1_000)
  }
}
