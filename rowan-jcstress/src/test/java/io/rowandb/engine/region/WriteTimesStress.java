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

/** A put and a delete look at the clock without a lock, and begin under the region's. */
@JCStressTest
@Description(
    "Writes of a row have times in the order in which they begin, and no delete hides a later put.")
@Outcome(id = "1", expect = ACCEPTABLE, desc = "the delete came first, and the put is later")
@Outcome(id = "2", expect = ACCEPTABLE, desc = "the put came first, and the delete hides it")
@State
public class WriteTimesStress {
  private static final StoreSet STORES = new StoreSet(List.of());

  private final WriteTimes times = new WriteTimes(new StressClock(), Long.MIN_VALUE);
  private final Object updateLock = new Object();
  private int begun;
  private int putPlace;
  private long putMillis;
  private long deleteMillis;

  /** A put; notes when it began. */
  @Actor
  public void put() {
    putMillis = write(RowMutation.Kind.PUT, CellType.PUT);
  }

  /** A delete. */
  @Actor
  public void delete() {
    deleteMillis = write(RowMutation.Kind.DELETE, CellType.DELETE_FAMILY);
  }

  /** Compares the order with the times. */
  @Arbiter
  public void afterwards(I_Result r) {
    boolean inOrder = putPlace == 1 ? putMillis <= deleteMillis : putMillis > deleteMillis;
    r.r1 = inOrder ? 3 - putPlace : 0;
  }

  private long write(RowMutation.Kind kind, int type) {
    RowMutation mutation = new RowMutation().reset(kind, new byte[] {'r'}, Durability.SYNC_WAL);
    mutation.add(
        new byte[] {'f'}, new byte[0], Cell.LATEST_TIMESTAMP, type, new byte[0], new byte[0]);
    List<RowMutation> one = List.of(mutation);
    while (true) {
      long millis = times.next(times.now(), one, STORES);
      synchronized (updateLock) {
        if (times.stamp(millis, one)) {
          begun++;
          putPlace = kind == RowMutation.Kind.PUT ? begun : putPlace;
          return millis;
        }
      }
    }
  }

  /** Moves at every second look, so that some writes share a millisecond. */
  private static final class StressClock extends Clock {
    private final AtomicInteger looks = new AtomicInteger();

    @Override
    public long millis() {
      return looks.getAndIncrement() / 2;
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
