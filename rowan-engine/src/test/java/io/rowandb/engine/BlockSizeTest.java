package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.putAt;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.catalog.FamilyDescriptor;
import io.rowandb.engine.io.MemoryFileSystem;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** BLOCKSIZE of a family: how many blocks a scan of a file reads. */
class BlockSizeTest {
  private static final int CELLS = 1_000;

  /** Bytes of each cell in a block: key and lengths, value, and a sequence id. */
  private static final int CELL_BYTES = 8 + 2 + 5 + 1 + 1 + 1 + 8 + 1 + 100 + 1;

  @ParameterizedTest
  @CsvSource({"1024, NONE", "10000, NONE", "65536, NONE", "1024, ROW_INDEX_V1", "1024, DIFF"})
  void aBlockEndsWithTheCellThatFillsIt(int blockBytes, String encoding) throws IOException {
    try (Database database =
        Database.open(serial(new MemoryFileSystem(), new ManualClock()).build())) {
      FamilyDescriptor family =
          family(
              "f",
              "BLOCKSIZE",
              Integer.toString(blockBytes),
              "DATA_BLOCK_ENCODING",
              encoding,
              "BLOOMFILTER",
              "NONE");
      database.createTable(table(TABLE, family), List.of());
      for (int i = 0; i < CELLS; i++) {
        String row = String.format("r%04d", i);
        region(database, row).write(putAt(i, row, "f:q=" + "v".repeat(100)));
      }
      database.flush(TABLE);
      long before = database.stats().blockCacheMisses();
      assertThat(TestDatabase.scan(database)).hasSize(CELLS);
      int cellsInBlock = (blockBytes + CELL_BYTES - 1) / CELL_BYTES;
      int blocks = (CELLS + cellsInBlock - 1) / cellsInBlock;
      assertThat(database.stats().blockCacheMisses() - before)
          .as("an encoding changes little, sequence ids may take more bytes")
          .isBetween((long) blocks - 2, blocks + blocks / 15 + 2L);
    }
  }
}
