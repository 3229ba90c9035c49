package io.rowandb.systems.webtable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.pattern.Page;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** All answers are those of looking at every fetch, though three threads wrote them in disorder. */
@OnBackEnd
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WebtableTest {
  /** More crawls than versions are kept. */
  private static final MadeUpWeb WEB =
      new MadeUpWeb(7, 12, 60, Instant.parse("2011-07-01T00:00:00Z"), 7);

  private static final int THREADS = 3;

  private final TreeMap<PageUrl, TreeMap<Instant, PageFetch>> all = new TreeMap<>();
  private Connection connection;
  private Webtable webtable;

  @BeforeAll
  void load(Connection backEnd) throws Exception {
    connection = backEnd;
    webtable = Webtable.open(connection);
    List<PageFetch> fetches = new ArrayList<>(WEB.fetches().toList());
    for (PageFetch each : fetches) {
      all.computeIfAbsent(each.url(), url -> new TreeMap<>()).put(each.time(), each);
    }
    fetches.addAll(fetches.subList(0, 20)); // the same call twice
    Collections.shuffle(fetches, new Random(3));
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    List<Future<Long>> writers = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      Stream<PageFetch> some =
          fetches
              .subList(fetches.size() * i / THREADS, fetches.size() * (i + 1) / THREADS)
              .stream();
      writers.add(threads.submit(() -> webtable.addAll(some)));
    }
    long written = 0;
    for (Future<Long> each : writers) {
      written += each.get();
    }
    threads.shutdown();
    assertThat(written).isEqualTo(fetches.size());
  }

  @AfterAll
  void drop() throws IOException {
    webtable.close();
    BackEnd.drop(connection, "webtable");
  }

  /** The versions that are kept, the newest first. */
  private List<PageVersion> kept(PageUrl url) {
    return all.getOrDefault(url, new TreeMap<>()).descendingMap().values().stream()
        .limit(StoredPage.VERSIONS)
        .map(each -> new PageVersion(PageState.of(each), each.body()))
        .toList();
  }

  private Optional<PageVersion> asOf(PageUrl url, Instant time) {
    TreeMap<Instant, PageFetch> fetches = all.getOrDefault(url, new TreeMap<>());
    if (fetches.isEmpty() || fetches.firstKey().isAfter(time)) {
      return Optional.empty();
    }
    return Optional.of(
        kept(url).stream()
            .filter(each -> !each.state().time().isAfter(time))
            .findFirst()
            .orElse(new PageVersion(PageState.forgotten(url, fetches.firstKey()), "")));
  }

  private List<Instant> times() {
    List<Instant> times = new ArrayList<>(List.of(Instant.EPOCH, Webtable.NOW));
    for (int crawl = 0; crawl < WEB.crawls(); crawl++) {
      times.add(WEB.end(crawl));
    }
    return times;
  }

  private static boolean isOf(PageUrl url, String domain) {
    return url.host().equals(domain) || url.host().endsWith("." + domain);
  }

  /** Hosts, domains, what two of them share, and what is none of any page. */
  private Set<String> domains() {
    Set<String> domains =
        new LinkedHashSet<>(List.of("com", "uk", "absent.example", "m", "192.0.2.1"));
    for (int host = 0; host < WEB.hosts(); host++) {
      String name = WEB.host(host);
      domains.add(name);
      domains.add(name.substring(1));
      domains.add(name.substring(name.indexOf('.') + 1));
    }
    return domains;
  }

  @Test
  void pagesAndHistoriesAreThoseOfAllFetches() throws IOException {
    int forgotten = 0;
    for (PageUrl url : all.keySet()) {
      assertThat(webtable.history(url)).isEqualTo(kept(url));
      assertThat(webtable.page(url)).isEqualTo(kept(url).stream().findFirst());
      for (Instant time : times()) {
        Optional<PageVersion> page = webtable.page(url, time);
        assertThat(page).isEqualTo(asOf(url, time));
        forgotten += page.isPresent() && page.get().state().isForgotten() ? 1 : 0;
      }
      Instant newest = all.get(url).lastKey();
      assertThat(webtable.page(url, newest).orElseThrow().state().time()).isEqualTo(newest);
      assertThat(webtable.page(url, newest.minusMillis(1))).isNotEqualTo(webtable.page(url));
    }
    assertThat(forgotten).isPositive();
    assertThat(webtable.page(PageUrl.of("http://absent.example/"))).isEmpty();
    assertThat(webtable.history(PageUrl.of("http://absent.example/"))).isEmpty();
  }

  @Test
  void aDomainHasItsSubdomainsAsOfEachTime() throws IOException {
    int answers = 0;
    for (String domain : domains()) {
      for (Instant time : List.of(Webtable.NOW, WEB.end(1), WEB.end(4))) {
        List<PageState> expected =
            all.keySet().stream()
                .filter(url -> isOf(url, domain))
                .flatMap(url -> asOf(url, time).stream())
                .map(PageVersion::state)
                .toList();
        assertThat(allOf(token -> webtable.domain(domain, time, 7, token))).isEqualTo(expected);
        answers += expected.size();
      }
    }
    assertThat(answers).isGreaterThan(100);
    assertThat(webtable.explainDomain(WEB.host(1)).rows().counted())
        .as("no neighbour is read")
        .isEqualTo(all.keySet().stream().filter(url -> isOf(url, WEB.host(1))).count());
  }

  private interface Pages<T> {
    Page<T> page(Optional<String> token) throws IOException;
  }

  private static <T> List<T> allOf(Pages<T> pages) throws IOException {
    List<T> all = new ArrayList<>();
    Page<T> page = pages.page(Optional.empty());
    all.addAll(page.records());
    while (page.next().isPresent()) {
      page = pages.page(page.next());
      all.addAll(page.records());
    }
    return all;
  }

  @Test
  void changesAreThoseBetweenTheStatesOfBothTimes() throws IOException {
    String first = WEB.host(0);
    String top = first.substring(first.lastIndexOf('.') + 1);
    Set<PageChange.Kind> kinds = new LinkedHashSet<>();
    for (int from = 0; from < WEB.crawls(); from++) {
      for (int to = from; to < WEB.crawls(); to += 2) {
        Instant before = from == 0 ? Instant.EPOCH : WEB.end(from);
        Instant after = WEB.end(to);
        List<PageChange> expected = new ArrayList<>();
        for (PageUrl url : all.keySet()) {
          if (isOf(url, top)) {
            kind(asOf(url, before), asOf(url, after))
                .ifPresent(kind -> expected.add(new PageChange(url, kind)));
          }
        }
        List<PageChange> changes = new ArrayList<>();
        assertThat(webtable.changes(top, before, after, changes::add)).isEqualTo(expected.size());
        assertThat(changes).isEqualTo(expected);
        assertThat(inParts(top, before, after)).isEqualTo(expected);
        changes.forEach(each -> kinds.add(each.kind()));
      }
    }
    assertThat(kinds).containsExactlyInAnyOrder(PageChange.Kind.values());
  }

  private static Optional<PageChange.Kind> kind(
      Optional<PageVersion> before, Optional<PageVersion> after) {
    if (Stream.of(before, after).flatMap(Optional::stream).anyMatch(v -> v.state().status() == 0)) {
      return Optional.of(PageChange.Kind.FORGOTTEN);
    }
    Optional<String> was = before.filter(v -> v.state().status() == 200).map(PageVersion::body);
    Optional<String> is = after.filter(v -> v.state().status() == 200).map(PageVersion::body);
    if (was.equals(is)) {
      return Optional.empty();
    }
    return Optional.of(
        was.isEmpty()
            ? PageChange.Kind.NEW
            : is.isEmpty() ? PageChange.Kind.GONE : PageChange.Kind.CHANGED);
  }

  /** The links of the newest fetches alone. */
  private List<PageAnchor> anchors() {
    List<PageAnchor> anchors = new ArrayList<>();
    for (Map.Entry<PageUrl, TreeMap<Instant, PageFetch>> each : all.entrySet()) {
      List<PageLink> links = each.getValue().lastEntry().getValue().links();
      for (int place = 0; place < links.size(); place++) {
        PageLink link = links.get(place);
        anchors.add(new PageAnchor(each.getKey(), place, link.target(), link.text()));
      }
    }
    return anchors;
  }

  @Test
  void anchorsAreSeenFromBothSides() throws IOException {
    List<PageAnchor> anchors = anchors();
    assertThat(anchors).hasSizeGreaterThan(100);
    Set<PageUrl> urls = new LinkedHashSet<>(all.keySet());
    anchors.forEach(each -> urls.add(each.target()));
    for (PageUrl url : urls) {
      assertThat(webtable.outgoing(url))
          .isEqualTo(anchors.stream().filter(each -> each.source().equals(url)).toList());
      assertThat(allOf(token -> webtable.incoming(url, 5, token)))
          .isEqualTo(anchors.stream().filter(each -> each.target().equals(url)).toList());
    }
    for (String domain : domains()) {
      assertThat(allOf(token -> webtable.incomingOfDomain(domain, 20, token)))
          .containsExactlyInAnyOrderElementsOf(
              anchors.stream().filter(each -> isOf(each.target(), domain)).toList());
    }
    PageUrl linked = anchors.get(0).target();
    assertThat(webtable.explainIncoming(linked).rows().counted())
        .isEqualTo(webtable.incoming(linked, 1_000, Optional.empty()).records().size());
  }

  @Test
  void neighboursOfADomainAreNotOfIt() throws IOException {
    Instant time = Instant.parse("2012-01-01T00:00:00Z");
    List<String> urls =
        List.of(
            "http://near.test/",
            "https://near.test/",
            "http://near.test:8080/",
            "http://a.near.test/x?y",
            "http://near-x.test/",
            "http://nearfoo.test/",
            "http://anear.test/",
            "http://near.test.example/",
            "http://198.51.100.7/",
            "http://198.51.100.70/");
    for (String url : urls) {
      webtable.add(new PageFetch(PageUrl.of(url), time, 200, "", "", List.of()));
    }
    assertThat(webtable.domain("NEAR.test.", Webtable.NOW, 100, Optional.empty()).records())
        .extracting(each -> each.url().toString())
        .containsExactly(urls.get(0), urls.get(1), urls.get(2), urls.get(3));
    assertThat(webtable.domain("198.51.100.7", Webtable.NOW, 100, Optional.empty()).records())
        .extracting(each -> each.url().toString())
        .containsExactly("http://198.51.100.7/");
    assertThatThrownBy(() -> webtable.domain("100.7", Webtable.NOW, 9, Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> webtable.domain("a b", Webtable.NOW, 9, Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> webtable.domain("", Webtable.NOW, 9, Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aFetchOfTheFutureIsRefused() throws IOException {
    PageUrl url = PageUrl.of("http://future.test/");
    Instant now = Clock.systemUTC().instant().truncatedTo(ChronoUnit.MILLIS);
    assertThatThrownBy(
            () -> webtable.add(new PageFetch(url, now.plusSeconds(90), 200, "", "", List.of())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is in the future");
    assertThat(webtable.page(url)).isEmpty();
    webtable.add(new PageFetch(url, now, 200, "", "", List.of()));
    assertThat(webtable.page(url)).isPresent();
  }

  @Test
  void wrongValuesAreRefused() {
    PageUrl url = PageUrl.of("http://a.test/");
    Instant time = Instant.parse("2012-01-01T00:00:00Z");
    assertThatThrownBy(() -> new PageFetch(url, time.plusNanos(1), 200, "", "", List.of()))
        .hasMessage("time 2012-01-01T00:00:00.000000001Z has more than milliseconds");
    assertThatThrownBy(() -> new PageFetch(url, Instant.MAX, 200, "", "", List.of()))
        .hasMessageEndingWith("is not in a year from 1970 to 9999");
    assertThatThrownBy(() -> new PageFetch(url, time, 600, "", "", List.of()))
        .hasMessage("status 600 is not from 100 to 599");
    assertThatThrownBy(() -> new PageFetch(url, time, 200, "", "\ud800", List.of()))
        .hasMessage("body has half a character");
    assertThatThrownBy(() -> new PageFetch(url, time, 200, "", "永".repeat(1_333_334), List.of()))
        .hasMessage("body has 4000002 bytes in UTF-8, and at most 4000000");
    PageLink link = new PageLink(url, "é😀".repeat(333) + "b");
    assertThatThrownBy(
            () -> new PageFetch(url, time, 200, "", "", Collections.nCopies(10_001, link)))
        .hasMessage("http://a.test/ has 10001 links, and at most 10000");
    assertThatThrownBy(
            () -> new PageFetch(url, time, 200, "", "", Collections.nCopies(2_000, link)))
        .hasMessage("all links has 4026000 bytes in UTF-8, and at most 4000000");
    assertThatThrownBy(() -> new PageLink(url, "c".repeat(1_001)))
        .hasMessageContaining("1001 characters");
    assertThatThrownBy(() -> webtable.changes("a.test", time, time.minusMillis(1), change -> {}))
        .hasMessageEndingWith("is before from 2012-01-01T00:00:00Z");
  }

  /** Of the greatest size that is taken, so that no cell is too great for HBase. */
  @Test
  void theGreatestPageIsTaken() throws IOException {
    PageUrl url = PageUrl.of("http://great.test/");
    Instant time = Instant.parse("2012-01-01T00:00:00Z");
    PageLink link = new PageLink(PageUrl.of("http://small.test/"), "");
    PageFetch fetch =
        new PageFetch(
            url, time, 200, "text/plain", "永".repeat(1_333_333), Collections.nCopies(300, link));
    webtable.add(fetch);
    assertThat(webtable.page(url)).contains(new PageVersion(PageState.of(fetch), fetch.body()));
    assertThat(webtable.incoming(link.target(), 1_000, Optional.empty()).records()).hasSize(300);
  }

  /** The same changes, seven pages at a time. */
  private List<PageChange> inParts(String domain, Instant from, Instant to) throws IOException {
    List<PageChange> changes = new ArrayList<>();
    Optional<String> token = Optional.empty();
    do {
      Page<PageChange> part = webtable.changes(domain, from, to, 7, token);
      assertThat(part.records()).hasSizeLessThanOrEqualTo(7);
      changes.addAll(part.records());
      token = part.next();
    } while (token.isPresent());
    return changes;
  }

  @Test
  void statesAreTheVersionsWithoutContents() throws IOException {
    for (PageUrl url : all.keySet()) {
      assertThat(webtable.states(url))
          .isEqualTo(kept(url).stream().map(PageVersion::state).toList());
    }
    assertThat(webtable.states(PageUrl.of("http://absent.example/"))).isEmpty();
    assertThat(webtable.any()).hasValueSatisfying(url -> assertThat(all).containsKey(url));
  }

  @Test
  void onlyTablesThatAreThereAreOpened() throws IOException {
    Webtable.openExisting(connection).close();
    assertThatThrownBy(() -> Frontier.openExisting(connection, Frontier.Settings.usual()))
        .isInstanceOf(TableNotFoundException.class)
        .hasMessageContaining("webtable_hosts");
    assertThat(connection.getAdmin().tableExists(TableName.valueOf("webtable_hosts"))).isFalse();
  }
}
