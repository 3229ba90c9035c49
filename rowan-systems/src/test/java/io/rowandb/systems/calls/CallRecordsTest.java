package io.rowandb.systems.calls;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.reducing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.pattern.Page;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** All answers are those of looking at every record. */
@OnBackEnd
class CallRecordsTest {
  private static final CallTraffic TRAFFIC =
      new CallTraffic(7, 60, YearMonth.of(2010, 11), 4, 3_000);
  private static final YearMonth DECEMBER = YearMonth.of(2010, 12);
  private static final Tariff TARIFF = new Tariff(9, 30);

  private Connection connection;
  private CallRecords calls;
  private List<CallRecord> all;

  @BeforeEach
  void open(Connection backEnd) throws IOException {
    connection = backEnd;
    calls = CallRecords.open(connection);
    all = TRAFFIC.records().toList();
  }

  @AfterEach
  void drop() throws IOException {
    calls.close();
    BackEnd.drop(connection, "calls");
  }

  private static boolean isIn(CallRecord record, YearMonth month) {
    return YearMonth.from(record.time().atOffset(ZoneOffset.UTC)).equals(month);
  }

  private static Usage usage(Stream<CallRecord> records) {
    return records.reduce(Usage.NONE, Usage::plus, Usage::plus);
  }

  private static final Comparator<CallRecord> NEWEST_FIRST =
      Comparator.comparing(CallRecord::time)
          .reversed()
          .thenComparing(CallRecord::peer)
          .thenComparing(CallRecord::outgoing);

  private List<CallRecord> of(long phone, Instant from, Instant to) {
    return all.stream()
        .filter(each -> each.phone() == phone)
        .filter(each -> !each.time().isBefore(from) && each.time().isBefore(to))
        .sorted(NEWEST_FIRST)
        .toList();
  }

  @Test
  void monthsSpansAndBillsAreThoseOfAllRecords() throws IOException {
    assertThat(calls.load(all.stream())).isEqualTo(all.size());
    Instant from = Instant.parse("2010-11-20T07:30:00Z");
    Instant to = Instant.parse("2011-01-03T00:00:00.001Z");
    int answers = 0;
    for (int person = 0; person < TRAFFIC.people(); person += 7) {
      long phone = TRAFFIC.phone(person);
      List<CallRecord> month = calls.month(phone, DECEMBER);
      assertThat(month)
          .isEqualTo(
              of(
                  phone,
                  Instant.parse("2010-12-01T00:00:00Z"),
                  Instant.parse("2011-01-01T00:00:00Z")));
      assertThat(calls.span(phone, from, to)).isEqualTo(of(phone, from, to));
      Bill bill = calls.bill(phone, DECEMBER, TARIFF);
      assertThat(bill.usage()).isEqualTo(usage(month.stream()));
      long minutes =
          month.stream()
              .filter(each -> each.outgoing() && each.seconds() > 0)
              .mapToLong(each -> (long) Math.ceil(each.seconds() / 60.0))
              .sum();
      assertThat(bill.minutes()).isEqualTo(minutes);
      assertThat(bill.cents()).isEqualTo(9 * Math.max(0, minutes - 30));
      answers += month.size();
    }
    assertThat(answers).isPositive();
  }

  @Test
  void pagesTogetherAreTheSpan() throws IOException {
    assertThat(calls.any()).isEmpty();
    calls.load(all.stream());
    assertThat(all).contains(calls.any().orElseThrow());
    long phone = TRAFFIC.phone(0);
    Instant from = Instant.parse("2010-11-20T07:30:00Z");
    Instant to = Instant.parse("2011-02-01T00:00:00Z");
    List<CallRecord> paged = new ArrayList<>();
    Page<CallRecord> page = calls.page(phone, from, to, 100, Optional.empty());
    paged.addAll(page.records());
    while (page.next().isPresent()) {
      page = calls.page(phone, from, to, 100, page.next());
      paged.addAll(page.records());
    }
    assertThat(paged).hasSizeGreaterThan(100).isEqualTo(of(phone, from, to));
    assertThatThrownBy(() -> calls.page(phone, from, to, 100, Optional.of("none")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void allBillsOfAMonthAreThoseOfEachPhone() throws IOException {
    calls.load(all.stream());
    List<Bill> bills = new ArrayList<>();
    long count = calls.bills(DECEMBER, TARIFF, bills::add);
    assertThat(bills).hasSize((int) count).doesNotHaveDuplicates();
    assertThat(bills.stream().map(Bill::phone).toList())
        .containsExactlyInAnyOrderElementsOf(
            all.stream()
                .filter(each -> isIn(each, DECEMBER))
                .map(CallRecord::phone)
                .collect(java.util.stream.Collectors.toCollection(TreeSet::new)));
    for (Bill bill : bills.subList(0, 10)) {
      assertThat(calls.bill(bill.phone(), DECEMBER, TARIFF)).isEqualTo(bill);
    }
    assertThat(bills.stream().map(Bill::usage).reduce(Usage.NONE, Usage::plus))
        .isEqualTo(usage(all.stream().filter(each -> isIn(each, DECEMBER))));
    assertThat(calls.bills(YearMonth.of(2012, 1), TARIFF, bill -> {})).isZero();
  }

  @Test
  void cellsAndAreasAreThoseOfAllRecords() throws IOException {
    calls.load(all.stream());
    Map<Integer, Usage> expected =
        all.stream()
            .filter(each -> isIn(each, DECEMBER) && each.area() == 0)
            .collect(
                groupingBy(
                    CallRecord::cell,
                    TreeMap::new,
                    reducing(Usage.NONE, each -> Usage.NONE.plus(each), Usage::plus)));
    assertThat(calls.area(0, DECEMBER)).isEqualTo(expected).hasSizeGreaterThan(20);
    assertThat(calls.cell(0, 3, DECEMBER)).isEqualTo(expected.get(3));
    assertThat(calls.cell(0, 60_000, DECEMBER)).isEqualTo(Usage.NONE);
    assertThat(calls.area(1, DECEMBER)).isEmpty();
  }

  /** So a load that was stopped is begun again. */
  @Test
  void aRecordIsThereOnce() throws IOException {
    calls.load(all.stream().limit(all.size() / 2));
    calls.addAll(all.subList(all.size() / 3, all.size()));
    calls.load(all.stream());
    calls.add(all.get(0));
    List<Bill> bills = new ArrayList<>();
    for (YearMonth month = TRAFFIC.first(); !month.isAfter(TRAFFIC.last()); ) {
      calls.bills(month, TARIFF, bills::add);
      month = month.plusMonths(1);
    }
    assertThat(bills.stream().mapToLong(bill -> bill.usage().calls()).sum()).isEqualTo(all.size());
  }

  /** By phone and time alone they would be one. */
  @Test
  void whatAPhoneDoesInOneMillisecondStaysApart() throws IOException {
    Instant time = Instant.parse("2010-12-24T18:00:00.123Z");
    List<CallRecord> together =
        List.of(
            new CallRecord(1, time, 2, false, 60, null, null),
            new CallRecord(1, time, 2, true, CallRecord.MISSED, 5, 6),
            new CallRecord(1, time, 3, true, 61, 5, 6));
    calls.addAll(together);
    assertThat(calls.month(1, DECEMBER)).isEqualTo(together);
    assertThat(calls.cell(5, 6, DECEMBER)).isEqualTo(new Usage(2, 1, 61, 0));
    assertThat(calls.bill(1, DECEMBER, new Tariff(10, 0)))
        .isEqualTo(new Bill(1, new Usage(3, 1, 61, 60), 2, 20));
  }

  @Test
  void theFirstAndTheLastMonthHaveTheirRecords() throws IOException {
    List<CallRecord> ends =
        List.of(
            new CallRecord(1, Instant.EPOCH, 2, true, 60, 1, 1),
            new CallRecord(1, Instant.parse("9999-12-31T23:59:59.999Z"), 2, true, 60, 1, 1));
    calls.addAll(ends);
    for (CallRecord end : ends) {
      YearMonth month = YearMonth.from(end.time().atOffset(ZoneOffset.UTC));
      assertThat(calls.month(1, month)).containsExactly(end);
      assertThat(calls.cell(1, 1, month).calls()).isEqualTo(1);
      assertThat(calls.bills(month, TARIFF, bill -> {})).isEqualTo(1);
    }
    for (YearMonth none : List.of(YearMonth.of(0, 1), YearMonth.of(10_000, 1))) {
      assertThat(calls.month(1, none)).isEmpty();
      assertThat(calls.area(1, none)).isEmpty();
      assertThat(calls.bills(none, TARIFF, bill -> {})).isZero();
    }
  }

  @Test
  void aChangedRecordReplacesTheOneBefore() throws IOException {
    Instant time = Instant.parse("2010-12-24T18:00:00Z");
    calls.add(new CallRecord(1, time, 2, true, 60, 7, 8));
    CallRecord right = new CallRecord(1, time, 2, true, 90, null, null);
    calls.add(right);
    assertThat(calls.month(1, DECEMBER)).containsExactly(right);
    assertThat(calls.area(7, DECEMBER)).isEmpty();
  }

  @Test
  void onlyATableThatIsThereIsOpened() throws IOException {
    CallRecords.openExisting(connection).close();
    BackEnd.drop(connection, "calls");
    assertThatThrownBy(() -> CallRecords.openExisting(connection))
        .isInstanceOf(TableNotFoundException.class);
    assertThat(connection.getAdmin().tableExists(TableName.valueOf("calls"))).isFalse();
  }

  @Test
  void theReadsLookAtNoMoreThanTheyAnswer() throws IOException {
    calls.load(all.stream());
    long phone = TRAFFIC.phone(0);
    var month = calls.explainMonth(phone, DECEMBER);
    assertThat(month.refusal()).isEmpty();
    assertThat(month.ranges()).hasSize(1);
    assertThat(month.rows().counted()).isEqualTo(calls.month(phone, DECEMBER).size());
    var bills = calls.explainBills(DECEMBER);
    assertThat(bills.ranges()).hasSize(CallRecords.REGIONS);
    assertThat(bills.regionsTouched()).isEqualTo(CallRecords.REGIONS);
    assertThat(calls.explainArea(0, DECEMBER).ranges()).hasSize(1);
    var cell = calls.explainCell(0, 3, DECEMBER);
    assertThat(cell.ranges()).hasSize(1);
    assertThat(cell.rows().counted()).isEqualTo(calls.cell(0, 3, DECEMBER).calls());
  }

  @Test
  void wrongValuesAreRefused() {
    Instant time = Instant.parse("2010-12-24T18:00:00Z");
    assertThatThrownBy(() -> new CallRecord(100_000_000_000L, time, 2, true, 1, null, null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("phone 100000000000 has not 1 to 11 digits");
    assertThatThrownBy(() -> new CallRecord(1, time.plusNanos(1), 2, true, 1, null, null))
        .hasMessage("time 2010-12-24T18:00:00.000000001Z has more than milliseconds");
    for (String far : List.of("1969-12-31T23:59:59.999Z", "+10000-01-01T00:00:00Z")) {
      assertThatThrownBy(() -> new CallRecord(1, Instant.parse(far), 2, true, 1, null, null))
          .hasMessage("time " + far + " is not in a year from 1970 to 9999");
    }
    assertThatThrownBy(() -> new CallRecord(1, time, 2, true, -2, null, null))
        .hasMessageContaining("seconds -2");
    assertThatThrownBy(() -> new CallRecord(1, time, 2, true, 1, 3, null))
        .hasMessage("area 3 and cell null: both are known, or none");
    assertThatThrownBy(() -> calls.area(65_536, DECEMBER))
        .hasMessage("area 65536 is not from 0 to 65535");
    assertThatThrownBy(() -> calls.month(-1, DECEMBER)).hasMessageContaining("phone -1");
    assertThatThrownBy(() -> new Tariff(-1, 0)).hasMessageContaining("cents per minute -1");
  }
}
