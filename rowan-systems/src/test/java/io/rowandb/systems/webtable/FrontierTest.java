package io.rowandb.systems.webtable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.systems.webtable.CrawlerDeath.CrawlerDied;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Nothing is fetched twice at a time, nothing is forgotten, and no host is hurried. */
@OnBackEnd
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FrontierTest {
  private static final Duration LEASE = Duration.ofMinutes(5);
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final int CRAWLERS = 8;

  /** Calls from one death to the next; on HBase, where each takes long, some are left out. */
  private static final int APART = BackEnd.isHBase() ? 12 : 1;

  /** Its calls are for one row each. */
  private static final List<CrawlerDeath.Moment> MOMENTS =
      List.of(CrawlerDeath.Moment.BEFORE, CrawlerDeath.Moment.AFTER);

  /** A clock that the test moves. */
  private static class MovedClock extends Clock {
    private final AtomicLong millis =
        new AtomicLong(Instant.parse("2011-07-01T00:00:00Z").toEpochMilli());

    void move(Duration by) {
      millis.addAndGet(by.toMillis());
    }

    @Override
    public Instant instant() {
      return Instant.ofEpochMilli(millis.get()).plusNanos(7); // as real ones have
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }

  private final MovedClock clock = new MovedClock();
  private Connection connection;
  private Frontier frontier;
  private Instant start;

  @BeforeAll
  void open(Connection backEnd) throws IOException {
    connection = backEnd;
    frontier = Frontier.open(connection, new Frontier.Settings(clock, LEASE, PAUSE));
  }

  @BeforeEach
  void begin() {
    start = Instant.ofEpochMilli(clock.millis());
  }

  /** The next test has an empty queue. */
  @AfterEach
  void fetchAll() throws IOException {
    clock.move(Duration.ofDays(1));
    for (Optional<FetchClaim> claim = frontier.claim();
        claim.isPresent();
        claim = frontier.claim()) {
      frontier.done(claim.get(), Optional.empty());
      clock.move(PAUSE);
    }
  }

  @AfterAll
  void drop() throws IOException {
    frontier.close();
    BackEnd.drop(connection, "webtable");
  }

  private static PageUrl url(int host, int page) {
    return PageUrl.of("http://h" + host + ".test/" + page);
  }

  private Instant second(int second) {
    return start.plusSeconds(second);
  }

  /** What one of the crawlers did. */
  private record Turn(PageUrl url, Instant claimed, Instant done) {}

  @Test
  void eightCrawlersFetchEachPageOnceAndOneHostAtATime() throws Exception {
    int hosts = BackEnd.isHBase() ? 8 : 15;
    int all = hosts * 6;
    for (int i = 0; i < all; i++) {
      frontier.schedule(url(i % hosts, i), start);
    }
    Duration lease = Duration.ofDays(10_000); // none ends while the clock runs ahead
    Set<String> busy = ConcurrentHashMap.newKeySet();
    AtomicInteger left = new AtomicInteger(all);
    ExecutorService threads = Executors.newFixedThreadPool(CRAWLERS);
    List<Turn> turns = new ArrayList<>();
    try {
      List<Future<List<Turn>>> crawlers = new ArrayList<>();
      for (int i = 0; i < CRAWLERS; i++) {
        Frontier own = Frontier.open(connection, new Frontier.Settings(clock, lease, PAUSE));
        crawlers.add(threads.submit(() -> crawl(own, lease, busy, left)));
      }
      for (Future<List<Turn>> each : crawlers) {
        turns.addAll(each.get(5, TimeUnit.MINUTES));
      }
    } finally {
      left.set(0); // when one failed, the others end too
      threads.shutdownNow();
    }
    assertThat(turns).extracting(Turn::url).doesNotHaveDuplicates().hasSize(all);
    Map<String, TreeMap<Instant, Turn>> ofHosts = new HashMap<>();
    for (Turn turn : turns) {
      TreeMap<Instant, Turn> ofHost =
          ofHosts.computeIfAbsent(turn.url().host(), host -> new TreeMap<>());
      assertThat(ofHost.put(turn.claimed(), turn)).isNull();
    }
    for (TreeMap<Instant, Turn> ofHost : ofHosts.values()) {
      Instant free = start;
      for (Turn turn : ofHost.values()) {
        assertThat(turn.claimed()).as("the pause of a host").isAfterOrEqualTo(free);
        free = turn.done().plus(PAUSE);
      }
    }
    assertThat(frontier.claim()).isEmpty();
  }

  private List<Turn> crawl(Frontier own, Duration lease, Set<String> busy, AtomicInteger left)
      throws IOException {
    List<Turn> turns = new ArrayList<>();
    while (left.get() > 0) {
      Optional<FetchClaim> claim = own.claim();
      if (claim.isEmpty()) {
        clock.move(PAUSE);
        continue;
      }
      String host = claim.get().url().host();
      assertThat(busy.add(host)).as("one crawler of " + host).isTrue();
      Instant done = Instant.ofEpochMilli(clock.millis());
      busy.remove(host);
      assertThat(own.done(claim.get(), Optional.empty())).isTrue();
      turns.add(new Turn(claim.get().url(), claim.get().until().minus(lease), done));
      left.decrementAndGet();
    }
    return turns;
  }

  @Test
  void aClaimEndsWithItsLease() throws IOException {
    frontier.schedule(url(1, 1), start);
    FetchClaim dead = frontier.claim().orElseThrow();
    assertThat(dead.until()).isEqualTo(start.plus(LEASE));
    clock.move(LEASE.minusMillis(1));
    assertThat(frontier.claim()).isEmpty();
    clock.move(Duration.ofMillis(1));
    FetchClaim second = frontier.claim().orElseThrow();
    assertThat(second.url()).isEqualTo(dead.url());
    assertThat(frontier.done(dead, Optional.empty())).as("too late").isFalse();
    assertThat(frontier.claim()).isEmpty();
    assertThat(frontier.done(second, Optional.of(second(1_000)))).isTrue();
    assertThat(frontier.done(second, Optional.of(second(1_000)))).isFalse();
    clock.move(Duration.ofSeconds(699));
    assertThat(frontier.claim()).isEmpty();
    clock.move(Duration.ofSeconds(1));
    assertThat(frontier.claim().orElseThrow().url()).isEqualTo(dead.url());
  }

  /** A lease is as long as it should be, however long the looking before it took. */
  @Test
  void theClockIsReadAtEachQuestion() throws IOException {
    List<PageUrl> urls = List.of(url(1, 1), url(2, 1));
    assertThat(urls).extracting(each -> StoredUrl.bucket(each.site())).doesNotHaveDuplicates();
    for (PageUrl each : urls) {
      frontier.schedule(each, start.plus(PAUSE)); // no question but the first is before that
    }
    List<Instant> readings = new ArrayList<>();
    Clock ticking =
        new MovedClock() {
          @Override
          public Instant instant() {
            Instant reading = clock.instant();
            readings.add(reading.truncatedTo(ChronoUnit.MILLIS));
            clock.move(PAUSE);
            return reading;
          }
        };
    try (Frontier slow =
        Frontier.openExisting(connection, new Frontier.Settings(ticking, LEASE, PAUSE))) {
      FetchClaim claim = slow.claim().orElseThrow();
      assertThat(urls).contains(claim.url());
      assertThat(readings.get(0)).isEqualTo(start);
      assertThat(claim.until()).isEqualTo(readings.get(readings.size() - 1).plus(LEASE));
    }
  }

  /** Though its lease has ended: nobody else has the page. */
  @Test
  void whoIsLateButTheOnlyOneIsHeard() throws IOException {
    frontier.schedule(url(1, 1), start);
    FetchClaim late = frontier.claim().orElseThrow();
    clock.move(LEASE.multipliedBy(2));
    assertThat(frontier.done(late, Optional.empty())).isTrue();
    assertThat(frontier.claim()).isEmpty();
  }

  @Test
  void aHostGivesItsPagesByTheirTimeAndRests() throws IOException {
    frontier.schedule(url(1, 3), second(3));
    frontier.schedule(url(1, 2), second(2));
    frontier.schedule(url(1, 1), second(9));
    frontier.schedule(url(1, 1), second(1)); // sooner
    frontier.schedule(url(1, 1), second(5)); // not later
    assertThat(frontier.claim()).isEmpty();
    assertThat(frontier.upcoming(second(1), 10)).containsExactly(new DueUrl(url(1, 1), second(1)));
    clock.move(Duration.ofSeconds(5));
    for (int page = 1; page <= 3; page++) {
      FetchClaim claim = frontier.claim().orElseThrow();
      assertThat(claim.url()).isEqualTo(url(1, page));
      assertThat(frontier.claim()).as("another page of the host").isEmpty();
      assertThat(frontier.done(claim, Optional.empty())).isTrue();
      assertThat(frontier.claim()).as("the pause").isEmpty();
      clock.move(PAUSE);
    }
    assertThat(frontier.claim()).isEmpty();
  }

  @Test
  void whatIsScheduledWhileItsHostIsClaimedIsNotForgotten() throws IOException {
    frontier.schedule(url(1, 1), start);
    FetchClaim claim = frontier.claim().orElseThrow();
    frontier.schedule(url(1, 1), start);
    frontier.schedule(url(1, 2), second(2));
    assertThat(frontier.claim()).isEmpty();
    assertThat(frontier.done(claim, Optional.of(second(3)))).isTrue();
    clock.move(Duration.ofSeconds(2));
    FetchClaim next = frontier.claim().orElseThrow();
    assertThat(next.url()).isEqualTo(url(1, 2));
    assertThat(frontier.done(next, Optional.empty())).isTrue();
    clock.move(Duration.ofSeconds(1));
    assertThat(frontier.claim().orElseThrow().url()).isEqualTo(url(1, 1));
  }

  @Test
  void upcomingHostsComeByTheirTime() throws IOException {
    for (int host = 0; host < 9; host++) {
      frontier.schedule(url(host, 1), second(100 - host));
      frontier.schedule(url(host, 2), second(200));
    }
    List<DueUrl> upcoming = frontier.upcoming(second(98), 5);
    assertThat(upcoming)
        .containsExactly(
            new DueUrl(url(8, 1), second(92)),
            new DueUrl(url(7, 1), second(93)),
            new DueUrl(url(6, 1), second(94)),
            new DueUrl(url(5, 1), second(95)),
            new DueUrl(url(4, 1), second(96)));
    assertThat(frontier.upcoming(second(91), 5)).isEmpty();
    assertThat(frontier.upcoming(second(300), 100)).hasSize(9);
    assertThat(frontier.explainUpcoming(second(300), 5).ranges()).hasSize(1);
  }

  /** Of one crawler at a time, and of claims that are left to expire. */
  @Test
  @Tag("slow")
  void eachClaimIsOneThatMayBe() throws IOException {
    Random random = new Random(11);
    Map<PageUrl, Instant> due = new HashMap<>();
    Map<String, Instant> free = new HashMap<>();
    List<FetchClaim> claims = new ArrayList<>();
    int fetched = 0;
    for (int step = BackEnd.isHBase() ? 80 : 600; step > 0; step--) {
      Instant now = Instant.ofEpochMilli(clock.millis());
      switch (random.nextInt(5)) {
        case 0, 1 -> {
          PageUrl url = url(random.nextInt(4), random.nextInt(5));
          Instant time = now.plusSeconds(random.nextInt(20) - 5);
          frontier.schedule(url, time);
          if (claims.stream().noneMatch(each -> each.url().equals(url))) {
            due.merge(url, time, (a, b) -> a.isBefore(b) ? a : b);
          }
        }
        case 2 -> {
          clock.move(Duration.ofMillis(random.nextInt(4_000)));
          if (random.nextInt(10) == 0) {
            clock.move(LEASE);
          }
        }
        case 3 -> {
          if (!claims.isEmpty()) {
            FetchClaim claim = claims.remove(random.nextInt(claims.size()));
            due.remove(claim.url());
            Optional<Instant> next =
                random.nextBoolean() ? Optional.empty() : Optional.of(now.plusSeconds(3));
            assertThat(frontier.done(claim, next)).isTrue();
            next.ifPresent(time -> due.put(claim.url(), time));
            free.put(claim.url().host(), now.plus(PAUSE));
            fetched++;
          }
        }
        default -> {
          Set<PageUrl> may = new HashSet<>();
          due.forEach(
              (url, time) -> {
                boolean first =
                    due.entrySet().stream()
                        .filter(each -> each.getKey().host().equals(url.host()))
                        .noneMatch(each -> each.getValue().isBefore(time));
                boolean rested = !free.getOrDefault(url.host(), start).isAfter(now);
                if (first && rested && !time.isAfter(now)) {
                  may.add(url);
                }
              });
          Optional<FetchClaim> claim = frontier.claim();
          if (may.isEmpty()) {
            assertThat(claim).isEmpty();
          } else {
            assertThat(may).contains(claim.orElseThrow().url());
            claims.removeIf(each -> each.url().host().equals(claim.get().url().host()));
            claims.add(claim.get());
            due.put(claim.get().url(), claim.get().until());
            free.put(claim.get().url().host(), claim.get().until());
          }
        }
      }
    }
    assertThat(fetched).isGreaterThan(BackEnd.isHBase() ? 3 : 50);
  }

  /**
   * A crawler dies at each call of a turn in which it schedules what it found; others go on when
   * its lease has ended. Each page is fetched.
   */
  @Tag("slow")
  @Test
  void whoeverDiesAllIsFetched() throws IOException {
    int deaths = 0;
    for (CrawlerDeath.Moment moment : MOMENTS) {
      boolean died = true;
      for (int call = moment.first(APART); died; call += APART) {
        PageUrl seed = PageUrl.of("http://" + moment + call + ".test/");
        frontier.schedule(seed, Instant.ofEpochMilli(clock.millis()));
        CrawlerDeath death = new CrawlerDeath(connection, call, moment);
        Set<PageUrl> fetched = new HashSet<>();
        try (Frontier dying =
            Frontier.openExisting(death.connection(), new Frontier.Settings(clock, LEASE, PAUSE))) {
          turn(dying, seed, fetched);
        } catch (CrawlerDied e) {
          assertThat(death.happened()).isTrue();
          fetched.remove(seed); // it did not say so
        }
        died = death.happened();
        deaths += died ? 1 : 0;
        clock.move(LEASE);
        while (turn(frontier, seed, fetched)) {
          clock.move(PAUSE);
        }
        assertThat(frontier.claim()).as("nothing is left, " + moment + " of " + call).isEmpty();
        if (!fetched.contains(seed)) {
          assertThat(death.happened()).isTrue(); // its last calls were made, and not answered
          fetched.add(seed);
        }
        assertThat(fetched).hasSize(3);
      }
    }
    assertThat(deaths).isGreaterThan(BackEnd.isHBase() ? 5 : 40);
  }

  /** A page of the same host, and one of another. */
  private boolean turn(Frontier crawler, PageUrl seed, Set<PageUrl> fetched) throws IOException {
    Optional<FetchClaim> claim = crawler.claim();
    if (claim.isPresent()) {
      fetched.add(claim.get().url());
      if (claim.get().url().equals(seed)) {
        Instant now = Instant.ofEpochMilli(clock.millis());
        crawler.schedule(PageUrl.of(seed + "found"), now);
        crawler.schedule(PageUrl.of("http://other." + seed.host() + "/"), now);
      }
      assertThat(crawler.done(claim.get(), Optional.empty())).isTrue();
    }
    return claim.isPresent();
  }

  @Test
  void wrongValuesAreRefused() {
    assertThatThrownBy(() -> new Frontier.Settings(clock, Duration.ZERO, PAUSE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("lease PT0S is not from");
    assertThatThrownBy(() -> new Frontier.Settings(clock, LEASE, Duration.ofMillis(-1)))
        .hasMessageStartingWith("pause PT-0.001S is not from");
    assertThatThrownBy(() -> frontier.schedule(url(1, 1), start.plusNanos(1)))
        .hasMessageStartingWith("due ");
    assertThatThrownBy(
            () -> frontier.done(new FetchClaim(url(1, 1), start, "t"), Optional.of(Instant.MIN)))
        .hasMessageStartingWith("next ");
  }
}
