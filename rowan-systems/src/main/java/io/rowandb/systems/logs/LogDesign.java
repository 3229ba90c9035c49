package io.rowandb.systems.logs;

import io.rowandb.schema.key.Parts;
import io.rowandb.schema.table.IndexDesignBuilder;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TableDesignBuilder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * How the table of lines is built: its key, its one cell, its indexes. {@link LogStore} draws it.
 */
final class LogDesign {
  /** Number of salts, and of regions for the lines and each index. */
  static final int SALTS = 8;

  /** What the keys of lines begin with. */
  static final String LINES = "D-";

  private LogDesign() {}

  /** The design of lines in a table of any name. */
  static TableDesignBuilder<LogRecord> begun(String name) {
    return TableDesign.of(name, LogRecord.class)
        .key(
            key ->
                key.literal(LINES)
                    .salt(SALTS, LogRecord::file, LogRecord::line)
                    .part(LogRecord::file, Parts.unsignedInt(Integer.BYTES))
                    .part(LogRecord::line, Parts.unsignedInt(Integer.BYTES)))
        .family("l")
        .packed(
            "l:r",
            packed ->
                packed
                    .field(1, LogRecord::time)
                    .field(2, LogRecord::group)
                    .field(3, LogRecord::guid1)
                    .field(4, LogRecord::guid2)
                    .field(5, LogRecord::code)
                    .field(6, LogRecord::source)
                    .field(7, LogRecord::text))
        .neverNull(LogRecord::group, LogRecord::time)
        .index(
            "byGuid",
            index ->
                in(index, "I-1_")
                    .on(
                        key ->
                            key.salt(SALTS, LogRecord::group, LogRecord::guid1)
                                .part(LogRecord::group)
                                .part(LogRecord::guid1)
                                .part(LogRecord::time, Parts.millis()))
                    .anyOf(LogRecord::guid1, LogRecord::guid2))
        .index(
            "byCode",
            index ->
                in(index, "I-2_")
                    .on(
                        key ->
                            key.salt(SALTS, LogRecord::group, LogRecord::code)
                                .part(LogRecord::group)
                                .part(LogRecord::code)
                                .part(LogRecord::time, Parts.millis())))
        .required(LogRecord::group, LogRecord::time)
        .exclusive(LogRecord::guid1, LogRecord::code, LogRecord::source)
        .exclusive(LogRecord::guid2, LogRecord::code, LogRecord::source)
        .splits(key -> splits());
  }

  private static IndexDesignBuilder<LogRecord> in(
      IndexDesignBuilder<LogRecord> index, String literal) {
    return index.inTableOfRecords(literal, "l");
  }

  /** A region for each salt of the lines and of the first two indexes. */
  private static List<byte[]> splits() {
    List<byte[]> splits = new ArrayList<>();
    for (String literal : List.of(LINES, "I-1_", "I-2_")) {
      for (int salt = splits.isEmpty() ? 1 : 0; salt < SALTS; salt++) {
        byte[] prefix = literal.getBytes(StandardCharsets.US_ASCII);
        splits.add(ByteBuffer.allocate(prefix.length + 1).put(prefix).put((byte) salt).array());
      }
    }
    return splits;
  }

  /** Adds an index by source, for a question that nobody asked at first. */
  static TableDesignBuilder<LogRecord> withSource(
      TableDesignBuilder<LogRecord> design, String name) {
    return design.index(
        name,
        index ->
            in(index, "I-3_")
                .on(
                    key ->
                        key.salt(SALTS, LogRecord::group, LogRecord::source)
                            .part(LogRecord::group)
                            .part(LogRecord::source)
                            .part(LogRecord::time, Parts.millis())));
  }
}
