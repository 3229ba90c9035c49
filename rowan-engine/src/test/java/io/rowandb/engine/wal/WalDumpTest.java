package io.rowandb.engine.wal;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.cell.DumpedParts;
import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.CrashFileSystem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A segment is shown entry by entry, as far as it can be read. */
class WalDumpTest {
  private static final Path SEGMENT = LogFixture.DIRECTORY.resolve("000000000001.log");

  private final CrashFileSystem files = new CrashFileSystem();

  @BeforeEach
  void write() throws IOException {
    try (Wal wal = LogFixture.open(files)) {
      for (int i = 0; i < 10; i++) {
        LogFixture.write(wal, "row" + i, Durability.FSYNC_WAL);
      }
    }
  }

  private DumpedParts dump(DumpedParts sink) throws IOException {
    WalDump.show(files, SEGMENT, sink);
    return sink;
  }

  @Test
  void showsEntriesWithTheirCells() throws IOException {
    DumpedParts dumped = dump(DumpedParts.all());
    assertThat(dumped.kinds()).startsWith("segment", "entry").endsWith("end").hasSize(12);
    assertThat(dumped.last("segment").fields()).containsEntry("firstSequence", 1L);
    assertThat(dumped.last("entry").fields()).containsEntry("sequence", 10L);
    assertThat(dumped.last("end").fields())
        .containsEntry("entries", 10L)
        .containsEntry("lastSequence", 10L)
        .containsEntry("unforcedBytesBehind", 0L);
    assertThat(dumped.cells())
        .extracting(cell -> new String(cell.row(), US_ASCII))
        .contains("row0", "row9");
    assertThat(dumped.cells()).extracting(cell -> cell.sequence()).isSorted().contains(1L, 10L);
  }

  @Test
  void anEndThatWasNeverForcedIsCountedAndDamageIsNamed() throws IOException {
    byte[] whole = files.get(SEGMENT);
    files.put(SEGMENT, Arrays.copyOf(whole, whole.length + 7));
    assertThat(dump(DumpedParts.all()).last("end").fields())
        .containsEntry("unforcedBytesBehind", 7L);
    files.put(SEGMENT, whole);
    files.flip(SEGMENT, whole.length / 2, 1);
    DumpedParts half = DumpedParts.all();
    assertThatThrownBy(() -> dump(half))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining(SEGMENT.toString());
    assertThat(half.cells()).isNotEmpty().hasSizeLessThan(10);
  }

  @Test
  void showsNoMoreThanIsWanted() throws IOException {
    assertThat(dump(new DumpedParts(false, false, 100)).kinds()).containsExactly("segment", "end");
    assertThat(dump(new DumpedParts(true, true, 4)).kinds()).doesNotContain("end");
  }
}
