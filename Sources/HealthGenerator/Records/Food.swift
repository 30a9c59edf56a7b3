/// What people eat.
enum Food {
  static func name(_ random: inout Random) -> StaticString {
    names[random.below(names.count)]
  }

  static func meal(_ random: inout Random) -> String {
    meals[random.below(meals.count)]
  }

  /// Ready for XML.
  private static let names: [StaticString] = [
    "Porridge", "Crème brûlée", "Fish &amp; Chips", "Linsensuppe", "Pizza &quot;Quattro&quot;",
    "おにぎり", "Salad", "Bread, butter",
  ]
  private static let meals = ["Breakfast", "Lunch", "Dinner", "Snacks"]
}
