package io.rowandb.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.bench.peer.Driver;
import io.rowandb.bench.peer.Peer;
import io.rowandb.bench.peer.PeerSession;
import io.rowandb.bench.peer.RowVisitor;
import io.rowandb.bench.peer.StoreWork;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Latencies count only where the store had flushes and compactions to do meanwhile. */
class TailTest {
  private static final long LOADED_ROWS = 70_000;

  @Test
  void threeFilesOfNewRowsComeFirstAndTheWarmUpsWorkDoesNotCount() throws Exception {
    Recorder store = new Recorder();
    Tail tail = new Tail(task(LOADED_ROWS), store);
    tail.measure();
    assertThat(store.steps)
        .containsExactly("load 50000", "flush", "load 50000", "flush", "load 50000", "flush");
    assertThat(tail.work().flushes())
        .as("the store tells 10 when the warm-up ends, 17 at the end")
        .isEqualTo(7);
    assertThat(tail.putPercentileNanos(0.999)).isPositive();
    assertThat(tail.getPercentileNanos(0.999)).isPositive();
  }

  @Test
  void storeThatDidNothingMeanwhileIsRefused() {
    assertThatThrownBy(() -> Tail.requireBoth(new StoreWork(3, 0, 0, 0, 0)))
        .hasMessageContaining("3 flushes and 0 compactions");
    assertThatThrownBy(() -> Tail.requireBoth(new StoreWork(0, 2, 0, 0, 0)))
        .hasMessageContaining("0 flushes and 2 compactions");
    assertThatCode(() -> Tail.requireBoth(new StoreWork(1, 1, 0, 0, 0))).doesNotThrowAnyException();
  }

  /** A long run of a peer that must compact, on a store that does not. */
  @Test
  void longRunWithoutCompactionFails() {
    Recorder store = new Recorder();
    ChildTask full = task(Tail.FULL_ROWS, Tail.FULL_SECONDS);
    assertThat(new Tail(full, store).mustCompact()).isTrue();
    assertThat(new Tail(task(Tail.FULL_ROWS, 1), store).mustCompact()).isFalse();
    assertThat(new Tail(task(Tail.FULL_ROWS - 1, 5), store).mustCompact()).isFalse();
  }

  private static ChildTask task(long rows) {
    return task(rows, 0.01);
  }

  private static ChildTask task(long rows, double seconds) {
    return new ChildTask(
        Peer.ROCKSDB, Phase.TAIL, Set.of(), Path.of("d"), rows, seconds, 1 << 20, 4 << 20, 0);
  }

  /** Has every row that is asked for, and tells seven flushes more each time. */
  private static final class Recorder implements Driver, PeerSession {
    private final List<String> steps = new ArrayList<>();
    private final AtomicLong flushes = new AtomicLong(3);

    @Override
    public PeerSession session() {
      return this;
    }

    @Override
    public void flush() {
      steps.add("flush");
    }

    @Override
    public void settle() {
      throw new AssertionError("its files must stay as they are");
    }

    @Override
    public long dataBytes() {
      return 0;
    }

    @Override
    public long memStoreBytes() {
      return 0;
    }

    @Override
    public StoreWork work() {
      return new StoreWork(flushes.addAndGet(7), 0, 0, 0, 0);
    }

    @Override
    public void load(byte[][] keys, byte[][] values) {
      int last = steps.size() - 1;
      boolean goesOn = last >= 0 && steps.get(last).startsWith("load ");
      long before = goesOn ? Long.parseLong(steps.remove(last).substring("load ".length())) : 0;
      steps.add("load " + (before + keys.length));
    }

    @Override
    public void finishLoad() {}

    @Override
    public void put(byte[] key, byte[] value, boolean forced) {}

    @Override
    public void putCells(byte[] key, byte[][] qualifiers, byte[] value) {
      throw new AssertionError("rows have one cell");
    }

    @Override
    public boolean get(byte[] key, RowVisitor visitor) {
      byte[] value = Rows.value(Rows.indexOf(key, 0, key.length));
      visitor.cell(key, 0, key.length, value, 0, value.length);
      return true;
    }

    @Override
    public long scan(byte[] start, long maxRows, RowVisitor visitor) {
      throw new AssertionError("puts and gets only");
    }

    @Override
    public void close() {}
  }
}
