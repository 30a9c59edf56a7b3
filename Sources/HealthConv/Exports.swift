// One import is enough for those who use the library: the types of its signatures come with it. Two modules are imported
// by the programs that need them: `HealthStore` for stores, `HealthStatistics` for statistics. Of the first, only the
// language of conditions and queries is exported.
@_exported public import HealthBytes
@_exported public import HealthFormats
@_exported public import HealthModel
@_exported public import HealthUnits
@_exported public import HealthValidation

@_exported public import struct HealthStore.DateBound
@_exported public import enum HealthStore.Fidelity
@_exported public import struct HealthStore.SampleOrdering
@_exported public import struct HealthStore.SamplePredicate
@_exported public import struct HealthStore.SampleQuery
@_exported public import struct HealthStore.TypePattern
