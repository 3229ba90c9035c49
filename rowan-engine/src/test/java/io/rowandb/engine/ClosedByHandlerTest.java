package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.DIRECTORY;
import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.putAt;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.scan;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.io.HookedFileSystem;
import io.rowandb.engine.io.MemoryFileSystem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A log handler that closes the database whose thread tells it of a failure, while somebody else
 * closes it already.
 */
class ClosedByHandlerTest {
  // Held, for the registry of loggers does not hold them.
  private final Logger logger = Logger.getLogger("io.rowandb.engine");

  private final HookedFileSystem files = new HookedFileSystem(new MemoryFileSystem());
  private final CountDownLatch told = new CountDownLatch(1);
  private final CountDownLatch closedByBoth = new CountDownLatch(1);
  private final AtomicBoolean once = new AtomicBoolean();
  private Database database;

  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord entry) {
          if (Thread.currentThread().getName().equals("rowan-flush")
              && once.compareAndSet(false, true)) {
            told.countDown();
            closeAsSecond();
            closedByBoth.countDown();
          }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  private void closeAsSecond() {
    while (!database.isClosed()) { // the other has what this one wants
      Thread.onSpinWait();
    }
    try {
      database.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @AfterEach
  void beSilent() {
    logger.removeHandler(handler);
  }

  @Test
  void bothComeToAnEnd() throws Exception {
    database =
        Database.open(serial(files, new ManualClock()).backgroundThreads(2).flushBytes(1).build());
    database.createTable(table(TABLE, family("f")), List.of());
    logger.addHandler(handler);
    AtomicBoolean refuses = new AtomicBoolean(true);
    files.hook(
        (operation, path) -> {
          if (refuses.get() && operation.equals("create") && path.toString().contains("/f/")) {
            throw new IOException("no descriptor for " + path);
          }
        });
    region(database, "r").write(putAt(1, "r", "f:q=1"));
    told.await();
    refuses.set(false);
    database.close();
    closedByBoth.await();
    try (Database next = Database.open(serial(files, new ManualClock()).build())) {
      assertThat(scan(next)).as("in %s", DIRECTORY).containsExactly("r/f:q@1=1");
    }
  }
}
