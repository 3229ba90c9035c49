package io.rowandb.schema.pattern.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.key.KeyRange;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** The example in the description of the format, and the version before. */
class PageTokenFormatTest {
  private static final long FINGERPRINT = 7;
  private static final List<KeyRange> RANGES =
      List.of(KeyRange.startingWith(Bytes.toBytes("b")), KeyRange.startingWith(Bytes.toBytes("a")));
  private static final Position AFTER = new Position(1, Bytes.toBytes("ab"));

  private static String hex(String token) {
    return HexFormat.of().formatHex(Base64.getUrlDecoder().decode(token));
  }

  @Test
  void theExampleIsRight() {
    Position end = new Position(0, Bytes.toBytes("b"));
    String token = PageToken.of(new Stretch(AFTER, Optional.of(end)), FINGERPRINT);
    assertThat(hex(token))
        .isEqualTo("02" + "0000000000000007" + "00000001" + "0002" + "6162" + "00000000" + "62");
    Stretch read = PageToken.read(token, FINGERPRINT, RANGES);
    assertThat(read.after().range()).isEqualTo(1);
    assertThat(read.after().row()).isEqualTo(Bytes.toBytes("ab"));
    assertThat(read.end().orElseThrow().range()).isZero();
    assertThat(read.end().orElseThrow().row()).isEqualTo(Bytes.toBytes("b"));
  }

  @Test
  void aTokenWithoutAnEndIsAsItWas() {
    String token = PageToken.of(Stretch.behind(AFTER), FINGERPRINT);
    assertThat(hex(token)).isEqualTo("01" + "0000000000000007" + "00000001" + "6162");
    Stretch read = PageToken.read(token, FINGERPRINT, RANGES);
    assertThat(read.after().row()).isEqualTo(Bytes.toBytes("ab"));
    assertThat(read.end()).isEmpty();
  }
}
