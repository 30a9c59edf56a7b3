import LibC
import Synchronization

/// Handles signals that end the process.
package enum Interruption {
  /// From now on SIGHUP, SIGINT and SIGTERM remove the files that are being written and end the process
  /// with status 129, 130 and 143, and writing to a closed pipe (`.closedPipe`) or past the largest file
  /// allowed (`.tooLarge`) is an error instead of a signal. A SIGHUP that `nohup` has switched off stays
  /// so. For programs; a library leaves signals alone.
  ///
  /// While an ``InterruptionDelay`` exists, the first signal is noted instead: reading and writing fail, so that what is
  /// open is closed, and the process ends with the last delay. After a second, or with a second signal, it ends at once.
  public static func install() {
    TemporaryFiles.prepare()
    for number in [SIGHUP, SIGINT, SIGTERM] {
      let before = signal(number) { number in
        guard Interruption.delays.load(ordering: .acquiring) > 0,
          Interruption.pending.exchange(number, ordering: .acquiringAndReleasing) == 0
        else {
          TemporaryFiles.removeAll()
          _exit(128 + number)
        }
        alarm(1)
      }
      let isIgnored =
        unsafe unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
      if number == SIGHUP, isIgnored { signal(number, SIG_IGN) }
      // A read that waits for a pipe ends with EINTR instead of going on.
      var action = sigaction()
      if unsafe sigaction(number, nil, &action) == 0 {
        action.sa_flags &= ~SA_RESTART
        _ = unsafe sigaction(number, &action, nil)
      }
    }
    signal(SIGALRM) { _ in
      TemporaryFiles.removeAll()
      _exit(128 + Interruption.pending.load(ordering: .acquiring))
    }
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  fileprivate static let delays = Atomic<Int>(0)
  private static let pending = Atomic<Int32>(0)

  /// Whether a signal was noted.
  public static var isPending: Bool { pending.load(ordering: .acquiring) != 0 }

  /// Ends the process with the status of the signal that was noted, if one was.
  public static func endIfPending() {
    let number = pending.load(ordering: .acquiring)
    guard number != 0 else { return }
    TemporaryFiles.removeAll()
    _exit(128 + number)
  }
}

/// Something that is open and leaves files behind unless it is closed, as an SQLite database does.
package final class InterruptionDelay {
  /// From now on a signal is noted first.
  package init() { Interruption.delays.add(1, ordering: .acquiringAndReleasing) }

  /// It is closed. If a signal was noted and nothing else is open, the process ends here.
  deinit {
    let left = Interruption.delays.subtract(1, ordering: .acquiringAndReleasing).newValue
    if left == 0 { Interruption.endIfPending() }
  }
}
