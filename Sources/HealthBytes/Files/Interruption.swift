import LibC
import Synchronization

/// Handles signals that end the process.
package enum Interruption {
  /// From now on SIGHUP, SIGINT and SIGTERM remove the files that are being written and end the process
  /// with status 129, 130 and 143, and writing to a closed pipe (`.closedPipe`) or past the largest file
  /// allowed (`.tooLarge`) is an error instead of a signal. A SIGHUP that `nohup` ignores stays
  /// ignored. Only for programs; a library does not change the handling of signals.
  ///
  /// While an ``InterruptionDelay`` exists, the first signal is only recorded: reading and writing fail, so that what is
  /// open is closed, and the process ends with the last delay. After a second, or with a second signal, it ends at once.
  /// After ``commit()`` a signal ends the process with status 0, a second later if it is not done by then.
  public static func install() {
    TemporaryFiles.prepare()
    for number in [SIGHUP, SIGINT, SIGTERM] {
      let before = signal(number) { number in
        let isDone = Interruption.isCommitted.load(ordering: .acquiring)
        let isDelayed = isDone || Interruption.delays.load(ordering: .acquiring) > 0
        let before =
          isDelayed ? Interruption.noted.exchange(number, ordering: .acquiringAndReleasing) : 1
        if before != 0 { Interruption.end(number) }
        alarm(1)
      }
      let isIgnored =
        unsafe unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
      if number == SIGHUP, isIgnored { signal(number, SIG_IGN) }
      // A read that waits for a pipe ends with EINTR instead of continuing.
      var action = sigaction()
      if unsafe sigaction(number, nil, &action) == 0 {
        action.sa_flags &= ~SA_RESTART
        _ = unsafe sigaction(number, &action, nil)
      }
    }
    signal(SIGALRM) { _ in Interruption.end(Interruption.noted.load(ordering: .acquiring)) }
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  fileprivate static let delays = Atomic<Int>(0)
  private static let noted = Atomic<Int32>(0)
  private static let isCommitted = Atomic(false)

  /// Whether a signal was recorded.
  public static var isPending: Bool { noted.load(ordering: .acquiring) != 0 }

  /// Ends the process with the status of the signal that was noted, if one was; with 0 after ``commit()``.
  public static func endIfPending() {
    if isPending { end(noted.load(ordering: .acquiring)) }
  }

  /// States that the output is complete: it has its final name, or the database has committed. A signal does
  /// not undo it.
  package static func commit() { isCommitted.store(true, ordering: .releasing) }

  /// States that more work follows what was committed.
  package static func begin() { isCommitted.store(false, ordering: .releasing) }

  private static func end(_ number: Int32) -> Never {
    TemporaryFiles.removeAll()
    _exit(isCommitted.load(ordering: .acquiring) ? 0 : 128 + number)
  }
}

/// An open resource that leaves files behind unless it is closed, such as an SQLite database.
package final class InterruptionDelay {
  /// From now on, a first signal is recorded instead of ending the process.
  package init() { Interruption.delays.add(1, ordering: .acquiringAndReleasing) }

  /// The resource is closed. If a signal was recorded and nothing else is open, the process ends here.
  deinit {
    let left = Interruption.delays.subtract(1, ordering: .acquiringAndReleasing).newValue
    if left == 0 { Interruption.endIfPending() }
  }
}
