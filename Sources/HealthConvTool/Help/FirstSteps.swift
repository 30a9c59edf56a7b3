/// What to do with an export, for somebody who starts the program without arguments.
enum FirstSteps {
  static let text = """
    An iPhone's Health app exports its data as export.zip: tap your picture, Export All Health Data. Then:
      healthconv info export.zip                          list what it contains
      healthconv convert export.zip -o health.db          make a database; or .csv, .jsonl, .gpx, --to parquet
      healthconv stats export.zip --type steps --by week  calculate sums, averages, nights of sleep
      healthconv validate export.zip                      check it against rules
    No export at hand? 'healthconv demo' makes one. All commands: 'healthconv --help'; topics: 'healthconv help topics'.

    """
}
