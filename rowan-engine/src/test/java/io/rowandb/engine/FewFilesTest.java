package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.putAt;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.scan;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.io.AppendFile;
import io.rowandb.engine.io.DelegatingFileSystem;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.io.RandomReadFile;
import io.rowandb.engine.settings.DatabaseOptions;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The process may open only so many more files, none to a dozen: what needs one more says so, what
 * needs none goes on, reads among it, no descriptor is lost, and when there are enough again the
 * same database goes on.
 */
class FewFilesTest {
  private static final String TOO_MANY = "Too many open files";

  /** Counts open files; as with real ones, to force a directory and to truncate needs one too. */
  private static final class Descriptors extends DelegatingFileSystem {
    final AtomicInteger open = new AtomicInteger();
    int limit = Integer.MAX_VALUE;

    Descriptors() {
      super(new MemoryFileSystem());
    }

    @Override
    protected void before(String operation, Path path) throws IOException {
      if (operation.equals("create")
          || operation.equals("forceDirectory")
          || operation.equals("force")
          || operation.equals("truncate")) {
        refuseAtLimit(path);
      }
    }

    private void refuseAtLimit(Path path) throws IOException {
      if (open.get() >= limit) {
        throw new FileNotFoundException(path + " (" + TOO_MANY + ")");
      }
    }

    @Override
    public RandomReadFile open(Path path) throws IOException {
      refuseAtLimit(path);
      return super.open(path);
    }

    @Override
    protected RandomReadFile opened(Path path, RandomReadFile file) {
      open.incrementAndGet();
      return new DelegatingReadFile(file) {
        private boolean closed;

        @Override
        public void close() throws IOException {
          open.addAndGet(closed ? 0 : -1);
          closed = true;
          super.close();
        }
      };
    }

    @Override
    protected AppendFile created(Path path, AppendFile file) {
      open.incrementAndGet();
      return new DelegatingAppendFile(file) {
        private boolean closed;

        @Override
        public void close() throws IOException {
          open.addAndGet(closed ? 0 : -1);
          closed = true;
          super.close();
        }
      };
    }
  }

  private final Descriptors descriptors = new Descriptors();
  private final DatabaseOptions options =
      serial(descriptors, new ManualClock()).logSegmentBytes(2_000).build();
  private final List<String> expected = new ArrayList<>();
  private Database database;
  private int refusals;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 8, 12})
  void goesOnWhenThereAreEnoughAgain(int left) throws IOException {
    database = Database.open(options);
    database.createTable(table(TABLE, family("f"), family("g")), List.of());
    for (int i = 0; i < 4; i++) {
      write();
      database.flush(TABLE);
    }
    database.close();
    database = Database.open(options); // its first edit replaces the manifest
    descriptors.limit = descriptors.open.get() + left;
    for (int round = 0; round < 10; round++) {
      for (int i = 0; i < 10; i++) {
        write();
      }
      attempt(database::tick);
      attempt(() -> database.flush(TABLE));
      attempt(() -> database.compact(TABLE, null, round(database) % 2 == 0));
      assertThat(scan(database)).isEqualTo(expected);
    }
    assertThat(refusals)
        .as("refusals with %d more files", left)
        .matches(n -> left >= 3 || n > 0, "some when few");
    descriptors.limit = Integer.MAX_VALUE;
    write();
    database.flush(TABLE);
    database.compact(TABLE, null, true);
    assertThat(database.stats().storeFiles()).isEqualTo(2);
    assertThat(scan(database)).isEqualTo(expected);
    database.close();
    System.out.printf("few files: %d more may be open, %d calls refused, lost 0%n", left, refusals);
    assertThat(descriptors.open.get()).as("descriptors lost").isZero();
    try (Database reopened = Database.open(options)) {
      assertThat(scan(reopened)).isEqualTo(expected);
    }
  }

  @Test
  void anOpeningThatCannotOpenItsFilesLosesNone() throws IOException {
    database = Database.open(options);
    database.createTable(table(TABLE, family("f"), family("g")), List.of());
    for (int i = 0; i < 3; i++) {
      write();
      database.flush(TABLE);
      write();
    }
    database.close();
    database = null;
    for (int limit = 0; database == null; limit++) {
      descriptors.limit = limit;
      attempt(() -> database = Database.open(options));
      assertThat(database != null || descriptors.open.get() == 0)
          .as("descriptors lost with %d", limit)
          .isTrue();
    }
    assertThat(refusals).isPositive();
    assertThat(scan(database)).isEqualTo(expected);
    descriptors.limit = Integer.MAX_VALUE;
    database.close();
  }

  private interface Attempt {
    void run() throws IOException;
  }

  private static long round(Database database) {
    return database.stats().flushes();
  }

  private void attempt(Attempt attempt) {
    try {
      attempt.run();
    } catch (IOException e) {
      refusals++;
      assertClear(e);
    }
  }

  private static void assertClear(IOException e) {
    List<String> messages = new ArrayList<>();
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      messages.add(String.valueOf(cause.getMessage()));
    }
    assertThat(messages).anyMatch(message -> message.contains(TOO_MANY));
  }

  private void write() throws IOException {
    String row = String.format("r%05d", expected.size() / 2);
    try {
      region(database, row)
          .write(putAt(1, row, "f:q=" + "x".repeat(300), "g:q=" + "x".repeat(300)));
      expected.add(row + "/f:q@1=" + "x".repeat(300));
      expected.add(row + "/g:q@1=" + "x".repeat(300));
    } catch (IOException e) {
      refusals++;
      assertClear(e);
    }
  }
}
