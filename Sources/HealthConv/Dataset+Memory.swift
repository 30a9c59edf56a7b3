import HealthBytes

extension Dataset {
  /// Detects the format of bytes in memory, and opens them as a dataset.
  ///
  /// An archive is copied to a temporary file. A database cannot be read from memory.
  ///
  /// - Parameters:
  ///   - name: Its name in messages. Its extension is used if the bytes do not determine the format.
  ///   - format: The format to read it as; by default, it is detected.
  /// - Throws: `HealthError`, as ``open(_:as:options:among:)`` does.
  public static func open(
    bytes: [UInt8], named name: String, as format: Format? = nil,
    options: ReadOptions = ReadOptions(), among formats: [Format] = Format.all
  ) throws(HealthError) -> Dataset {
    try open(named: name, name, format, options, formats) { () throws(HealthError) in
      try InputContainer(bytes: bytes, named: name)
    } reopen: {
      BytesSource(bytes)
    }
  }

  /// Detects the format of an open file, pipe or socket, and opens it as a dataset.
  ///
  /// A regular file is read from its beginning, as often as needed, and the position of the descriptor does not change.
  /// Anything else is a stream, read once from its position. The descriptor may be closed after this call.
  ///
  /// - Parameters:
  ///   - descriptor: The number of an open file, such as `fileDescriptor` of a `FileHandle`.
  ///   - name: Its name in messages. Its extension is used if the bytes do not determine the format.
  ///   - format: The format to read it as; by default, it is detected.
  /// - Throws: `HealthError`, as ``open(_:as:options:among:)`` does.
  public static func open(
    descriptor: Int32, named name: String, as format: Format? = nil,
    options: ReadOptions = ReadOptions(), among formats: [Format] = Format.all
  ) throws(HealthError) -> Dataset {
    try open(named: name, name, format, options, formats) { () throws(HealthError) in
      try InputContainer(descriptor: descriptor, named: name)
    } reopen: { () throws(HealthError) in
      guard let source = try InputContainer.source(of: descriptor, named: name) else {
        throw HealthError(.failed, name, "a stream can be read only once")
      }
      return source
    }
  }

  /// Opens bytes that arrive in chunks, such as the body of a request, as a dataset, and passes it to a
  /// closure.
  ///
  /// ```swift
  /// let report = try await Dataset.open(chunks: body, named: "export.zip") { dataset in
  ///   try await Conversion(of: dataset, to: .sqlite).run(toFile: "health.db")
  /// }
  /// ```
  ///
  /// The dataset is a stream: it can be read once. Chunks are requested while less than 1 MiB is buffered.
  /// An archive is copied to a temporary file first, since its directory is at its end. When the task is cancelled, the
  /// dataset ends with an error.
  ///
  /// - Parameters:
  ///   - chunks: The bytes. An error that the sequence throws ends the dataset.
  ///   - name: The name in messages. Its extension is used if the bytes do not determine the format.
  ///   - format: The format to read it as; by default, it is detected.
  ///   - body: Reads the dataset. It should not block the thread it is called on: of the operations of this library, use
  ///     those that are `async`.
  /// - Returns: The result of `body`. Chunks that it does not need are not requested from `chunks`.
  /// - Throws: What `chunks` throws, else what `body` throws, else `HealthError` if it is not a dataset.
  public static func open<Chunks: AsyncSequence & Sendable, Result: Sendable>(
    chunks: Chunks, named name: String, as format: Format? = nil,
    options: ReadOptions = ReadOptions(), among formats: [Format] = Format.all,
    _ body: (Dataset) async throws -> Result
  ) async throws -> Result where Chunks.Element: Sequence<UInt8> {
    let pipe = ChunkPipe()
    return try await withTaskCancellationHandler {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await pipe.fill(from: chunks, named: name) }
        let result: Swift.Result<Result, any Error>
        do {
          let dataset = try await BlockingThread().run {
            try open(stream: ChunkSource(pipe), named: name, format, options, formats)
          }
          result = .success(try await body(dataset))
        } catch { result = .failure(error) }
        pipe.stop(HealthError(.failed, name, "was closed before its end"))
        group.cancelAll()
        try await group.waitForAll()
        return try result.get()
      }
    } onCancel: {
      pipe.stop(HealthError(.failed, name, "was cancelled before its end"))
    }
  }

  private static func open(
    stream: any ByteSource, named name: String, _ format: Format?, _ options: ReadOptions,
    _ formats: [Format]
  ) throws(HealthError) -> Dataset {
    var first: [UInt8] = []
    return try open(named: name, name, format, options, formats) { () throws(HealthError) in
      let source = try SniffedSource(stream)
      first = source.first
      return try InputContainer(stream: source, named: name)
    } reopen: {
      BytesSource(first)
    }
  }
}

extension ChunkPipe {
  /// Moves chunks into the pipe until they end or the reader stops.
  ///
  /// - Throws: What the sequence throws, unless the reader has stopped.
  fileprivate func fill<Chunks: AsyncSequence>(
    from chunks: Chunks, named name: String
  ) async throws where Chunks.Element: Sequence<UInt8> {
    do {
      for try await chunk in chunks where await !send(Array(chunk)) { return }
      end()
    } catch {
      // The caller that cancelled the task receives the error of the reader.
      if Task.isCancelled { stop(HealthError(.failed, name, "was cancelled before its end")) }
      if isStopped { return }
      end(HealthError(.failed, name, "the source of its bytes failed"))
      throw error
    }
  }
}
