/// Sets the ``Correlation/Membership`` of the members of correlations again: after selection, conversion and merging it
/// may differ from what was read.
///
/// Whether they do is known when all samples were taken: till then the correlations wait on the disk, and come
/// after all others, as in an export.
final class RelinkingStage: SampleStage {
  private var membership: Set<UInt64> = []
  /// Whether there were too many samples to remember: then a member that is not found keeps what it has.
  private var isFull = false
  private var writer: JSONLinesWriter
  private let spool: Spool
  private var isWaiting = false
  private var waiting: Samples?
  private var relinked = 0

  /// As many as a reader remembers.
  private static let limit = 1 << 20

  /// Holds nothing back yet.
  ///
  /// - Parameter info: Facts about the dataset.
  /// - Throws: `ConversionError` when no temporary file can be made.
  init(_ info: DatasetInfo) throws(ConversionError) {
    let spool = try onDisk { () throws(ByteError) in try Spool() }
    self.spool = spool
    writer = JSONLinesWriter(sink: spool)
    do throws(WriteError) { try writer.begin(info) } catch {
      throw ConversionError(temporary: error.underlying)
    }
  }

  func take(_ sample: Sample) throws(ConversionError) -> Sample? {
    switch sample {
    case .correlation:
      isWaiting = true
      do throws(WriteError) { try writer.write(sample) } catch {
        throw ConversionError(temporary: error.underlying)
      }
      return nil
    case .quantity(let quantity) where quantity.type.canBeCorrelationMember: remember(sample.id)
    default: break
    }
    return sample
  }

  private func remember(_ id: SampleID) {
    if membership.count < Self.limit { membership.insert(id.low) } else { isFull = true }
  }

  func release() throws(ConversionError) -> Sample? {
    guard isWaiting else { return nil }
    if waiting == nil { try look() }
    guard let sample = try waiting?.nextSample(), case .correlation(var correlation) = sample
    else { return nil }
    var isRelinked = false
    for index in correlation.members.indices {
      let member = correlation.members[index]
      let isAlsoTopLevel = membership.contains(member.sample.id.low)
      guard isAlsoTopLevel != (member.membership == .alsoTopLevel), isAlsoTopLevel || !isFull else {
        continue
      }
      correlation.members[index].membership = isAlsoTopLevel ? .alsoTopLevel : .nestedOnly
      isRelinked = true
    }
    if isRelinked { relinked += 1 }
    return .correlation(correlation)
  }

  /// Turns from taking to giving.
  private func look() throws(ConversionError) {
    do throws(WriteError) { try writer.finish() } catch {
      throw ConversionError(temporary: error.underlying)
    }
    let source = try onDisk { () throws(ByteError) in try spool.source(0..<spool.count) }
    do throws(ReadError) {
      waiting = try Samples(
        JSONLinesReader(source: source, name: "waiting correlations", options: ReadOptions()))
    } catch { throw ConversionError(error) }
  }

  func report(to report: inout Conversion.Report) { report.correlationsRelinked = relinked }
}
