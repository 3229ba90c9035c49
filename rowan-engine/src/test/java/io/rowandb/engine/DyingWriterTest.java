package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.DIRECTORY;
import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.get;
import static io.rowandb.engine.TestDatabase.putAt;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.scan;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.io.HookedFileSystem;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.settings.DatabaseOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A writing thread that dies in the middle of the log, by an {@link Error} that the disk's code
 * throws: it leaves no lock behind and no half write, and the others go on without opening the
 * database again.
 */
@Timeout(60)
class DyingWriterTest {
  private static final Path LOG = DIRECTORY.resolve("log");
  private static final int WRITERS = 8;
  private static final int WRITES = 400;

  /** One in so many calls of the log's files kills its thread. */
  private static final int DEATHS = 23;

  /** What kills a thread; nobody who deals with failed files expects it. */
  private static final class Death extends Error {
    private static final long serialVersionUID = 1L;

    Death(String operation, Path path) {
      super("death in " + operation + " of " + path);
    }
  }

  private final ManualClock clock = new ManualClock();
  private final HookedFileSystem files = new HookedFileSystem(new MemoryFileSystem());

  @ParameterizedTest
  @ValueSource(strings = {"create", "write", "force", "forceDirectory"})
  void theNextWriteGoesOn(String operation) throws IOException {
    DatabaseOptions options = serial(files, clock).logSegmentBytes(300).build();
    List<String> expected = new ArrayList<>();
    try (Database database = Database.open(options)) {
      database.createTable(table(TABLE, family("f"), family("g")), List.of());
      for (int i = 10; i < 40; i++) {
        String row = "r" + i;
        dieIn(operation, 1);
        boolean acknowledged = write(database, row, "before");
        files.hook((any, path) -> {});
        assertThat(get(database, row)).as("%s, nothing half", row).hasSize(acknowledged ? 2 : 0);
        region(database, row).write(putAt(2, row, "f:q=v", "g:q=v"));
        expected.add(row + "/f:q@2=v");
        expected.add(row + "/g:q@2=v");
        database.tick();
      }
      assertThat(scan(database)).isEqualTo(expected);
    }
    try (Database database = Database.open(options)) {
      assertThat(scan(database)).isEqualTo(expected);
    }
  }

  @Test
  void othersGoOnAndLoseNothing() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    AtomicInteger deaths = new AtomicInteger();
    Map<String, Boolean> acknowledged = new ConcurrentHashMap<>();
    DatabaseOptions options = serial(files, clock).logSegmentBytes(20_000).build();
    Database database = Database.open(options);
    database.createTable(table(TABLE, family("f"), family("g")), List.of());
    files.hook(
        (operation, path) -> {
          if (path.startsWith(LOG)
              && !operation.equals("truncate")
              && calls.incrementAndGet() % DEATHS == 0) {
            deaths.incrementAndGet();
            throw new Death(operation, path);
          }
        });
    ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
    List<Future<?>> ends = new ArrayList<>();
    for (int w = 0; w < WRITERS; w++) {
      int writer = w;
      ends.add(
          writers.submit(
              () -> {
                for (int i = 0; i < WRITES; i++) {
                  String row = "w" + writer + "-" + i;
                  acknowledged.put(row, write(database, row, "v"));
                }
                return null;
              }));
    }
    for (Future<?> end : ends) {
      end.get(30, TimeUnit.SECONDS);
    }
    writers.shutdown();
    files.hook((operation, path) -> {});
    assertThat(deaths.get()).isGreaterThan(20);
    assertThat(acknowledged.values()).filteredOn(yes -> yes).hasSizeGreaterThan(WRITES);
    assertThat(rows(database)).isEqualTo(acknowledgedOf(acknowledged));
    database.close();
    try (Database reopened = Database.open(options)) {
      assertThat(rows(reopened)).isEqualTo(acknowledgedOf(acknowledged));
    }
    System.out.printf(
        "dying writers: %d deaths in the log, %d writes acknowledged, lost 0%n",
        deaths.get(), acknowledgedOf(acknowledged).size());
  }

  /** Whether it was acknowledged. */
  private static boolean write(Database database, String row, String value) throws IOException {
    try {
      region(database, row).write(putAt(1, row, "f:q=" + value, "g:q=" + value));
      return true;
    } catch (Death e) {
      return false;
    } catch (IOException e) {
      assertThat(e).as("the cause is told").hasMessageContaining("death in ");
      return false;
    }
  }

  private void dieIn(String operation, int call) {
    AtomicInteger left = new AtomicInteger(call);
    files.hook(
        (called, path) -> {
          if (called.equals(operation) && path.startsWith(LOG) && left.decrementAndGet() == 0) {
            throw new Death(operation, path);
          }
        });
  }

  private static Set<String> acknowledgedOf(Map<String, Boolean> rows) {
    return rows.entrySet().stream()
        .filter(Map.Entry::getValue)
        .map(Map.Entry::getKey)
        .collect(java.util.stream.Collectors.toSet());
  }

  /** The rows that are there, each whole. */
  private static Set<String> rows(Database database) throws IOException {
    List<String> cells = scan(database);
    Set<String> rows = ConcurrentHashMap.newKeySet();
    for (int i = 0; i < cells.size(); i += 2) {
      String row = cells.get(i).substring(0, cells.get(i).indexOf('/'));
      assertThat(cells.get(i + 1)).as("the other half").startsWith(row + "/g:");
      rows.add(row);
    }
    return rows;
  }
}
