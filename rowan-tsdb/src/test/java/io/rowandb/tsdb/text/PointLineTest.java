package io.rowandb.tsdb.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.codec.PointValue;
import io.rowandb.tsdb.store.DataPoint;
import io.rowandb.tsdb.store.Series;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PointLineTest {
  @Test
  void aLineIsAPoint() {
    assertThat(PointLine.parse("  sys.cpu 1309687200  42 site=north\thost=web1 "))
        .isEqualTo(
            new DataPoint(
                Series.of("sys.cpu", Map.of("host", "web1", "site", "north")),
                PointTime.ofSeconds(1_309_687_200L),
                PointValue.of(42)));
    assertThat(PointLine.parse("m 1309687200250 1.5 a=b").time())
        .isEqualTo(PointTime.ofMillis(1_309_687_200_250L));
    assertThat(PointLine.parse("m 1309687200.250 1.5 a=b").time())
        .isEqualTo(PointTime.ofMillis(1_309_687_200_250L));
  }

  @ParameterizedTest
  @CsvSource({
    "0, INTEGER",
    "-9223372036854775808, INTEGER",
    "+7, INTEGER",
    "1.5, FLOAT",
    "-.25, FLOAT",
    "2., FLOAT",
    "1e3, FLOAT",
    "0.1, DOUBLE",
    "1e300, DOUBLE",
  })
  void numbersHaveTheirKinds(String word, PointValue.Kind kind) {
    PointValue value = PointLine.value(word);
    assertThat(value.kind()).isEqualTo(kind);
    assertThat(value.doubleValue()).isEqualTo(Double.parseDouble(word));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "m",
        "m 1 2",
        "m x 2 a=b",
        "m -1 2 a=b",
        "m 12345678901234 2 a=b",
        "m 1309687200.25 2 a=b",
        "m 1 2x a=b",
        "m 1 NaN a=b",
        "m 1 Infinity a=b",
        "m 1 0x1p3 a=b",
        "m 1 1d a=b",
        "m 1 1e400 a=b",
        "m 1 9223372036854775808 a=b",
        "m 1 . a=b",
        "m 1 2 a",
        "m 1 2 a=",
        "m 1 2 =b",
        "m 1 2 a=b=c",
        "m 1 2 a=b a=c",
        "m 9999999999999 2 a=b",
      })
  void whatIsNoPointIsRefused(String line) {
    assertThatIllegalArgumentException().isThrownBy(() -> PointLine.parse(line));
  }
}
