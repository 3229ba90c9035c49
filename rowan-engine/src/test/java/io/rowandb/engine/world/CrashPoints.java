package io.rowandb.engine.world;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rowandb.engine.Database;
import io.rowandb.engine.ManualClock;
import io.rowandb.engine.care.DatabaseRepair;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.io.CrashFileSystem;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;

/**
 * Stops a world at every call that changes its disk: makes a copy of the disk as a loss of the
 * process or of power leaves it, opens the database there, mostly has a second loss hit in the
 * middle of that or after a forced write, and compares what is there in the end with what may be
 * there. The history itself goes on undisturbed. Used by one thread.
 */
final class CrashPoints {
  /** A second loss comes at one of so many first calls of an opening, if it lasts so long. */
  private static final int SECOND_LOSS_WITHIN = 30;

  /** The files of every n-th database are all read again when it is closed. */
  private static final int CHECKED_EACH = 4;

  /** Every n-th database loses its manifest then, and gets it back of its files and log. */
  private static final int REBUILT_EACH = 32;

  /** A world with large values is stopped at every n-th call: its disk takes long to copy. */
  private static final int LARGE_STOPPED_EACH = 3;

  /** The row of each table that is written and forced between two losses. */
  private static final String LATER_ROW = "z";

  private final long seed;
  private final CrashFileSystem disk;
  private final WorldHistory history;
  private long calls;
  private long points;
  private long secondLosses;
  private long rebuilt;

  CrashPoints(long seed, CrashFileSystem disk, WorldHistory history) {
    this.seed = seed;
    this.disk = disk;
    this.history = history;
  }

  /** Looks at the disk before each of its changes from now on. */
  void watch() {
    disk.beforeEachChange(this::stopHere);
  }

  /** How often the world was stopped. */
  long points() {
    return points;
  }

  /** How often a second loss hit the opening after the first. */
  long secondLosses() {
    return secondLosses;
  }

  /** How often a lost manifest was made anew. */
  long rebuilt() {
    return rebuilt;
  }

  private void stopHere() {
    calls++;
    if (history.hasLargeValues() && calls % LARGE_STOPPED_EACH != seed % LARGE_STOPPED_EACH) {
      return;
    }
    points++;
    Random random = new Random(seed * 1_000_003 + calls);
    Loss loss = anyLoss(random);
    CrashFileSystem left = after(loss, disk, random);
    String when = "seed " + seed + ", before call " + calls + ", " + loss;
    try {
      boolean writes = false;
      if (random.nextInt(3) > 0) {
        Loss second = anyLoss(random);
        int call = 1 + random.nextInt(SECOND_LOSS_WITHIN);
        if (isStopped(left, call)) {
          secondLosses++;
          loss = loss.worse(second);
          when += ", and " + second + " at call " + call + " of the opening";
        } else {
          // What an opening has shown must not be lost any more once it has forced something.
          writeAndStop(left);
          writes = true;
          when += ", and " + second + " after a forced write";
        }
        left = after(second, left, random);
      }
      check(left, loss, writes, when);
    } catch (IOException | RuntimeException | Error e) {
      throw new AssertionError(when + ", step " + history.steps() + ": " + e.getMessage(), e);
    }
  }

  /** Opens and closes, until a call of the disk fails. */
  private boolean isStopped(CrashFileSystem left, int call) throws IOException {
    left.crashAt(call);
    try {
      open(left).close();
    } catch (IOException e) {
      if (!String.valueOf(e.getMessage()).contains("the machine is dead")) {
        throw e;
      }
      return true;
    }
    left.crashAt(Long.MAX_VALUE);
    return false;
  }

  private void check(CrashFileSystem left, Loss loss, boolean writes, String when)
      throws IOException {
    FoundStore found;
    try (Database database = open(left)) {
      found = FoundStore.read(database);
      if (database.stats().backgroundFailures() > 0) {
        throw new AssertionError(when + ": work in the background failed");
      }
      if (points % REBUILT_EACH == 0) {
        database.discard(); // with what only the log has
      }
    }
    if (points % REBUILT_EACH == 0) {
      rebuild(left.copy(), found, when);
    }
    if (writes) {
      found.tables().forEach((table, rows) -> removeLater(table, rows, when));
    }
    List<ExpectedStore> allowed = history.world().allowed();
    StringBuilder differences = new StringBuilder();
    for (ExpectedStore each : allowed) {
      String difference = each.difference(found, loss);
      if (difference == null) {
        return;
      }
      differences.append("\n").append(difference);
    }
    throw new AssertionError(when + ":" + differences);
  }

  /** Nothing of what was there may be missing when the manifest is lost and made anew. */
  private void rebuild(CrashFileSystem left, FoundStore found, String when) throws IOException {
    left.delete(WorldHistory.DIRECTORY.resolve("MANIFEST"));
    DatabaseRepair.run(
        left,
        WorldHistory.DIRECTORY,
        new UUID(7, 7),
        1,
        DatabaseRepair.Missing.GIVE_UP,
        finding -> {});
    FoundStore after;
    try (Database database = open(left)) {
      after = FoundStore.read(database);
    }
    if (!found.equals(after)) {
      throw new AssertionError(
          when + ": a lost manifest made anew shows " + after + " instead of " + found);
    }
    rebuilt++;
  }

  private Database open(CrashFileSystem disk) throws IOException {
    SerialWork work = new SerialWork();
    return Database.open(
        WorldHistory.options(disk, new ManualClock(), work)
            .checkedOnClose(points % CHECKED_EACH == 0)
            .build());
  }

  /** Opens, writes a forced row to each table, and leaves everything as it stands. */
  private void writeAndStop(CrashFileSystem left) throws IOException {
    Database database = open(left);
    for (TableName name : database.tableNames()) {
      if (!database.table(name).enabled()) {
        database.enableTable(name);
      }
      byte[] row = LATER_ROW.getBytes(UTF_8);
      RowMutation put = new RowMutation().reset(RowMutation.Kind.PUT, row, Durability.FSYNC_WAL);
      for (byte[] family : World.families(database.table(name))) {
        put.add(family, row, 1, CellType.PUT, row, new byte[0]);
      }
      database.table(name).locate(row).write(put);
    }
  }

  private static void removeLater(String table, Map<String, String> rows, String when) {
    if (!LATER_ROW.equals(rows.remove(LATER_ROW))) {
      throw new AssertionError(when + ": the forced row is not in table " + table);
    }
  }

  private static CrashFileSystem after(Loss loss, CrashFileSystem disk, Random random) {
    return loss == Loss.POWER ? disk.afterPowerLoss(random) : disk.afterProcessDeath();
  }

  private static Loss anyLoss(Random random) {
    return random.nextInt(3) == 0 ? Loss.PROCESS : Loss.POWER;
  }
}
