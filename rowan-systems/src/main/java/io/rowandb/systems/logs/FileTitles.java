package io.rowandb.systems.logs;

import io.rowandb.schema.key.Digest;
import io.rowandb.schema.pattern.RecordTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/**
 * The numbers and titles of files. A number is computed from the title, so that all programs give a
 * title the same one. Used by one thread, like its table.
 */
final class FileTitles {
  private static final Digest DIGEST = Digest.sha256(Integer.BYTES);

  /** So many titles may want the same number, before something is wrong. */
  private static final int MOST_PROBES = 100;

  private final RecordTable<LogFile> files;

  /** Those in a table, which stays the caller's. */
  FileTitles(RecordTable<LogFile> files) {
    this.files = files;
  }

  /** See {@link LogStore#addFile}. */
  int add(String title) throws IOException {
    for (int probe = 0; probe < MOST_PROBES; probe++) {
      LogFile file = new LogFile(number(title, probe), title);
      if (files.putIfAbsent(file)
          || files.get(file.id()).filter(there -> there.equals(file)).isPresent()) {
        return file.id();
      }
    }
    throw new IOException("there are too many files for another number: " + title);
  }

  /** A file by its number; empty when it is not registered. */
  Optional<LogFile> file(int id) throws IOException {
    return files.get(id);
  }

  /** Computed from the title; on a collision the first title keeps the number. */
  static int number(String title, int probe) {
    byte[] digest = DIGEST.of((probe + " " + title).getBytes(StandardCharsets.UTF_8));
    return ByteBuffer.wrap(digest).getInt() & Integer.MAX_VALUE;
  }

  /** See {@link LogStore#numbered}. */
  Stream<LogRecord> numbered(Stream<LogRecord> some, IntFunction<String> titles) {
    Map<Integer, Integer> numbers = new HashMap<>();
    return some.map(
        line ->
            line.inFile(numbers.computeIfAbsent(line.file(), file -> added(titles.apply(file)))));
  }

  private int added(String title) {
    try {
      return add(title);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Lines with the titles of their files, which are read in one call. */
  List<LogLine> titled(List<LogRecord> some) throws IOException {
    Map<Integer, String> titles = titles(some);
    return some.stream()
        .map(line -> new LogLine(line, Optional.ofNullable(titles.get(line.file()))))
        .toList();
  }

  private Map<Integer, String> titles(List<LogRecord> some) throws IOException {
    List<List<Integer>> keys =
        some.stream().map(LogRecord::file).distinct().map(file -> List.of(file)).toList();
    Map<Integer, String> titles = new HashMap<>();
    for (Optional<LogFile> file : files.getAll(keys)) {
      file.ifPresent(known -> titles.put(known.id(), known.title()));
    }
    return titles;
  }
}
