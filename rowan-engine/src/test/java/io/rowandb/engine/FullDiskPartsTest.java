package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.DIRECTORY;
import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.get;
import static io.rowandb.engine.TestDatabase.putAt;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.scan;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.io.AppendFile;
import io.rowandb.engine.io.DelegatingFileSystem;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.settings.DatabaseOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The disk is full for one kind of file: what needs it fails and says why, a write that does not
 * need it is taken, reads go on, and when there is space again all goes on in the same database. A
 * write that is refused has put half of its bytes into the file, as real disks do.
 */
class FullDiskPartsTest {
  private static final String FULL = "No space left on device";
  private static final Path LOG = DIRECTORY.resolve("log");
  private static final Path DATA = DIRECTORY.resolve("data");
  private static final long GLOBAL_BYTES = 600_000;

  /** A disk that takes no more bytes for some files. */
  private static final class Disk extends DelegatingFileSystem {
    private Predicate<Path> full = path -> false;

    Disk() {
      super(new MemoryFileSystem());
    }

    @Override
    protected void before(String operation, Path path) throws IOException {
      if (full.test(path) && (operation.equals("create") || operation.equals("rename"))) {
        throw new IOException(FULL + ": " + operation + " " + path);
      }
    }

    @Override
    protected AppendFile created(Path path, AppendFile file) {
      return new DelegatingAppendFile(file) {
        @Override
        public void write(byte[] source, int offset, int length) throws IOException {
          if (full.test(path)) {
            super.write(source, offset, length / 2);
            throw new IOException(FULL + ": write " + path);
          }
          super.write(source, offset, length);
        }
      };
    }
  }

  private final Disk disk = new Disk();
  private final DatabaseOptions options =
      serial(disk, new ManualClock())
          .flushBytes(1 << 20)
          .splits(TestDatabase.UNSPLIT)
          .globalMemStoreBytes(GLOBAL_BYTES)
          .logSegmentBytes(100_000)
          .build();
  private final List<String> expected = new ArrayList<>();
  private Database database;

  @BeforeEach
  void fill() throws IOException {
    database = Database.open(options);
    database.createTable(table(TABLE, family("f")), List.of());
    for (int file = 0; file < 2; file++) {
      write();
      database.flush(TABLE);
    }
    write();
  }

  @AfterEach
  void reopen() throws IOException {
    assertThat(scan(database)).isEqualTo(expected);
    database.close();
    try (Database reopened = Database.open(options)) {
      assertThat(scan(reopened)).isEqualTo(expected);
      assertThat(reopened.stats().orphanFiles()).as("files left behind").isZero();
    }
  }

  @Test
  void log() throws IOException {
    disk.full = path -> path.startsWith(LOG);
    for (int i = 0; i < 5; i++) {
      assertThatThrownBy(() -> put("refused"))
          .hasMessageContaining("The log cannot be written: " + FULL);
      assertThat(scan(database)).isEqualTo(expected);
    }
    database.flush(TABLE);
    database.compact(TABLE, null, true);
    disk.full = path -> false;
    write();
  }

  @Test
  void logThatNeedsANewSegment() throws IOException {
    database.checkpoint();
    disk.full = path -> path.startsWith(LOG);
    for (int i = 0; i < 5; i++) {
      assertThatThrownBy(() -> put("refused"))
          .hasMessageContaining("The log cannot be written: " + FULL);
    }
    disk.full = path -> false;
    write();
  }

  @Test
  void flush() throws IOException {
    disk.full = path -> path.startsWith(DATA);
    assertThatThrownBy(() -> database.flush(TABLE)).hasMessageContaining(FULL);
    assertThat(scan(database)).isEqualTo(expected);
    write();
    try (Quiet quiet = new Quiet()) {
      assertThat(quiet).isNotNull();
      fillMemory();
      write(); // has the flush tried again, which has failed once
      assertThatThrownBy(() -> put("refused"))
          .isInstanceOfSatisfying(
              RefusedException.class,
              e -> assertThat(e.reason()).isEqualTo(RefusedException.Reason.REGION_TOO_BUSY))
          .hasMessageContaining("its flush failed")
          .hasMessageContaining(FULL);
    }
    assertThat(scan(database)).isEqualTo(expected);
    disk.full = path -> false;
    write();
    assertThat(database.stats().memStoreBytes()).isLessThan(GLOBAL_BYTES);
    database.flush(TABLE);
    assertThat(database.stats().memStoreBytes()).as("all in files").isLessThan(200_000);
  }

  @Test
  void compaction() throws IOException {
    database.flush(TABLE);
    assertThat(database.stats().storeFiles()).isEqualTo(1);
    write();
    database.flush(TABLE);
    disk.full = path -> path.startsWith(DATA);
    assertThatThrownBy(() -> database.compact(TABLE, null, true)).hasMessageContaining(FULL);
    assertThat(scan(database)).isEqualTo(expected);
    write();
    disk.full = path -> false;
    database.compact(TABLE, null, true);
    assertThat(database.stats().storeFiles()).isEqualTo(1);
  }

  @Test
  void manifest() throws IOException {
    disk.full = path -> path.getFileName().toString().startsWith("MANIFEST");
    assertThatThrownBy(() -> database.flush(TABLE)).hasMessageContaining(FULL);
    assertThat(scan(database)).isEqualTo(expected);
    assertThatThrownBy(() -> database.createTable(table(TableName.of("u"), family("f")), List.of()))
        .hasMessageContaining(FULL);
    write();
    disk.full = path -> false;
    database.flush(TABLE);
    database.createTable(table(TableName.of("u"), family("f")), List.of());
    write();
  }

  /** Until half of the global limit all is taken; the other half is for regions without a fault. */
  private void fillMemory() throws IOException {
    while (database.stats().memStoreBytes() < GLOBAL_BYTES / 2) {
      write();
    }
  }

  private void write() throws IOException {
    put("v");
    String row = row();
    expected.add(row + "/f:q@1=v" + "x".repeat(10_000));
    assertThat(get(database, row)).hasSize(1);
  }

  private void put(String value) throws IOException {
    region(database, row()).write(putAt(1, row(), "f:q=" + value + "x".repeat(10_000)));
  }

  private String row() {
    return String.format("r%05d", expected.size());
  }
}
