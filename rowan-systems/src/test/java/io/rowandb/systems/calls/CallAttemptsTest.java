package io.rowandb.systems.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.systems.measure.Attempt;
import io.rowandb.systems.measure.Comparison;
import io.rowandb.systems.measure.Measurement;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What each design is worth, by figures that can be counted. */
@OnBackEnd
class CallAttemptsTest {
  /** Two Decembers, and a January behind: the article's key does not tell them apart. */
  private static final CallTraffic TRAFFIC =
      new CallTraffic(3, 40, YearMonth.of(2010, 11), 15, 2_000);

  private static final YearMonth DECEMBER = YearMonth.of(2011, 12);

  private static Stream<CallRecord> december() {
    return TRAFFIC.records().filter(each -> isOf(each, DECEMBER));
  }

  private static boolean isOf(CallRecord record, YearMonth month) {
    return YearMonth.from(record.time().atOffset(ZoneOffset.UTC)).equals(month);
  }

  @Test
  @Tag("slow")
  void theDesignInUseSpreadsWritesLosesNothingAndReadsWhatItAnswers(Connection connection)
      throws IOException {
    List<Long> phones = List.of(TRAFFIC.phone(0), TRAFFIC.phone(1), TRAFFIC.phone(17));
    Comparison<CallRecord> comparison =
        new Comparison<>(connection, TRAFFIC::records, CallAttemptsTest::december);
    Map<String, Measurement> measured = new LinkedHashMap<>();
    for (Attempt<CallRecord, ?> attempt : new CallAttempts(phones, DECEMBER).all()) {
      measured.put(attempt.name(), comparison.measure(attempt));
    }
    assertThat(measured).containsOnlyKeys("article", "12 regions", "phone first", "in use");
    long records = TRAFFIC.records().count();
    long keys =
        TRAFFIC.records().map(each -> List.of(each.phone(), each.time())).distinct().count();
    for (String monthFirst : List.of("article", "12 regions")) {
      Measurement wrong = measured.get(monthFirst);
      assertThat(wrong.regions()).isEqualTo(monthFirst.equals("article") ? 11 : 12);
      assertThat(wrong.writtenRegions()).as("a month is a hot spot").isEqualTo(1);
      assertThat(wrong.busiestShare()).isEqualTo(1);
      assertThat(wrong.replaced()).isEqualTo(records - keys).isPositive();
      assertThat(wrong.answers().get(1).ranges()).as("a year").isEqualTo(12);
    }
    long decemberRecords = december().count();
    Measurement phoneFirst = measured.get("phone first");
    assertThat(phoneFirst.replaced()).isZero();
    assertThat(phoneFirst.answers().get(2).rows())
        .as("all, for a month")
        .isEqualTo((double) records);
    Measurement inUse = measured.get("in use");
    assertThat(inUse.regions()).isEqualTo(16);
    assertThat(inUse.writtenRegions()).isGreaterThan(10);
    assertThat(inUse.busiestShare()).isLessThan(0.5);
    assertThat(inUse.replaced()).isZero();
    assertThat(inUse.answers())
        .extracting(Measurement.Answered::question)
        .containsExactly(CallAttempts.MONTH, CallAttempts.YEAR, CallAttempts.BILLS);
    assertThat(inUse.answers())
        .allSatisfy(each -> assertThat(each.rows()).isEqualTo(each.records()));
    assertThat(inUse.answers().get(2).records()).isEqualTo((double) decemberRecords);
    assertThat(measured.get("12 regions").answers().get(2).rows())
        .as("the Decembers of both years")
        .isGreaterThan((double) decemberRecords);
    try (Admin admin = connection.getAdmin()) {
      assertThat(admin.listTableNames()).noneMatch(name -> name.toString().contains("compare"));
    }
  }

  /** Of ten split keys: what is taken for twelve regions is eleven. */
  @Test
  void theLastTwoMonthsOfTheArticleShareARegion() {
    CallAttempts attempts = new CallAttempts(List.of(1L), DECEMBER);
    Attempt<CallRecord, ?> article = attempts.all().get(0);
    assertThat(article.design().splitKeys()).hasSize(10);
    assertThat(new String(article.design().splitKeys().get(9), StandardCharsets.US_ASCII))
        .isEqualTo("11");
    assertThat(keyOf(article, "2011-12-05T00:00:00Z"))
        .isEqualTo("12" + "13900000042" + "0000001323043200000")
        .hasSize(32);
  }

  private static <R> String keyOf(Attempt<CallRecord, R> attempt, String time) {
    CallRecord record =
        new CallRecord(13_900_000_042L, Instant.parse(time), 2, true, 1, null, null);
    return new String(
        attempt.design().key().encode(attempt.form().apply(record)), StandardCharsets.US_ASCII);
  }

  @Test
  void aDesignWithAnIndexIsRefused(Connection connection) throws IOException {
    Comparison<CallRecord> comparison = new Comparison<>(connection, Stream::of, Stream::of);
    Attempt<CallRecord, CallRecord> indexed =
        new Attempt<>("n", "i", CallRecords.DESIGN, Function.identity(), List.of());
    assertThatThrownBy(() -> comparison.measure(indexed))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("design calls has an index, whose reads are not measured");
  }

  @Test
  void aTableThatIsThereIsLeftAlone(Connection connection) throws IOException {
    Attempt<CallRecord, ?> attempt = new CallAttempts(List.of(1L), DECEMBER).all().get(3);
    Comparison<CallRecord> comparison = new Comparison<>(connection, Stream::of, Stream::of);
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(attempt.design().descriptor());
      assertThatThrownBy(() -> comparison.measure(attempt)).hasMessageContaining("compare_calls");
      assertThat(admin.tableExists(attempt.design().name())).isTrue();
      admin.disableTable(attempt.design().name());
      admin.deleteTable(attempt.design().name());
    }
  }
}
