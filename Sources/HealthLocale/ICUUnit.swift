/// The names that ICU has for units of health data. Units without one, such as decibels, are shown by their symbol.
enum ICUUnit {
  /// By the text of the unit.
  static let names = [
    "%": "percent", "count/min": "per-minute",
    "g": "gram", "mg": "milligram", "mcg": "microgram", "kg": "kilogram", "lb": "pound",
    "oz": "ounce", "st": "stone",
    "m": "meter", "cm": "centimeter", "mm": "millimeter", "km": "kilometer", "in": "inch",
    "ft": "foot", "yd": "yard", "mi": "mile",
    "L": "liter", "mL": "milliliter", "fl_oz_us": "fluid-ounce",
    "fl_oz_imp": "fluid-ounce-imperial",
    "pt_us": "pint", "cup_us": "cup",
    "s": "second", "ms": "millisecond", "min": "minute", "hr": "hour", "d": "day",
    "kcal": "kilocalorie", "Cal": "foodcalorie", "kJ": "kilojoule", "J": "joule",
    "kcal/hr·kg": "kilocalorie-per-kilogram-hour",
    "km/hr": "kilometer-per-hour", "mi/hr": "mile-per-hour", "m/s": "meter-per-second",
    "ft/s": "foot-per-second", "L/min": "liter-per-minute",
    "mL/min·kg": "milliliter-per-kilogram-minute",
    "degC": "celsius", "degF": "fahrenheit", "K": "kelvin",
    "mmHg": "millimeter-ofhg", "kPa": "kilopascal",
    "mg/dL": "milligram-per-deciliter", "mmol<180.1558800000541>/L": "millimole-per-liter",
    "W": "watt", "Hz": "hertz", "lx": "lux", "deg": "degree",
  ]
}
