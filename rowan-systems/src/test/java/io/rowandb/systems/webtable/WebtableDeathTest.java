package io.rowandb.systems.webtable;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.systems.webtable.CrawlerDeath.CrawlerDied;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * A crawler dies at each call of the writing of a fetch. The page is as before or as after, whole;
 * and behind a repair, or the next fetch, so are the links that are seen from their targets.
 */
@OnBackEnd
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WebtableDeathTest {
  private static final Instant TIME = Instant.parse("2011-07-01T00:00:00Z");

  /** On HBase, where each call takes long, some. */
  private static final int CALLS_APART = BackEnd.isHBase() ? 2 : 1;

  private static final int MOST_CALLS = 100;
  private static final int LEAST_DEATHS = BackEnd.isHBase() ? 4 : 11;

  private Connection connection;
  private Webtable webtable;

  @BeforeAll
  void open(Connection backEnd) throws IOException {
    connection = backEnd;
    webtable = Webtable.open(connection);
  }

  @AfterAll
  void drop() throws IOException {
    webtable.close();
    BackEnd.drop(connection, "webtable");
  }

  private static PageUrl target(PageUrl url, String name) {
    return PageUrl.of("http://" + name + "." + url.host() + "/");
  }

  /** A fetch with links to such pages, one of which is linked twice. */
  private static PageFetch fetch(PageUrl url, int second, String body, String... targets) {
    List<PageLink> links =
        Stream.concat(Stream.of(targets), Stream.of(targets).limit(1))
            .map(each -> new PageLink(target(url, each), each + " of " + body))
            .toList();
    return new PageFetch(url, TIME.plusSeconds(second), 200, "text/html", body, links);
  }

  /** At each call, and each moment of it, until it was written without a death. */
  private int dieEverywhere(boolean isThere, IntPredicate isRepairedAt) throws IOException {
    int deaths = 0;
    for (CrawlerDeath.Moment moment : CrawlerDeath.Moment.values()) {
      boolean died = true;
      for (int call = moment.first(CALLS_APART); died && call < MOST_CALLS; call += CALLS_APART) {
        boolean isRepaired = isRepairedAt.test(call + moment.shift());
        PageUrl url =
            PageUrl.of("http://" + moment + call + "." + isThere + "." + isRepaired + ".test/");
        PageFetch before = fetch(url, 1, "before", "lost", "kept");
        PageFetch after = fetch(url, 2, "after", "kept", "new");
        if (isThere) {
          webtable.add(before);
        }
        died = dies(after, call, moment);
        deaths += died ? 1 : 0;
        Optional<PageVersion> page = webtable.page(url);
        assertThat(page.map(PageVersion::body))
            .isIn(Optional.of("after"), isThere ? Optional.of("before") : Optional.empty());
        PageFetch expected =
            page.map(PageVersion::body).equals(Optional.of("after")) ? after : before;
        if (isRepaired) {
          webtable.repair();
          assertLinks(url, page.isPresent() ? expected.links() : List.of());
        } else {
          PageFetch next = fetch(url, 3, "next", "other", "kept");
          webtable.add(next);
          assertLinks(url, next.links());
          assertThat(webtable.history(url).get(0).body()).isEqualTo("next");
        }
      }
      assertThat(died).as("at last it was written").isFalse();
    }
    return deaths;
  }

  private boolean dies(PageFetch fetch, int call, CrawlerDeath.Moment moment) throws IOException {
    CrawlerDeath death = new CrawlerDeath(connection, call, moment);
    try (Webtable dying = Webtable.openExisting(death.connection())) {
      dying.add(fetch);
    } catch (CrawlerDied e) {
      assertThat(death.happened()).isTrue();
    }
    return death.happened();
  }

  /** Both sides have these links and no other. */
  private void assertLinks(PageUrl url, List<PageLink> links) throws IOException {
    assertThat(webtable.outgoing(url))
        .extracting(each -> new PageLink(each.target(), each.text()))
        .isEqualTo(links);
    TreeSet<String> incoming = new TreeSet<>();
    for (PageAnchor each : webtable.incomingOfDomain(url.host(), 100, Optional.empty()).records()) {
      incoming.add(each.place() + each.target().toString() + each.text());
    }
    TreeSet<String> expected = new TreeSet<>();
    for (int place = 0; place < links.size(); place++) {
      expected.add(place + links.get(place).target().toString() + links.get(place).text());
    }
    assertThat(incoming).isEqualTo(expected);
  }

  @Test
  void ofAFirstFetchARepairOrTheNextEndsWhatWasBegun() throws IOException {
    assertThat(dieEverywhere(false, number -> number % 2 == 0)).isGreaterThan(LEAST_DEATHS);
  }

  @Test
  void ofALaterFetchARepairEndsWhatWasBegun() throws IOException {
    assertThat(dieEverywhere(true, number -> true)).isGreaterThan(LEAST_DEATHS);
  }

  @Test
  void ofALaterFetchTheNextEndsWhatWasBegun() throws IOException {
    assertThat(dieEverywhere(true, number -> false)).isGreaterThan(LEAST_DEATHS);
  }
}
