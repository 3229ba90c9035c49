package io.rowandb.schema.design.log;

import static io.rowandb.schema.design.log.LogDesign.EVENTS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.design.Explained;
import io.rowandb.schema.design.Loaded;
import io.rowandb.schema.design.NeedsRealData;
import io.rowandb.schema.design.RealData;
import io.rowandb.schema.design.log.LogDesign.Event;
import io.rowandb.schema.pattern.IndexReport;
import io.rowandb.schema.pattern.RecordQuery;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * The log store: all 320,939 events, on HBase each sixth if no more are asked for, by host and
 * time, and through its two indexes.
 */
@OnBackEnd
@NeedsRealData
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LogTest {
  private List<Event> events;
  private boolean isWhole;
  private EventAnswers answers;
  private Set<String> hosts;
  private Loaded loaded;
  private RecordTable<Event> table;

  @BeforeAll
  void load(Connection connection) throws IOException {
    List<Event> all = EventFile.read();
    assertThat(all).hasSize(320_939);
    assertThat(all.stream().filter(event -> event.guid2() != null)).hasSize(83_545 + 486);
    events = RealData.sample(all, 100_000);
    isWhole = events.size() == all.size();
    answers = new EventAnswers(events);
    hosts = events.stream().map(Event::host).collect(Collectors.toCollection(TreeSet::new));
    loaded = new Loaded(connection);
    table = loaded.table(EVENTS, events);
  }

  @AfterAll
  void drop() throws IOException {
    if (loaded != null) {
      loaded.close();
    }
  }

  private RecordQuery<Event> of(String host, Instant from, Instant to) {
    return table.where(Event::host).is(host).between(Event::time, from, to);
  }

  @Test
  void everyEventOfEachHost() throws IOException {
    long read = 0;
    for (String host : hosts) {
      List<Event> found = table.where(Event::host).is(host).list();
      assertThat(found).isEqualTo(answers.ofHost(host, Instant.MIN, Instant.MAX));
      read += found.size();
    }
    assertThat(hosts).hasSizeBetween(isWhole ? 17 : 10, 17);
    assertThat(read).isEqualTo(events.size());
    assertThat(table.where(Event::host).is("WORKSTATION5.theshire").list()).isEmpty();
  }

  /** An hour around events here and there. */
  @Test
  void theEventsOfAHostAndTime() throws IOException {
    for (int i = 0; i < events.size(); i += 9_973) {
      Event event = events.get(i);
      Instant from = event.time().minus(Duration.ofMinutes(30));
      Instant to = event.time().plus(Duration.ofMinutes(30));
      assertThat(of(event.host(), from, to).list())
          .isEqualTo(answers.ofHost(event.host(), from, to))
          .contains(event);
    }
    Event any = events.get(0);
    Explained.assertOneRange(
        "a host's events from..to",
        table.where(Event::host).is(any.host()).from(Event::time, any.time()));
  }

  @Test
  void theLastEventsOfAHost() throws IOException {
    for (String host : hosts) {
      List<Event> newest =
          events.stream()
              .filter(event -> event.host().equals(host))
              .sorted(Comparator.comparing(Event::time).thenComparing(Event::line).reversed())
              .limit(50)
              .toList();
      assertThat(table.where(Event::host).is(host).newestFirst().limit(50).list())
          .isEqualTo(newest);
    }
  }

  @Test
  void theEventsOfAGuid() throws IOException {
    int both = 0;
    for (Event event : withGuids()) {
      Instant from = event.time().minus(Duration.ofHours(1));
      Instant to = event.time().plus(Duration.ofHours(1));
      UUID guid = event.guid2();
      RecordQuery<Event> query =
          of(event.host(), from, to).where(Event::guid1).or(Event::guid2).is(guid);
      List<Event> found = query.list();
      assertThat(found).isEqualTo(answers.ofGuid(event.host(), guid, from, to)).contains(event);
      assertThat(query.explain().servedBy()).isEqualTo("index byGuid");
      both += found.stream().anyMatch(each -> guid.equals(each.guid1())) ? 1 : 0;
    }
    assertThat(both).isGreaterThanOrEqualTo(isWhole ? 1 : 0);
  }

  /** Of the busiest host; the newest events first. */
  @Test
  void theGuidsOfAHost() throws IOException {
    String host =
        hosts.stream().max(Comparator.comparing(each -> guids(each).size())).orElseThrow();
    List<UUID> guids = List.copyOf(guids(host));
    assertThat(guids).hasSizeGreaterThan(100);
    for (int i = 0; i < guids.size(); i += 5) {
      UUID guid = guids.get(i);
      assertThat(
              table
                  .where(Event::host)
                  .is(host)
                  .where(Event::guid1)
                  .or(Event::guid2)
                  .is(guid)
                  .newestFirst()
                  .list())
          .containsExactlyInAnyOrderElementsOf(answers.ofGuid(host, guid, Instant.MIN, Instant.MAX))
          .isSortedAccordingTo(Comparator.comparing(Event::time).reversed());
    }
  }

  private Set<UUID> guids(String host) {
    Set<UUID> guids = new TreeSet<>();
    for (Event event : events) {
      if (event.guid2() != null && event.host().equals(host)) {
        guids.add(event.guid2());
      }
    }
    return guids;
  }

  @Test
  void aGuidAndACodeExcludeOneAnother() {
    Event event = withGuids().get(0);
    RecordQuery<Event> both =
        table
            .where(Event::host)
            .is(event.host())
            .where(Event::guid1)
            .or(Event::guid2)
            .is(event.guid2())
            .where(Event::code)
            .is(event.code());
    assertThatThrownBy(both::list)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("one of code, guid1 only");
  }

  private List<Event> withGuids() {
    List<Event> all = events.stream().filter(event -> event.guid2() != null).toList();
    return IntStream.range(0, 20).mapToObj(i -> all.get(i * (all.size() / 20))).toList();
  }

  @Test
  void theEventsOfACode() throws IOException {
    for (int i = 0; i < events.size(); i += 16_001) {
      Event event = events.get(i);
      Instant from = event.time().minus(Duration.ofHours(1));
      Instant to = event.time().plus(Duration.ofHours(1));
      RecordQuery<Event> query = of(event.host(), from, to).where(Event::code).is(event.code());
      assertThat(query.list())
          .isEqualTo(answers.ofCode(event.host(), event.code(), from, to))
          .contains(event);
      assertThat(query.explain().servedBy()).isEqualTo("index byCode");
    }
  }

  @Test
  void theIndexesAreWhole() throws IOException {
    IndexReport byGuid = table.verifyIndex("byGuid");
    assertThat(byGuid.records()).isEqualTo(events.size());
    assertThat(byGuid.missing() + byGuid.stale()).isZero();
    IndexReport byCode = table.verifyIndex("byCode");
    assertThat(byCode.entries()).isEqualTo(events.size());
    assertThat(byCode.missing() + byCode.stale()).isZero();
    Loaded.report("entries: by GUID %,d, by code %,d", byGuid.entries(), byCode.entries());
  }
}
