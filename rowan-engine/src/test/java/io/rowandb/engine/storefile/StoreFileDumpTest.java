package io.rowandb.engine.storefile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellSamples;
import io.rowandb.engine.cell.DumpedParts;
import io.rowandb.engine.io.CorruptFileException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** All parts of a store file are shown, and of a damaged one those before the damage. */
class StoreFileDumpTest {
  private final List<Cell> cells = CellSamples.sorted(11, 120);

  private static DumpedParts dump(byte[] bytes, DumpedParts sink) throws IOException {
    StoreFileDump.show(StoreFiles.holding(bytes), StoreFiles.PATH, sink);
    return sink;
  }

  private byte[] file(Compression compression) throws IOException {
    return file(compression, cells);
  }

  private static byte[] file(Compression compression, List<Cell> cells) throws IOException {
    return StoreFiles.bytes(
        StoreFiles.written(StoreFiles.TINY.withCompression(compression), cells));
  }

  @ParameterizedTest
  @EnumSource(Compression.class)
  void f71_showsAllPartsInTheFilesOrderAndAllCells(Compression compression) throws IOException {
    List<Cell> many = CellSamples.sorted(12, 1_000);
    DumpedParts dumped = dump(file(compression, many), DumpedParts.all());
    assertThat(dumped.kinds())
        .contains("data", "bloom chunk", "leaf index", "leaf index entry", "intermediate index")
        .contains("root index", "meta index", "file info", "general bloom meta")
        .endsWith("trailer");
    assertThat(dumped.parts()).extracting(DumpedParts.Part::offset).isSorted();
    assertThat(dumped.last("trailer").fields())
        .containsEntry("cells", (long) many.size())
        .containsEntry("compression", compression.name());
    assertThat(dumped.last("file info").fields())
        .containsEntry("MAX_SEQ_ID_KEY", 77L)
        .containsEntry("MAJOR_COMPACTION_KEY", false)
        .containsEntry("BLOOM_FILTER_TYPE", "ROW")
        .containsEntry("hfile.CREATE_TIME_TS", StoreFiles.CREATED_MILLIS);
    assertThat(dumped.cells()).hasToString(many.toString());
  }

  @Test
  void showsNoMoreThanIsWanted() throws IOException {
    byte[] whole = file(Compression.NONE);
    assertThat(dump(whole, new DumpedParts(false, false, Integer.MAX_VALUE)).kinds())
        .containsExactly("file info", "general bloom meta", "trailer");
    assertThat(dump(whole, new DumpedParts(false, true, 5)).cells()).hasSize(5);
    DumpedParts blocks = dump(whole, new DumpedParts(true, false, Integer.MAX_VALUE));
    assertThat(blocks.cells()).isEmpty();
    assertThat(blocks.kinds()).contains("data", "trailer");
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource(
      value = Compression.class,
      names = {"NONE", "GZ"})
  void aFlippedByteIsNamedOrHarmless(Compression compression) throws IOException {
    byte[] whole = file(compression);
    int noticed = 0;
    int tried = 0;
    for (int at = 0; at < whole.length; at += 7) {
      byte[] damaged = whole.clone();
      damaged[at] ^= (byte) (1 << at % 8);
      tried++;
      try {
        assertThat(dump(damaged, DumpedParts.all()).cells()).as("byte " + at).hasSameSizeAs(cells);
      } catch (CorruptFileException e) {
        noticed++;
        assertThat(e.file()).isEqualTo(StoreFiles.PATH);
        assertThat(e.offset()).isBetween(0L, (long) whole.length);
      } catch (RuntimeException e) {
        throw new AssertionError("byte " + at + " flipped", e);
      }
    }
    System.out.println("StoreFileDumpTest: " + noticed + " of " + tried + " flips noticed");
    assertThat(noticed).isGreaterThan(tried * 8 / 10);
  }

  @Test
  void aFileThatIsCutShowsItsBlocksBeforeItSaysSo() throws IOException {
    byte[] whole = file(Compression.NONE);
    byte[] cut = Arrays.copyOf(whole, whole.length - HFileFormat.TRAILER_BYTES - 900);
    DumpedParts dumped = DumpedParts.all();
    assertThatThrownBy(() -> dump(cut, dumped)).isInstanceOf(CorruptFileException.class);
    assertThat(dumped.kinds()).contains("data", "bloom chunk", "leaf index");
    assertThat(dumped.cells()).isEmpty();
    byte[] hole = whole.clone();
    Arrays.fill(hole, whole.length / 2, whole.length / 2 + 50, (byte) 0);
    DumpedParts half = DumpedParts.all();
    assertThatThrownBy(() -> dump(hole, half))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining(StoreFiles.PATH.toString());
    assertThat(half.cells()).hasSizeBetween(10, 110);
  }
}
