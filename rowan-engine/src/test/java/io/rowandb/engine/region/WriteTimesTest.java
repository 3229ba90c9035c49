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
  private static final long TOO_LATE = -1;
  private static final StoreSet STORES = new StoreSet(List.of());

  private final SteppingClock clock = new SteppingClock();
  private final WriteTimes times = new WriteTimes(clock, Long.MIN_VALUE);

  @Test
  void aPutWaitsForTheMillisecondAfterADelete() {
    assertThat(write(times.now(), delete("a"))).isEqualTo(100);
    clock.ticksAfter(1);
    assertThat(write(times.now(), put("a"))).isEqualTo(101);
    assertThat(write(times.now(), put("b"))).isEqualTo(101);
  }

  @Test
  void aPutWaitsForTheMillisecondAfterADeleteThatManyFollowed() {
    assertThat(write(times.now(), delete("a"))).isEqualTo(100);
    for (int i = 0; i < 3_000; i++) {
      assertThat(write(times.now(), delete("b" + i))).isEqualTo(100);
    }
    assertThat(write(times.now(), put("c"))).as("nobody deleted it").isEqualTo(100);
    clock.ticksAfter(1);
    assertThat(write(times.now(), put("a"))).isEqualTo(101);
  }

  /** Puts and deletes share the row: the one that took its time first may begin last. */
  @Test
  void aWriteThatIsOvertakenLooksAtTheClockAgain() {
    long early = times.now();
    clock.millis++;
    assertThat(write(times.now(), delete("a"))).isEqualTo(101);
    assertThat(write(early, put("a"))).as("too late").isEqualTo(TOO_LATE);
    assertThat(write(early, delete("a"))).as("too late").isEqualTo(TOO_LATE);
    clock.ticksAfter(1);
    assertThat(write(times.now(), put("a"))).isEqualTo(102);
  }

  /** The delete came between the put's look at the clock and its beginning. */
  @Test
  void aPutThatWouldBeHiddenLooksAtTheClockAgain() {
    RowMutation put = put("a");
    long time = times.next(times.now(), List.of(put), STORES);
    assertThat(write(times.now(), delete("a"))).isEqualTo(100);
    assertThat(times.stamp(time, List.of(put))).isFalse();
    assertThat(times.stamp(time, List.of(put("b")))).isTrue();
  }

  @Test
  void aClockThatIsTurnedBackIsBelieved() {
    assertThat(write(times.now(), delete("a"))).isEqualTo(100);
    clock.millis = 50;
    assertThat(write(times.now(), put("a"))).isEqualTo(50);
    assertThat(write(times.now(), delete("a"))).isEqualTo(50);
  }

  /** As a clock does that stood for a moment, or jumped. */
  @Test
  void aClockThatStoodIsWaitedForAgainWhenItGoesOn() {
    assertThat(write(times.now(), delete("a"))).isEqualTo(100);
    assertThat(write(times.now(), put("a"))).as("it stands").isEqualTo(100);
    clock.millis = 3_600_000;
    assertThat(write(times.now(), delete("a"))).isEqualTo(3_600_000);
    clock.ticksAfter(1);
    assertThat(write(times.now(), put("a"))).isEqualTo(3_600_001);
  }

  @Test
  void whatHasItsTimeIsNeverTooLate() {
    long early = times.now();
    clock.millis++;
    assertThat(write(times.now(), delete("a"))).isEqualTo(101);
    RowMutation put = put("a");
    RowUpdates.stamp(put, 7);
    assertThat(write(early, put)).isEqualTo(100);
  }

  /** The region's files have deletes that were noted in the regions that were split. */
  @Test
  void aPutWaitsForTheMillisecondAfterARegionTookOver() {
    WriteTimes heir = new WriteTimes(clock, clock.millis);
    assertThat(heir.next(heir.now(), List.of(delete("a")), STORES)).isEqualTo(100);
    clock.ticksAfter(1);
    assertThat(heir.next(heir.now(), List.of(put("a")), STORES)).isEqualTo(101);
    assertThat(heir.next(heir.now(), List.of(put("a")), STORES)).isEqualTo(101);
  }

  private long write(long millis, RowMutation mutation) {
    List<RowMutation> one = List.of(mutation);
    long time = times.next(millis, one, STORES);
    return times.stamp(time, one) ? time : TOO_LATE;
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
