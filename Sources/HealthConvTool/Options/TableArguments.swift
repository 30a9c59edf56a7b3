import ArgumentParser
import HealthConv
import HealthStatistics

/// The arguments for the columns and rows of the table.
struct TableArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The columns to write, separated by commas, in this order. In CSV, JSON Lines and Parquet, zone and sources are columns, "
        + "too. Default: all; in text, those that fit the terminal, or 100 characters.",
      valueName: "names"))
  var columns: [String] = []

  @Option(
    help: ArgumentHelp(
      "Sort the rows by these columns, separated by commas: numbers by number, from the smallest on, or with ':desc' from the "
        + "largest on. Rows without a value come last. Default: by time.", valueName: "names"))
  var sort: [String] = []

  @Option(
    help: ArgumentHelp(
      "Write at most so many rows. A note states how many are left out.", valueName: "count"))
  var limit: Int?

  @Flag(
    help: ArgumentHelp(
      "CSV that a spreadsheet program opens: a byte order mark, only columns with a value, local times with the offset in the next "
        + "column, no text that is a formula, and a decimal comma and semicolons if --locale or the locale of the environment has them."
    ))
  var spreadsheet = false

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit expects a number from 1 on") }
    let orders = sort.flatMap(\.commaSeparated)
    if orders.count > 16 { throw ValidationError("--sort expects at most 16 columns") }
    for order in orders {
      let parts = order.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 1 || (parts.count == 2 && ["asc", "desc"].contains(parts[1])) else {
        throw ValidationError(
          "--sort has '\(order.printableName)', expected the name of a column, such as sum, or sum:desc"
        )
      }
    }
  }

  func options() -> Answer.TableOptions {
    var options = Answer.TableOptions()
    options.columns = columns.flatMap(\.commaSeparated)
    options.order = sort.flatMap(\.commaSeparated).map { text in
      let parts = text.split(separator: ":")
      return .init(String(parts.first ?? ""), isDescending: parts.last == "desc" && parts.count > 1)
    }
    options.limit = limit
    options.isForSpreadsheet = spreadsheet
    return options
  }
}
