import LibC

/// Runs lines of the shell.
package enum ShellCommand {
  /// Runs a line with `/bin/sh -c` to its end, with the environment and the outputs of this process.
  ///
  /// - Parameter input: What it reads from standard input.
  /// - Returns: The exit status; 128 and the number of the signal that ended it.
  /// - Throws: `HealthError` if no program can be started.
  package static func run(_ line: String, input: Spool) throws(HealthError) -> Int32 {
    let file = try input.written().number
    lseek(file, 0, SEEK_SET)
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, file, 0)
    // This process ignores closed pipes, which a program of the shell may rely on.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe sigaddset(&signals, SIGXFSZ)
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var process: pid_t = 0
    let arguments = unsafe (["sh", "-c", line] as [String]).map { unsafe strdup($0) }
    defer { unsafe arguments.forEach { unsafe free($0) } }
    let failure = unsafe posix_spawn(
      &process, "/bin/sh", &actions, &attributes, arguments + [nil], environ)
    if failure != 0 { throw HealthError(system: failure, "/bin/sh") }
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0 {
      if errno != EINTR { throw HealthError(system: errno, "/bin/sh") }
    }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }
}
