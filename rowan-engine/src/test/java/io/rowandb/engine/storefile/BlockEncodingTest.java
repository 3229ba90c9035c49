package io.rowandb.engine.storefile;

import static io.rowandb.engine.cell.CellScannerContract.assertSame;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.cache.BlockCache;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellCodec;
import io.rowandb.engine.cell.CellSamples;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.io.MemoryFileSystem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.zip.DataFormatException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Encodings of blocks: the bytes of examples, odd cells, and what is no encoded block. */
class BlockEncodingTest {
  private static final long SEED = Long.getLong("rowan.seed", 1);

  /** The example of {@link DeltaFormat} and of {@link RowIndexFormat}. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          PREFIX       | 0002 00000030 0f0100 000172 0166 61 0000000000000001 04 76 \
          0a0105 62 0000000000000001 04 76
          DIFF         | 0003 00000030 0166 00 0f0100 000172 61 01 04 76 07 05 62 01 76
          FAST_DIFF    | 0004 00000030 00 0f0100 000172 0166 61 0000000000000001 04 76 \
          7f 05 62 01
          ROW_INDEX_V1 | 0007 0000000f 00000001 000172 0166 61 0000000000000001 04 76 \
          0000000f 00000001 000172 0166 62 0000000000000001 04 76 00000001 00000000 00000030
          """)
  void writesTheExample(BlockEncoding encoding, String hex) throws DataFormatException {
    CellLayout layout = new CellLayout(encoding, false, false, false);
    List<Cell> cells =
        List.of(CellSamples.put("r", "a", 1, "v", 0), CellSamples.put("r", "b", 1, "v", 0));
    ByteSink body = encoded(layout, cells);
    assertThat(HexFormat.of().formatHex(body.toByteArray())).isEqualTo(hex.replaceAll("\\s", ""));
  }

  private static ByteSink encoded(CellLayout layout, List<Cell> cells) {
    ByteSink body = new ByteSink(16);
    BlockEncoder encoder = BlockEncoders.of(layout);
    encoder.start(body);
    Cell last = new Cell();
    for (Cell cell : cells) {
      encoder.append(cell, last);
      assertThat(last).hasToString(cell.toString());
      assertThat(last.value()).isEqualTo(cell.value());
    }
    encoder.finish();
    return body;
  }

  @ParameterizedTest
  @EnumSource(BlockEncoding.class)
  void keepsTheOddestCells(BlockEncoding encoding) throws IOException {
    List<Cell> cells = new ArrayList<>();
    long[] times = {Long.MAX_VALUE, 1L << 40, 255, 0, -1, -256, Long.MIN_VALUE + 1, Long.MIN_VALUE};
    for (long time : times) {
      cells.add(CellSamples.put("times", "", time, time % 2 == 0 ? "even" : "", 1));
    }
    String row = "x".repeat(Cell.MAX_ROW_BYTES);
    cells.add(CellSamples.put(row, "", 1, "", Long.MAX_VALUE));
    cells.add(CellSamples.put(row, "q".repeat(70_000), 1, "v".repeat(200_000), 0));
    cells.add(
        CellSamples.withTags(
            CellCodec.cell(
                CellSamples.bytes(row),
                CellSamples.bytes("f"),
                CellSamples.bytes("r"),
                1,
                CellType.DELETE_COLUMN,
                new byte[0],
                7),
            new byte[65_535]));
    for (int blockBytes : new int[] {1, 100, 1 << 20}) {
      StoreFileOptions options = StoreFileOptions.DEFAULT.withEncoding(encoding);
      MemoryFileSystem files = StoreFiles.written(options, cells);
      try (StoreFile file = StoreFile.open(files, StoreFiles.PATH, new BlockCache(blockBytes))) {
        List<Cell> read = StoreFiles.read(file, true);
        assertThat(read).hasSameSizeAs(cells);
        for (int i = 0; i < cells.size(); i++) {
          assertSame(read.get(i), cells.get(i));
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = BlockEncoding.class,
      names = {"PREFIX", "DIFF", "FAST_DIFF"})
  void refusesASecondFamily(BlockEncoding encoding) {
    List<Cell> cells =
        List.of(
            CellSamples.put("r", "q", 1, "v", 1),
            CellCodec.cell(
                CellSamples.bytes("r"),
                CellSamples.bytes("g"),
                CellSamples.bytes("q"),
                1,
                CellType.PUT,
                new byte[0],
                1));
    assertThatThrownBy(
            () -> StoreFiles.written(StoreFileOptions.DEFAULT.withEncoding(encoding), cells))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("one family")
        .hasMessageContaining("r/g:q");
  }

  /** Checksums are no help against a writer that is wrong: each change is an answer or an error. */
  @Tag("slow")
  @ParameterizedTest
  @EnumSource(
      value = BlockEncoding.class,
      names = {"PREFIX", "DIFF", "FAST_DIFF", "ROW_INDEX_V1"})
  void endsOnAnyDamage(BlockEncoding encoding) {
    Random random = new Random(SEED);
    int refused = 0;
    int tries = 10_000;
    for (int i = 0; i < tries; i++) {
      CellLayout layout = new CellLayout(encoding, i % 2 == 0, i % 4 == 0, i % 3 == 0);
      CellLayout written = new CellLayout(encoding, layout.tags(), false, layout.sequences());
      byte[] bytes = encoded(written, CellSamples.sorted(i % 100, 20)).toByteArray();
      for (int changes = random.nextInt(3); changes >= 0; changes--) {
        int at = BlockEncoding.ID_BYTES + random.nextInt(bytes.length - BlockEncoding.ID_BYTES);
        bytes[at] = (byte) (random.nextBoolean() ? random.nextInt(256) : bytes[at] ^ 1);
      }
      BlockBody body = new BlockBody(bytes, 0, random.nextInt(bytes.length) + 1);
      try {
        BlockBody cells =
            encoding.leavesBytesOut()
                ? DeltaDecoder.decode(body, layout)
                : RowIndexFormat.cells(body);
        assertThat(cells.end()).isLessThanOrEqualTo(cells.bytes().length);
      } catch (DataFormatException e) {
        assertThat(e.getMessage()).isNotBlank();
        refused++;
      } catch (RuntimeException e) {
        throw new AssertionError("seed " + SEED + ", try " + i, e);
      }
    }
    assertThat(refused).as("refused of %d, seed %d", tries, SEED).isGreaterThan(tries / 3);
  }

  @Test
  void tagsThatAreNumbersComeBack() throws DataFormatException, IOException {
    String hex =
        "0002 00000039"
            + " 0e0000 000172 0166 0000000000000001 04  06 ff0141 ff0142"
            + " 02000c 0004  03 0001";
    byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));
    CellLayout layout = new CellLayout(BlockEncoding.PREFIX, true, true, false);
    BlockBody cells = DeltaDecoder.decode(new BlockBody(bytes, 0, bytes.length), layout);
    DataBlock block =
        DataBlock.parse(
            StoreFiles.PATH,
            1,
            0,
            cells.bytes(),
            cells.start(),
            cells.end(),
            true,
            false,
            AssignedSequence.NONE);
    Cell view = new Cell();
    block.read(0, view);
    assertThat(tags(view)).isEqualTo("000141" + "000142");
    block.read(1, view);
    assertThat(tags(view)).as("the second that was met").isEqualTo("000142");
  }

  private static String tags(Cell cell) {
    return HexFormat.of()
        .formatHex(cell.array(), cell.tagsOffset(), cell.tagsOffset() + cell.tagsLength());
  }
}
