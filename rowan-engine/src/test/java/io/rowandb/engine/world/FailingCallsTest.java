package io.rowandb.engine.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.io.OneFailure;
import java.io.IOException;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Short random histories of a whole database, in which each call of the disk fails once, in all
 * ways. Steps may fail, and the database may refuse to write until it is opened again; but it shows
 * and keeps what was acknowledged, nothing half, and leaves no file open or unlisted. When only a
 * read failed, it goes on as if nothing had been.
 */
@Tag("slow")
class FailingCallsTest {
  private static final long FIRST_SEED = Long.getLong("rowan.seed", 1);
  private static final long FAULTS =
      Long.getLong("rowan.faults", Boolean.getBoolean("rowan.full") ? 1_500 : 600);
  private static final int STEPS = 40;

  // With only some of the calls of each history there are more histories.
  private static final int EACH_CHANGE = 5;
  private static final int EACH_READ = 7;

  // Held, for the registry of loggers does not hold them.
  private final Logger logger = Logger.getLogger("io.rowandb.engine");
  private Level before;

  /** What became of the failures of some kinds. */
  private static final class Tally {
    long faults;
    long told;
    long seed = FIRST_SEED;
  }

  @BeforeEach
  void silence() {
    before = logger.getLevel();
    logger.setLevel(Level.OFF); // failures are told to the log, by the thousand
  }

  @AfterEach
  void speakAgain() {
    logger.setLevel(before);
  }

  @Test
  void losesNothingWhicheverChangeFails() throws IOException {
    Tally tally = run(kinds(false), EACH_CHANGE, FAULTS);
    System.out.printf(
        "faults: %,d failing, late or refused changes in seeds %d to %d, %,d of them failed a step,"
            + " lost 0%n",
        tally.faults, FIRST_SEED, tally.seed - 1, tally.told);
    assertThat(tally.told).isGreaterThan(tally.faults / 4);
  }

  @Test
  void givesNoWrongAnswerWhicheverReadFails() throws IOException {
    Tally tally = run(kinds(true), EACH_READ, FAULTS / 2);
    System.out.printf(
        "faults: %,d failing, short or wrong reads in seeds %d to %d, %,d of them failed a step,"
            + " wrong answers 0%n",
        tally.faults, FIRST_SEED, tally.seed - 1, tally.told);
    assertThat(tally.told).isGreaterThan(tally.faults / 4);
  }

  private static List<OneFailure.Kind> kinds(boolean ofReads) {
    return Stream.of(OneFailure.Kind.values()).filter(kind -> kind.isOfReads() == ofReads).toList();
  }

  /** Lets every n-th call fail, in every way in each seed, until there were enough. */
  private static Tally run(List<OneFailure.Kind> kinds, int each, long faults) throws IOException {
    Tally tally = new Tally();
    for (; tally.faults < faults; tally.seed++) {
      for (OneFailure.Kind kind : kinds) {
        long calls = FailedCall.calls(tally.seed, kind, STEPS);
        long first = 1 + tally.seed % each;
        for (long call = first; call <= calls && tally.faults < faults; call += each) {
          FailedCall failed = new FailedCall(tally.seed, call, kind);
          failed.check(STEPS);
          tally.faults++;
          tally.told += failed.isTold() ? 1 : 0;
        }
      }
    }
    return tally;
  }
}
