package io.rowandb.engine.storefile;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.fuzz.FuzzTarget;
import io.rowandb.engine.fuzz.InputReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.DataFormatException;

/**
 * The codecs: whatever is decompressed fills its array or is refused, the bytes beside it stay as
 * they are, and what was given is compressed and decompressed to the same.
 */
public final class CodecTarget implements FuzzTarget {
  private static final Compression[] CODECS = {
    Compression.GZ, Compression.LZ4, Compression.SNAPPY, Compression.ZSTD, Compression.LZO
  };

  /** Has nothing to hold. */
  public CodecTarget() {}

  @Override
  public void run(byte[] input) {
    InputReader in = new InputReader(input);
    Compression codec = CODECS[in.nextByte() % CODECS.length];
    int bodyBytes = in.nextShort();
    byte[] source = in.rest();
    byte[] kept = source.clone();
    try {
      BlockDecompressor.of(codec).decompress(source, 0, source.length, new byte[bodyBytes]);
    } catch (DataFormatException e) {
      assertThat(e.getMessage()).isNotBlank();
    }
    assertThat(source).isEqualTo(kept);
    roundTrip(codec, source);
  }

  private static void roundTrip(Compression codec, byte[] body) {
    ByteSink compressed = new ByteSink(64);
    byte[] again = new byte[body.length];
    try (BlockCompressor compressor = BlockCompressor.of(codec)) {
      compressor.compress(body, 0, body.length, compressed);
      BlockDecompressor.of(codec).decompress(compressed.array(), 0, compressed.size(), again);
    } catch (DataFormatException e) {
      throw new AssertionError("refuses its own", e);
    }
    assertThat(Arrays.equals(again, body)).isTrue();
  }

  @Override
  public List<byte[]> seeds() {
    List<byte[]> seeds = new ArrayList<>();
    byte[] body =
        ("a text that repeats itself, " + "a text that repeats itself, and zeros \0\0\0\0\0\0\0\0")
            .repeat(3)
            .getBytes(StandardCharsets.US_ASCII);
    for (int i = 0; i < CODECS.length; i++) {
      ByteSink input = new ByteSink(256).put(new byte[] {(byte) i, 0, (byte) body.length});
      try (BlockCompressor compressor = BlockCompressor.of(CODECS[i])) {
        compressor.compress(body, 0, body.length, input);
      }
      seeds.add(input.toByteArray());
    }
    return seeds;
  }
}
