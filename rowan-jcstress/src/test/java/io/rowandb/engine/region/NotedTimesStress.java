package io.rowandb.engine.region;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZZ_Result;

/** Two note the same millisecond at once, where there is one place left, or none. */
@JCStressTest
@Description("What was noted is noted, whichever of two takes the last place of a group.")
@Outcome(id = "true, true, true", expect = ACCEPTABLE, desc = "all are noted")
@State
public class NotedTimesStress {
  private static final long MILLIS = 1_000_000;
  private static final Clock CLOCK = Clock.fixed(Instant.ofEpochMilli(MILLIS + 1), ZoneOffset.UTC);

  /** Hashes that differ by this share a group. */
  private static final int STRIDE = 1 << 26;

  private final NotedTimes noted = new NotedTimes(CLOCK);

  /** Fills the group but for one place. */
  public NotedTimesStress() {
    for (int i = 0; i < 7; i++) {
      noted.note(i * STRIDE, MILLIS);
    }
  }

  /** Notes one. */
  @Actor
  public void one() {
    noted.note(7 * STRIDE, MILLIS);
  }

  /** Notes another, and one more for the time before. */
  @Actor
  public void other() {
    noted.note(8 * STRIDE, MILLIS);
    noted.note(9 * STRIDE, MILLIS - 1);
  }

  /** Looks for them. */
  @Arbiter
  public void afterwards(ZZZ_Result r) {
    r.r1 = noted.isNoted(7 * STRIDE, MILLIS);
    r.r2 = noted.isNoted(8 * STRIDE, MILLIS);
    r.r3 = noted.isNoted(9 * STRIDE, MILLIS - 1) && noted.isNoted(0, MILLIS);
  }
}
