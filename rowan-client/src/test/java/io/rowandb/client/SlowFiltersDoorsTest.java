package io.rowandb.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.ColumnValueFilter;
import org.apache.hadoop.hbase.filter.DependentColumnFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.QualifierFilter;
import org.apache.hadoop.hbase.filter.RegexStringComparator;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueExcludeFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.filter.ValueFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Filters that would go on for ever, and filters within filters without end. */
class SlowFiltersDoorsTest {
  private static final TableName T = TableName.valueOf("t");
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] LONG = Bytes.toBytes("a".repeat(200));
  private static final CompareOperator IS = CompareOperator.EQUAL;

  /** Asks for more steps than there are nanoseconds since the world began. */
  private static final RegexStringComparator ENDLESS =
      new RegexStringComparator(".*".repeat(20) + "=x");

  /** Works for ever, and tells when it has begun. */
  public static final class Sleepless extends FilterBase {
    static CountDownLatch begun = new CountDownLatch(1);

    /** As HBase asks for it. */
    public static Sleepless parseFrom(byte[] bytes) {
      return new Sleepless();
    }

    @Override
    public byte[] toByteArray() {
      return new byte[0];
    }

    @Override
    public ReturnCode filterCell(org.apache.hadoop.hbase.Cell cell) throws IOException {
      begun.countDown();
      return new ValueFilter(IS, ENDLESS).filterCell(cell);
    }
  }

  private static Connection connect(Door door, int callMillis) throws IOException {
    Configuration conf = door.configuration("mem:" + UUID.randomUUID());
    conf.setInt("hbase.rpc.timeout", callMillis);
    conf.setInt("hbase.client.retries.number", 1);
    conf.setInt("hbase.client.pause", 2);
    Connection connection = ConnectionFactory.createConnection(conf);
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(T)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(F))
              .build());
    }
    return connection;
  }

  private static List<Result> scan(Table table, Filter filter) throws IOException {
    List<Result> results = new ArrayList<>();
    try (ResultScanner scanner = table.getScanner(new Scan().setFilter(filter))) {
      scanner.forEach(results::add);
    } catch (java.io.UncheckedIOException e) {
      throw e.getCause();
    }
    return results;
  }

  /** Each of HBase's filters that compares, with a match that never ends. */
  private static Stream<Filter> endless() {
    SingleColumnValueFilter old = new SingleColumnValueFilter(F, LONG, IS, ENDLESS);
    old.setLatestVersionOnly(false);
    return Stream.of(
        new ValueFilter(IS, ENDLESS),
        new RowFilter(IS, ENDLESS),
        new QualifierFilter(IS, ENDLESS),
        old,
        new SingleColumnValueExcludeFilter(F, LONG, IS, ENDLESS),
        new ColumnValueFilter(F, LONG, IS, ENDLESS),
        new DependentColumnFilter(F, LONG, false, IS, ENDLESS),
        new SkipFilter(new ValueFilter(IS, ENDLESS)),
        new WhileMatchFilter(new FilterList(new ValueFilter(IS, ENDLESS))));
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource
  void aMatchWithoutEndIsStopped(Door door) throws IOException {
    try (Connection connection = connect(door, 50);
        Table table = connection.getTable(T)) {
      table.put(new Put(LONG).addColumn(F, LONG, LONG));
      Put change = new Put(LONG).addColumn(F, F, F);
      endless()
          .forEach(
              filter -> {
                String stopped = "longer than 50 ms (hbase.rpc.timeout)";
                assertThatThrownBy(() -> scan(table, filter))
                    .as("scan with %s", filter)
                    .isInstanceOf(DoNotRetryIOException.class)
                    .hasMessageContaining(stopped);
                assertThatThrownBy(() -> table.get(new Get(LONG).setFilter(filter)))
                    .as("get with %s", filter)
                    .isInstanceOf(DoNotRetryIOException.class)
                    .hasMessageContaining(stopped);
                assertThatThrownBy(
                        () ->
                            table.checkAndMutate(
                                CheckAndMutate.newBuilder(LONG).ifMatches(filter).build(change)))
                    .as("check with %s", filter)
                    .isInstanceOf(DoNotRetryIOException.class)
                    .hasMessageContaining(stopped);
              });
      // The row is free, and nothing was written.
      assertThat(table.get(new Get(LONG)).size()).isEqualTo(1);
      table.put(change);
      assertThat(table.get(new Get(LONG)).size()).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aPatternThatNeedsALargeStackIsRefused(Door door) throws IOException {
    try (Connection connection = connect(door, 60_000);
        Table table = connection.getTable(T)) {
      table.put(new Put(F).addColumn(F, F, Bytes.toBytes("ab".repeat(500_000))));
      assertThatThrownBy(
              () -> scan(table, new ValueFilter(IS, new RegexStringComparator("(a|b)*=x"))))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("(a|b)*=x needs a larger stack")
          .hasMessageContaining("1000000 characters");
      assertThat(table.get(new Get(F)).size()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aPatternOfTooManyRepetitionsIsRefused(Door door) throws IOException {
    try (Connection connection = connect(door, 60_000);
        Table table = connection.getTable(T)) {
      table.put(new Put(F).addColumn(F, F, LONG));
      Filter filter = new ValueFilter(IS, new RegexStringComparator("(?:(?:^){3000}){3000}"));
      assertThatThrownBy(() -> scan(table, filter))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("more than 1000000 repetitions");
      assertThatThrownBy(() -> table.get(new Get(F).setFilter(filter)))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("more than 1000000 repetitions");
    }
  }

  @ParameterizedTest
  @EnumSource
  void filtersInFiltersHaveALimit(Door door) throws IOException {
    try (Connection connection = connect(door, 60_000);
        Table table = connection.getTable(T)) {
      table.put(new Put(F).addColumn(F, F, F));
      assertThat(scan(table, nested(100))).hasSize(1);
      Filter tooDeep = nested(101);
      for (Filter filter : List.of(tooDeep, nested(1_500), new FilterList(nested(100)))) {
        assertThatThrownBy(() -> scan(table, filter))
            .isInstanceOf(DoNotRetryIOException.class)
            .hasMessageContaining("deeper than 100");
      }
      assertThatThrownBy(() -> table.get(new Get(F).setFilter(tooDeep)))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("deeper than 100");
      assertThatThrownBy(
              () ->
                  table.checkAndMutate(
                      CheckAndMutate.newBuilder(F)
                          .ifMatches(tooDeep)
                          .build(new Put(F).addColumn(F, LONG, F))))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("deeper than 100");
      assertThat(table.get(new Get(F)).size()).isEqualTo(1);
    }
  }

  private static Filter nested(int depth) {
    Filter filter = new ValueFilter(IS, new BinaryComparator(F));
    for (int i = 1; i < depth; i++) {
      filter = i % 2 == 0 ? new SkipFilter(filter) : new WhileMatchFilter(filter);
    }
    return filter;
  }

  /** A program's own filter that never comes back: its thread is lost, the store is not. */
  @ParameterizedTest
  @EnumSource(names = "FAST")
  void closingWaitsForNoFilter(Door door) throws Exception {
    Sleepless.begun = new CountDownLatch(1);
    Connection connection = connect(door, 600_000);
    try (Table table = connection.getTable(T)) {
      table.put(new Put(LONG).addColumn(F, LONG, LONG));
      FutureTask<List<Result>> scan = new FutureTask<>(() -> scan(table, new Sleepless()));
      start(scan);
      Sleepless.begun.await();
      connection.close();
      assertThat(connection.isClosed()).isTrue();
      assertThat(scan.isDone()).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource(names = "FAST")
  void aMatchEndsWhenTheStoreIsClosed(Door door) throws Exception {
    Connection connection = connect(door, 600_000);
    try (Table table = connection.getTable(T)) {
      table.put(new Put(LONG).addColumn(F, LONG, LONG));
      CountDownLatch begun = new CountDownLatch(1);
      FutureTask<List<Result>> scan =
          new FutureTask<>(
              () -> {
                begun.countDown();
                return scan(table, new ValueFilter(IS, ENDLESS));
              });
      start(scan);
      begun.await();
      connection.close();
      assertThatThrownBy(() -> scan.get(60, TimeUnit.SECONDS))
          .hasCauseInstanceOf(IOException.class)
          .hasMessageContaining("closed");
    }
  }

  private static void start(FutureTask<?> task) {
    Thread thread = new Thread(task, "slow-filter");
    thread.setDaemon(true);
    thread.start();
  }
}
