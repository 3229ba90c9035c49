package io.rowandb.systems.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.pattern.IndexSettings;
import io.rowandb.schema.pattern.UnservedReadException;
import io.rowandb.schema.table.ChangedDesignException;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A question that nobody asked at first gets an index, while lines come in. */
@OnBackEnd
class LogSourceTest {
  private static final LocalDate DAY = LocalDate.of(2020, 6, 10);
  private static final LogTraffic TRAFFIC = new LogTraffic(6, 2, 9, DAY, 1, 1_200);
  private static final LogQuery QUESTION =
      LogQuery.ofGroup("host0").source("service0").day(DAY).build();

  /** Programs look at the design before each write, so that nobody waits for a lease. */
  private static final IndexSettings SETTINGS =
      IndexSettings.usual().withLease(Duration.ofMillis(1));

  /** No test takes longer than it takes to load so often. */
  private static final int MOST_LOADS = 10_000;

  private Connection connection;
  private List<LogRecord> all;

  @BeforeEach
  void load(Connection backEnd) throws IOException {
    connection = backEnd;
    all = TRAFFIC.records().toList();
    try (LogStore logs = LogStore.open(connection)) {
      logs.load(all.stream().limit(600));
    }
  }

  @AfterEach
  void drop() throws IOException {
    BackEnd.drop(connection, "logs");
    BackEnd.drop(connection, "logs_files");
  }

  private void checkAll() throws IOException {
    try (LogStore logs = LogStore.open(connection, SETTINGS)) {
      assertThat(logs.ask(QUESTION))
          .containsExactlyInAnyOrderElementsOf(all.stream().filter(QUESTION::matches).toList())
          .isNotEmpty();
      assertThat(logs.explain(QUESTION).servedBy()).isEqualTo("index bySource");
      assertThat(logs.verify()).containsOnlyKeys("byGuid", "byCode", "bySource");
      assertThat(logs.verify().values())
          .allSatisfy(
              report -> {
                assertThat(report.records()).isEqualTo(all.size());
                assertThat(report.missing() + report.stale()).isZero();
              });
    }
  }

  /** Lines come in until the index is built, so that both are at work however fast either is. */
  @Tag("slow")
  @Test
  void theIndexIsBuiltWhileALoaderRuns() throws Exception {
    List<LogRecord> written = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch begun = new CountDownLatch(1);
    AtomicBoolean built = new AtomicBoolean();
    ExecutorService executor = Executors.newSingleThreadExecutor();
    Future<?> loader =
        executor.submit(
            () -> {
              try (Connection patient = patient();
                  LogStore logs = LogStore.openWithSource(patient, SETTINGS)) {
                for (int file = 1; !built.get() && file <= MOST_LOADS; file++) {
                  List<LogRecord> some = part(file);
                  logs.load(some.stream());
                  written.addAll(some);
                  begun.countDown();
                }
              } finally {
                begun.countDown();
              }
              return null;
            });
    executor.shutdown();
    int before;
    int during;
    try {
      assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
      before = written.size();
      assertThat(LogStore.addSource(connection, SETTINGS).missing()).isZero();
      during = written.size() - before;
    } finally {
      built.set(true);
      loader.get(60, TimeUnit.SECONDS);
    }
    assertThat(before).as("before").isPositive();
    assertThat(during).as("during").isPositive();
    all = Stream.concat(all.stream().limit(600), written.stream()).toList();
    checkAll();
  }

  /**
   * A new index is noted in the descriptor, for which HBase opens the regions anew: on a busy
   * machine that takes longer than the tenth of a second for which the tests' own connection tries.
   */
  private Connection patient() throws IOException {
    Configuration configuration = new Configuration(connection.getConfiguration());
    configuration.setInt("hbase.client.retries.number", 15);
    return ConnectionFactory.createConnection(configuration);
  }

  /** Other lines for each file. */
  private List<LogRecord> part(int file) {
    return all.subList(600, 620).stream().map(line -> line.inFile(file)).toList();
  }

  /** Before it is built, its question is refused, and the others are answered. */
  @Test
  void whatIsNotBuiltDoesNotAnswer() throws IOException {
    try (LogStore logs = LogStore.openWithSource(connection, SETTINGS)) {
      assertThatThrownBy(() -> logs.ask(QUESTION)).hasMessageContaining("bySource");
      logs.load(all.stream().skip(600));
      assertThatThrownBy(() -> logs.ask(QUESTION)).hasMessageContaining("bySource");
      LogQuery byCode = LogQuery.ofGroup("host0").code("4600").day(DAY).build();
      assertThat(logs.ask(byCode)).hasSameSizeAs(all.stream().filter(byCode::matches).toList());
    }
    LogStore.addSource(connection, SETTINGS);
    assertThat(LogStore.addSource(connection, SETTINGS).missing()).as("again").isZero();
    checkAll();
  }

  /** It would write lines without entries; opened again it goes on. */
  @Test
  void aStoreOfBeforeWritesNoMore() throws IOException {
    try (LogStore before = LogStore.open(connection, SETTINGS)) {
      assertThatThrownBy(() -> before.ask(QUESTION)).isInstanceOf(UnservedReadException.class);
      assertThat(before.explain(QUESTION).refusal()).isPresent();
      before.add(all.get(600));
      LogStore.addSource(connection, SETTINGS);
      assertThatThrownBy(() -> before.load(all.stream().skip(601)))
          .isInstanceOf(ChangedDesignException.class)
          .hasMessageContaining("bySource");
    }
    try (LogStore again = LogStore.open(connection, SETTINGS)) {
      again.load(all.stream().skip(601));
    }
    checkAll();
  }
}
