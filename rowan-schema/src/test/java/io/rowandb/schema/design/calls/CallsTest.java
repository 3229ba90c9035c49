package io.rowandb.schema.design.calls;

import static io.rowandb.schema.design.calls.CallDesign.BY_MONTH;
import static io.rowandb.schema.design.calls.CallDesign.BY_PHONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.design.Explained;
import io.rowandb.schema.design.Loaded;
import io.rowandb.schema.design.NeedsRealData;
import io.rowandb.schema.design.calls.CallDesign.CallRecord;
import io.rowandb.schema.design.calls.CallFiles.CallRow;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Both sides of 3,600 calls and 24,333 texts, by the article's key and by the better one. */
@OnBackEnd
@NeedsRealData
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CallsTest {
  private static final Instant FEBRUARY = Instant.parse("2014-02-01T00:00:00Z");
  private static final Instant MARCH = Instant.parse("2014-03-01T00:00:00Z");

  private List<CallRow> rows;
  private List<CallRecord> records;
  private Set<Integer> persons;
  private Loaded loaded;
  private RecordTable<CallRecord> byMonth;
  private RecordTable<CallRecord> byPhone;

  @BeforeAll
  void load(Connection connection) throws IOException {
    rows = CallFiles.rows();
    records = CallFiles.records(rows);
    persons =
        rows.stream()
            .flatMap(row -> Stream.of(row.from(), row.to()))
            .collect(Collectors.toCollection(TreeSet::new));
    loaded = new Loaded(connection);
    byMonth = loaded.table(BY_MONTH, records);
    byPhone = loaded.table(BY_PHONE, records);
  }

  @AfterAll
  void drop() throws IOException {
    if (loaded != null) {
      loaded.close();
    }
  }

  /** What a question is answered with, whichever rows of a person and second come first. */
  private record Line(String kind, Instant time, long peer, boolean outgoing, Integer seconds) {
    static final Comparator<Line> NEWEST_FIRST =
        Comparator.comparing(Line::time).reversed().thenComparing(Line::toString);

    static Line of(CallRecord each) {
      return new Line(
          each.kind().name(), each.time(), each.peer(), each.outgoing(), each.seconds());
    }
  }

  /** By the raw rows alone. */
  private List<Line> bruteForce(int person, Instant from, Instant to) {
    return rows.stream()
        .filter(row -> !row.time().isBefore(from) && row.time().isBefore(to))
        .flatMap(
            row ->
                Stream.of(true, false)
                    .filter(outgoing -> (outgoing ? row.from() : row.to()) == person)
                    .map(
                        outgoing ->
                            new Line(
                                row.kind().name(),
                                row.time(),
                                CallFiles.phone(outgoing ? row.to() : row.from()),
                                outgoing,
                                row.duration())))
        .sorted(Line.NEWEST_FIRST)
        .toList();
  }

  /** The lines of records, which have to be sorted by time already. */
  private static List<Line> lines(List<CallRecord> found) {
    assertThat(found).isSortedAccordingTo(Comparator.comparing(CallRecord::time).reversed());
    return found.stream().map(Line::of).sorted(Line.NEWEST_FIRST).toList();
  }

  @Test
  void theKeyHas32Digits() {
    CallRecord record = records.get(0);
    assertThat(new String(BY_MONTH.key().encode(record), StandardCharsets.US_ASCII))
        .isEqualTo("01" + "13900000300" + "20140115000304000" + "00");
    for (CallRecord each : records) {
      assertThat(BY_MONTH.key().encode(each)).hasSize(32);
    }
  }

  @Test
  void aPersonsMonthNewestFirst() throws IOException {
    int answers = 0;
    for (int person : persons) {
      List<Line> expected = bruteForce(person, FEBRUARY, MARCH);
      assertThat(
              lines(
                  byMonth
                      .where(CallRecord::month)
                      .is(2L)
                      .where(CallRecord::phone)
                      .is(CallFiles.phone(person))
                      .newestFirst()
                      .list()))
          .isEqualTo(expected);
      assertThat(
              lines(
                  byPhone
                      .where(CallRecord::phone)
                      .is(CallFiles.phone(person))
                      .between(CallRecord::time, FEBRUARY, MARCH)
                      .newestFirst()
                      .list()))
          .isEqualTo(expected);
      answers += expected.size();
    }
    assertThat(answers)
        .isEqualTo(2 * rows.stream().filter(row -> !row.time().isBefore(FEBRUARY)).count());
  }

  /** In January and February, which are two ranges of the article's key and one of the other. */
  @Test
  void twoWeeksAcrossTheEndOfAMonth() throws IOException {
    Instant from = Instant.parse("2014-01-25T00:00:00Z");
    Instant to = Instant.parse("2014-02-08T12:00:00Z");
    for (int person : persons.stream().filter(person -> person % 7 == 0).toList()) {
      List<Line> expected = bruteForce(person, from, to);
      assertThat(
              byMonth
                  .all()
                  .where(CallRecord::month)
                  .in(List.of(1L, 2L))
                  .where(CallRecord::phone)
                  .is(CallFiles.phone(person))
                  .between(CallRecord::time, from, to)
                  .list()
                  .stream()
                  .map(Line::of)
                  .sorted(Line.NEWEST_FIRST))
          .isEqualTo(expected);
      assertThat(
              lines(
                  byPhone
                      .where(CallRecord::phone)
                      .is(CallFiles.phone(person))
                      .between(CallRecord::time, from, to)
                      .list()))
          .isEqualTo(expected);
    }
  }

  @Test
  void aPersonsMonthIsInOneRegion() throws IOException {
    long phone = records.get(0).phone();
    Explained.assertOneRange(
        "a person's month",
        byMonth.where(CallRecord::month).is(2L).where(CallRecord::phone).is(phone));
    Explained.assertOneRange(
        "a person's month by the better key",
        byPhone.where(CallRecord::phone).is(phone).between(CallRecord::time, FEBRUARY, MARCH));
  }

  /** Ten split keys, from 02 to 11, would leave months 11 and 12 in one region. */
  @Test
  void eachMonthHasARegionOfItsOwn() {
    assertThat(BY_MONTH.splitKeys()).hasSize(11);
    for (long month = 1; month <= 12; month++) {
      Instant time = Instant.parse(String.format("2014-%02d-03T00:00:00Z", month));
      byte[] key =
          BY_MONTH.key().encode(new CallRecord(month, 13900000000L, time, 0, null, 0, false, null));
      assertThat(regionOf(BY_MONTH, key)).isEqualTo(month - 1);
    }
  }

  /** A month's writes are all in one region by the article's key, and spread by the other. */
  @Test
  void theMonthFirstIsAHotSpot() {
    List<CallRecord> february = records.stream().filter(each -> each.month() == 2).toList();
    assertThat(regions(BY_MONTH, february)).containsOnlyKeys(1);
    Map<Integer, Long> spread = regions(BY_PHONE, february);
    assertThat(spread).hasSize(12);
    long busiest = spread.values().stream().max(Comparator.naturalOrder()).orElseThrow();
    assertThat(busiest).isLessThan(february.size() / 4);
    Loaded.report(
        "writes of February: %d in 1 of 12 regions, or at most %d in one of 12",
        february.size(), busiest);
  }

  private static Map<Integer, Long> regions(
      TableDesign<CallRecord> design, List<CallRecord> records) {
    return records.stream()
        .collect(
            Collectors.groupingBy(
                each -> regionOf(design, design.key().encode(each)), Collectors.counting()));
  }

  private static int regionOf(TableDesign<?> design, byte[] key) {
    return (int)
        design.splitKeys().stream()
            .filter(split -> Arrays.compareUnsigned(split, key) <= 0)
            .count();
  }

  /** The two digits of the sequence tell records of a phone and second apart. */
  @Test
  void noRecordOverwritesAnother() throws IOException {
    assertThat(records).hasSize(2 * (3600 + 24_333));
    for (RecordTable<CallRecord> table : List.of(byMonth, byPhone)) {
      try (Stream<CallRecord> all = table.all().allowFullScan().stream()) {
        assertThat(all.collect(Collectors.toSet())).isEqualTo(Set.copyOf(records));
      }
    }
    long keys =
        records.stream()
            .map(each -> ByteBuffer.wrap(BY_MONTH.key().encode(each), 0, 30))
            .distinct()
            .count();
    assertThat(keys).isLessThan(records.size());
    Loaded.report("records lost by a key of phone and time alone: %d", records.size() - keys);
  }

  @Test
  void theMonthIsThatOfTheTime() {
    assertThatThrownBy(() -> new CallRecord(1, 13900000000L, FEBRUARY, 0, null, 0, false, null))
        .hasMessageContaining("2014-02-01T00:00:00Z is not in month 1");
  }
}
