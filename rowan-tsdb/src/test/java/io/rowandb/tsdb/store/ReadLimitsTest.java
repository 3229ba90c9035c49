package io.rowandb.tsdb.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A read stops where it was told to. */
class ReadLimitsTest extends StoreCase {
  private static final Duration HOUR = Duration.ofHours(1);

  @BeforeEach
  void write() throws IOException {
    List<DataPoint> points = new ArrayList<>();
    for (int host = 0; host < 3; host++) {
      for (int i = 0; i < 100; i++) {
        points.add(point(series("host", "h" + host), BASE + i * 60L, i));
      }
    }
    store.put(points);
  }

  private int read(ReadLimits limits) throws IOException {
    return shown(store.read(all(), limits)).size();
  }

  @Test
  void points() throws IOException {
    assertThat(read(new ReadLimits(300, 1 << 20, 3, HOUR))).isEqualTo(300);
    assertThatThrownBy(() -> read(new ReadLimits(299, 1 << 20, 3, HOUR)))
        .isInstanceOf(LimitExceededException.class)
        .hasMessageContaining("more than 299 points");
  }

  @Test
  void series() {
    assertThatThrownBy(() -> read(new ReadLimits(300, 1 << 20, 2, HOUR)))
        .isInstanceOf(LimitExceededException.class)
        .hasMessageContaining("more than 2 series");
  }

  @Test
  void bytes() {
    assertThatThrownBy(() -> read(new ReadLimits(300, 1_000, 3, HOUR)))
        .isInstanceOf(LimitExceededException.class)
        .hasMessageContaining("more than 1000 bytes");
  }

  /** Also when no row passes the filter: the clock is looked at for each stretch of hours. */
  @Test
  void time() throws IOException {
    AtomicLong nanos = new AtomicLong();
    PointStore slow =
        new PointStore(
            connection,
            uids,
            options,
            LATER,
            () -> nanos.addAndGet(Duration.ofSeconds(2).toNanos()));
    uids.getOrCreate(io.rowandb.tsdb.uid.UidKind.TAG_KEY, "nobodys");
    assertThatThrownBy(
            () ->
                slow.read(
                    all(new TagFilter.Any("nobodys")),
                    new ReadLimits(300, 1 << 20, 3, Duration.ofSeconds(60))))
        .isInstanceOf(LimitExceededException.class)
        .hasMessageContaining("more than PT1M, after 0 points, 0 bytes");
    assertThat(nanos.get()).isBetween(60_000_000_000L, 80_000_000_000L);
  }

  @Test
  void interrupt() {
    Thread.currentThread().interrupt();
    try {
      assertThatThrownBy(() -> read(ReadLimits.DEFAULT)).isInstanceOf(InterruptedIOException.class);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void limitsAreChecked() {
    assertThatThrownBy(() -> new ReadLimits(0, 1, 1, HOUR)).hasMessageContaining("0 points");
    assertThatThrownBy(() -> new ReadLimits(1, 1, 1, Duration.ZERO)).hasMessageContaining("PT0S");
  }
}
