package io.rowandb.systems.web.calls;

import io.rowandb.systems.calls.CallRecords;
import io.rowandb.systems.calls.CallTraffic;
import io.rowandb.systems.web.BackgroundLoad;
import io.rowandb.systems.web.BackgroundLoad.Progress;
import io.rowandb.systems.web.SampleData;
import java.io.IOException;
import java.time.YearMonth;

/** Made-up calls for an empty table, always the same. Thread-safe. */
final class SampleCalls implements SampleData, AutoCloseable {
  static final CallTraffic TRAFFIC = new CallTraffic(1, 1_000, YearMonth.of(2011, 1), 3, 10_000);

  private final CallTable table;
  private final BackgroundLoad load = new BackgroundLoad();

  SampleCalls(CallTable table) {
    this.table = table;
  }

  @Override
  public Progress progress() {
    return load.progress();
  }

  /** Begins to load them; refuses to mix them with records of others. */
  @Override
  public void start() throws IOException {
    CallRecords calls = table.made();
    load.start(
        TRAFFIC.records().count(),
        () -> calls.any().isPresent(),
        "the table has records; sample calls are for an empty one",
        next -> calls.load(TRAFFIC.records().takeWhile(each -> next.getAsBoolean())));
  }

  @Override
  public void close() {
    load.close();
  }
}
