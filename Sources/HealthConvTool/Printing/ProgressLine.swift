import ArgumentParser
import HealthBytes
import HealthConv
import Synchronization

/// How progress is shown.
enum ProgressStyle: String, ExpressibleByArgument, CaseIterable {
  /// Not at all.
  case none
  /// On one line that is redrawn.
  case bar
  /// A line every few seconds, for logs.
  case plain
}

extension CaseIterable where Self: RawRepresentable, RawValue == String {
  /// The names of the cases, for help.
  static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

extension InterruptibleWork {
  /// Does the work and shows its progress meanwhile.
  ///
  /// - Parameter style: How to show it; by default a bar if standard error is a terminal.
  func withProgress<Result>(
    _ style: ProgressStyle?, _ body: (Self) throws -> Result
  ) rethrows -> Result {
    let line = ProgressLine(style)
    defer { line.clear() }
    var work = self
    work.onProgress = line.show
    return try body(work)
  }
}

/// Shows on standard error how far reading has come: of the input as it lies on the disk, since nothing else
/// is known beforehand.
final class ProgressLine: Sendable {
  private struct State {
    var begin = ContinuousClock.now
    var pass = 1
    var next: ContinuousClock.Instant
    var isDrawn = false
  }

  private let style: ProgressStyle
  private let state: Mutex<State>

  private static let width = 24

  /// A line not drawn yet.
  ///
  /// - Parameter style: How to show progress; by default a bar if standard error is a terminal.
  init(_ style: ProgressStyle?) {
    self.style = style ?? (MessageOutput.isTerminal ? .bar : .none)
    // A quick operation needs no bar.
    state = Mutex(State(next: .now + .milliseconds(300)))
  }

  /// Shows progress, if it is time to.
  @Sendable
  func show(_ progress: Conversion.Progress) {
    guard style != .none else { return }
    state.withLock { state in
      if progress.pass != state.pass {
        state.pass = progress.pass
        state.begin = .now
      }
      guard ContinuousClock.now >= state.next else { return }
      state.next = .now + (style == .bar ? .milliseconds(100) : .seconds(5))
      let text = text(progress, after: (ContinuousClock.now - state.begin) / .seconds(1))
      MessageOutput.draw(style == .bar ? "\r\(text)\u{1B}[K" : text + "\n")
      state.isDrawn = true
    }
  }

  func clear() {
    state.withLock { state in
      if state.isDrawn, style == .bar { MessageOutput.draw("\r\u{1B}[K") }
      state.isDrawn = false
    }
  }

  private func text(_ progress: Conversion.Progress, after seconds: Double) -> String {
    let rate = "\(Figures.count(Int(Double(progress.samples) / max(seconds, 1e-3)))) samples/s"
    let consumed = Figures.bytes(progress.bytes.consumed)
    let pass = progress.passes > 1 ? "pass \(progress.pass) of \(progress.passes)  " : ""
    guard let total = progress.bytes.total, total > 0 else { return "\(pass)\(consumed)  \(rate)" }
    let share = min(1, Double(progress.bytes.consumed) / Double(total))
    let filled = Int(share * Double(Self.width))
    let bar =
      style == .bar
      ? "[" + String(repeating: "=", count: filled)
        + String(repeating: " ", count: Self.width - filled) + "]  " : ""
    let left = share > 0 ? "  \(Figures.clock(seconds / share - seconds)) left" : ""
    return "\(pass)\(bar)\(Int(share * 100)) % of \(Figures.bytes(total))  \(rate)\(left)"
  }
}

/// The arguments for progress and summary on standard error.
struct ProgressOptions: ParsableArguments {
  @Option(help: "Progress on standard error. Default: bar, if it is a terminal.")
  var progress: ProgressStyle?

  @OptionGroup var colors: ColorOption

  @Flag(
    name: .shortAndLong,
    help: "Print no summary, and only findings that are errors. Losses are printed.")
  var quiet = false
}
