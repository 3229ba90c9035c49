package io.rowandb.client.direct;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.client.Rowan;
import io.rowandb.client.adapter.DescriptorAdapter;
import io.rowandb.client.store.SharedStore;
import io.rowandb.engine.Database;
import io.rowandb.engine.io.AppendFile;
import io.rowandb.engine.io.ForwardingFileSystem;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.settings.DatabaseOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.Test;

/** A hook that closes on Ctrl-C beside a program that closes by itself. */
class TwoClosersTest {
  private final CountDownLatch flushing = new CountDownLatch(1);
  private final CountDownLatch mayGoOn = new CountDownLatch(1);
  private final AtomicReference<IOException> failure = new AtomicReference<>();
  private volatile boolean slow;

  private final ForwardingFileSystem files =
      new ForwardingFileSystem(new MemoryFileSystem()) {
        @Override
        public AppendFile create(Path file) throws IOException {
          if (slow) {
            flushing.countDown();
            awaitEnd(mayGoOn);
          }
          return super.create(file);
        }
      };

  private static void awaitEnd(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts it", e);
    }
  }

  @Test
  void theSecondReturnsWhenAllIsSafe() throws Exception {
    Configuration conf = Rowan.configuration("mem:two-closers");
    Database database =
        Database.open(
            DatabaseOptions.builder(Path.of("/two"))
                .fileSystem(files)
                .backgroundThreads(0)
                .build());
    Connection connection;
    try (SharedStore share = SharedStore.share(conf, database)) {
      assertThat(share.database()).isSameAs(database);
      connection = ConnectionFactory.createConnection(conf);
    }
    database.createTable(DescriptorAdapter.engine(DoorTest.descriptor()), List.of());
    try (Table table = connection.getTable(DoorTest.T)) {
      table.put(DoorTest.put("r", "f:q", "v"));
    }
    slow = true;
    Thread first = closer(connection);
    first.start();
    flushing.await();
    Thread second = closer(connection);
    second.start();
    while (second.getState() != Thread.State.BLOCKED) {
      assertThat(second.getState())
          .as("while the first flushes")
          .isNotEqualTo(Thread.State.TERMINATED);
    }
    mayGoOn.countDown();
    first.join();
    second.join();
    assertThat(failure.get()).isNull();
  }

  private Thread closer(Connection connection) {
    return new Thread(
        () -> {
          try {
            connection.close();
          } catch (IOException e) {
            failure.set(e);
          }
        });
  }
}
