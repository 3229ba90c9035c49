package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.DIRECTORY;
import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.putAt;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.scan;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.table;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.io.HookedFileSystem;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.settings.DatabaseOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A logger that throws, as one does that formats the time in a process that can open no more files:
 * it must not make a failure of what is done, or end the work in the background.
 */
class FailingLoggerTest {
  // Held, for the registry of loggers does not hold them.
  private final Logger logger = Logger.getLogger("io.rowandb.engine");

  private final Handler failing =
      new Handler() {
        @Override
        public void publish(LogRecord entry) {
          throw new ExceptionInInitializerError("no time zones");
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  private final PrintStream errorsBefore = System.err;
  private final ByteArrayOutputStream errors = new ByteArrayOutputStream();
  private final HookedFileSystem files = new HookedFileSystem(new MemoryFileSystem());

  @BeforeEach
  void breakIt() {
    logger.addHandler(failing);
    System.setErr(new PrintStream(errors, true, UTF_8));
  }

  @AfterEach
  void mend() {
    System.setErr(errorsBefore);
    logger.removeHandler(failing);
  }

  @Test
  void aTableIsMadeAllTheSame() throws IOException {
    try (Database database = Database.open(serial(files, new ManualClock()).build())) {
      refuse("TABLES.new");
      database.createTable(table(TABLE, family("f")), List.of());
      region(database, "r").write(putAt(1, "r", "f:q=1"));
      assertThat(scan(database)).containsExactly("r/f:q@1=1");
      allow();
    }
    assertThat(errors.toString(UTF_8))
        .contains("Cannot write " + DIRECTORY.resolve("TABLES"))
        .contains("no descriptor")
        .contains("not logged: java.lang.ExceptionInInitializerError: no time zones");
  }

  @Test
  void aFlushInTheBackgroundIsTriedAgain() throws IOException {
    DatabaseOptions options = serial(files, new ManualClock()).flushBytes(1).build();
    try (Database database = Database.open(options)) {
      database.createTable(table(TABLE, family("f")), List.of());
      refuse("/f/");
      region(database, "r").write(putAt(1, "r", "f:q=1"));
      database.tick();
      assertThat(database.stats().backgroundFailures()).isPositive();
      allow();
      database.tick();
      assertThat(database.stats().storeFiles()).isEqualTo(1);
    }
    assertThat(errors.toString(UTF_8)).contains("Background work failed").contains("no descriptor");
  }

  private void refuse(String part) {
    files.hook(
        (operation, path) -> {
          if (operation.equals("create") && path.toString().contains(part)) {
            throw new IOException("no descriptor for " + path);
          }
        });
  }

  private void allow() {
    files.hook((operation, path) -> {});
  }
}
