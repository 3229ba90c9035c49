package io.rowandb.engine.region;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which times writes get that meet in one millisecond. */
class WriteTimesTest {
  private static final StoreSet STORES = new StoreSet(List.of());

  private final SteppingClock clock = new SteppingClock();
  private final WriteTimes times = new WriteTimes(clock);

  @Test
  void aPutWaitsForTheMillisecondAfterADelete() {
    assertThat(next(times.now(), delete("a"))).isEqualTo(100);
    clock.ticksAfter(1);
    assertThat(next(times.now(), put("a"))).isEqualTo(101);
    assertThat(next(times.now(), put("b"))).isEqualTo(101);
  }

  /** Deletes share the row: the one that took its time first may get on last. */
  @Test
  void aDeleteThatComesLateDoesNotHideALaterOne() {
    long early = times.now();
    clock.millis++;
    assertThat(next(times.now(), delete("a"))).isEqualTo(101);
    assertThat(next(early, delete("a"))).isEqualTo(100);
    clock.ticksAfter(1);
    assertThat(next(times.now(), put("a"))).as("after both deletes").isEqualTo(102);
  }

  @Test
  void aLaterDeleteTakesThePlaceOfAnEarlierOne() {
    for (int i = 0; i < 5; i++) {
      assertThat(next(times.now(), delete("a"))).isEqualTo(clock.millis);
      clock.millis += 1L << 20;
    }
    assertThat(next(times.now(), put("a"))).as("long after").isEqualTo(clock.millis);
    assertThat(next(times.now(), delete("a"))).isEqualTo(clock.millis);
    clock.ticksAfter(1);
    assertThat(next(times.now(), put("a"))).isEqualTo(clock.millis);
  }

  private long next(long millis, RowMutation mutation) {
    return times.next(millis, List.of(mutation), STORES);
  }

  private static RowMutation put(String row) {
    return mutation(RowMutation.Kind.PUT, row, CellType.PUT);
  }

  private static RowMutation delete(String row) {
    return mutation(RowMutation.Kind.DELETE, row, CellType.DELETE_FAMILY);
  }

  private static RowMutation mutation(RowMutation.Kind kind, String row, int type) {
    RowMutation mutation = new RowMutation().reset(kind, row.getBytes(UTF_8), Durability.SYNC_WAL);
    byte[] empty = new byte[0];
    mutation.add("f".getBytes(UTF_8), empty, Cell.LATEST_TIMESTAMP, type, empty, empty);
    return mutation;
  }

  /** Stands, but when it was told to tick once after some looks. */
  private static final class SteppingClock extends Clock {
    private long millis = 100;
    private int looks = -1;

    void ticksAfter(int more) {
      looks = more;
    }

    @Override
    public long millis() {
      if (looks == 0) {
        millis++;
      }
      looks = Math.max(-1, looks - 1);
      return millis;
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
