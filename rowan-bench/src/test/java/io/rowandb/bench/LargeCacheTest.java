package io.rowandb.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.bench.peer.Driver;
import io.rowandb.bench.peer.DriverOptions;
import io.rowandb.bench.peer.Peer;
import io.rowandb.bench.peer.PeerSession;
import io.rowandb.bench.workload.Rows;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every peer opens with the shares of the heap that the growth's largest step asks for. */
@Tag("slow")
class LargeCacheTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @EnumSource(Peer.class)
  void peersOpenWithMoreThanHalfOfTheHeapAsCache(Peer peer) throws IOException {
    ChildMemory memory = ChildMemory.holding(50_000_000);
    assertThat((double) memory.cacheBytes() / memory.heapBytes()).isGreaterThan(0.5);
    DriverOptions options =
        new DriverOptions(
            directory.resolve("store"), memory.cacheBytes(), memory.heapBytes(), 16 << 20);
    try (Driver driver = peer.open(options);
        PeerSession session = driver.session()) {
      session.put(Rows.key(1), Rows.value(1), false);
      assertThat(session.get(Rows.key(1), (k, o, l, v, vo, vl) -> {})).isTrue();
    }
  }
}
