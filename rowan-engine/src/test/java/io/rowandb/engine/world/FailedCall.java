package io.rowandb.engine.world;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rowandb.engine.Database;
import io.rowandb.engine.ManualClock;
import io.rowandb.engine.TableName;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.io.CrashFileSystem;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.OneFailure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * One history in which one call of the disk fails, and what is there afterwards: as long as the
 * database is open, after it was closed, and after a loss at the moment of the failure. Used by one
 * thread.
 */
final class FailedCall {
  private static final String LATER_ROW = "z";

  /** The whole check of a database takes as long as its opening, so it is made now and then. */
  private static final int CHECKED_EACH = 8;

  private final CrashFileSystem below = new CrashFileSystem();
  private final OneFailure disk;
  private final WorldHistory history;
  private final Random random;
  private final String when;
  private Throwable failure;

  FailedCall(long seed, long call, OneFailure.Kind kind) {
    this.disk = new OneFailure(below, call, kind);
    this.history = new WorldHistory(seed, disk);
    this.random = new Random(seed * 1_000_003 + call);
    this.when = "seed " + seed + ", failing call " + call + ", " + kind;
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
      failure = history.runUntilFailure(steps);
      if (failure != null) {
        requireCause(failure);
      }
      disk.spare();
      lookAt(below.afterProcessDeath(), Loss.PROCESS, Set.of());
      lookAt(below.afterPowerLoss(random), Loss.POWER, Set.of());
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
  private static void requireCause(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (String.valueOf(cause.getMessage()).contains("injected")) {
        return;
      }
    }
    throw new AssertionError("does not tell of the failure", failure);
  }

  /** Reads, writes and closes the database whose step failed. */
  private Loss goOnAndClose(Set<String> written) throws IOException {
    Database database = history.database();
    if (database == null) {
      return Loss.PROCESS;
    }
    compare(FoundStore.readable(database));
    writeLater(database, written);
    try {
      database.close();
      return Loss.NONE;
    } catch (IOException e) {
      requireCause(e);
      return Loss.PROCESS;
    }
  }

  private void compare(Map<String, Map<String, String>> tables) {
    StringBuilder differences = new StringBuilder();
    for (ExpectedStore each : history.allowed()) {
      String difference = each.difference(tables);
      if (difference == null) {
        return;
      }
      differences.append("\n").append(difference);
    }
    throw new AssertionError("while it is open:" + differences);
  }

  /** Writes a row to each table that takes it. */
  private static void writeLater(Database database, Set<String> written) throws IOException {
    for (TableName name : database.tableNames()) {
      byte[] row = LATER_ROW.getBytes(UTF_8);
      RowMutation put = new RowMutation().reset(RowMutation.Kind.PUT, row, Durability.FSYNC_WAL);
      for (byte[] family : List.of(WorldHistory.A, WorldHistory.B)) {
        put.add(family, row, 1, CellType.PUT, row, new byte[0]);
      }
      if (database.table(name).enabled()) {
        try {
          database.table(name).locate(row).write(put);
          written.add(name.qualifier());
        } catch (IOException e) {
          if (e.getMessage() == null) {
            throw new AssertionError("refuses without a reason", e);
          }
        }
      }
    }
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
    for (ExpectedStore each : history.allowed()) {
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
