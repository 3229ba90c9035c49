package io.rowandb.cli.load;

import io.rowandb.cli.terminal.Terminal;
import io.rowandb.engine.Database;
import io.rowandb.engine.catalog.TableName;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/** Loads lines of a row's key and a value of each of its columns, and keeps what is printed. */
final class SmallLoad {
  static final TableName TABLE = TableName.of("t");

  private static final int MEMORY_BYTES = 16 << 20;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final LoadRequest request;

  SmallLoad(Path lines, Path work, int newRegions) {
    this(lines, work, newRegions, "f:v");
  }

  SmallLoad(Path lines, Path work, int newRegions, String columns, String... indexes) {
    LoadColumns all = LoadColumns.parse("HBASE_ROW_KEY," + columns);
    request =
        new LoadRequest(
            TABLE,
            all,
            Stream.of(indexes).map(index -> IndexRow.parse(index, all)).toList(),
            (byte) '\t',
            /* skipEmpty= */ false,
            /* timeMillis= */ 5,
            List.of(lines),
            work,
            MEMORY_BYTES,
            newRegions,
            /* attributes= */ Map.of("COMPRESSION", "LZ4"),
            /* maxBadLines= */ 0,
            /* maxFilesPerStore= */ 32,
            /* verify= */ false);
  }

  /** False when it was stopped before the end. */
  boolean run(
      Database database, BooleanSupplier stopRequested, LongSupplier nanoTime, Executor executor)
      throws IOException {
    Terminal terminal = new Terminal(new PrintStream(out, true, StandardCharsets.UTF_8), false, 80);
    return new FileLoad(request, database, terminal, stopRequested, nanoTime, Clock.systemUTC())
        .run(executor);
  }

  /** What all runs have printed. */
  String printed() {
    return out.toString(StandardCharsets.UTF_8);
  }
}
