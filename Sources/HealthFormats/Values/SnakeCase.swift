/// `sourceURL` as `source_url`: names of tables and columns are in lower case.
package func snakeCase(_ name: String) -> String {
  var text: [UInt8] = []
  var wasUpper = true
  for byte in name.utf8 {
    let isUpper = byte &- UInt8(ascii: "A") < 26
    if isUpper, !wasUpper { text.append(UInt8(ascii: "_")) }
    text.append(isUpper ? byte | 32 : byte)
    wasUpper = isUpper
  }
  return String(decoding: text, as: UTF8.self)
}
