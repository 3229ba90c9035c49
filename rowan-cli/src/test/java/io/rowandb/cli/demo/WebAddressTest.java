package io.rowandb.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Web addresses in parts, the odd ones of the data files among them. */
class WebAddressTest {
  @ParameterizedTest
  @CsvSource({
    "http://www.apache.org, www.apache.org, 0, ''",
    "www.apache.org, www.apache.org, 0, ''",
    "https://WWW.Apache.ORG/Path/File.html, www.apache.org, 0, /Path/File.html",
    "https://en.wikipedia.org/wiki/Go#History, en.wikipedia.org, 0, /wiki/Go",
    "https://example.com?q=a/b, example.com, 0, ?q=a/b",
    "http://u:p@example.com:8080/x, example.com, 8080, /x",
    "aquatics-library.utah.gov:8089, aquatics-library.utah.gov, 8089, ''",
    "204.196.140.121:81, 204.196.140.121, 81, ''",
    "https://lea.xn--q9jyb4c/feed/, lea.xn--q9jyb4c, 0, /feed/",
    "https://jp.example/日本, jp.example, 0, /日本",
    "https:///events.deveel.org, '', 0, https:///events.deveel.org",
    "https://:80/x, '', 0, https://:80/x",
    "http://https://doonline.cc/a.html/, https:, 0, //doonline.cc/a.html/",
    "example.com:65536, example.com:65536, 0, ''",
    "example.com:080, example.com:080, 0, ''",
    "localhost, localhost, 0, ''"
  })
  void hasParts(String address, String host, int port, String path) {
    assertThat(WebAddress.of(address)).isEqualTo(new WebAddress(host, port, path));
  }
}
