package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.putAt;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.scan;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.io.HookedFileSystem;
import io.rowandb.engine.io.MemoryFileSystem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A short history during which the disk is full, at each of its moments: every call says so, the
 * rows acknowledged before and after are there at every time, and none that was refused. When there
 * is space again writing goes on, at the latest after the database was opened again, and then the
 * refusal says that.
 */
@Tag("slow")
class FullDiskTest {
  private static final int ROUNDS = 14;
  private static final String FULL = "No space left on device";
  private static final Set<String> NEED_SPACE =
      Set.of("create", "write", "rename", "createDirectories");
  private static final Set<String> FORCES = Set.of("force", "forceDirectory");

  /** A disk that is full from a given call on, until it has refused some calls. */
  private static final class Disk {
    final HookedFileSystem files = new HookedFileSystem(new MemoryFileSystem());
    private final boolean forcesFailToo;
    private final long fullFrom;
    private int refusalsLeft;
    long calls;

    Disk(boolean forcesFailToo, long fullFrom, int refusals) {
      this.forcesFailToo = forcesFailToo;
      this.fullFrom = fullFrom;
      this.refusalsLeft = refusals;
      files.hook(this::before);
    }

    private void before(String operation, Path path) throws IOException {
      if (NEED_SPACE.contains(operation) || (forcesFailToo && FORCES.contains(operation))) {
        calls++;
        if (calls >= fullFrom && refusalsLeft > 0) {
          refusalsLeft--;
          throw new IOException(FULL + ": " + operation + " " + path);
        }
      }
    }

    void free() {
      refusalsLeft = 0;
    }
  }

  /** The database and what must be in it. */
  private static final class History {
    final Disk disk;
    final String name;
    final TreeMap<String, String> acknowledged = new TreeMap<>();

    /** What was refused because the log failed: it may come back when the log is read again. */
    final Map<String, Set<String>> uncertain = new HashMap<>();

    Database database;

    History(Disk disk, String name) {
      this.disk = disk;
      this.name = name;
    }

    void run() throws IOException {
      open();
      for (int i = 0; i < ROUNDS; i++) {
        if (database.table(TABLE) == null) {
          attempt(() -> database.createTable(table(TABLE, family("a"), family("b")), List.of()));
        }
        if (database.table(TABLE) == null) {
          reopen(); // a manifest that may or may not have the table takes no more changes
          continue;
        }
        write("r" + i % 5, "v" + i);
        write("s" + i, "w" + i);
        attempt(database::tick);
        if (i % 3 == 2) {
          attempt(() -> database.flush(TABLE));
        }
        if (i % 5 == 4) {
          attempt(() -> database.compact(TABLE, null, true));
        }
        if (i % 7 == 6) {
          reopen();
        }
        check();
      }
      disk.free();
      if (database.table(TABLE) == null) {
        database.createTable(table(TABLE, family("a"), family("b")), List.of());
      }
      if (!write("free", "1")) {
        reopen();
        assertThat(write("free", "1")).as("%s: after opening again", name).isTrue();
      }
      reopen();
      check();
      database.close();
    }

    private void open() throws IOException {
      while (database == null) {
        int refusalsLeft = disk.refusalsLeft;
        attempt(
            () -> database = Database.open(serial(disk.files, CLOCK).logSegmentBytes(600).build()));
        assertThat(database != null || disk.refusalsLeft < refusalsLeft)
            .as("%s: opens unless the disk refuses", name)
            .isTrue();
      }
    }

    private void reopen() throws IOException {
      attempt(database::close);
      database = null;
      open();
      for (Map.Entry<String, String> row : rows().entrySet()) {
        if (uncertain.getOrDefault(row.getKey(), Set.of()).contains(row.getValue())) {
          acknowledged.put(row.getKey(), row.getValue());
        }
      }
      uncertain.clear();
    }

    private boolean write(String row, String value) throws IOException {
      try {
        region(database, row).write(putAt(1, row, "a:q=" + value, "b:q=" + value));
        acknowledged.put(row, value);
        uncertain.remove(row);
        return true;
      } catch (IOException e) {
        assertClear(e);
        if (e.getMessage().contains("The log has failed")) {
          uncertain.computeIfAbsent(row, key -> new HashSet<>()).add(value);
        } else {
          assertThat(disk.calls).as("%s: %s", name, e).isGreaterThanOrEqualTo(disk.fullFrom);
        }
        return false;
      }
    }

    private boolean attempt(Attempt attempt) {
      try {
        attempt.run();
        return true;
      } catch (IOException e) {
        assertClear(e);
        return false;
      }
    }

    private void assertClear(IOException e) {
      List<String> messages = new ArrayList<>();
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        messages.add(String.valueOf(cause.getMessage()));
      }
      assertThat(messages).as(name).anyMatch(message -> message.contains(FULL));
    }

    private void check() throws IOException {
      assertThat(rows()).as(name).isEqualTo(acknowledged);
    }

    private Map<String, String> rows() throws IOException {
      TreeMap<String, String> found = new TreeMap<>();
      List<String> cells = database.table(TABLE) == null ? List.of() : scan(database);
      for (int i = 0; i < cells.size(); i += 2) {
        String row = cells.get(i).substring(0, cells.get(i).indexOf('/'));
        String value = cells.get(i).substring(cells.get(i).indexOf('=') + 1);
        assertThat(cells.subList(i, i + 2))
            .as(name + ": half a row")
            .containsExactly(row + "/a:q@1=" + value, row + "/b:q@1=" + value);
        found.put(row, value);
      }
      return found;
    }
  }

  private interface Attempt {
    void run() throws IOException;
  }

  private static final ManualClock CLOCK = new ManualClock();

  @ParameterizedTest
  @CsvSource({"false, 1", "false, 2", "false, 12", "true, 1", "true, 2", "true, 12"})
  void losesNothingAndGoesOnWhenThereIsSpaceAgain(boolean forcesFailToo, int refusals)
      throws IOException {
    Disk neverFull = new Disk(forcesFailToo, Long.MAX_VALUE, 0);
    new History(neverFull, "never full").run();
    assertThat(neverFull.calls).isGreaterThan(100);
    try (Quiet quiet = new Quiet()) {
      assertThat(quiet).isNotNull();
      for (long at = 1; at <= neverFull.calls; at += refusals == 1 ? 1 : 3) {
        String name = refusals + " calls refused from call " + at + " on";
        new History(new Disk(forcesFailToo, at, refusals), name).run();
      }
    }
    System.out.printf(
        "full disk: %d calls that need it, %d in a row refused, lost 0%n",
        neverFull.calls, refusals);
  }
}
