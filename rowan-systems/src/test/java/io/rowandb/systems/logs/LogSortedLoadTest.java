package io.rowandb.systems.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.client.Rowan;
import io.rowandb.load.LoadRefusedException;
import io.rowandb.load.RecordBulkLoad;
import io.rowandb.load.RecordSource;
import io.rowandb.schema.pattern.IndexSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A day comes as sorted files, lines and entries in one step. */
class LogSortedLoadTest {
  private static final LocalDate DAY = LocalDate.of(2020, 6, 10);
  private static final LogTraffic TRAFFIC = new LogTraffic(8, 2, 9, DAY, 1, 1_000);

  @TempDir private Path directory;

  private Stream<LogRecord> numbered(LogStore logs) {
    return logs.numbered(TRAFFIC.records(), TRAFFIC::title);
  }

  /** With the design of a new store, these lines would lack their entries: it is refused. */
  @Test
  @Tag("slow")
  void theIndexBySourceHasEntriesOfSortedFiles() throws IOException {
    String path = directory.resolve("store").toString();
    try (Connection connection = ConnectionFactory.createConnection(Rowan.configuration(path));
        LogStore before = LogStore.open(connection)) {
      assertThat(LogStore.design(connection)).isSameAs(LogStore.DESIGN);
      LogStore.addSource(connection, IndexSettings.usual().withLease(Duration.ofMillis(1)));
      assertThat(LogStore.design(connection)).isSameAs(LogStore.WITH_SOURCE);
      assertThatThrownBy(
              () ->
                  RecordBulkLoad.into(connection, LogStore.DESIGN, directory.resolve("old"))
                      .load(RecordSource.once("day " + DAY, numbered(before))))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("give up index bySource");
      RecordBulkLoad.into(connection, LogStore.design(connection), directory.resolve("work"))
          .load(RecordSource.once("day " + DAY, numbered(before)));
    }
    LogQuery question = LogQuery.ofGroup("host0").source("service0").day(DAY).build();
    try (Connection connection = ConnectionFactory.createConnection(Rowan.configuration(path));
        LogStore logs = LogStore.openExisting(connection)) {
      assertThat(logs.ask(question))
          .hasSameSizeAs(TRAFFIC.records().filter(question::matches).toList())
          .isNotEmpty();
    }
  }

  @Test
  void theAnswersAreThoseOfALoad() throws IOException {
    String path = directory.resolve("store").toString();
    try (Connection connection = ConnectionFactory.createConnection(Rowan.configuration(path));
        LogStore logs = LogStore.open(connection)) {
      RecordBulkLoad<LogRecord> sorted =
          RecordBulkLoad.into(connection, LogStore.DESIGN, directory.resolve("work"));
      for (int i = 0; i < 2; i++) { // the second is known to be done
        sorted.load(RecordSource.once("day " + DAY, numbered(logs)));
      }
      assertThatThrownBy(() -> sorted.load(RecordSource.once("another", numbered(logs))))
          .isInstanceOf(LoadRefusedException.class);
      LogQuery question = LogQuery.ofGroup("host0").code("4600").day(DAY).build();
      int file = logs.addFile(TRAFFIC.title(0));
      assertThat(logs.ask(question))
          .containsExactlyInAnyOrderElementsOf(
              TRAFFIC.records().filter(question::matches).map(line -> line.inFile(file)).toList())
          .isNotEmpty();
      assertThat(logs.verify().values())
          .allSatisfy(
              report -> {
                assertThat(report.records()).isEqualTo(1_000);
                assertThat(report.missing() + report.stale()).isZero();
              });
    }
  }
}
