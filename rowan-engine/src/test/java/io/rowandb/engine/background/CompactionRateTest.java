package io.rowandb.engine.background;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.putAt;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.Database;
import io.rowandb.engine.ManualClock;
import io.rowandb.engine.compaction.CompactionSelection;
import io.rowandb.engine.compaction.CompactionThroughput;
import io.rowandb.engine.compaction.Throttle;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.region.StoredRegion;
import io.rowandb.engine.settings.DatabaseOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a database makes of the number of its files. */
class CompactionRateTest {
  private final ManualClock clock = new ManualClock();
  private final List<Double> rates = new ArrayList<>();

  private DatabaseOptions.Builder options() {
    return serial(new MemoryFileSystem(), clock)
        .compactionPolicy(
            settings -> (oldestFirst, wish, ttlMillis, nowMillis) -> CompactionSelection.NONE)
        .blockingStoreFiles(5)
        .offPeakHours(2, 4)
        .compactionThroughput(new CompactionThroughput(100, 200, 5_000, 60_000));
  }

  @Test
  void theStoreWithTheMostFilesSetsTheRateOncePerPeriod() throws IOException {
    DatabaseOptions options = options().build();
    try (Database database = Database.open(options)) {
      // g is full with 7 files, which is its family's own number.
      database.createTable(
          table(TABLE, family("f"), family("g", "hbase.hstore.blockingStoreFiles", "7")),
          List.of());
      StoredRegion region = (StoredRegion) region(database, "r");
      CompactionRate rate = new CompactionRate(options, () -> List.of(region), rates::add);
      rate.tuneIfDue();
      for (int files = 1; files <= 6; files++) {
        region.write(files == 6 ? putAt(files, "r", "f:q=v") : putAt(files, "r", "f:q=v", "g:q=v"));
        region.flush();
        clock.advance(59_999);
        rate.tuneIfDue();
        clock.advance(1);
        rate.tuneIfDue();
      }
      assertThat(rates)
          .containsExactly(100.0, 100.0, 100.0, 100.0, 150.0, 200.0, Throttle.UNBOUNDED);
      rates.clear();
      CompactionRate ofNone = new CompactionRate(options, List::of, rates::add);
      for (int hour = 0; hour < 5; hour++) {
        clock.set(TimeUnit.DAYS.toMillis(400) + TimeUnit.HOURS.toMillis(hour));
        ofNone.tuneIfDue();
      }
      assertThat(rates).containsExactly(100.0, 100.0, 5_000.0, 5_000.0, 100.0);
    }
  }

  @Test
  void nobodyLooksWithoutBounds() {
    DatabaseOptions options =
        options().compactionThroughput(CompactionThroughput.UNBOUNDED).build();
    new CompactionRate(options, List::of, rates::add).tuneIfDue();
    assertThat(rates).isEmpty();
  }

  /** At one byte in a second, which is what holds until a tick, the compaction would take days. */
  @Test
  @Timeout(60)
  void aDatabaseTunesItsCompactionsWhenItTicks() throws IOException {
    clock.set(TimeUnit.HOURS.toMillis(3));
    DatabaseOptions options =
        serial(new MemoryFileSystem(), clock)
            .offPeakHours(2, 4)
            .compactionThroughput(new CompactionThroughput(1, 1, Long.MAX_VALUE, 1_000))
            .build();
    try (Database database = Database.open(options)) {
      database.tick();
      database.createTable(table(TABLE, family("f")), List.of());
      for (int file = 0; file < 3; file++) {
        for (int row = 0; row < 300; row++) {
          region(database, "r").write(putAt(file, "r" + row, "f:q=" + "x".repeat(1_000)));
        }
        database.flush(TABLE);
      }
      assertThat(database.stats().storeFiles()).isEqualTo(1);
    }
  }
}
