package io.rowandb.engine.storefile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellCodec;
import io.rowandb.engine.cell.CellSamples;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.io.Finding;
import io.rowandb.engine.io.MemoryFileSystem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A whole file has no finding, and no byte of a file can change without one. */
class StoreFileCheckTest {
  /** Above the sequence ids of the samples. */
  private static final long MAX_SEQUENCE = 1 << 20;

  private final List<Cell> cells = CellSamples.sorted(11, 120);
  private final List<Finding> findings = new ArrayList<>();

  @ParameterizedTest
  @EnumSource(Compression.class)
  void findsNothingInAWholeFile(Compression compression) throws IOException {
    for (StoreFileOptions options : List.of(StoreFiles.TINY, StoreFileOptions.DEFAULT)) {
      StoreFileCheck.Outcome outcome =
          check(written(options.withCompression(compression), cells), null);
      assertThat(findings).isEmpty();
      assertThat(outcome.cells()).isEqualTo(cells.size());
      assertThat(outcome.rows())
          .isEqualTo(cells.stream().map(c -> Bytes.printable(c.row())).distinct().count());
      assertThat(outcome.info().entryCount()).isEqualTo(cells.size());
    }
  }

  @Test
  void findsNothingInAFileWithoutCells() throws IOException {
    StoreFileCheck.Outcome outcome =
        check(written(StoreFiles.TINY, List.of()), "f".getBytes(UTF_8));
    assertThat(findings).isEmpty();
    assertThat(outcome.info().entryCount()).isZero();
  }

  @Tag("slow")
  @Test
  void findsEveryFlippedByte() throws IOException {
    byte[] whole = StoreFiles.bytes(written(StoreFiles.TINY, cells));
    List<Integer> unnoticed = new ArrayList<>();
    for (int at = 0; at < whole.length; at++) {
      byte[] damaged = whole.clone();
      damaged[at] ^= (byte) (1 << (at % Byte.SIZE));
      findings.clear();
      check(StoreFiles.holding(damaged), null);
      if (findings.isEmpty()) {
        unnoticed.add(at);
      }
      assertThat(findings).allSatisfy(it -> assertThat(it.file()).isEqualTo(StoreFiles.PATH));
    }
    // The minor version says how older files differ; a lower one is as good.
    assertThat(unnoticed).isSubsetOf(whole.length - Integer.BYTES);
  }

  @Test
  void goesOnBehindDamagedBlocks() throws IOException {
    byte[] whole = StoreFiles.bytes(written(StoreFiles.TINY, cells));
    List<Integer> blocks = dataBlocks(whole);
    assertThat(blocks).hasSizeGreaterThan(5);
    for (int block : List.of(blocks.get(1), blocks.get(4))) {
      whole[block + HFileFormat.HEADER_BYTES + 3] ^= 1;
    }
    StoreFileCheck.Outcome outcome = check(StoreFiles.holding(whole), null);
    assertThat(findings)
        .extracting(Finding::offset)
        .containsExactly((long) blocks.get(1), (long) blocks.get(4));
    assertThat(findings)
        .allSatisfy(finding -> assertThat(finding.what()).contains("wrong checksum"));
    assertThat(outcome.cells()).isBetween(cells.size() / 2L, cells.size() - 1L);
  }

  @Test
  void findsAFileThatIsCut() throws IOException {
    byte[] whole = StoreFiles.bytes(written(StoreFiles.TINY, cells));
    StoreFileCheck.Outcome outcome =
        check(StoreFiles.holding(Arrays.copyOf(whole, whole.length - 1)), null);
    assertThat(outcome.info()).isNull();
    assertThat(findings).hasSize(1);
    assertThat(findings.get(0).what()).contains("cut off");
  }

  @Test
  void findsCellsOfAnotherFamily() throws IOException {
    List<Cell> two = List.of(cell("r1", "f"), cell("r2", "g"));
    check(written(StoreFiles.TINY, two), "f".getBytes(UTF_8));
    assertThat(findings).hasSize(1);
    assertThat(findings.get(0).what()).contains("is not of family f", "r2");
  }

  @Test
  void findsSequenceIdsBehindTheFilesLast() throws IOException {
    Cell late =
        CellCodec.cell(
            "r".getBytes(UTF_8),
            "f".getBytes(UTF_8),
            new byte[0],
            1,
            CellType.PUT,
            new byte[0],
            MAX_SEQUENCE + 1);
    check(written(StoreFiles.TINY, List.of(late)), null);
    assertThat(findings).hasSize(1);
    assertThat(findings.get(0).what()).contains("id 1048577", "up to 1048576");
  }

  /** What no disk does: all checksums are right, and the cells are not in order. */
  @Test
  void findsCellsOutOfOrderBehindRightChecksums() throws IOException {
    byte[] whole =
        StoreFiles.bytes(written(StoreFiles.TINY, List.of(cell("r1", "f"), cell("r2", "f"))));
    int body = HFileFormat.HEADER_BYTES;
    assertThat(whole[body + Cell.HEADER_BYTES + 3]).isEqualTo((byte) '1');
    whole[body + Cell.HEADER_BYTES + 3] = '9';
    seal(whole, 0);
    check(StoreFiles.holding(whole), null);
    assertThat(findings).extracting(Finding::what).anyMatch(what -> what.contains(" after r9/"));
    assertThat(findings).extracting(Finding::what).anyMatch(what -> what.contains("Bloom filter"));
  }

  @Test
  void countsWhatGoesBeyondTheBound() throws IOException {
    List<Cell> many = new ArrayList<>();
    for (int i = 1000; i < 1200; i++) {
      many.add(cell("r" + i, "f"));
    }
    check(written(StoreFiles.TINY, many), "g".getBytes(UTF_8));
    assertThat(findings).hasSize(51);
    assertThat(findings.get(50).what()).isEqualTo("150 more findings in this file");
  }

  private static MemoryFileSystem written(StoreFileOptions options, List<Cell> cells)
      throws IOException {
    MemoryFileSystem files = new MemoryFileSystem();
    files.createDirectories(StoreFiles.PATH.getParent());
    try (StoreFileWriter writer =
        StoreFileWriter.create(files, StoreFiles.PATH, options, StoreFiles.CREATED_MILLIS)) {
      for (Cell cell : cells) {
        writer.append(cell);
      }
      writer.finish(MAX_SEQUENCE, false);
    }
    return files;
  }

  private StoreFileCheck.Outcome check(MemoryFileSystem files, byte[] family) {
    return StoreFileCheck.check(files, StoreFiles.PATH, family, findings::add);
  }

  private static Cell cell(String row, String family) {
    return CellCodec.cell(
        row.getBytes(UTF_8),
        family.getBytes(UTF_8),
        "q".getBytes(UTF_8),
        1,
        CellType.PUT,
        "v".getBytes(UTF_8),
        5);
  }

  private static List<Integer> dataBlocks(byte[] file) {
    List<Integer> blocks = new ArrayList<>();
    for (int at = 0; at < file.length - Long.BYTES; at++) {
      if (BlockType.DATA.startsWith(Bytes.getLong(file, at))) {
        blocks.add(at);
      }
    }
    return blocks;
  }

  /** Makes the checksums of the block at {@code at} right again. */
  private static void seal(byte[] file, int at) {
    int checksummed = Bytes.getInt(file, at + HFileFormat.CHECKSUMMED_BYTES_AT);
    int size = HFileFormat.HEADER_BYTES + Bytes.getInt(file, at + HFileFormat.DISK_BYTES_AT);
    byte[] block = Arrays.copyOfRange(file, at, at + size);
    BlockChecksum.append(block, checksummed, StoreFiles.TINY.checksumChunkBytes());
    System.arraycopy(block, 0, file, at, size);
  }
}
