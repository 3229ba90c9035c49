package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.drain;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.put;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.io.WatchedReads;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.region.RegionScanner;
import io.rowandb.engine.scan.ScanSpec;
import io.rowandb.engine.scan.ScanSpec.ReadType;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which scans read files ahead, as HBase's keys and the scans say, by the reads of files. */
class ReadTypeTest {
  private static final int ROWS = 400;
  private static final String MAX_BYTES = "hbase.storescanner.pread.max.bytes";
  private static final String PREAD = "hbase.storescanner.use.pread";

  /** Each row is a block, and a window has more than a hundred of them. */
  private static final int BLOCKS = ROWS;

  private final WatchedReads files = new WatchedReads(new MemoryFileSystem());
  private Database database;
  private int reads;

  @BeforeEach
  void open() throws IOException {
    database =
        Database.open(
            serial(files, new ManualClock())
                .blockCacheBytes(0)
                .familyDefaults(Map.of(MAX_BYTES, "20480"))
                .build());
  }

  private void load(String... attributes) throws IOException {
    String[] all = new String[attributes.length + 2];
    all[0] = "BLOCKSIZE";
    all[1] = "1024";
    System.arraycopy(attributes, 0, all, 2, attributes.length);
    database.createTable(table(TABLE, family("f", all)), List.of());
    for (int i = 0; i < ROWS; i++) {
      region(database, "").write(put("row" + (1000 + i), "f:q=" + "v".repeat(1100)));
    }
    database.flush(TABLE);
    files.watch((path, position, length) -> reads++);
  }

  /** How many reads of files it takes. */
  private int readsOf(ScanSpec.Builder spec, int rows) throws IOException {
    reads = 0;
    try (RegionScanner scanner = region(database, "").scan(spec.build())) {
      assertThat(drain(scanner)).hasSize(rows);
    }
    return reads;
  }

  private int readsOf(ReadType type) throws IOException {
    return readsOf(ScanSpec.builder().readType(type), ROWS);
  }

  @AfterEach
  void close() throws IOException {
    database.close();
  }

  @Test
  void theTypeOfAScanDecides() throws IOException {
    load(MAX_BYTES, "4096");
    assertThat(readsOf(ReadType.PREAD)).isGreaterThanOrEqualTo(BLOCKS);
    assertThat(readsOf(ReadType.DEFAULT)).as("four blocks and few windows").isBetween(5, 10);
    assertThat(readsOf(ReadType.STREAM)).isLessThan(6);
    assertThat(readsOf(ScanSpec.builder().cacheBlocks(false), ROWS)).isLessThan(6);
    assertThat(readsOf(ScanSpec.builder().cacheBlocks(false).readType(ReadType.PREAD), ROWS))
        .isGreaterThanOrEqualTo(BLOCKS);
  }

  @Test
  void oneRowIsNeverReadAhead() throws IOException {
    load();
    ScanSpec.Builder one =
        ScanSpec.builder()
            .startRow(bytes("row1200"), true)
            .stopRow(bytes("row1200"), true)
            .readType(ReadType.STREAM);
    int[] longest = {0};
    files.watch((path, position, length) -> longest[0] = Math.max(longest[0], length));
    readsOf(one, 1);
    assertThat(longest[0]).isLessThan(64 << 10);
  }

  @Test
  void theDatabaseSetsItForFamiliesThatDoNot() throws IOException {
    load();
    assertThat(readsOf(ReadType.DEFAULT)).as("20 KB first").isBetween(18, 24);
  }

  @Test
  void aFamilyMayReadAheadFromTheStart() throws IOException {
    load(MAX_BYTES, "-1");
    assertThat(readsOf(ReadType.DEFAULT)).isLessThan(6);
  }

  @Test
  void aFamilyMayNeverReadAheadWithoutBeingAsked() throws IOException {
    load(PREAD, "true", MAX_BYTES, "0");
    assertThat(readsOf(ReadType.DEFAULT)).isGreaterThanOrEqualTo(BLOCKS);
    assertThat(readsOf(ScanSpec.builder().cacheBlocks(false), ROWS)).isGreaterThanOrEqualTo(BLOCKS);
    assertThat(readsOf(ReadType.STREAM)).isLessThan(6);
  }

  @Test
  void whatIsNoNumberIsRefused() {
    assertThatThrownBy(() -> load("CONFIGURATION:" + MAX_BYTES, "many"))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining(MAX_BYTES)
        .hasMessageContaining("many");
  }
}
