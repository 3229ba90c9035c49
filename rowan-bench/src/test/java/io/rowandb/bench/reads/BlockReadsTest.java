package io.rowandb.bench.reads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every way brings the same bytes, and those of the file. */
class BlockReadsTest {
  private static final int LENGTH = 20_000;
  private static final int POSITION = 777;

  @TempDir private Path directory;

  @Test
  void everyWayReadsTheBytesOfTheFile() throws IOException {
    byte[] bytes = new byte[100_000];
    new SplittableRandom(3).nextBytes(bytes);
    Path file = Files.write(directory.resolve("file"), bytes);
    CRC32C expected = new CRC32C();
    expected.update(bytes, POSITION, LENGTH);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      MappedByteBuffer mapping = channel.map(FileChannel.MapMode.READ_ONLY, 0, bytes.length);
      for (ReadWay way :
          List.of(
              ReadWay.heapBuffer(channel, LENGTH),
              ReadWay.directBuffer(channel, LENGTH),
              ReadWay.mapped(mapping, LENGTH, "mapped"),
              ReadWay.mappedInPlace(mapping))) {
        way.readAndSum(5, 10_000); // what is left of it must not be in the next
        assertThat(way.readAndSum(POSITION, LENGTH)).as(way.name()).isEqualTo(expected.getValue());
      }
    }
  }

  @Test
  void readBehindTheEndFails() throws IOException {
    Path file = Files.write(directory.resolve("file"), new byte[10]);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      assertThatThrownBy(() -> ReadWay.heapBuffer(channel, LENGTH).read(5, 6))
          .hasMessageContaining("the file ends");
    }
  }

  @Test
  void tableHasAWayALine() throws IOException {
    BlockReads reads = new BlockReads(1, 1 << 20, 2);
    List<List<String>> table = reads.table(directory.resolve("blocks"));
    assertThat(table).hasSize(6).allSatisfy(line -> assertThat(line).hasSize(6));
    assertThat(table.get(1).get(3)).as("the first compared with itself").isEqualTo("1.00");
    assertThat(reads.checks()).isEqualTo(22 * 5);
  }

  @Test
  void fileWithoutRandomPlacesIsRefused() {
    assertThatThrownBy(() -> new BlockReads(1, 40_000, 1)).hasMessageContaining("40000 bytes");
  }
}
