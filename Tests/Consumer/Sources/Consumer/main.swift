import HealthConv
import HealthStore
import HealthStoreSQLite

let store = try SQLiteStore(CommandLine.arguments[2], for: .creating)
let dataset = try Dataset.open(CommandLine.arguments[1])
var samples = try dataset.samples()
while let sample = try samples.next() { try store.save([sample], .upsert, .unchecked) }
print(try store.contents(limit: 10).sampleCount)
