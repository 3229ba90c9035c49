package io.rowandb.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Web addresses as keys (F22), the odd ones of the data files among them. */
class ReversedDomainTest {
  @ParameterizedTest
  @CsvSource({
    "http://www.apache.org, org.apache.www",
    "www.apache.org, org.apache.www",
    "https://WWW.Apache.ORG/Path/File.html, org.apache.www/Path/File.html",
    "https://en.wikipedia.org/wiki/Go#History, org.wikipedia.en/wiki/Go",
    "https://example.com?q=a/b, com.example?q=a/b",
    "http://u:p@example.com:8080/x, com.example:8080/x",
    "aquatics-library.utah.gov:8089, gov.utah.aquatics-library:8089",
    "204.196.140.121:81, 204.196.140.121:81",
    "https://lea.xn--q9jyb4c/feed/, xn--q9jyb4c.lea/feed/",
    "https://jp.example/日本, example.jp/日本",
    "https:///events.deveel.org, https:///events.deveel.org",
    "http://https://doonline.cc/a.html/, https://doonline.cc/a.html/",
    "localhost, localhost"
  })
  void makesKeys(String address, String key) {
    assertThat(ReversedDomain.key(address)).isEqualTo(key);
  }

  @ParameterizedTest
  @CsvSource({
    "gov.nasa.jpl.www, www.jpl.nasa.gov",
    "com.example:8080/x, example.com:8080",
    "204.196.140.121:81, 204.196.140.121:81"
  })
  void readsTheHostBack(String key, String host) {
    assertThat(ReversedDomain.host(key)).isEqualTo(host);
  }

  @Test
  void hostsBelowADomainLieBetweenItsDotAndSlash() {
    String[] below = {"www.nasa.gov", "a.b.nasa.gov", "x-y.nasa.gov:80"};
    String[] others = {"nasa.gov", "nasal.gov", "nasa-x.gov", "nasa.gov.example.com"};
    for (String host : below) {
      assertThat(ReversedDomain.key(host)).isBetween("gov.nasa.", "gov.nasa/");
    }
    for (String host : others) {
      String key = ReversedDomain.key(host);
      assertThat(key.compareTo("gov.nasa.") < 0 || key.compareTo("gov.nasa/") >= 0)
          .as(key)
          .isTrue();
    }
  }
}
