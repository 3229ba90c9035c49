package io.rowandb.engine.region;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Two deletes of a row note their times, without a lock, and a put comes after both. */
@JCStressTest
@Description("A put gets a later time than every delete of its row that was done before.")
@Outcome(id = "1", expect = ACCEPTABLE, desc = "the put is not hidden")
@State
public class WriteTimesStress {
  private static final StoreSet STORES = new StoreSet(List.of());

  private final StressClock clock = new StressClock();
  private final WriteTimes times = new WriteTimes(clock);
  private long first;
  private long second;

  /** A delete. */
  @Actor
  public void first() {
    first = time(RowMutation.Kind.DELETE, CellType.DELETE_FAMILY);
  }

  /** Another, a millisecond earlier or later. */
  @Actor
  public void second() {
    second = time(RowMutation.Kind.DELETE, CellType.DELETE_FAMILY);
  }

  /** The put, in the same millisecond as the later of them. */
  @Arbiter
  public void afterwards(I_Result r) {
    long put = time(RowMutation.Kind.PUT, CellType.PUT);
    r.r1 = put > first && put > second ? 1 : 0;
  }

  private long time(RowMutation.Kind kind, int type) {
    RowMutation mutation = new RowMutation().reset(kind, new byte[] {'r'}, Durability.SYNC_WAL);
    mutation.add(
        new byte[] {'f'}, new byte[0], Cell.LATEST_TIMESTAMP, type, new byte[0], new byte[0]);
    return times.next(times.now(), List.of(mutation), STORES);
  }

  /** Moves at the second and at the fourth look: between the deletes, and after the put's. */
  private static final class StressClock extends Clock {
    private static final long[] MILLIS = {100, 101, 101, 102};
    private final AtomicInteger looks = new AtomicInteger();

    @Override
    public long millis() {
      return MILLIS[Math.min(looks.getAndIncrement(), MILLIS.length - 1)];
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return Instant.ofEpochMilli(millis());
    }
  }
}
