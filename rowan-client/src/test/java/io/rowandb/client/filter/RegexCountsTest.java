package io.rowandb.client.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegexCountsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "(?:(?:^){2147483647}){2147483647}",
        "(?:){2147483647}",
        "(?:(?:^|$){2000,}){2000,3000}",
        "(?:\\b{1001}){1001}",
        "[]({](?:(?:){1001}){1001}",
        "[^](a[(]](?:(?:){1001}){1001}",
        "(?x)(?:(?:){1 00 1#}\n}){1001}",
        "\\Q(\\E(?:(?:){1001}){1001}",
        "(?:(?:){600000})(?:(?:){600000})",
      })
  void tooMany(String pattern) {
    assertThat(RegexCounts.of(Pattern.compile(pattern))).isGreaterThan(RegexCounts.MAX);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$",
        "(\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\|){50}",
        "(([0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}|([0-9a-fA-F]{1,4}:){1,7}:)",
        ".{0,2147483647}",
        "(?:a{1,60000}){1,60000}",
        "\\x{10000}{1000}\\p{Lower}{20}",
        "[{9999999}]",
      })
  void notTooMany(String pattern) {
    assertThat(RegexCounts.of(Pattern.compile(pattern))).isLessThanOrEqualTo(RegexCounts.MAX);
  }
}
