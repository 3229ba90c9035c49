package io.rowandb.systems.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.systems.logs.LogMeasurement.Asked;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Test;

/** What each design is worth, by figures that can be counted. */
@OnBackEnd
class LogAttemptsTest {
  private static final LocalDate DAY = LocalDate.of(2020, 6, 10);
  private static final LogTraffic TRAFFIC = new LogTraffic(2, 3, 10, DAY, 2, 1_500);

  private static final List<LogQuery> ASKED =
      List.of(
          LogQuery.ofGroup("host0").guid(TRAFFIC.guid(0, 0)).day(DAY).build(),
          LogQuery.ofGroup("host1").guid(TRAFFIC.guid(1, 1)).day(DAY.plusDays(1)).build(),
          LogQuery.ofGroup("host0").code("4601").day(DAY).build());

  private static long ways() {
    return TRAFFIC.records().mapToLong(line -> LogTable.ways(line).size()).sum();
  }

  /** How many ways differ by this. */
  private static long distinct(Function<LogRecord, Object> by) {
    Set<Object> all = new HashSet<>();
    TRAFFIC
        .records()
        .forEach(
            line ->
                LogTable.ways(line)
                    .forEach(way -> all.add(List.of(line.group(), way, by.apply(line)))));
    return all.size();
  }

  @Test
  void theArticlesDesignsLoseLinesOrCopyThem(Connection connection) throws IOException {
    LogAttempts attempts = new LogAttempts(connection, TRAFFIC::records, ASKED);
    Map<String, LogMeasurement> measured = new LinkedHashMap<>();
    for (String name : LogAttempts.names()) {
      measured.put(name, attempts.measure(name));
    }
    assertThat(measured)
        .containsOnlyKeys(
            "three copies", "copies by line", "one version", "all versions", "in use");
    long ways = ways();
    long days = distinct(LogRecord::date);
    long moments = distinct(LogRecord::time);
    assertThat(ways).isGreaterThan(moments);
    assertThat(moments).isGreaterThan(days);
    checkRows(measured.get("three copies"), days, days, ways - days);
    checkRows(measured.get("copies by line"), ways, ways, 0);
    checkRows(measured.get("one version"), 1_500 + days, 1_500 + days, ways - days);
    checkRows(measured.get("all versions"), 1_500 + days, 1_500 + moments, ways - moments);
    checkRows(measured.get("in use"), 1_500 + ways, 1_500 + ways, 0);
    for (String whole : List.of("copies by line", "in use")) {
      for (Asked asked : measured.get(whole).answers()) {
        assertThat(asked.found()).isEqualTo(asked.wanted()).isPositive();
        assertThat(asked.rows()).isEqualTo(asked.found() * (whole.equals("in use") ? 2 : 1));
      }
    }
    assertThat(measured.get("one version").answers())
        .allSatisfy(asked -> assertThat(asked.found()).isEqualTo(1).isLessThan(asked.wanted()));
    assertThat(measured.get("in use").bytes()).isLessThan(measured.get("copies by line").bytes());
    try (Admin admin = connection.getAdmin()) {
      assertThat(admin.listTableNames()).noneMatch(name -> name.toString().contains("compare"));
    }
  }

  private static void checkRows(LogMeasurement measured, long rows, long cells, long lost) {
    assertThat(measured.lines()).isEqualTo(1_500);
    assertThat(measured.entries()).isEqualTo(ways());
    assertThat(measured.rows()).as(measured.name()).isEqualTo(rows);
    assertThat(measured.cells()).as(measured.name()).isEqualTo(cells);
    assertThat(measured.lost()).as(measured.name()).isEqualTo(lost);
  }

  @Test
  void aTableThatIsThereIsLeftAlone(Connection connection) throws IOException {
    LogAttempts attempts = new LogAttempts(connection, TRAFFIC::records, ASKED);
    try (Admin admin = connection.getAdmin()) {
      for (String name : List.of("three copies", "in use")) {
        var table = LogAttempts.table(name);
        admin.createTable(
            TableDescriptorBuilder.newBuilder(table)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of("l"))
                .build());
        assertThatThrownBy(() -> attempts.measure(name)).isInstanceOf(TableExistsException.class);
        assertThat(admin.tableExists(table)).isTrue();
        admin.disableTable(table);
        admin.deleteTable(table);
      }
    }
  }

  @Test
  void whatIsNotMeasuredIsRefused(Connection connection) throws IOException {
    LogQuery days = LogQuery.ofGroup("g").code("c").days(DAY, DAY.plusDays(1)).build();
    LogQuery source = LogQuery.ofGroup("g").source("s").day(DAY).build();
    for (LogQuery question : List.of(days, source)) {
      assertThatThrownBy(() -> new LogAttempts(connection, TRAFFIC::records, List.of(question)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("not asked for a guid or a code of one day");
    }
    LogAttempts attempts = new LogAttempts(connection, TRAFFIC::records, ASKED);
    assertThatThrownBy(() -> attempts.measure("fourth"))
        .hasMessageContaining("there is no design fourth");
  }
}
