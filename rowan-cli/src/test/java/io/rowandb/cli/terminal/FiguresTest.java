package io.rowandb.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers as people read them. */
class FiguresTest {
  @ParameterizedTest
  @CsvSource({"0, 0", "999, 999", "563069, '563,069'", "1234567890, '1,234,567,890'"})
  void groupsDigits(long number, String shown) {
    assertThat(Figures.count(number)).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 bytes",
    "1023, '1,023 bytes'",
    "1024, 1.0 KB",
    "12897485, 12.3 MB",
    "536870912, 512 MB",
    "5368709120, 5.0 GB",
    "2251799813685248, 2.0 PB",
    "9223372036854775807, 8.0 EB"
  })
  void choosesTheUnitOfBytes(long bytes, String shown) {
    assertThat(Figures.bytes(bytes)).isEqualTo(shown);
    assertThat(Figures.bytes((double) bytes)).isEqualTo(shown);
  }

  /** What was computed may be more than a long holds. */
  @Test
  void bytesBeyondALong() {
    assertThat(Figures.bytes(0x1p70)).isEqualTo("1024 EB");
    assertThat(Figures.bytes(0.6)).isEqualTo("1 byte");
  }

  @ParameterizedTest
  @CsvSource({
    "420000, 0.42 ms",
    "9999000, 10.00 ms",
    "15000000, 15 ms",
    "3100000000, 3.1 s",
    "125000000000, 2:05 min"
  })
  void choosesTheUnitOfTime(long nanos, String shown) {
    assertThat(Figures.duration(nanos)).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "2000, '2,000'", "482.64, 482.6", "0.04, 0.0", "1234.5, '1,234.5'"})
  void aMeanHasOneDecimalUnlessItIsWhole(double mean, String shown) {
    assertThat(Figures.mean(mean)).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource({"0, 0.00", "415, 0.42", "99999, 100.00", "120400, 120"})
  void microsecondsAreShownAsMilliseconds(long micros, String shown) {
    assertThat(Figures.millis(micros)).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource({"100, 0, 0", "100, 500000000, 200", "0, 500000000, 0"})
  void dividesByTime(long number, long nanos, long rate) {
    assertThat(Figures.rate(number, nanos)).isEqualTo(rate);
  }
}
