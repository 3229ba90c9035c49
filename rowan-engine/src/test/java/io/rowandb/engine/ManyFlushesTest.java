package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.DIRECTORY;
import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.UNSPLIT;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.putAt;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.io.HookedFileSystem;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.settings.DatabaseOptions;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * What a flush of a small region costs. A table of thousands of regions flushes small ones all the
 * time, because all memstores together are too large, and each flush waits for the disk.
 */
class ManyFlushesTest {
  private static final String VALUE = "x".repeat(10_000);

  private final HookedFileSystem files = new HookedFileSystem(new MemoryFileSystem());

  /** A file, the directory it is in, and the manifest: nothing is forced that is so already. */
  @Test
  void aFlushForcesEachThingOnce() throws IOException {
    try (Database database =
        Database.open(serial(files, new ManualClock()).splits(UNSPLIT).build())) {
      database.createTable(table(TABLE, family("f")), List.of(bytes("m")));
      region(database, "s").write(putAt(1, "s", "f:q=1")); // begins the log
      database.flush(TABLE);
      List<String> forced = Collections.synchronizedList(new ArrayList<>());
      files.hook(
          (operation, path) -> {
            if (operation.startsWith("force")) {
              forced.add(operation + " " + path.getFileName());
            }
          });
      region(database, "a").write(putAt(1, "a", "f:q=1"));
      database.flush(TABLE);
      assertThat(forced).as("the first of its region").hasSize(3).contains("forceDirectory f");
      forced.clear();
      region(database, "a").write(putAt(2, "a", "f:q=2"));
      database.flush(TABLE);
      assertThat(forced).hasSize(3);
    }
  }

  /** Each of the first two flushes waits for the other one to have begun. */
  @Test
  void severalRegionsAreFlushedAtOnce() throws Exception {
    CountDownLatch bothBegan = new CountDownLatch(2);
    CountDownLatch bothWaited = new CountDownLatch(2);
    DatabaseOptions options =
        DatabaseOptions.builder(DIRECTORY)
            .fileSystem(files)
            .clock(new ManualClock())
            .splits(UNSPLIT)
            .flushBytes(100_000)
            .flushThreads(2)
            .build();
    try (Database database = Database.open(options)) {
      database.createTable(table(TABLE, family("f")), List.of(bytes("m")));
      files.hook(
          (operation, path) -> {
            if (operation.equals("create") && path.getParent().endsWith("f")) {
              bothBegan.countDown();
              await(bothBegan);
              bothWaited.countDown();
            }
          });
      for (int i = 0; i < 12; i++) {
        region(database, "a" + i).write(putAt(1, "a" + i, "f:q=" + VALUE));
        region(database, "s" + i).write(putAt(1, "s" + i, "f:q=" + VALUE));
      }
      await(bothWaited);
    }
    assertThat(bothWaited.getCount()).isZero();
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      if (!latch.await(1, TimeUnit.MINUTES)) {
        throw new IOException("the other flush has not begun within a minute");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException();
    }
  }
}
