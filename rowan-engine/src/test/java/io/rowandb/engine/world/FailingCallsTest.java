package io.rowandb.engine.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.io.CrashFileSystem;
import io.rowandb.engine.io.OneFailure;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Short random histories of a whole database, in which each call that changes the disk fails once,
 * in three ways. Steps may fail, and the database may refuse to write until it is opened again; but
 * it shows and keeps what was acknowledged, nothing half, and leaves no file open or unlisted.
 */
@Tag("slow")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class FailingCallsTest {
  private static final long FIRST_SEED = Long.getLong("rowan.seed", 1);
  private static final long FAULTS = Long.getLong("rowan.faults", 1_500);
  private static final int STEPS = 40;

  // Held, for the registry of loggers does not hold them.
  private final Logger logger = Logger.getLogger("io.rowandb.engine");

  @Test
  void losesNothingWhicheverCallFails() throws IOException {
    Level before = logger.getLevel();
    logger.setLevel(Level.OFF); // failures are told to the log, by the thousand
    long faults = 0;
    long told = 0;
    long seed = FIRST_SEED;
    try {
      for (; faults < FAULTS; seed++) {
        long calls = calls(seed);
        for (OneFailure.Kind kind : OneFailure.Kind.values()) {
          for (long call = 1; call <= calls && faults < FAULTS; call++) {
            FailedCall failed = new FailedCall(seed, call, kind);
            failed.check(STEPS);
            faults++;
            told += failed.isTold() ? 1 : 0;
          }
        }
      }
    } finally {
      logger.setLevel(before);
    }
    System.out.printf(
        "faults: %,d failing calls in seeds %d to %d, %,d of them failed a step, lost 0%n",
        faults, FIRST_SEED, seed - 1, told);
    assertThat(told).isGreaterThan(faults / 4);
  }

  /** How many calls there are when none fails. */
  private static long calls(long seed) throws IOException {
    OneFailure disk =
        new OneFailure(new CrashFileSystem(), Long.MAX_VALUE, OneFailure.Kind.REFUSED);
    new WorldHistory(seed, disk).run(STEPS);
    return disk.calls();
  }
}
