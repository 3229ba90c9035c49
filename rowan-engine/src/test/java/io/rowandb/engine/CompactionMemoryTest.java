package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.putAt;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.io.HookedFileSystem;
import io.rowandb.engine.io.LocalFileSystem;
import io.rowandb.engine.settings.DatabaseOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A compaction that takes long does not keep the memstores in the heap that were there before. */
@Timeout(60)
class CompactionMemoryTest {
  private static final int MEMSTORE_BYTES = 64 << 20;
  private static final int VALUE_BYTES = 1 << 20;

  @TempDir private Path directory;

  @Test
  void aFlushedMemstoreIsGoneWhileACompactionRuns() throws Exception {
    HookedFileSystem files = new HookedFileSystem(new LocalFileSystem());
    DatabaseOptions options =
        DatabaseOptions.builder(directory).fileSystem(files).backgroundThreads(0).build();
    ExecutorService other = Executors.newSingleThreadExecutor();
    try (Database database = Database.open(options)) {
      database.createTable(table(TABLE, family("f")), List.of());
      for (int i = 0; i < 2; i++) {
        region(database, "r").write(putAt(i, "r" + i, "f:q=v"));
        database.flush(TABLE);
      }
      database.upkeep().switchCompactions(false); // none but the one asked for
      write(database);
      CountDownLatch compacting = new CountDownLatch(1);
      CountDownLatch flushed = new CountDownLatch(1);
      files.hook(
          (operation, path) -> {
            if (compacting.getCount() > 0 && operation.equals("create")) {
              compacting.countDown();
              await(flushed);
            }
          });
      Future<?> compaction =
          other.submit(
              () -> {
                database.compact(TABLE, "f", true);
                return null;
              });
      await(compacting);
      long before = usedBytes();
      long after;
      try {
        database.flush(TABLE);
        after = usedBytes();
      } finally {
        flushed.countDown(); // closing waits for the compaction
      }
      compaction.get();
      assertThat(after).isLessThan(before - MEMSTORE_BYTES / 2);
    } finally {
      other.shutdownNow();
    }
  }

  private static void write(Database database) throws IOException {
    byte[] value = new byte[VALUE_BYTES];
    for (int i = 0; i < MEMSTORE_BYTES / VALUE_BYTES; i++) {
      RowMutation put =
          new RowMutation().reset(RowMutation.Kind.PUT, bytes("s" + i), Durability.SKIP_WAL);
      put.add(bytes("f"), bytes("q"), 1, CellType.PUT, value, new byte[0]);
      region(database, "s").write(put);
    }
  }

  private static long usedBytes() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
