package io.rowandb.systems.web.logs;

import io.rowandb.systems.logs.LogRecord;
import io.rowandb.systems.logs.LogTraffic;
import io.rowandb.systems.web.BackgroundLoad;
import io.rowandb.systems.web.BackgroundLoad.Progress;
import io.rowandb.systems.web.SampleData;
import java.io.IOException;
import java.time.LocalDate;
import java.util.stream.Stream;

/** Made-up lines for an empty table, always the same. Thread-safe. */
final class SampleLogs implements SampleData, AutoCloseable {
  static final LogTraffic TRAFFIC =
      new LogTraffic(1, 5, 40, LocalDate.of(2020, 6, 10), 2, /* lines= */ 5_000);

  // Fixed at construction.
  private final OpenLogs logs;

  private final BackgroundLoad load = new BackgroundLoad();

  SampleLogs(OpenLogs logs) {
    this.logs = logs;
  }

  @Override
  public Progress progress() {
    return load.progress();
  }

  /** Begins to load them; refuses to mix them with lines of others. */
  @Override
  public void start() throws IOException {
    load.start(
        TRAFFIC.lines(),
        () -> logs.any().isPresent(),
        "the table has lines; sample lines are for an empty one",
        next ->
            logs.write(
                store -> {
                  Stream<LogRecord> lines = TRAFFIC.records().takeWhile(e -> next.getAsBoolean());
                  return store.load(lines, TRAFFIC::title);
                }));
  }

  @Override
  public void close() {
    load.close();
  }
}
