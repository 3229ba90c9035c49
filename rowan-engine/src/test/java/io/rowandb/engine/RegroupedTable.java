package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.DIRECTORY;
import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.drain;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.putAt;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.compaction.CompactionPolicy.Wish;
import io.rowandb.engine.compaction.CompactionSelection;
import io.rowandb.engine.io.FaultyFileSystem;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.region.RefusedException.Reason;
import io.rowandb.engine.region.Region;
import io.rowandb.engine.region.RegionScanner;
import io.rowandb.engine.scan.ScanSpec;
import io.rowandb.engine.settings.DatabaseOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * A table of {@link #ROWS} rows in two families, whose regions a test splits, merges and truncates.
 */
abstract class RegroupedTable {
  static final int ROWS = 400;

  final FaultyFileSystem files = new FaultyFileSystem(new MemoryFileSystem());
  final ManualClock clock = new ManualClock();
  Database database;

  /** Compacts only when told to, so that references stay. */
  DatabaseOptions.Builder options() {
    return options(files);
  }

  DatabaseOptions.Builder options(FileSystem fileSystem) {
    return serial(fileSystem, clock)
        .compactionPolicy(
            settings ->
                (oldestFirst, wish, ttlMillis, nowMillis) ->
                    wish == Wish.MAJOR
                        ? CompactionSelection.of(0, oldestFirst.size(), oldestFirst.size())
                        : CompactionSelection.NONE);
  }

  @BeforeEach
  void open() throws IOException {
    database = Database.open(options().build());
    database.createTable(
        table(TABLE, family("a", "BLOCKSIZE", "1024"), family("b", "BLOCKSIZE", "1024")),
        List.of());
  }

  @AfterEach
  void close() throws IOException {
    database.close();
  }

  void reopen() throws IOException {
    database.close();
    database = Database.open(options().build());
  }

  static String row(int i) {
    return "r" + (1000 + i);
  }

  void write(int from, int to, String value) throws IOException {
    for (int i = from; i < to; i++) {
      region(database, row(i)).write(putAt(1, row(i), "a:q=" + value, "b:q=" + value));
    }
  }

  static List<String> cells(int from, int to, String value) {
    List<String> all = new ArrayList<>();
    for (int i = from; i < to; i++) {
      all.add(row(i) + "/a:q@1=" + value);
      all.add(row(i) + "/b:q@1=" + value);
    }
    return all;
  }

  List<Region> regions() {
    return database.table(TABLE).regions();
  }

  String name(int region) {
    return regions().get(region).info().encodedName();
  }

  List<String> ranges() {
    return regions().stream().map(region -> region.info().range().toString()).toList();
  }

  static List<String> scanOf(Region region) throws IOException {
    try (RegionScanner scanner = region.scan(ScanSpec.builder().build())) {
      return drain(scanner);
    }
  }

  /** All store files, as region/family/name. */
  List<String> storeFiles() throws IOException {
    List<String> found = new ArrayList<>();
    Path table = DIRECTORY.resolve("data/default/t");
    for (Path region : files.list(table)) {
      for (Path family : files.list(region)) {
        for (Path file : files.list(family)) {
          found.add(table.relativize(file).toString());
        }
      }
    }
    return found;
  }

  static void assertRefused(Reason reason, String message, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            RefusedException.class, e -> assertThat(e.reason()).isEqualTo(reason))
        .hasMessageContaining(message);
  }

  void copyAll(Path directory, MemoryFileSystem to) throws IOException {
    to.createDirectories(directory);
    for (Path path : files.list(directory)) {
      if (files.isDirectory(path)) {
        copyAll(path, to);
      } else {
        try (var in = files.open(path);
            var out = to.create(path)) {
          byte[] bytes = new byte[(int) in.size()];
          in.readFully(0, bytes, 0, bytes.length);
          out.write(bytes, 0, bytes.length);
        }
      }
    }
  }
}
