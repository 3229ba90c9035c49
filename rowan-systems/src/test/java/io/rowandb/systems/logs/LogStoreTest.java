package io.rowandb.systems.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.pattern.Explanation;
import io.rowandb.schema.pattern.IndexReport;
import io.rowandb.schema.pattern.Page;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** All answers are those of looking at every line. */
@OnBackEnd
class LogStoreTest {
  private static final LocalDate DAY = LocalDate.of(2020, 6, 10);
  private static final LogTraffic TRAFFIC = new LogTraffic(5, 3, 12, DAY, 3, 3_000);
  private static final Instant NOON = Instant.parse("2020-06-10T12:00:00Z");
  private static final UUID ONE = new UUID(1, 1);
  private static final UUID TWO = new UUID(2, 2);

  private static int tests;

  /** Each test has a group and a file of its own: all use the same tables. */
  private final int file = 100 + tests++;

  private final String group = "t" + file + "web";

  private Connection connection;
  private LogStore logs;
  private List<LogRecord> all;

  @BeforeEach
  void open(Connection backEnd) throws IOException {
    connection = backEnd;
    logs = LogStore.open(connection);
    all = TRAFFIC.records().toList();
  }

  @AfterEach
  void close() throws IOException {
    logs.close();
  }

  @AfterAll
  static void drop(Connection backEnd) throws IOException {
    BackEnd.drop(backEnd, "logs");
    BackEnd.drop(backEnd, "logs_files");
  }

  /** For tests that count all rows or cells. */
  private void beginWithEmptyTables() throws IOException {
    logs.close();
    drop(connection);
    logs = LogStore.open(connection);
  }

  private LogRecord line(int number, Instant time, UUID guid1, UUID guid2, String code) {
    return new LogRecord(file, number, time, group, guid1, guid2, code, "app", "text " + number);
  }

  private LogQuery.Builder web() {
    return LogQuery.ofGroup(group).day(DAY);
  }

  private List<LogRecord> matching(LogQuery question) {
    return all.stream().filter(question::matches).toList();
  }

  private static void check(List<LogRecord> found, List<LogRecord> expected) {
    assertThat(found)
        .containsExactlyInAnyOrderElementsOf(expected)
        .isSortedAccordingTo(Comparator.comparing(LogRecord::time));
  }

  @Test
  void eitherGuidAndEachCodeAreThoseOfAllLines() throws IOException {
    assertThat(logs.load(all.stream())).isEqualTo(all.size());
    int lines = 0;
    int both = 0;
    for (int process = 0; process < TRAFFIC.guids(); process++) {
      UUID guid = TRAFFIC.guid(1, process);
      for (LocalDate last : List.of(DAY, DAY.plusDays(1))) {
        LogQuery question = LogQuery.ofGroup("host1").guid(guid).days(DAY, last).build();
        List<LogRecord> found = logs.ask(question);
        check(found, matching(question));
        lines += found.size();
        both +=
            (int)
                found.stream()
                    .filter(each -> guid.equals(each.guid1()) && each.guid1().equals(each.guid2()))
                    .count();
      }
    }
    assertThat(lines).isPositive();
    assertThat(both).as("have it twice, and are there once").isPositive();
    for (int code = 4_600; code < 4_640; code += 3) {
      LogQuery question =
          LogQuery.ofGroup("host0").code(Integer.toString(code)).day(DAY.plusDays(1)).build();
      check(logs.ask(question), matching(question));
    }
    assertThat(logs.ask(web().guid(ONE).build())).isEmpty();
    assertThat(logs.get(0, 17)).contains(all.get(16));
    assertThat(logs.get(0, 3_001)).isEmpty();
  }

  /** As versions of one cell, most of them would be lost. */
  @Test
  void aThousandLinesOfOneGuidAndMomentAreFound() throws IOException {
    List<LogRecord> together =
        IntStream.rangeClosed(1, 1_000).mapToObj(i -> line(i, NOON, ONE, null, "c")).toList();
    logs.load(together.stream());
    assertThat(logs.ask(web().guid(ONE).build())).containsExactlyInAnyOrderElementsOf(together);
    assertThat(logs.ask(web().code("c").build())).containsExactlyInAnyOrderElementsOf(together);
    try (Stream<LogLine> titled = logs.askWithTitles(web().guid(ONE).build())) {
      assertThat(titled.map(LogLine::record)).containsExactlyInAnyOrderElementsOf(together);
    }
  }

  @Test
  @Tag("slow")
  void aLoadIsBegunAgain() throws IOException {
    beginWithEmptyTables();
    logs.load(all.stream().limit(1_700));
    logs.load(all.stream());
    logs.addAll(all.subList(100, 400));
    logs.add(all.get(0));
    LogQuery question = LogQuery.ofGroup("host0").code("4600").days(DAY, DAY.plusDays(2)).build();
    check(logs.ask(question), matching(question));
    assertThat(logs.verify().values())
        .allSatisfy(
            report -> {
              assertThat(report.records()).isEqualTo(all.size());
              assertThat(report.missing() + report.stale()).isZero();
            });
    assertThat(logs.verify().values().stream().mapToLong(IndexReport::entries).sum())
        .isEqualTo(all.stream().mapToLong(each -> LogTable.ways(each).size()).sum());
  }

  @Test
  void aChangedLineIsFoundByWhatItSaysNow() throws IOException {
    logs.add(line(1, NOON, ONE, TWO, "old"));
    LogRecord changed = new LogRecord(file, 1, NOON, group, TWO, null, null, null, null);
    logs.load(Stream.of(changed));
    assertThat(logs.get(file, 1)).contains(changed);
    assertThat(logs.ask(web().guid(ONE).build())).isEmpty();
    assertThat(logs.ask(web().guid(TWO).build())).containsExactly(changed);
    assertThat(logs.ask(web().code("old").build())).isEmpty();
  }

  /** Of the group, value and days that are asked for, and of none beside them. */
  @Test
  void daysAndGroupsEndWhereTheyShould() throws IOException {
    String shorter = group.substring(0, group.length() - 1);
    List<LogRecord> ends =
        List.of(
            line(1, Instant.parse("2020-06-09T23:59:59.999Z"), ONE, null, "c"),
            line(2, Instant.parse("2020-06-10T00:00:00Z"), ONE, null, "c"),
            line(3, Instant.parse("2020-06-10T23:59:59.999Z"), null, ONE, "c"),
            line(4, Instant.parse("2020-06-11T00:00:00Z"), null, ONE, "c"),
            new LogRecord(file, 5, NOON, group + "_1", ONE, null, "c", null, null),
            new LogRecord(file, 6, NOON, shorter, ONE, null, "bc", null, null),
            new LogRecord(file, 7, NOON, shorter + "\u0000", ONE, null, "\u0000c", null, null));
    logs.addAll(ends);
    assertThat(logs.ask(web().guid(ONE).build())).containsExactlyElementsOf(ends.subList(1, 3));
    assertThat(logs.ask(web().code("c").build())).containsExactlyElementsOf(ends.subList(1, 3));
    assertThat(logs.ask(LogQuery.ofGroup(group + "_1").day(DAY).guid(ONE).build()))
        .containsExactly(ends.get(4));
    assertThat(logs.ask(LogQuery.ofGroup(shorter).day(DAY).code("bc").build()))
        .containsExactly(ends.get(5));
    assertThat(logs.ask(LogQuery.ofGroup(shorter + "\u0000").day(DAY).code("\u0000c").build()))
        .containsExactly(ends.get(6));
    LogRecord first = line(8, Instant.EPOCH, TWO, null, "c");
    LogRecord last = line(9, Instant.parse("9999-12-31T23:59:59.999Z"), TWO, null, "c");
    logs.addAll(List.of(first, last));
    assertThat(
            logs.ask(
                LogQuery.ofGroup(group)
                    .guid(TWO)
                    .days(LocalDate.EPOCH, LocalDate.of(9999, 12, 31))
                    .build()))
        .containsExactly(first, last);
  }

  @Test
  void aQuestionIsOneRangeOfEntriesAndNoMore() throws IOException {
    logs.load(all.stream());
    LogQuery byGuid = LogQuery.ofGroup("host1").guid(TRAFFIC.guid(1, 0)).day(DAY).build();
    LogQuery byCode = LogQuery.ofGroup("host1").code("4601").day(DAY).build();
    Map<String, LogQuery> byIndex = Map.of("index byGuid", byGuid, "index byCode", byCode);
    for (Map.Entry<String, LogQuery> each : byIndex.entrySet()) {
      LogQuery question = each.getValue();
      Explanation how = logs.explain(question);
      assertThat(how.refusal()).isEmpty();
      assertThat(how.servedBy()).isEqualTo(each.getKey());
      assertThat(how.ranges()).hasSize(1);
      assertThat(how.regionsTouched()).isEqualTo(1);
      assertThat(how.rows().counted()).isEqualTo(logs.ask(question).size()).isPositive();
    }
  }

  @Test
  void linesAndEntriesStandApartAndAreSpread() throws IOException {
    beginWithEmptyTables();
    logs.load(all.stream());
    Set<String> literals = new HashSet<>();
    Set<String> salts = new HashSet<>();
    try (Table table = connection.getTable(TableName.valueOf("logs"));
        ResultScanner rows = table.getScanner(new Scan())) {
      for (Result row : rows) {
        String key = new String(row.getRow(), StandardCharsets.ISO_8859_1);
        int literal = key.startsWith("D-") ? 2 : 4;
        literals.add(key.substring(0, literal));
        salts.add(key.substring(0, literal + 1));
        assertThat(row.rawCells()).hasSize(1);
      }
    }
    assertThat(literals).containsExactlyInAnyOrder("D-", "I-1_", "I-2_");
    assertThat(salts).hasSize(3 * LogDesign.SALTS);
    assertThat(LogStore.DESIGN.splitKeys()).hasSize(3 * LogDesign.SALTS - 1);
  }

  @Test
  void answersHaveTheTitlesOfTheirFiles() throws IOException {
    // In a group of its own, because other tests load the same lines into another file.
    all =
        all.stream()
            .map(
                each ->
                    new LogRecord(
                        each.file(),
                        each.line(),
                        each.time(),
                        group + each.group(),
                        each.guid1(),
                        each.guid2(),
                        each.code(),
                        each.source(),
                        each.text()))
            .toList();
    logs.load(all.stream(), TRAFFIC::title);
    int number = logs.addFile(TRAFFIC.title(0));
    logs.add(line(1, NOON, ONE, null, "c"));
    LogQuery question = LogQuery.ofGroup(group + "host0").code("4600").day(DAY).build();
    try (Stream<LogLine> found = logs.askWithTitles(question)) {
      List<LogLine> lines = found.toList();
      assertThat(lines).hasSameSizeAs(matching(question)).isNotEmpty();
      assertThat(lines)
          .allSatisfy(
              each -> {
                assertThat(each.title()).contains(TRAFFIC.title(0));
                assertThat(each.record().file()).isEqualTo(number);
              });
    }
    try (Stream<LogLine> untold = logs.askWithTitles(web().guid(ONE).build())) {
      assertThat(untold.map(LogLine::title)).containsExactly(Optional.empty());
    }
  }

  @Test
  void aTitleHasOneNumberHoweverManyTellIt() throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(4);
    List<Future<List<Integer>>> told = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      told.add(
          executor.submit(
              () -> {
                List<Integer> numbers = new ArrayList<>();
                try (LogStore mine = LogStore.open(connection)) {
                  for (int title = 0; title < 20; title++) {
                    numbers.add(mine.addFile("file " + title));
                  }
                }
                return numbers;
              }));
    }
    executor.shutdown();
    List<Integer> numbers = told.get(0).get();
    assertThat(numbers).doesNotHaveDuplicates();
    for (Future<List<Integer>> each : told) {
      assertThat(each.get()).isEqualTo(numbers);
    }
    assertThat(logs.addFile("file 3")).isEqualTo(numbers.get(3));
  }

  /** Another title has the number that this one is given first. */
  @Test
  void aTakenNumberIsPassedOver() throws IOException {
    int taken = FileTitles.number("mine", 0);
    try (var files = RecordTable.open(connection, LogStore.FILES)) {
      files.put(new LogFile(taken, "theirs"));
    }
    assertThat(logs.addFile("mine")).isEqualTo(FileTitles.number("mine", 1)).isNotEqualTo(taken);
    assertThat(logs.addFile("mine")).isEqualTo(FileTitles.number("mine", 1));
    assertThatThrownBy(() -> logs.addFile(""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("title has 0 characters, not 1 to 500");
  }

  @Test
  void aBatchHasOneDate() throws IOException {
    LogRecord today = line(1, NOON, ONE, null, "c");
    LogRecord tomorrow = line(2, Instant.parse("2020-06-11T00:00:00Z"), ONE, null, "c");
    assertThatThrownBy(() -> logs.load(LogStore.ofDate("batch", DAY, Stream.of(today, tomorrow))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("batch, line 2: 2020-06-11T00:00:00Z is not of 2020-06-10");
    for (int i = 0; i < 2; i++) {
      assertThat(logs.load(LogStore.ofDate("batch", DAY, Stream.of(today)))).isEqualTo(1);
      assertThat(logs.ask(web().guid(ONE).build())).containsExactly(today);
    }
  }

  /** Whoever uses the table without the builder meets the same rules. */
  @Test
  void theTableHasTheSameRules() throws IOException {
    try (var table = RecordTable.open(connection, LogStore.DESIGN)) {
      var inDay = table.all().between(LogRecord::time, NOON, NOON.plusSeconds(1));
      assertThatThrownBy(() -> inDay.where(LogRecord::code).is("c").list())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("group");
      var inGroup = inDay.where(LogRecord::group).is(group);
      assertThatThrownBy(
              () -> inGroup.where(LogRecord::code).is("c").where(LogRecord::guid1).is(ONE).list())
          .hasMessageContaining("one of");
      assertThatThrownBy(
              () -> inGroup.where(LogRecord::code).is("c").where(LogRecord::guid2).is(ONE).list())
          .hasMessageContaining("one of");
      assertThatThrownBy(
              () -> inGroup.where(LogRecord::source).is("s").where(LogRecord::guid2).is(ONE).list())
          .hasMessageContaining("one of");
      var eitherGuid = inGroup.where(LogRecord::guid1).or(LogRecord::guid2).is(ONE);
      assertThatThrownBy(() -> eitherGuid.where(LogRecord::code).is("c").list())
          .hasMessageContaining("one of");
      assertThat(inGroup.where(LogRecord::code).is("c").list()).isEmpty();
    }
  }

  /** Pages are the whole answer, with titles; a token is for its question alone. */
  @Test
  void pagesTogetherAreTheAnswer() throws IOException {
    int titled = logs.addFile("titled");
    List<LogRecord> lines = new ArrayList<>();
    for (int i = 1; i <= 25; i++) {
      LogRecord line = line(i, NOON.plusMillis(i / 3), i % 2 == 0 ? ONE : TWO, ONE, "c");
      lines.add(i <= 5 ? line.inFile(titled) : line);
    }
    logs.addAll(lines);
    LogQuery question = web().guid(ONE).build();
    List<LogLine> all = new ArrayList<>();
    Optional<String> next = Optional.empty();
    int pages = 0;
    do {
      Page<LogLine> page = logs.page(question, 7, next);
      assertThat(page.records()).hasSizeBetween(1, 7);
      all.addAll(page.records());
      next = page.next();
      pages++;
    } while (next.isPresent());
    assertThat(pages).isEqualTo(4);
    assertThat(all.stream().map(LogLine::record).toList()).isEqualTo(logs.ask(question));
    assertThat(all.stream().filter(each -> each.title().equals(Optional.of("titled")))).hasSize(5);
    Optional<String> token = logs.page(question, 7, Optional.empty()).next();
    assertThatThrownBy(() -> logs.page(web().guid(TWO).build(), 7, token))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> logs.page(question, 7, Optional.of("none")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(LogStore.any(connection)).isPresent();
  }

  /** Each line once, also one that has two of them; by time, also of one time. */
  @Tag("slow")
  @Test
  void anyOfSeveralGuids() throws IOException {
    UUID three = new UUID(3, 3);
    UUID nobodys = new UUID(4, 4);
    List<UUID> guids = Arrays.asList(ONE, TWO, three, null);
    List<LogRecord> some = new ArrayList<>();
    for (int i = 1; i <= 300; i++) {
      UUID first = guids.get(i * 7 % 4);
      UUID second = guids.get(i * 5 / 3 % 4);
      if (first != null || second != null) {
        some.add(line(i, NOON.plusMillis(i % 11), first, second, null));
      }
    }
    logs.load(some.stream());
    for (List<UUID> asked :
        List.of(
            List.of(ONE, TWO),
            List.of(three, ONE, three),
            List.of(ONE, TWO, three),
            List.of(nobodys, TWO),
            List.of(nobodys, new UUID(5, 5)))) {
      LogQuery.Builder builder = web();
      asked.forEach(builder::guid);
      LogQuery question = builder.build();
      List<LogRecord> answer = logs.ask(question);
      assertThat(answer)
          .containsExactlyInAnyOrderElementsOf(some.stream().filter(question::matches).toList())
          .isSortedAccordingTo(Comparator.comparing(LogRecord::time));
      try (Stream<LogLine> titled = logs.askWithTitles(question)) {
        assertThat(titled.map(LogLine::record)).isEqualTo(answer);
      }
      for (int size : new int[] {1, 7, 500}) {
        assertThat(pages(question, size)).isEqualTo(answer);
      }
      assertThat(logs.explainAll(question)).hasSize(Set.copyOf(asked).size());
    }
    LogQuery both = web().guid(ONE).guid(TWO).build();
    assertThat(both).isEqualTo(web().guid(TWO).guid(ONE).guid(TWO).build());
    Optional<String> token = logs.page(both, 7, Optional.empty()).next();
    assertThatThrownBy(() -> logs.page(web().guid(ONE).guid(three).build(), 7, token))
        .hasMessageContaining("is of another question");
    for (String wrong : List.of("none", "!", "", token.orElseThrow().substring(0, 15))) {
      assertThatThrownBy(() -> logs.page(both, 7, Optional.of(wrong)))
          .as(wrong)
          .isInstanceOf(IllegalArgumentException.class);
    }
    LogQuery.Builder many = web();
    for (int i = 0; i <= LogQuery.MOST_GUIDS; i++) {
      many.guid(new UUID(9, i));
    }
    assertThatThrownBy(many::build).hasMessage("21 guids are more than 20");
    assertThatThrownBy(() -> web().guid(ONE).guid(TWO).code("c").build())
        .hasMessageContaining("exclude each other");
  }

  /** However many guids there are and whatever comes first: long lines do not fill the memory. */
  @Test
  @Tag("slow")
  void longLinesOfSeveralGuidsAreReadOneByOne() throws IOException {
    String text = "x".repeat(100_000);
    LogQuery.Builder builder = web();
    List<LogRecord> some = new ArrayList<>();
    for (int i = 0; i < 6 * 22; i++) {
      UUID guid = new UUID(7, i % 6);
      builder.guid(guid);
      some.add(
          new LogRecord(
              file,
              i + 1,
              NOON.plusMillis(i),
              group,
              guid,
              null,
              null,
              null,
              i < 6 ? "short" : text));
    }
    logs.load(some.stream());
    LogQuery question = builder.build();
    GuidUnion union = logs.union(question, Optional.empty());
    List<LogRecord> answer = new ArrayList<>();
    while (union.hasNext()) {
      assertThat(union.chars()).isLessThan(3_000_000 + 6 * 100_000);
      answer.add(union.next().orElseThrow());
    }
    assertThat(union.chars()).isZero();
    assertThat(answer).isEqualTo(some);
    List<LogRecord> paged = new ArrayList<>();
    Optional<String> next = Optional.empty();
    do {
      Page<LogLine> page = logs.shortPage(question, 200, next);
      assertThat(page.records().size()).isBetween(1, 6 + 10);
      page.records().forEach(each -> paged.add(each.record()));
      next = page.next();
    } while (next.isPresent());
    assertThat(paged).isEqualTo(some);
  }

  private List<LogRecord> pages(LogQuery question, int size) throws IOException {
    List<LogRecord> all = new ArrayList<>();
    Optional<String> next = Optional.empty();
    do {
      Page<LogLine> page = logs.page(question, size, next);
      page.records().forEach(each -> all.add(each.record()));
      next = page.next();
    } while (next.isPresent());
    return all;
  }

  @Test
  void onlyTablesThatAreThereAreOpened() throws IOException {
    LogStore.openExisting(connection).close();
    BackEnd.drop(connection, "logs_files");
    assertThatThrownBy(() -> LogStore.openExisting(connection))
        .isInstanceOf(TableNotFoundException.class)
        .hasMessage("there is no table logs_files");
    BackEnd.drop(connection, "logs");
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> LogStore.addSource(connection))
          .isInstanceOf(TableNotFoundException.class);
      assertThatThrownBy(() -> LogStore.openWithSource(connection))
          .isInstanceOf(TableNotFoundException.class);
    }
    try (Admin admin = connection.getAdmin()) {
      assertThat(admin.tableExists(TableName.valueOf("logs"))).isFalse();
    }
  }
}
