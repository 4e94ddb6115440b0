// SPDX-License-Identifier: MIT

import Glibc

/// Threads for parts of a work that have nothing to do with one another.
public enum Threads {
  /// How many processors this process may use.
  public static var available: Int {
    // Glibc's module has no sched_getaffinity; the kernel tells the same mask as a text.
    guard let file = fopen("/proc/self/status", "re") else { return 1 }
    defer { fclose(file) }
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(line) }
    while getline(&line, &capacity, file) > 0 {
      let words = line.map { String(cString: $0) }?.split(whereSeparator: \.isWhitespace) ?? []
      guard words.count == 2, words[0] == "Cpus_allowed:" else { continue }
      let count = words[1].reduce(0) { $0 + ($1.hexDigitValue?.nonzeroBitCount ?? 0) }
      return max(1, count)
    }
    return 1
  }

  /// Makes a result of each item, each on a thread of its own, and waits for all.
  ///
  /// - Parameters:
  ///   - items: The items. No two of them may share anything that is changed.
  ///   - body: Makes a result of an item.
  /// - Returns: The results in the order of the items.
  public static func map<Item, Result>(
    _ items: [Item], _ body: @escaping (Item) -> Result
  ) -> [Result] {
    let works = items.map { item in Work { body(item) } }
    let threads = works.dropFirst().map { $0.start() }
    works.first?.run()
    for (work, thread) in zip(works.dropFirst(), threads) {
      // A thread that could not be had: this one does its work.
      if let thread { pthread_join(thread, nil) } else { work.run() }
    }
    return works.compactMap(\.result)
  }

  /// What one thread does.
  ///
  /// Only it touches the result before it has been joined.
  private final class Work<Result>: Job {
    private let body: () -> Result
    private(set) var result: Result?

    init(_ body: @escaping () -> Result) { self.body = body }

    override func run() { result = body() }
  }
}

/// Something to do on a thread, whatever it results in.
private class Job {
  func run() {}

  /// Starts a thread for it.
  ///
  /// - Returns: The thread, to be joined, or nil if there can be no more.
  func start() -> pthread_t? {
    var thread = pthread_t()
    let job = Unmanaged.passRetained(self)
    let failed = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Job>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, job.toOpaque())
    guard failed == 0 else {
      job.release()
      return nil
    }
    return thread
  }
}
