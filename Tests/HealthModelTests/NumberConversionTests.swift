import HealthModel
import HealthUnits
import Testing

/// Numbers convert to the shortest decimal of the nearest `Double`; what is expected was computed with exact
/// fractions.
struct NumberConversionTests {
  @Test(arguments: [
    ("222.536", "mi", "km", "358.136976384"), ("252.1", "mi", "km", "405.7156224"),
    ("194.69", "km", "mi", "120.97475741668656"), ("33.96", "km", "mi", "21.10176568837986"),
    ("260.53364", "lb", "kg", "118.1760712323268"), ("163.12826", "lb", "kg", "73.9937340673762"),
    ("3.93", "kg", "lb", "8.66416690386569"), ("122.45", "kg", "lb", "269.9560400453826"),
    ("274.90", "kcal", "kJ", "1150.1816"), ("47.88126", "kcal", "kJ", "200.33519184"),
    ("41.6", "kJ", "kcal", "9.94263862332696"), ("38.00977", "kJ", "kcal", "9.084553059273423"),
    ("291.7", "ft", "m", "88.91016"), ("62.8", "ft", "m", "19.14144"),
    ("288.04", "km/hr", "m/s", "80.0111111111111"), ("261.72", "km/hr", "m/s", "72.7"),
    ("94.095", "fl_oz_us", "mL", "2782.7212641834376"),
    ("161.77", "fl_oz_us", "mL", "4784.109877325625"),
    ("54.50", "mmHg", "kPa", "7.2660690789473685"), ("289.97", "mmHg", "kPa", "38.65948717105263"),
    ("98.6", "degF", "degC", "37"), ("-40", "degF", "degC", "-40"),
    ("36.65", "degF", "degC", "2.5833333333333335"), ("102.2", "degF", "degC", "39"),
    ("0", "degF", "degC", "-17.77777777777778"), ("37", "degC", "degF", "98.6"),
    ("36.65", "degC", "degF", "97.97"), ("-0.5", "degC", "degF", "31.1"),
    ("36.65", "degC", "K", "309.8"), ("-12.5", "kJ", "kcal", "-2.9875717017208414"),
    ("5.3", "mi", "km", "8.5295232"), ("0.1234567890123456", "mi", "km", "0.19868444265628432"),
    // A power of ten apart: the digits stay.
    ("5.20", "km", "m", "5200"), ("5.20", "km", "cm", "520000"), ("70", "m", "km", "0.070"),
    ("7.25e2", "Cal", "kcal", "7.25e2"), ("5.91532e-05", "g", "mg", "0.0591532"),
    ("0.0", "km", "m", "0"), ("0.12345678901234567", "km", "m", "123.45678901234567"),
    ("0.12345678901234567890", "km", "m", "123.45678901234568"),
  ])
  func convert(_ text: String, _ from: String, _ to: String, _ expected: String) throws {
    let conversion = try HealthUnit(from).conversion(to: HealthUnit(to))
    let number = try #require(Number(text))
    #expect(number.converted(by: conversion)?.description == expected)
  }

  @Test func whatIsTooLargeIsNoNumber() throws {
    let conversion = try HealthUnit("mi").conversion(to: HealthUnit("m"))
    #expect(Number("1e308")?.converted(by: conversion) == nil)
  }
}
