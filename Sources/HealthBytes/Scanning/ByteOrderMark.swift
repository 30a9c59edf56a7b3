extension Collection<UInt8> {
  /// How many bytes at the beginning are the byte order mark of UTF-8: 3 or 0.
  package var byteOrderMarkLength: Int { starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }
}
