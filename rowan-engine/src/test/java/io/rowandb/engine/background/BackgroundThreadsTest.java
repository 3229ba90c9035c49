package io.rowandb.engine.background;

import static io.rowandb.engine.TestDatabase.serial;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.ManualClock;
import io.rowandb.engine.io.CrashFileSystem;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Threads that end while there is work for them. */
class BackgroundThreadsTest {
  /** A flush that waits for another asks so, and the database may be closed meanwhile. */
  @Test
  void whatIsAskedForAfterTheEndIsDropped() {
    BackgroundThreads threads =
        BackgroundThreads.of(
            serial(new CrashFileSystem(), new ManualClock()).backgroundThreads(2).build());
    AtomicInteger runs = new AtomicInteger();
    threads.close();
    threads.after(0, runs::incrementAndGet);
    threads.forceEvery(1, runs::incrementAndGet);
    threads.tickEvery(1, runs::incrementAndGet);
    threads.flushes().execute(runs::incrementAndGet);
    assertThat(runs).hasValue(0);
  }
}
