package io.rowandb.bench.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.bench.workload.Rows;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the stores tell of their flushes, compactions and stalls. */
@Tag("slow")
class StoreWorkTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @EnumSource(names = {"ROWAN_FAST", "ROWAN_ENGINE", "ROCKSDB"})
  void flushesAndCompactionsAreCounted(Peer peer) throws IOException {
    Path store = directory.resolve("store");
    DriverOptions options = new DriverOptions(store, 8 << 20, 64 << 20, 16 << 20);
    try (Driver driver = peer.open(options);
        PeerSession session = driver.session()) {
      StoreWork before = driver.work();
      session.put(Rows.key(1), Rows.value(1), false);
      driver.flush();
      session.put(Rows.key(2), Rows.value(2), false);
      driver.flush();
      StoreWork flushed = driver.work().since(before);
      assertThat(flushed.flushes()).isEqualTo(2);
      assertThat(flushed.compactions()).isZero();
      assertThat(session.get(Rows.key(1), (k, o, l, v, vo, vl) -> {})).isTrue();
      driver.settle();
      StoreWork settled = driver.work().since(before);
      assertThat(settled.compactions()).isEqualTo(1);
      assertThat(settled.stallMillis()).isZero();
      assertThat(settled.filesOfARead().isPresent()).isEqualTo(peer.isRowan());
    }
  }

  @Test
  void filesOfAReadAreTheMean() {
    StoreWork earlier = new StoreWork(1, 2, 3, 10, 20);
    StoreWork since = new StoreWork(4, 4, 3.5, 14, 26).since(earlier);
    assertThat(since).isEqualTo(new StoreWork(3, 2, 0.5, 4, 6));
    assertThat(since.filesOfARead()).hasValue(1.5);
    assertThat(earlier.since(earlier).filesOfARead()).isEmpty();
  }

  @Test
  void stallsOfRocksDbAreReadFromItsText() throws IOException {
    String stats = "Uptime(secs): 1.8\nCumulative stall: 01:02:3.250 H:M:S, 0.0 percent\n";
    assertThat(RocksWork.stallMillis(stats)).isEqualTo(3_723_250);
    assertThatThrownBy(() -> RocksWork.stallMillis("Interval stall: none"))
        .hasMessageContaining("no line of stalls");
  }
}
