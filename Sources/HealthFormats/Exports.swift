// Authors of formats and rules import this module alone: the types of its signatures come with it.
@_exported public import HealthBytes
@_exported public import HealthErrors
@_exported public import HealthModel
@_exported public import HealthUnits
@_exported public import HealthValidation
