package io.rowandb.engine.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.io.CrashFileSystem;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random histories of a whole database, crashed at every change of the disk: what was acknowledged
 * as durable is there, nothing half, nothing that was never written, no row twice, and a second
 * crash while it opens changes nothing about that.
 */
@Tag("slow")
class CrashEverywhereTest {
  private static final long FIRST_SEED = Long.getLong("rowan.seed", 1);
  private static final long POINTS =
      Long.getLong("rowan.crash.points", Boolean.getBoolean("rowan.full") ? 20_000 : 8_000);
  private static final int STEPS = 60;

  // Held, for the registry of loggers does not hold them.
  private final Logger logger = Logger.getLogger("io.rowandb.engine");

  @Test
  void losesNothingWhereverItStops() throws IOException {
    Level before = logger.getLevel();
    logger.setLevel(Level.OFF); // losses are told to the log, by the thousand
    long points = 0;
    long secondLosses = 0;
    long rebuilt = 0;
    long dueSplits = 0;
    long inPart = 0;
    Map<String, Integer> drawn = new TreeMap<>();
    Map<String, Integer> writes = new TreeMap<>();
    long seed = FIRST_SEED;
    try {
      for (; points < POINTS; seed++) {
        CrashFileSystem disk = new CrashFileSystem(DrawnTables.keys(seed));
        WorldHistory history = new WorldHistory(seed, disk);
        CrashPoints crashes = new CrashPoints(seed, disk, history);
        crashes.watch();
        history.run(STEPS);
        points += crashes.points();
        secondLosses += crashes.secondLosses();
        rebuilt += crashes.rebuilt();
        dueSplits += history.dueSplits();
        inPart += history.flushedInPart() ? 1 : 0;
        history.drawn().forEach((what, count) -> drawn.merge(what, count, Integer::sum));
        history.writes().forEach((what, count) -> writes.merge(what, count, Integer::sum));
      }
    } finally {
      logger.setLevel(before);
    }
    System.out.printf(
        "crash points: %,d in seeds %d to %d, %,d of them with a second crash in recovery; lost:"
            + " 0%n",
        points, FIRST_SEED, seed - 1, secondLosses);
    System.out.printf("regions split without being asked for: %,d%n", dueSplits);
    System.out.printf("lost manifests rebuilt at crash points: %,d; lost rows: 0%n", rebuilt);
    long worlds = seed - FIRST_SEED;
    System.out.printf(
        "worlds: %,d, %,d with families flushed alone; drawn %s; writes %s%n",
        worlds, inPart, drawn, writes);
    assertThat(inPart).as("worlds with families flushed alone").isGreaterThanOrEqualTo(worlds / 40);
    assertThat(dueSplits)
        .as("splits nobody asked for")
        .isGreaterThanOrEqualTo((seed - FIRST_SEED) / 20);
    assertThat(rebuilt).as("rebuilt manifests").isGreaterThan(points / 100);
    assertThat(secondLosses).as("second crashes").isGreaterThan(points / 5);
  }
}
