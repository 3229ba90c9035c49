package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.DIRECTORY;
import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.drain;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.get;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.snapshot;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.rowandb.engine.catalog.FamilyDescriptor;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.CrashFileSystem;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.ReadLimit;
import io.rowandb.engine.io.UnknownVersionException;
import io.rowandb.engine.io.WrongKindException;
import io.rowandb.engine.region.Region;
import io.rowandb.engine.region.RegionScanner;
import io.rowandb.engine.scan.ScanSpec;
import io.rowandb.engine.storefile.BlockEncoding;
import io.rowandb.engine.storefile.Compression;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Each byte of a small but whole database is flipped in turn: log segments, manifest, and a store
 * file of each compression, and with them of each encoding, with several blocks, tags, delete
 * markers and a Bloom filter. Opening and reading then name the file and the place, or give the
 * right answer; after few reads, and without much memory.
 */
@Tag("slow")
class FlippedBytesTest {
  private static final long SEED = Long.getLong("rowan.seed", 1);

  /** How many of a byte's bits are flipped, one after the other; the first ones by chance. */
  private static final int BITS = Integer.getInteger("rowan.flip.bits", 1);

  private static final int ROWS = 6;

  /** A hundred times what the undamaged database takes. */
  private static final long MAX_READS = 50_000;

  /** Some memstores of 2 MB for what is in the log, and as much again. */
  private static final long MAX_ALLOCATED_BYTES = 32L << 20;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final ManualClock clock = new ManualClock();

  /** What is asked of a database; each question fails or not by itself. */
  private record Question(String name, Answer answer) {}

  private interface Answer {
    List<String> of(Database database) throws IOException;
  }

  private static List<Question> questions() {
    List<Question> questions = new ArrayList<>();
    questions.add(new Question("scan", database -> scan(database, /* reversed= */ false)));
    questions.add(new Question("reversed scan", database -> scan(database, /* reversed= */ true)));
    for (int i = 0; i <= ROWS; i++) {
      String row = row(i);
      String absent = row + "!";
      questions.add(new Question("get " + row, database -> get(database, row)));
      questions.add(new Question("get " + absent, database -> get(database, absent)));
    }
    return questions;
  }

  @Test
  void everyFlippedByteIsNoticedOrHarmless() throws IOException {
    CrashFileSystem left = smallDatabase();
    List<Question> questions = questions();
    List<List<String>> expected = new ArrayList<>();
    try (Database database = open(left.copy())) {
      for (Question question : questions) {
        expected.add(question.answer().of(database));
      }
    }
    assertThat(expected.get(0)).hasSizeGreaterThan(ROWS * Compression.values().length);
    List<Path> files = files(left, DIRECTORY);
    Random random = new Random(SEED);
    int flips = 0;
    int noticed = 0;
    for (Path file : files) {
      int length = left.get(file).length;
      for (int at = 0; at < length; at++) {
        int first = random.nextInt(Byte.SIZE);
        for (int bit = first; bit < first + BITS; bit++) {
          flips++;
          CrashFileSystem damaged = left.copy();
          damaged.flip(file, at, 1 << (bit % Byte.SIZE));
          try {
            noticed += isNoticed(damaged, file, questions, expected) ? 1 : 0;
          } catch (IOException | RuntimeException | Error e) {
            throw new AssertionError(
                "bit " + bit % Byte.SIZE + " of byte " + at + " of " + file + ": " + e, e);
          }
        }
      }
    }
    System.out.printf(
        "flips: %,d bytes of %d files, noticed %,d, harmless %,d, wrong 0 (seed %d)%n",
        flips, files.size(), noticed, flips - noticed, SEED);
    assertThat(noticed).as("of %d", flips).isGreaterThan(flips * 8 / 10);
  }

  /** Whether any answer was refused; the others are right. */
  private boolean isNoticed(
      CrashFileSystem disk, Path file, List<Question> questions, List<List<String>> expected)
      throws IOException {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    boolean noticed = false;
    try {
      // Left open, as by a process that dies: closing would only write what is in memory.
      Database database = open(new ReadLimit(disk, MAX_READS));
      for (int i = 0; i < questions.size(); i++) {
        Question question = questions.get(i);
        try {
          if (!question.answer().of(database).equals(expected.get(i))) {
            throw new AssertionError(question.name() + " has the wrong answer");
          }
        } catch (CorruptFileException e) {
          noticed = true;
          checkNames(e, file);
        }
      }
    } catch (CorruptFileException e) {
      noticed = true;
      checkNames(e, file);
    } catch (WrongKindException | UnknownVersionException e) {
      noticed = true;
      assertThat(e).hasMessageContaining(file.getFileName().toString());
    }
    long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
    if (allocated > MAX_ALLOCATED_BYTES) {
      throw new AssertionError(allocated + " bytes of heap");
    }
    return noticed;
  }

  private static void checkNames(CorruptFileException e, Path file) {
    if (!file.equals(e.file()) || e.offset() < 0) {
      throw new AssertionError("names another place", e);
    }
  }

  /**
   * As a process that died leaves it: a family of each compression in files, and a log of several
   * segments.
   */
  private CrashFileSystem smallDatabase() throws IOException {
    CrashFileSystem disk = new CrashFileSystem();
    Database database = open(disk);
    List<FamilyDescriptor> families = new ArrayList<>();
    BlockEncoding[] encodings = BlockEncoding.values();
    for (Compression compression : Compression.values()) {
      families.add(
          family(
              compression.name().toLowerCase(Locale.ROOT),
              "COMPRESSION",
              compression.name(),
              "DATA_BLOCK_ENCODING",
              encodings[families.size() % encodings.length].name(),
              "BLOCKSIZE",
              "1024"));
    }
    assertThat(families).hasSizeGreaterThanOrEqualTo(encodings.length);
    database.createTable(table(TABLE, families.toArray(new FamilyDescriptor[0])), List.of());
    for (int i = 0; i < ROWS - 1; i++) {
      write(database, row(i), families, 150);
    }
    delete(database, row(2), families);
    database.flush(TABLE);
    TableName empty = TableName.of("empty");
    database.createTable(table(empty, families.get(0)), List.of());
    database.takeSnapshot(snapshot("s", empty), /* flush= */ false);
    for (int i = ROWS - 2; i < ROWS; i++) {
      write(database, row(i), families, 5);
      database.tick();
    }
    return disk.afterProcessDeath();
  }

  private static void write(
      Database database, String row, List<FamilyDescriptor> families, int valueBytes)
      throws IOException {
    RowMutation put =
        new RowMutation().reset(RowMutation.Kind.PUT, bytes(row), Durability.SYNC_WAL);
    byte[] value = bytes((row + " is here; ").repeat(valueBytes / 10 + 1));
    for (FamilyDescriptor family : families) {
      put.add(bytes(family.name()), bytes("q"), 7, CellType.PUT, value, bytes("tag"));
      put.add(bytes(family.name()), bytes("r"), valueBytes, CellType.PUT, value, new byte[0]);
    }
    region(database, row).write(put);
  }

  private static void delete(Database database, String row, List<FamilyDescriptor> families)
      throws IOException {
    RowMutation delete =
        new RowMutation().reset(RowMutation.Kind.DELETE, bytes(row), Durability.SYNC_WAL);
    byte[] none = new byte[0];
    for (FamilyDescriptor family : families) {
      delete.add(bytes(family.name()), none, 8, CellType.DELETE_FAMILY, none, none);
    }
    region(database, row).write(delete);
  }

  private static List<String> scan(Database database, boolean reversed) throws IOException {
    List<String> all = new ArrayList<>();
    for (Region region : database.table(TABLE).regions()) {
      try (RegionScanner scanner = region.scan(ScanSpec.builder().reversed(reversed).build())) {
        all.addAll(drain(scanner));
      }
    }
    return all;
  }

  private static String row(int i) {
    return "row" + i;
  }

  private static List<Path> files(CrashFileSystem disk, Path directory) {
    List<Path> files = new ArrayList<>();
    for (Path entry : disk.list(directory)) {
      if (disk.isDirectory(entry)) {
        files.addAll(files(disk, entry));
      } else {
        files.add(entry);
      }
    }
    return files;
  }

  private Database open(FileSystem disk) throws IOException {
    return Database.open(serial(disk, clock).logSegmentBytes(900).build());
  }
}
