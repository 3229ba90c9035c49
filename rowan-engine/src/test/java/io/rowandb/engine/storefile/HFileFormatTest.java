package io.rowandb.engine.storefile;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.cell.CellSamples;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The worked example of {@link HFileFormat}, and numbers in their variable-length forms. */
class HFileFormatTest {
  private static final StoreFileOptions PLAIN =
      new StoreFileOptions(
          Compression.NONE,
          BlockEncoding.NONE,
          64 << 10,
          new BloomOptions(BloomType.NONE, 1, 0.01, 128 << 10, 7),
          128 << 10,
          16 << 10,
          false,
          false);

  private static final String EXAMPLE =
      """
      44 41 54 41 42 4c 4b 2a
      00 00 00 1c
      00 00 00 18
      ff ff ff ff ff ff ff ff
      02
      00 00 40 00
      00 00 00 39
      00 00 00 0f
      00 00 00 01
      00 01 72
      01 66
      71
      00 00 00 00 00 00 00 01
      04
      76
      1b 1c d2 3e
      """;

  @Test
  void aFileBeginsAsInTheWorkedExample() throws IOException {
    byte[] expected = HexFormat.of().parseHex(EXAMPLE.replaceAll("\\s", ""));
    byte[] file =
        StoreFiles.bytes(StoreFiles.written(PLAIN, List.of(CellSamples.put("r", "q", 1, "v", 0))));
    assertThat(HexFormat.ofDelimiter(" ").formatHex(file, 0, expected.length))
        .isEqualTo(HexFormat.ofDelimiter(" ").formatHex(expected));
    assertThat(new String(file, expected.length, 8, StandardCharsets.US_ASCII))
        .isEqualTo("IDXROOT2");
  }

  @Test
  void aFileEndsWithTrailerAndVersion() throws IOException {
    byte[] file = StoreFiles.bytes(StoreFiles.written(PLAIN, List.of()));
    int trailer = file.length - HFileFormat.TRAILER_BYTES;
    assertThat(new String(file, trailer, 8, StandardCharsets.US_ASCII)).isEqualTo("TRABLK\"$");
    assertThat(Arrays.copyOfRange(file, file.length - 4, file.length)).containsExactly(3, 0, 0, 3);
  }

  @Test
  void variableLengthNumbersAreHadoops() throws IOException {
    assertVlong(0, "00");
    assertVlong(127, "7f");
    assertVlong(-112, "90");
    assertVlong(128, "8f 80");
    assertVlong(-113, "87 70");
    assertVlong(300, "8e 01 2c");
    assertVlong(Long.MAX_VALUE, "88 7f ff ff ff ff ff ff ff");
    assertVlong(Long.MIN_VALUE, "80 7f ff ff ff ff ff ff ff");
  }

  private static void assertVlong(long value, String hex) throws IOException {
    byte[] bytes = new ByteSink(1).putVlong(value).toByteArray();
    assertThat(HexFormat.ofDelimiter(" ").formatHex(bytes)).isEqualTo(hex);
    assertThat(ByteSink.vlongBytes(value)).isEqualTo(bytes.length);
    if (value >= 0 && value <= Integer.MAX_VALUE) {
      ByteCursor in = new ByteCursor(StoreFiles.PATH, 0, "number", bytes, 0, bytes.length);
      assertThat((long) in.readVlength()).isEqualTo(value);
    }
  }
}
