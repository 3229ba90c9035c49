package io.rowandb.systems.webtable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The made-up web is always the same, and like a web. */
class MadeUpWebTest {
  private static final Instant FIRST = Instant.parse("2011-07-01T00:00:00Z");
  private static final MadeUpWeb WEB = new MadeUpWeb(1, 100, 500, FIRST, 4);

  @Test
  void itIsTheSameForTheSameNumbers() {
    List<PageFetch> fetches = WEB.fetches().toList();
    assertThat(new MadeUpWeb(1, 100, 500, FIRST, 4).fetches().toList()).isEqualTo(fetches);
    assertThat(new MadeUpWeb(2, 100, 500, FIRST, 4).fetches().toList()).isNotEqualTo(fetches);
    assertThat(WEB.fetches(3).toList())
        .isEqualTo(fetches.stream().filter(each -> each.time().isAfter(WEB.end(2))).toList());
    assertThat(fetches).extracting(PageFetch::time).isSorted();
  }

  /** Whoever stops a load of years waits for no crawl to end. */
  @Test
  void theFirstFetchIsThereAtOnce() {
    MadeUpWeb endless = new MadeUpWeb(1, 1_000_000, 100_000_000, FIRST, 100);
    Iterator<PageFetch> fetches = endless.fetches().takeWhile(each -> true).iterator();
    assertThat(fetches.next().time()).isBetween(FIRST, endless.end(0));
    assertThat(endless.fetches(99).iterator().next().time()).isAfter(endless.end(98));
  }

  @Test
  void eachPageIsFetchedOnceACrawl() {
    Set<PageUrl> before = new HashSet<>();
    for (int crawl = 0; crawl < WEB.crawls(); crawl++) {
      List<PageFetch> fetches = WEB.fetches(crawl).toList();
      assertThat(fetches).extracting(PageFetch::url).doesNotHaveDuplicates().containsAll(before);
      assertThat(fetches.get(fetches.size() - 1).time()).isBefore(WEB.end(crawl));
      fetches.forEach(each -> before.add(each.url()));
    }
    assertThat(before).hasSizeBetween(470, 500);
  }

  @Test
  void aFewHostsHaveMostPages() {
    Map<String, Long> pages =
        WEB.fetches(3)
            .collect(Collectors.groupingBy(each -> each.url().host(), Collectors.counting()));
    long ofTen =
        pages.values().stream()
            .sorted((a, b) -> Long.compare(b, a))
            .limit(10)
            .mapToLong(each -> each)
            .sum();
    assertThat(ofTen).isGreaterThan(200);
    assertThat(IntStream.range(0, 100).mapToObj(WEB::host)).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, 1, hosts 0: 1 to 1000000",
    "1000001, 1, 1, hosts 1000001: 1 to 1000000",
    "1, 0, 1, pages 0: 1 to 100000000",
    "1, 1, 0, crawls 0: 1 to 100",
    "1, 1, 101, crawls 101: 1 to 100",
  })
  void numbersOutOfRangeAreRefused(int hosts, long pages, int crawls, String message) {
    assertThatThrownBy(() -> new MadeUpWeb(1, hosts, pages, FIRST, crawls))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void timesOutOfRangeAreRefused() {
    for (String first :
        List.of("1969-12-31T23:59:59Z", "9999-12-31T00:00:00Z", "+20000-01-01T00:00:00Z")) {
      assertThatThrownBy(() -> new MadeUpWeb(1, 1, 1, Instant.parse(first), 1))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
