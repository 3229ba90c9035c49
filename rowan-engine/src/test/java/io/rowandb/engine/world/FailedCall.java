package io.rowandb.engine.world;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rowandb.engine.Database;
import io.rowandb.engine.ManualClock;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.CrashFileSystem;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.OneFailure;
import io.rowandb.engine.io.WrongKindException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * One history in which one call of the disk fails, and what is there afterwards: as long as the
 * database is open, after it was closed, and after a loss at the moment of the failure, where one
 * read of the first opening fails too. Used by one thread.
 */
final class FailedCall {
  private static final String LATER_ROW = "z";

  /** How a read of an opening after a loss fails; flipped bits there are FlippedBytesTest's. */
  private static final List<OneFailure.Kind> READS =
      List.of(OneFailure.Kind.READ_REFUSED, OneFailure.Kind.READ_SHORT, OneFailure.Kind.READ_ERROR);

  /** Most openings have about so many calls that look for, open or read a file. */
  private static final int READS_OF_AN_OPENING = 60;

  /** Time enough for all that is due by time. */
  private static final int LATE_MILLIS = 7_200_000;

  /** The whole check of a database takes as long as its opening, so it is made now and then. */
  private static final int CHECKED_EACH = 8;

  private final CrashFileSystem below;
  private final OneFailure.Kind kind;
  private final OneFailure disk;
  private final WorldHistory history;
  private final Random random;
  private final String when;
  private Throwable failure;

  FailedCall(long seed, long call, OneFailure.Kind kind) {
    this.kind = kind;
    this.below = new CrashFileSystem(DrawnTables.keys(seed));
    this.disk = new OneFailure(below, call, kind);
    this.history = new WorldHistory(seed, disk);
    disk.whenLate(() -> history.clock().advance(LATE_MILLIS));
    this.random = new Random(seed * 1_000_003 + call);
    this.when = "seed " + seed + ", failing call " + call + ", " + kind;
  }

  /** How many calls a whole history has that could fail in this way. */
  static long calls(long seed, OneFailure.Kind kind, int steps) throws IOException {
    FailedCall none = new FailedCall(seed, Long.MAX_VALUE, kind);
    none.run(steps);
    if (none.isTold()) {
      throw new AssertionError(none.when + ": fails without a failing call", none.failure);
    }
    return none.disk.calls();
  }

  private void run(int steps) {
    failure = history.runUntilFailure(steps, kind.isOfReads() ? this::compare : () -> {});
  }

  /** Whether the failure made a step fail. */
  boolean isTold() {
    return failure != null;
  }

  /**
   * Runs the history until a step fails, and checks what it left.
   *
   * @throws AssertionError when something is lost or half
   */
  void check(int steps) {
    try {
      run(steps);
      if (failure != null) {
        requireCause(kind, failure);
      }
      if (history.world().database() != null) {
        compare(); // a disk that is full can be read
      }
      disk.spare();
      lookAfterLoss(below.afterProcessDeath(), Loss.PROCESS);
      lookAfterLoss(below.afterPowerLoss(random), Loss.POWER);
      Set<String> written = new TreeSet<>();
      Loss loss = failure == null ? Loss.NONE : goOnAndClose(written);
      if (!disk.open().isEmpty()) {
        throw new AssertionError("left open: " + disk.open());
      }
      lookAt(disk, loss, written);
      if (!disk.open().isEmpty()) {
        throw new AssertionError("left open after another opening: " + disk.open());
      }
    } catch (IOException | RuntimeException | Error e) {
      throw new AssertionError(
          when + ", step " + history.steps() + " failed by " + failure + ": " + e, e);
    }
  }

  /** What fails later because of the failure says so, as the log does that takes no more. */
  private static void requireCause(OneFailure.Kind kind, Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      boolean foundOut =
          cause instanceof CorruptFileException || cause instanceof WrongKindException;
      if (String.valueOf(cause.getMessage()).contains("injected")
          || (foundOut && kind == OneFailure.Kind.READ_FLIPPED)) {
        return;
      }
    }
    throw new AssertionError("does not tell of the failure", failure);
  }

  /** Reads, writes and closes the database whose step failed. */
  private Loss goOnAndClose(Set<String> written) throws IOException {
    Database database = history.world().database();
    if (database == null) {
      return Loss.PROCESS;
    }
    compare();
    writeLater(database, written);
    if (kind.isOfReads()) {
      rewrite(database);
      compare();
      database.close();
      return Loss.NONE;
    }
    try {
      database.close();
      return Loss.NONE;
    } catch (IOException e) {
      requireCause(kind, e);
      return Loss.PROCESS;
    }
  }

  /** Everything works that reads files, if only a read has failed. */
  private static void rewrite(Database database) throws IOException {
    for (TableName name : database.tableNames()) {
      if (database.table(name).enabled()) {
        database.flush(name);
        database.compact(name, null, /* major= */ true);
      }
    }
  }

  /** What can be read now is what was written. */
  private void compare() throws IOException {
    compare(FoundStore.readable(history.world().database()), Loss.NONE);
  }

  private void compare(Map<String, Map<String, String>> tables, Loss loss) {
    tables.values().forEach(rows -> rows.remove(LATER_ROW));
    StringBuilder differences = new StringBuilder();
    for (ExpectedStore each : history.world().allowed()) {
      String difference = each.difference(tables, loss);
      if (difference == null) {
        return;
      }
      differences.append("\n").append(difference);
    }
    throw new AssertionError("while it is open, after loss of " + loss + ":" + differences);
  }

  /** Writes a row to each table that takes it. */
  private void writeLater(Database database, Set<String> written) throws IOException {
    for (TableName name : database.tableNames()) {
      byte[] row = LATER_ROW.getBytes(UTF_8);
      RowMutation put = new RowMutation().reset(RowMutation.Kind.PUT, row, Durability.FSYNC_WAL);
      for (byte[] family : World.families(database.table(name))) {
        put.add(family, row, 1, CellType.PUT, row, new byte[0]);
      }
      if (database.table(name).enabled()) {
        try {
          database.table(name).locate(row).write(put);
          written.add(name.qualifier());
        } catch (IOException e) {
          if (e.getMessage() == null || kind.isOfReads()) {
            throw new AssertionError("refuses without a good reason", e);
          }
        }
      }
    }
  }

  /** One read of an opening fails, if it has so many; the next openings find what there was. */
  private void lookAfterLoss(CrashFileSystem left, Loss loss) throws IOException {
    OneFailure.Kind how = READS.get(random.nextInt(READS.size()));
    OneFailure failing = new OneFailure(left, 1 + random.nextInt(READS_OF_AN_OPENING), how);
    try (Database database = open(failing, /* checked= */ false)) {
      compare(FoundStore.readable(database), loss);
    } catch (IOException | InternalError e) {
      requireCause(how, e);
    }
    if (!failing.open().isEmpty()) {
      throw new AssertionError("left open by a failed opening: " + failing.open());
    }
    lookAt(left, loss, Set.of());
  }

  /** Opens a disk twice, and compares what is there with what may be there. */
  private void lookAt(FileSystem left, Loss loss, Set<String> written) throws IOException {
    FoundStore found;
    try (Database database = open(left, /* checked= */ false)) {
      found = FoundStore.read(database);
      if (database.stats().backgroundFailures() > 0) {
        throw new AssertionError("work in the background failed");
      }
    }
    try (Database database = open(left, random.nextInt(CHECKED_EACH) == 0)) {
      if (database.stats().orphanFiles() > 0) {
        throw new AssertionError("files that nothing lists outlived an opening");
      }
      if (!FoundStore.read(database).equals(found)) {
        throw new AssertionError("another content after closing and opening");
      }
    }
    found.tables().forEach((table, rows) -> removeLater(table, rows, written));
    List<String> differences = new ArrayList<>();
    for (ExpectedStore each : history.world().allowed()) {
      String difference = each.difference(found, loss);
      if (difference == null) {
        return;
      }
      differences.add(difference);
    }
    throw new AssertionError("after loss of " + loss + ": " + differences);
  }

  private static void removeLater(String table, Map<String, String> rows, Set<String> written) {
    if (rows.remove(LATER_ROW) == null && written.contains(table)) {
      throw new AssertionError("the row written after the failure is not in table " + table);
    }
  }

  private static Database open(FileSystem disk, boolean checked) throws IOException {
    return Database.open(
        WorldHistory.options(disk, new ManualClock(), new SerialWork())
            .checkedOnClose(checked)
            .build());
  }
}
