package io.rowandb.systems.webtable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An address has one form, and what is none is refused. */
class PageUrlTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "http://cnn.com http://cnn.com/",
        "HTTP://WWW.Cnn.COM:80/Index.html#top http://www.cnn.com/Index.html",
        "https://cnn.com:443 https://cnn.com/",
        "https://cnn.com:80 https://cnn.com:80/",
        "http://cnn.com:00080/ http://cnn.com/",
        "http://cnn.com:/ http://cnn.com/",
        "http://cnn.com./a http://cnn.com/a",
        "http://cnn.com?q http://cnn.com/?q",
        "http://cnn.com?q#a?b http://cnn.com/?q",
        "http://cnn.com/? http://cnn.com/?",
        "http://cnn.com#a/b@c http://cnn.com/",
        "http://cnn.com/a/./b/../c http://cnn.com/a/c",
        "http://cnn.com/../../a/.. http://cnn.com/",
        "http://cnn.com/%2e%2E/a/%2e http://cnn.com/a/",
        "http://cnn.com//a//../b http://cnn.com//a/b",
        "http://cnn.com/?a=../b http://cnn.com/?a=../b",
        "http://cnn.com/%7ea%41%c3%bc%2f http://cnn.com/~aA%C3%BC%2F",
        "http://cnn.com/ü?ü http://cnn.com/%C3%BC?%C3%BC",
        "http://cnn.com/%zz% http://cnn.com/%25zz%25",
        "http://cnn.com/%%341 http://cnn.com/%2541",
        "http://cnn.com/a|b[c]\"<> http://cnn.com/a%7Cb%5Bc%5D%22%3C%3E",
        "http://cnn.com/a@b:c http://cnn.com/a@b:c",
        "http://Bücher.example http://xn--bcher-kva.example/",
        "http://bücher。example http://xn--bcher-kva.example/",
        "http://ｃｎｎ．com http://cnn.com/",
        "http://XN--BCHER-KVA.example http://xn--bcher-kva.example/",
        "http://a_b.-c-.example http://a_b.-c-.example/",
        "http://192.0.2.1:8080/ http://192.0.2.1:8080/",
        "http://localhost http://localhost/",
      })
  void anAddressHasOneForm(String written, String canonical) {
    PageUrl url = PageUrl.of(written);
    assertThat(url).hasToString(canonical);
    assertThat(PageUrl.of(canonical)).isEqualTo(url);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "cnn.com",
        "//cnn.com/",
        "ftp://cnn.com/",
        "javascript:alert(1)",
        "http:/cnn.com/",
        "http://",
        "http:///a",
        "http://:80/",
        "http://user@cnn.com/",
        "http://user:password@cnn.com/",
        "http://cnn.com\\@evil.com/",
        "http://cnn.com /",
        " http://cnn.com/",
        "http://cnn.com/a\nb",
        "http://cnn.com/\u0000",
        "http://cnn.com:0/",
        "http://cnn.com:65536/",
        "http://cnn.com:99999999999999999999/",
        "http://cnn.com:8o/",
        "http://cnn.com:80:80/",
        "http://cnn.com:٨٠/",
        "http://cnn..com/",
        "http://.cnn.com/",
        "http://cnn.com../",
        "http://%63nn.com/",
        "http://a℀b.com/",
        "http://cnn.com＠evil.com/",
        "http://[::1]/",
        "http://256.1.1.1/",
        "http://192.0.2.01/",
        "http://192.0.2/",
        "http://0x7f000001/",
        "http://2130706433/",
        "http://cnn.com/\ud800",
        "http://\u00ad.com/",
      })
  void whatIsNoneIsRefused(String text) {
    assertThatThrownBy(() -> PageUrl.of(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("url \"");
  }

  /** Browsers and Java's IDN give them two names, which are two hosts. */
  @ParameterizedTest
  @ValueSource(strings = {"\u00df", "\u1e9e", "\u03c2", "\u200c", "\u200d"})
  void aLetterThatIsNotTheSameHostEverywhereIsRefused(String letter) {
    String shown = String.format("U+%04X", letter.codePointAt(0));
    for (String host : List.of("fa" + letter + ".de", letter + ".de", "ü" + letter + "a.de")) {
      assertThatThrownBy(() -> PageUrl.of("http://" + host + "/"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(shown)
          .hasMessageEndingWith("write its label in punycode, xn--…");
    }
    assertThat(PageUrl.of("http://a.de/" + letter).path()).startsWith("/%");
    assertThat(PageUrl.of("http://xn--fa-hia.de/")).hasToString("http://xn--fa-hia.de/");
  }

  @Test
  void whatIsTooLongIsRefused() {
    String longest = "http://cnn.com/" + "a".repeat(3_978);
    assertThat(PageUrl.of(longest)).hasToString(longest);
    for (String text :
        List.of(
            longest + "aa",
            "https://h.test:8080/" + "ü".repeat(663) + "a".repeat(7),
            "http://cnn.com/" + "ü".repeat(2_000),
            "http://" + "a".repeat(64) + ".com/",
            "http://" + "a.".repeat(127) + "com/",
            "http://" + "ü".repeat(3_000) + "/",
            "h".repeat(1_000_000))) {
      assertThatThrownBy(() -> PageUrl.of(text))
          .isInstanceOf(IllegalArgumentException.class)
          .extracting(each -> each.getMessage().length())
          .satisfies(length -> assertThat((int) length).isLessThan(800));
    }
  }

  @Test
  void partsThatAreNotCanonicalAreRefused() {
    assertThatThrownBy(() -> new PageUrl(false, "CNN.com", 80, "/"))
        .hasMessage("host \"CNN.com\" is not canonical");
    assertThatThrownBy(() -> new PageUrl(false, "cnn.com", 80, "a"))
        .hasMessage("path \"a\" is not canonical");
    assertThatThrownBy(() -> new PageUrl(false, "cnn.com", 0, "/"))
        .hasMessage("port 0 is not from 1 to 65535");
  }

  /** An address that was made of any text is its own canonical form. */
  @Test
  void theFormOfAFormIsItself() {
    SplittableRandom random = new SplittableRandom(5);
    String some = "a.B/%2eüß?#:@&=~[|\\ \u00adｃ。℀\u0130\ud83d\ude000f:";
    int urls = 0;
    for (int i = 0; i < 10_000; i++) {
      StringBuilder text = new StringBuilder(random.nextBoolean() ? "http://a" : "https://a.b/");
      for (int j = random.nextInt(12); j > 0; j--) {
        text.append(some.charAt(random.nextInt(some.length())));
      }
      PageUrl url;
      try {
        url = PageUrl.of(text.toString());
      } catch (IllegalArgumentException e) {
        continue;
      }
      urls++;
      assertThat(PageUrl.of(url.toString())).as(text.toString()).isEqualTo(url);
      assertThat(url.toString()).matches("[!-~]+").doesNotContain("\\", "#");
      assertThat(UrlText.hostOf(url.site())).isEqualTo(url.host());
    }
    assertThat(urls).isGreaterThan(1_500);
  }

  @Test
  void aDomainIsBeforeItsSubdomainsAndOthersAreNotBetween() {
    List<PageUrl> sorted =
        List.of(
            PageUrl.of("http://cnn-x.com/"),
            PageUrl.of("http://cnn.com/"),
            PageUrl.of("http://cnn.com/a"),
            PageUrl.of("https://cnn.com/"),
            PageUrl.of("http://cnn.com:8080/"),
            PageUrl.of("http://www.cnn.com/"),
            PageUrl.of("http://cnnfoo.com/"));
    assertThat(sorted).isSorted();
    assertThat(sorted.get(5).site()).isEqualTo("com.cnn.www.");
    assertThat(PageUrl.of("http://192.0.2.1/").site()).isEqualTo("[192.0.2.1]");
  }
}
