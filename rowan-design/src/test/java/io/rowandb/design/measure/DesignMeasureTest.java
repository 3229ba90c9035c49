package io.rowandb.design.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.rowandb.client.Rowan;
import io.rowandb.design.check.UsedFields;
import io.rowandb.design.measure.MeasureReport.Measured;
import io.rowandb.design.plan.PlanException;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.plan.TablePlanYaml;
import io.rowandb.design.sample.SampleSpec;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DesignMeasureTest {
  private static final Path DESIGNS = Path.of("..", "examples", "designs");
  private static final int CALLS = 20;
  private static final TableName TABLE = TableName.valueOf("measured");

  private static final String HEAD =
      """
      table: t
      fields: {n: number}
      families: {d: {}}
      columns: [{field: a, name: a}, {field: b, name: b}]
      """;

  @TempDir private Path directory;

  private SampleSpec sample(int rows, IntFunction<String> row) throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      lines.add(row.apply(i));
    }
    Collections.shuffle(lines, new Random(11));
    lines.add(0, "user,n,a,b");
    Path file = Files.createTempFile(directory, "rows", ".csv");
    Files.write(file, lines);
    return SampleSpec.of(file);
  }

  /** Ten users with 20 rows each. */
  private SampleSpec users() throws IOException {
    return sample(200, i -> "u" + i % 10 + "," + i + ",x,y");
  }

  private static DesignMeasure measure(String plan, SampleSpec sample) throws IOException {
    return new DesignMeasure(TablePlanYaml.parse("test", HEAD + plan), sample, CALLS, 5);
  }

  private static Measured only(String plan, SampleSpec sample) throws IOException {
    MeasureReport report = measure(plan, sample).inTemporaryStore();
    assertThat(report.patterns()).hasSize(1);
    return report.patterns().get(0);
  }

  /** What a call reads is known exactly when all values have as many rows. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {text: user}, "~", {long: n}                    | equal: user                             | 20 | 1
          {text: user}, "~", {long: n}                    | equal: user, limit: 5                   |  5 | 1
          {text: user}, "~", {long: n}                    | equal: user, limit: 5, order: n descending | 20 | 1
          {text: user}, "~", {long: n, descending: true}  | equal: user, limit: 5, order: n descending |  5 | 1
          {text: user}, "~", {long: n}                    | equal: [user, n]                        |  1 | 1
          {long: n}                                       | range: n                                | 21 | 1
          {long: n, descending: true}                     | range: n                                | 21 | 1
          {long: n}, {text: user}                         | range: n                                | 21 | 1
          {salt: 4, by: user}, {long: n}                  | range: n                                | 21 | 4
          {salt: 4}, {long: n}                            | equal: n                                |  1 | 4
          {hash: user, bytes: 2}, {text: user}, {long: n} | range: n                                | 200 | 1
          """)
  @Tag("slow")
  void aCallReadsWhatItsKeyMakesItRead(String key, String pattern, double rows, double visits)
      throws IOException {
    Measured measured =
        only("key: [" + key + "]\npatterns: [{name: p, " + pattern + "}]\n", users());
    assertThat(measured.calls()).isEqualTo(CALLS);
    assertThat(measured.rows()).isEqualTo(rows);
    assertThat(measured.cells()).isEqualTo(2 * rows);
    assertThat(measured.regions()).isEqualTo(visits);
    assertThat(measured.blocks().orElseThrow()).isPositive();
    assertThat(measured.p50Micros()).isLessThanOrEqualTo(measured.p99Micros());
  }

  @Test
  void bytesAreThoseOfTheCells() throws IOException {
    Measured measured =
        only("key: [{text: user}, {long: n}]\npatterns: [{name: p, equal: user}]\n", users());
    int cell = 20 + (2 + 8) + 1 + 1 + 1;
    assertThat(measured.bytes()).isEqualTo(20 * 2.0 * cell);
    assertThat(measured.estimatedBytes()).isCloseTo(20 * 2.0 * cell, within(1.0));
    assertThat(measured.bytesDifference()).isCloseTo(0, within(0.001));
  }

  @Test
  void namedColumnsAloneAreRead() throws IOException {
    Measured measured =
        only(
            "key: [{text: user}, {long: n}]\npatterns: [{name: p, equal: user, columns: b}]\n",
            users());
    assertThat(measured.cells()).isEqualTo(20);
  }

  /** A prefix of bytes 0xFF has no key behind it that does not begin so. */
  @Test
  void theLastPrefixEndsWithTheTable() throws IOException {
    SampleSpec sample = sample(60, i -> (i % 2 == 0 ? -1 : 5) + "," + i + ",x,y");
    Measured measured =
        only("key: [{int: user}, {long: n}]\npatterns: [{name: p, equal: user}]\n", sample);
    assertThat(measured.rows()).isEqualTo(30);
    assertThat(PatternReads.behind(new byte[] {1, -1, -1})).isEqualTo(new byte[] {2});
    assertThat(PatternReads.behind(new byte[] {-1})).isEmpty();
  }

  /** Two rows with one key are one in the table. */
  @Test
  void overwrittenRowsAreToldApart() throws IOException {
    MeasureReport report =
        measure("key: [{text: user}]\npatterns: [{name: p, equal: user}]\n", users())
            .inTemporaryStore();
    assertThat(report.written()).isEqualTo(200);
    assertThat(report.rows()).isEqualTo(10);
  }

  @Test
  void theSameSeedAsksForTheSame() throws IOException {
    SampleSpec sample = sample(500, i -> "u" + (i * i) % 37 + "," + i + ",x,y");
    String plan = "key: [{text: user}, '~', {long: n}]\npatterns: [{name: p, equal: user}]\n";
    Measured first = only(plan, sample);
    Measured second = only(plan, sample);
    assertThat(second.rows()).isEqualTo(first.rows());
    assertThat(second.bytes()).isEqualTo(first.bytes());
  }

  /** The estimate of the example designs is right within a fifth, where no small range is asked. */
  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"calls, csv", "stream, csv", "messages, jsonl", "logs, csv"})
  void theEstimateIsNear(String name, String form) throws IOException {
    MeasureReport report =
        new DesignMeasure(
                TablePlanYaml.read(DESIGNS.resolve(name + ".yaml")),
                SampleSpec.of(DESIGNS.resolve(name + "." + form)),
                200,
                1)
            .inTemporaryStore();
    for (Measured each : report.patterns()) {
      assertThat(each.bytesDifference()).as(each.pattern()).isBetween(-0.2, 0.2);
    }
  }

  @Test
  void aRangeWithoutAValueIsNotAsked() throws IOException {
    String plan =
        """
        key: [{text: user}]
        patterns: [{name: p, range: at}]
        """;
    List<String> lines = new ArrayList<>(List.of("user,at,a,b"));
    for (int i = 0; i < 30; i++) {
      lines.add("u" + i + ",never,x,y");
    }
    Path file = Files.write(directory.resolve("never.csv"), lines);
    String yaml = HEAD.replace("n: number", "at: time millis") + plan;
    Measured measured =
        new DesignMeasure(TablePlanYaml.parse("test", yaml), SampleSpec.of(file), CALLS, 5)
            .inTemporaryStore()
            .patterns()
            .get(0);
    assertThat(measured.calls()).isZero();
    assertThat(measured.rows()).isZero();
    assertThat(measured.p99Micros()).isZero();
  }

  private static void create(Connection connection) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(TABLE)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(Bytes.toBytes("mine")))
              .build());
    }
  }

  private static boolean exists(Connection connection) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return admin.tableExists(TABLE);
    }
  }

  private Configuration store() {
    return Rowan.configuration(directory.resolve("store").toString());
  }

  private static final String BY_USER =
      "key: [{text: user}, {long: n}]\npatterns: [{name: p, equal: user}]\n";

  @Test
  void theTableIsGoneAfterwards() throws IOException {
    try (Connection connection = ConnectionFactory.createConnection(store())) {
      MeasureReport report = measure(BY_USER, users()).inStore(store(), TABLE);
      assertThat(report.patterns().get(0).rows()).isEqualTo(20);
      assertThat(exists(connection)).isFalse();
      Measured measured = measure(BY_USER, users()).on(connection, TABLE).patterns().get(0);
      assertThat(measured.blocks()).isEmpty();
      assertThat(measured.rows()).isEqualTo(20);
      assertThat(exists(connection)).isFalse();
    }
  }

  @Test
  void aTableThatIsThereIsNotTouched() throws IOException {
    try (Connection connection = ConnectionFactory.createConnection(store())) {
      create(connection);
      assertThatThrownBy(() -> measure(BY_USER, users()).on(connection, TABLE))
          .isInstanceOf(PlanException.class)
          .hasMessageContaining("table measured is there already");
      try (Admin admin = connection.getAdmin()) {
        assertThat(admin.getDescriptor(TABLE).hasColumnFamily(Bytes.toBytes("mine"))).isTrue();
        assertThat(admin.isTableEnabled(TABLE)).isTrue();
      }
    }
  }

  /** A failure in the middle leaves no table: here no row has a key. */
  @Test
  void aFailureLeavesNoTable() throws IOException {
    SampleSpec words = sample(5, i -> "u,word,x,y");
    try (Connection connection = ConnectionFactory.createConnection(store())) {
      assertThatThrownBy(() -> measure(BY_USER, words).on(connection, TABLE))
          .isInstanceOf(PlanException.class)
          .hasMessageContaining("no row with a key");
      assertThat(exists(connection)).isFalse();
      String other = "key: [{text: other}]\npatterns: [{name: p, equal: other}]\n";
      assertThatThrownBy(() -> measure(other, users()).on(connection, TABLE))
          .isInstanceOf(PlanException.class)
          .hasMessageContaining("\"other\"");
      assertThat(exists(connection)).isFalse();
    }
  }

  @Test
  void whatCannotBeMeasuredIsRefused() throws IOException {
    SampleSpec sample = users();
    assertThatThrownBy(() -> measure("key: [{text: user}]\n", sample).inTemporaryStore())
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("no pattern");
    String salts = "key: [{salt: 256}, {salt: 256}, {salt: 256}, {salt: 256}, {text: user}]\n";
    String asked = salts + "patterns: [{name: p, equal: user}]\n";
    assertThatThrownBy(() -> measure(asked, sample).inTemporaryStore())
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("pattern \"p\" is 4294967296 scans a call");
    assertThatThrownBy(
            () ->
                new DesignMeasure(
                        TablePlanYaml.parse(
                            "test",
                            """
                            table: t
                            key: [{text: user}]
                            families: {d: {}}
                            patterns: [{name: p, equal: user}]
                            """),
                        sample,
                        1,
                        1)
                    .inTemporaryStore())
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("no columns");
    String packed = HEAD.replace("d: {}", "d: {compression: xz}") + BY_USER;
    assertThatThrownBy(
            () ->
                new DesignMeasure(TablePlanYaml.parse("test", packed), sample, 1, 1)
                    .inTemporaryStore())
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("HBase has no compression XZ");
    assertThatThrownBy(() -> new DesignMeasure(null, sample, 0, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("0 calls");
  }

  /** A server's client cancels by an interrupt, between the calls of a pattern as well. */
  @Test
  void anInterruptEndsTheCallsOfAPattern() throws IOException {
    TablePlan plan = TablePlanYaml.parse("test", HEAD + BY_USER);
    DrawnRows drawn = new DrawnRows(plan, List.of("user", "n", "a", "b"), UsedFields.of(plan));
    drawn.offer(new String[] {"u", "1", "x", "y"});
    try (Connection connection = ConnectionFactory.createConnection(Rowan.configuration("mem:i"));
        Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(TABLE)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of("d"))
              .build());
      try (Table table = connection.getTable(TABLE)) {
        PatternRun run = new PatternRun(table, plan, plan.patterns().get(0), drawn, 1);
        BlockCounter interrupting =
            () -> {
              Thread.currentThread().interrupt();
              return OptionalLong.empty();
            };
        assertThatThrownBy(() -> run.run(CALLS, interrupting))
            .isInstanceOf(InterruptedIOException.class);
        assertThat(Thread.interrupted()).isTrue();
      }
    }
  }

  /** The table is deleted by the thread that was interrupted. */
  @Test
  void anInterruptedMeasurementLeavesNoTable() throws IOException {
    try (Connection connection = ConnectionFactory.createConnection(Rowan.configuration("mem:j"))) {
      DesignMeasure measure = measure(BY_USER, users());
      assertThatThrownBy(() -> measure.on(interruptingAtSecondTable(connection), TABLE))
          .isInstanceOf(InterruptedIOException.class);
      assertThat(Thread.interrupted()).isFalse();
      assertThat(exists(connection)).isFalse();
    }
  }

  /** The first table is opened to load it, the second to ask. */
  private static Connection interruptingAtSecondTable(Connection connection) {
    AtomicInteger opened = new AtomicInteger();
    return (Connection)
        Proxy.newProxyInstance(
            Connection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("getTable") && opened.incrementAndGet() == 2) {
                Thread.currentThread().interrupt();
              }
              return method.invoke(connection, arguments);
            });
  }

  /** A store of so many regions would take minutes to make. */
  @Test
  void tooManyRegionsAreRefused() throws IOException {
    String plan = "regions: 1001\nkey: [{text: user}]\npatterns: [{name: p, equal: user}]\n";
    DesignMeasure measure = measure(plan, users());
    assertThatThrownBy(measure::inTemporaryStore)
        .isInstanceOf(PlanException.class)
        .hasMessage("design t begins with 1001 regions: 1000 at most are made to measure");
  }
}
