package import HealthModel
import HealthUnits

extension FigureUnit {
  /// The canonical unit of a type.
  package init(of type: QuantityType) {
    self.init(type.canonicalUnit.flatMap { try? HealthUnit($0) } ?? .count)
  }
}
