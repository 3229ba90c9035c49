package io.rowandb.engine.storefile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.airlift.compress.zstd.ZstdCompressor;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.DataFormatException;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Decompression is the inverse of compression, and ends well on any input. */
class BlockDecompressorTest {
  @Provide
  Arbitrary<Compression> codecs() {
    return Arbitraries.of(Compression.class).filter(codec -> codec != Compression.NONE);
  }

  private static byte[] sample(long seed, int length) {
    Random random = new Random(seed);
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (random.nextInt(4) == 0 ? random.nextInt() : 'x');
    }
    return bytes;
  }

  private static byte[] compress(Compression codec, byte[] bytes) {
    ByteSink sink = new ByteSink(0);
    try (BlockCompressor compressor = BlockCompressor.of(codec)) {
      // Twice, since compressors are used again.
      compressor.compress(bytes, 0, bytes.length, sink);
      sink.truncate(0);
      compressor.compress(bytes, 0, bytes.length, sink);
    }
    return sink.toByteArray();
  }

  @Property(tries = 200)
  void givesBackWhatWasCompressed(
      @ForAll("codecs") Compression codec,
      @ForAll long seed,
      @ForAll @IntRange(max = 3000) int size)
      throws DataFormatException {
    byte[] bytes = sample(seed, size);
    byte[] compressed = compress(codec, bytes);
    byte[] target = new byte[size];
    BlockDecompressor.of(codec).decompress(compressed, 0, compressed.length, target);
    assertThat(target).isEqualTo(bytes);
  }

  @Property(tries = 2000)
  void endsOnAnyDamage(
      @ForAll("codecs") Compression codec,
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 3000) int size) {
    byte[] bytes = sample(seed, size);
    byte[] compressed = compress(codec, bytes);
    Random random = new Random(~seed);
    for (int i = 0; i < 3; i++) {
      compressed[random.nextInt(compressed.length)] ^= (byte) (1 << random.nextInt(8));
    }
    int length = random.nextBoolean() ? compressed.length : random.nextInt(compressed.length);
    byte[] target = new byte[size];
    try {
      BlockDecompressor.of(codec).decompress(compressed, 0, length, target);
    } catch (DataFormatException e) {
      assertThat(e).hasMessageNotContaining("null");
    }
  }

  @Example
  void readsBareZstdFrames() throws DataFormatException {
    byte[] bytes = sample(1, 2000);
    ZstdCompressor compressor = new ZstdCompressor();
    byte[] frame = new byte[compressor.maxCompressedLength(bytes.length)];
    int length = compressor.compress(bytes, 0, bytes.length, frame, 0, frame.length);
    byte[] target = new byte[bytes.length];
    BlockDecompressor.of(Compression.ZSTD).decompress(frame, 0, length, target);
    assertThat(target).isEqualTo(bytes);
  }

  @Example
  void readsFramesOfSeveralGroupsAndChunks() throws DataFormatException {
    byte[] bytes = sample(2, 600_000);
    byte[] first = compress(Compression.LZ4, Arrays.copyOf(bytes, 250_000));
    byte[] second = compress(Compression.LZ4, Arrays.copyOfRange(bytes, 250_000, 600_000));
    ByteSink both = new ByteSink(0).put(first).put(second);
    byte[] target = new byte[bytes.length];
    BlockDecompressor.of(Compression.LZ4).decompress(both.array(), 0, both.size(), target);
    assertThat(target).isEqualTo(bytes);
  }

  @Example
  void namesWhatIsWrong() {
    byte[] compressed = compress(Compression.LZ4, sample(3, 1000));
    assertThatThrownBy(
            () ->
                BlockDecompressor.of(Compression.LZ4)
                    .decompress(compressed, 0, compressed.length, new byte[999]))
        .isInstanceOf(DataFormatException.class)
        .hasMessageContaining("uncompressed length 1000");
    byte[] zipped = compress(Compression.GZ, sample(3, 1000));
    assertThatThrownBy(
            () ->
                BlockDecompressor.of(Compression.GZ)
                    .decompress(zipped, 0, zipped.length, new byte[999]))
        .isInstanceOf(DataFormatException.class)
        .hasMessageContaining("more than the 999 bytes");
  }
}
