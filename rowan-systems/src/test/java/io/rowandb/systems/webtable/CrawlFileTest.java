package io.rowandb.systems.webtable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files of crawls: what they may say, and what is told of a wrong line. */
class CrawlFileTest {
  private static final Instant TIME = Instant.parse("2011-07-01T00:00:00Z");

  private final List<String> wrong = new ArrayList<>();
  private boolean isClosed;

  private BufferedReader reader(String text) {
    return new BufferedReader(new StringReader(text)) {
      @Override
      public void close() throws IOException {
        isClosed = true;
        super.close();
      }
    };
  }

  private List<PageFetch> read(String text) throws IOException {
    try (Stream<PageFetch> fetches =
        CrawlFile.read("crawl.tsv", reader(text.replace('|', '\t')), TIME, wrong::add)) {
      return fetches.toList();
    } finally {
      assertThat(isClosed).isTrue();
    }
  }

  private static PageFetch fetch(String url, Instant time, PageLink... links) {
    return new PageFetch(PageUrl.of(url), time, 200, "", "", List.of(links));
  }

  private static PageLink link(String url, String text) {
    return new PageLink(PageUrl.of(url), text);
  }

  @Test
  void aLineIsAPage() throws IOException {
    Instant time = Instant.parse("2011-07-03T10:15:30.250Z");
    assertThat(
            read(
                """
                \uFEFFbody|url|more|status|time|type
                hello, all|HTTP://A.com|x|404|2011-07-03T10:15:30.250Z|text/html

                |http://b.com/c#d||200|2011-07-03T10:15:30.250Z|
                """))
        .containsExactly(
            new PageFetch(
                PageUrl.of("http://a.com"), time, 404, "text/html", "hello, all", List.of()),
            fetch("http://b.com/c", time));
    assertThat(read("host\na.com\nb.com:8080\n"))
        .containsExactly(fetch("http://a.com/", TIME), fetch("http://b.com:8080/", TIME));
    assertThat(read("url\n")).isEmpty();
    assertThat(wrong).isEmpty();
  }

  @Test
  void linesOfOneSourceAreAFetch() throws IOException {
    assertThat(
            read(
                """
                source_url|position|target_url|anchor_text
                http://a.com|0|http://b.com|to b
                http://A.com/|1|http://c.com|
                http://d.com|0|http://a.com|to a
                """))
        .containsExactly(
            fetch("http://a.com", TIME, link("http://b.com", "to b"), link("http://c.com", "")),
            fetch("http://d.com", TIME, link("http://a.com", "to a")));
    assertThat(wrong).isEmpty();
  }

  /** Taken as a fetch of its own, it would take the place of the one before. */
  @Test
  void aSourceThatComesBackIsAWrongLine() throws IOException {
    Instant later = TIME.plusSeconds(1);
    assertThat(
            read(
                """
                source_url|target_url|anchor_text|time
                http://a.com|http://b.com|b|2011-07-01T00:00:00Z
                http://d.com|http://a.com|a|2011-07-01T00:00:00Z
                http://A.com/|http://c.com|c|2011-07-01T00:00:00Z
                http://d.com|http://b.com|b|2011-07-01T00:00:00Z
                http://a.com|http://c.com|later|2011-07-01T00:00:01Z
                """))
        .containsExactly(
            fetch("http://a.com", TIME, link("http://b.com", "b")),
            fetch("http://d.com", TIME, link("http://a.com", "a"), link("http://b.com", "b")),
            fetch("http://a.com", later, link("http://c.com", "later")));
    assertThat(wrong).hasSize(1);
    assertThat(wrong.get(0))
        .startsWith(
            "crawl.tsv, line 4: links of http://a.com/ at 2011-07-01T00:00:00Z came before,"
                + " with others between: sort the lines by source_url: ");
  }

  @Test
  void aTimeInTheFutureIsAWrongLine() throws IOException {
    String file =
        """
        url|time
        http://a.com|2011-07-01T00:01:00Z
        http://b.com|2011-07-01T00:01:00.001Z
        http://c.com|2011-07-01T00:00:00Z
        """;
    try (Stream<PageFetch> fetches =
        CrawlFile.read(
            "crawl.tsv",
            reader(file.replace('|', '\t')),
            TIME,
            Clock.fixed(TIME, ZoneOffset.UTC),
            wrong::add)) {
      assertThat(fetches).extracting(each -> each.url().host()).containsExactly("a.com", "c.com");
    }
    assertThat(wrong).hasSize(1);
    assertThat(wrong.get(0))
        .startsWith("crawl.tsv, line 3: time 2011-07-01T00:01:00.001Z is in the future: ");
  }

  @Test
  void wrongLinesAreNamedAndPassedOver() throws IOException {
    assertThat(
            read(
                """
                source_url|target_url|anchor_text|time
                http://a.com|http://b.com|b|2011-07-01T00:00:00Z
                http://a.com|mailto:x@b.com|b|2011-07-01T00:00:00Z
                http://a.com|http://c.com|c|2011-07-01T00:00:00Z
                http://a.com|http://c.com|c|yesterday
                http://a.com|http://c.com
                """))
        .containsExactly(
            fetch("http://a.com", TIME, link("http://b.com", "b"), link("http://c.com", "c")));
    assertThat(wrong).hasSize(3);
    assertThat(wrong.get(0))
        .startsWith("crawl.tsv, line 3: url \"mailto:x@b.com\": is not of http or https: http://a");
    assertThat(wrong.get(1)).contains("line 5: time is \"yesterday\", not as 2011-07-03T10");
    assertThat(wrong.get(2)).contains("line 6: not 4 values, but 2");
  }

  /** More than a page may have: what comes behind it is read. */
  @Test
  void tooManyLinksAreAWrongLine() throws IOException {
    String line = "http://a.com|http://b.com|b\n";
    String header = "source_url|target_url|anchor_text\n";
    assertThat(read(header + line.repeat(10_001) + "http://c.com|http://d.com|d\n"))
        .containsExactly(fetch("http://c.com", TIME, link("http://d.com", "d")));
    assertThat(wrong).hasSize(1);
    assertThat(wrong.get(0)).contains("line 10002: http://a.com/ has more than 10000 links");
    assertThat(read(header + line.repeat(10_002))).isEmpty();
    assertThat(wrong).hasSize(2);
    assertThat(wrong.get(1)).contains("line 10002: http://a.com/ has more than 10000 links");
    assertThat(read(header + line.repeat(10_000))).hasSize(1);
  }

  /** They are refused where they are too many, so that no more of them are held. */
  @Test
  void linksThatAreTooLongTogetherAreAWrongLine() throws IOException {
    String line = "http://a.com|http://b.com/" + "b".repeat(987) + "|" + "永".repeat(1_000) + "\n";
    assertThat(read("source_url|target_url|anchor_text\n" + line.repeat(1_002))).isEmpty();
    assertThat(wrong).hasSize(1);
    assertThat(wrong.get(0))
        .startsWith(
            "crawl.tsv, line 1002: all links of http://a.com/ to here has 4004000 bytes in UTF-8");
  }

  /** What is remembered of the fetches before has a bound, and says so. */
  @Tag("slow")
  @Test
  void aSourceThatComesBackFromFarAwayIsNotKnown() {
    LinkedFetches linked = new LinkedFetches();
    for (int i = 0; i <= LinkedFetches.MOST_KNOWN; i++) {
      linked.add(fetch("http://a.com/" + i, TIME), link("http://b.com", ""));
    }
    assertThatThrownBy(() -> linked.add(fetch("http://a.com/1", TIME), link("http://b.com", "")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("links of http://a.com/1 at ");
    assertThat(linked.add(fetch("http://a.com/0", TIME), link("http://b.com", ""))).isNotNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "url|status; http://a.com|x; status is \"x\", not a number",
        "url|status; http://a.com|99; status 99 is not from 100 to 599",
        "url|time; http://a.com|1969-12-31T23:59:59Z; is not in a year from 1970 to 9999",
        "url|time; http://a.com|2011-07-01T00:00:00.0000001Z; has more than milliseconds",
        "url; http://u@a.com; has a user name",
        "host; a.com/b@c; no message, it is a path",
        "host; u:p@a.com; has a user name",
      })
  void aWrongValueIsNamed(String header, String line, String message) throws IOException {
    List<PageFetch> fetches = read(header + "\n" + line + "\n");
    if (message.startsWith("no message")) {
      assertThat(fetches).hasSize(1);
      assertThat(wrong).isEmpty();
    } else {
      assertThat(fetches).isEmpty();
      assertThat(wrong).hasSize(1);
      assertThat(wrong.get(0)).startsWith("crawl.tsv, line 2: ").contains(message);
    }
  }

  @ParameterizedTest
  @CsvSource({"''", "uri", "source_url|target_url", "URL"})
  void anotherFirstLineIsRefused(String header) {
    assertThatThrownBy(() -> read(header + "\nhttp://a.com\n"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("crawl.tsv: the first line is ");
    assertThat(isClosed).isTrue();
  }

  @Test
  void aFileThatCannotBeReadOnIsNamed() throws IOException {
    BufferedReader damaged =
        new BufferedReader(new StringReader("url\nhttp://a.com\n")) {
          @Override
          public int read() throws IOException {
            int next = super.read();
            if (next < 0) {
              throw new IOException("damaged");
            }
            return next;
          }
        };
    assertThatThrownBy(() -> CrawlFile.read("crawl.tsv", damaged, TIME, wrong::add).toList())
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("crawl.tsv: damaged");
  }
}
