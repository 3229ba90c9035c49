package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.put;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.io.WatchedReads;
import io.rowandb.engine.store.FileSelections;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What reads need not touch: files without the row, and any file for what is fresh. */
class NegativeGetsTest {
  private static final long SEED = Long.getLong("rowan.seed", 61);
  private static final int ROWS_OF_A_FILE = 200;
  private static final int GETS = 2_000;

  private final WatchedReads files = new WatchedReads(new MemoryFileSystem());
  private final AtomicInteger reads = new AtomicInteger();
  private Database database;

  @BeforeEach
  void open() throws IOException {
    database =
        Database.open(
            serial(files, new ManualClock())
                .compactionMaxFiles(100)
                .compactionMinFiles(100)
                .blockingStoreFiles(200)
                .build());
    database.createTable(table(TABLE, family("f")), List.of());
  }

  @AfterEach
  void close() throws IOException {
    database.close();
  }

  /** Every file has rows from all over the table, so that its first and last row tell nothing. */
  private void write(int fileCount) throws IOException {
    Random random = new Random(SEED);
    for (int file = 0; file < fileCount; file++) {
      region(database, "").write(put("row0", "f:q=first"));
      region(database, "").write(put("rowz", "f:q=last"));
      for (int i = 0; i < ROWS_OF_A_FILE; i++) {
        region(database, "").write(put(row(random), "f:q=v"));
      }
      database.flush(TABLE);
    }
  }

  private static String row(Random random) {
    return String.format(Locale.ROOT, "row%019d", random.nextLong() >>> 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10, 50})
  void f61GetsOfAbsentRowsTouchOnePercentOfTheFiles(int fileCount) throws IOException {
    write(fileCount);
    FileSelections.Counts before = database.stats().fileSelections();
    Random random = new Random(-SEED);
    for (int i = 0; i < GETS; i++) {
      assertThat(TestDatabase.get(database, row(random))).isEmpty();
    }
    FileSelections.Counts after = database.stats().fileSelections();
    long opened = after.opened() - before.opened();
    long denied = after.deniedByFilter() - before.deniedByFilter();
    assertThat(opened + denied).isEqualTo((long) GETS * fileCount);
    assertThat((double) opened / (opened + denied))
        .as("share of the files that are opened, seed %s", SEED)
        .isBetween(0.001, 0.015);
  }

  @Test
  void f70WhatIsFreshIsReadFromNoFile() throws IOException {
    for (int i = 0; i < 100; i++) {
      region(database, "").write(put("row" + i, "f:q=v"));
    }
    files.watch((path, position, length) -> reads.incrementAndGet());
    for (int i = 0; i < 100; i++) {
      assertThat(TestDatabase.get(database, "row" + i)).hasSize(1);
    }
    assertThat(reads).hasValue(0);
    assertThat(database.stats().blockCacheMisses()).isZero();
  }
}
