package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.delete;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.putAt;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.catalog.FamilyDescriptor;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.cell.DumpedParts;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.settings.DatabaseOptions;
import io.rowandb.engine.storefile.BlockEncoding;
import io.rowandb.engine.storefile.StoreFileDump;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** DATA_BLOCK_ENCODING is altered at any time: old files stay as they are until a compaction. */
class AlteredEncodingTest {
  private static final BlockEncoding[] ENCODINGS = BlockEncoding.values();

  private final MemoryFileSystem fileSystem = new MemoryFileSystem();

  private final DatabaseOptions options =
      serial(fileSystem, new ManualClock()).compactionMinFiles(10).build();

  @Test
  void filesOfAllEncodingsAreReadTogether() throws IOException {
    List<String> expected;
    try (Database database = Database.open(options)) {
      database.createTable(table(TABLE, encoded("NONE")), List.of());
      for (int i = 0; i < ENCODINGS.length; i++) {
        database.modifyTable(table(TABLE, encoded(ENCODINGS[i].name())));
        writeRound(database, i);
        database.flush(TABLE);
      }
      assertThat(encodings())
          .containsExactlyInAnyOrder("NONE", "PREFIX", "DIFF", "FAST_DIFF", "ROW_INDEX_V1");
      expected = TestDatabase.scan(database);
      assertThat(expected)
          .hasSize(200 + 20)
          .contains("row007/f:q@4=round 4", "row013/f:only4@4=x")
          .doesNotContain("row013/f:only3@3=x");
    }
    try (Database database = Database.open(options)) {
      assertThat(TestDatabase.scan(database)).as("after a restart").isEqualTo(expected);
      database.modifyTable(table(TABLE, encoded("diff")));
      database.compact(TABLE, null, true);
      assertThat(encodings()).containsExactly("DIFF");
      assertThat(TestDatabase.scan(database)).as("rewritten").isEqualTo(expected);
    }
  }

  /** Each round puts a new version into every row, and hides the columns of the one before. */
  private static void writeRound(Database database, int round) throws IOException {
    for (int i = 0; i < 200; i++) {
      String row = String.format("row%03d", i);
      region(database, row).write(putAt(round, row, "f:q=round " + round));
      if (i % 10 == 3) {
        String before = "f:only" + (round - 1);
        region(database, row).write(delete(CellType.DELETE_COLUMN, round, row, before));
        region(database, row).write(putAt(round, row, "f:only" + round + "=x"));
      }
    }
  }

  private static FamilyDescriptor encoded(String encoding) {
    return family("f", "DATA_BLOCK_ENCODING", encoding, "BLOCKSIZE", "1024");
  }

  /** What the store files say of themselves. */
  private List<String> encodings() throws IOException {
    List<String> found = new ArrayList<>();
    collect(TestDatabase.DIRECTORY.resolve("data"), found);
    return found;
  }

  private void collect(Path directory, List<String> found) throws IOException {
    for (Path path : fileSystem.list(directory)) {
      if (fileSystem.isDirectory(path)) {
        collect(path, found);
      } else {
        DumpedParts parts = new DumpedParts(false, false, Integer.MAX_VALUE);
        StoreFileDump.show(fileSystem, path, parts);
        Object encoding = parts.last("file info").fields().get("DATA_BLOCK_ENCODING");
        found.add(encoding == null ? "NONE" : encoding.toString());
      }
    }
  }
}
