package io.rowandb.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.client.store.SharedStore;
import io.rowandb.engine.Database;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.settings.DatabaseOptions;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.OperationTimeoutExceededException;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.quotas.QuotaFilter;
import org.apache.hadoop.hbase.quotas.QuotaSettings;
import org.apache.hadoop.hbase.quotas.QuotaSettingsFactory;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.apache.hadoop.hbase.quotas.SpaceViolationPolicy;
import org.apache.hadoop.hbase.quotas.ThrottleType;
import org.apache.hadoop.hbase.util.Bytes;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Quotas hold requests up at both doors, by the database's clock. */
@Timeout(120)
class QuotaDoorsTest {
  private static final TableName T = TableName.valueOf("t");
  private static final TableName FREE = TableName.valueOf("free");
  private static final TableName SHOP = TableName.valueOf("shop:t");
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] Q = Bytes.toBytes("q");
  private static final AtomicInteger NUMBER = new AtomicInteger();

  /** With no second try, so that a refusal is seen at once. */
  private static Configuration configuration(Door door, String path) {
    Configuration conf = door.configuration(path);
    conf.setInt("hbase.client.retries.number", 0);
    return conf;
  }

  /** What a test does with a store that has the tables. */
  private interface Body {
    void with(Connection connection, Admin admin, ManualClock clock) throws Exception;
  }

  private static void run(Door door, Body body) throws Exception {
    Configuration conf = configuration(door, "mem:quota-doors-" + NUMBER.incrementAndGet());
    ManualClock clock = new ManualClock();
    DatabaseOptions options =
        DatabaseOptions.builder(Path.of("/quota"))
            .fileSystem(new MemoryFileSystem())
            .clock(clock)
            .build();
    try (SharedStore store = SharedStore.share(conf, Database.open(options));
        Connection connection = ConnectionFactory.createConnection(conf);
        Admin admin = connection.getAdmin()) {
      assertThat(store).isNotNull();
      admin.createNamespace(NamespaceDescriptor.create("shop").build());
      for (TableName name : List.of(T, FREE, SHOP)) {
        create(admin, name);
      }
      body.with(connection, admin, clock);
    }
  }

  private static void create(Admin admin, TableName name) throws IOException {
    admin.createTable(
        TableDescriptorBuilder.newBuilder(name)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(F))
            .build());
  }

  private static void put(Table table, int count) throws IOException {
    for (int i = 0; i < count; i++) {
      table.put(new Put(Bytes.toBytes("r" + i)).addColumn(F, Q, new byte[10]));
    }
  }

  private static void throttled(ThrowingCallable call, String why) {
    assertThatThrownBy(call)
        .hasStackTraceContaining(RpcThrottlingException.class.getName())
        .hasStackTraceContaining(why);
  }

  @ParameterizedTest
  @EnumSource
  void writesAndReadsHaveLimitsOfTheirOwn(Door door) throws Exception {
    run(
        door,
        (connection, admin, clock) -> {
          admin.setQuota(
              QuotaSettingsFactory.throttleTable(
                  T, ThrottleType.WRITE_NUMBER, 3, TimeUnit.SECONDS));
          admin.setQuota(
              QuotaSettingsFactory.throttleTable(T, ThrottleType.READ_NUMBER, 2, TimeUnit.MINUTES));
          try (Table table = connection.getTable(T);
              Table free = connection.getTable(FREE)) {
            put(table, 3);
            throttled(() -> put(table, 1), "number of write requests exceeded");
            put(free, 10);
            clock.advance(400);
            put(table, 1);
            throttled(() -> put(table, 1), "number of write requests exceeded");
            clock.advance(1_000);
            put(table, 3);

            assertThat(table.get(new Get(Bytes.toBytes("r0"))).isEmpty()).isFalse();
            try (ResultScanner scanner = table.getScanner(new Scan())) {
              assertThat(scanner).hasSize(3);
            }
            throttled(
                () -> table.get(new Get(Bytes.toBytes("r0"))), "number of read requests exceeded");
            throttled(
                () -> {
                  try (ResultScanner scanner = table.getScanner(new Scan())) {
                    assertThat(scanner.next()).isNull();
                  }
                },
                "number of read requests exceeded");
            clock.advance(1_000);
            throttled(
                () -> table.increment(new Increment(Bytes.toBytes("n")).addColumn(F, Q, 1)),
                "number of read requests exceeded");
            clock.advance(60_000);
            table.increment(new Increment(Bytes.toBytes("n")).addColumn(F, Q, 1));
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void bytesCountWhenTheyAreKnown(Door door) throws Exception {
    run(
        door,
        (connection, admin, clock) -> {
          admin.setQuota(
              QuotaSettingsFactory.throttleTable(
                  T, ThrottleType.REQUEST_SIZE, 1_000, TimeUnit.SECONDS));
          try (Table table = connection.getTable(T)) {
            table.put(new Put(Bytes.toBytes("r")).addColumn(F, Q, new byte[5_000]));
            for (int second = 0; second < 5; second++) {
              throttled(() -> put(table, 1), "request size limit exceeded");
              clock.advance(1_000);
            }
            put(table, 1);
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void aBatchLargerThanTheLimitIsLetInOnceAndPaidFor(Door door) throws Exception {
    run(
        door,
        (connection, admin, clock) -> {
          admin.setQuota(
              QuotaSettingsFactory.throttleTable(
                  T, ThrottleType.REQUEST_NUMBER, 2, TimeUnit.SECONDS));
          try (Table table = connection.getTable(T)) {
            Put put = new Put(Bytes.toBytes("r")).addColumn(F, Q, Q);
            table.put(List.of(put, put, put, put));
            clock.advance(999);
            throttled(() -> put(table, 2), "number of requests exceeded");
            clock.advance(1_000);
            put(table, 1);
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void namespacesAndTheWholeStoreCanBeLimited(Door door) throws Exception {
    run(
        door,
        (connection, admin, clock) -> {
          admin.setQuota(
              QuotaSettingsFactory.throttleNamespace(
                  "shop", ThrottleType.REQUEST_NUMBER, 1, TimeUnit.HOURS));
          admin.setQuota(
              QuotaSettingsFactory.throttleRegionServer(
                  "all", ThrottleType.REQUEST_NUMBER, 3, TimeUnit.HOURS));
          try (Table shop = connection.getTable(SHOP);
              Table free = connection.getTable(FREE)) {
            put(shop, 1);
            throttled(() -> put(shop, 1), "number of requests exceeded");
            put(free, 2);
            throttled(() -> put(free, 1), "number of requests exceeded");
          }
          // Its own table is never held up.
          assertThat(admin.getQuota(new QuotaFilter())).hasSize(2);
        });
  }

  @ParameterizedTest
  @EnumSource
  void theUserOfTheProcessCanBeLimited(Door door) throws Exception {
    String me = System.getProperty("user.name");
    run(
        door,
        (connection, admin, clock) -> {
          for (QuotaSettings quota :
              List.of(
                  QuotaSettingsFactory.throttleUser(
                      "somebody else", ThrottleType.REQUEST_NUMBER, 1, TimeUnit.DAYS),
                  QuotaSettingsFactory.throttleUser(
                      me, ThrottleType.REQUEST_NUMBER, 4, TimeUnit.DAYS),
                  QuotaSettingsFactory.throttleUser(
                      me, T, ThrottleType.REQUEST_NUMBER, 2, TimeUnit.DAYS),
                  QuotaSettingsFactory.throttleUser(
                      me, "shop", ThrottleType.REQUEST_NUMBER, 3, TimeUnit.DAYS),
                  QuotaSettingsFactory.throttleTable(
                      FREE, ThrottleType.REQUEST_NUMBER, 1, TimeUnit.DAYS))) {
            admin.setQuota(quota);
          }
          assertThat(admin.getQuota(new QuotaFilter().setUserFilter(me))).hasSize(3);
          try (Table table = connection.getTable(T);
              Table shop = connection.getTable(SHOP);
              Table free = connection.getTable(FREE)) {
            put(table, 2);
            throttled(() -> put(table, 1), "number of requests exceeded");
            put(shop, 3);
            throttled(() -> put(shop, 1), "number of requests exceeded");
            put(free, 1);
            throttled(() -> put(free, 1), "number of requests exceeded");
            admin.setQuota(QuotaSettingsFactory.bypassGlobals(me, true));
            put(free, 3);
            throttled(() -> put(free, 1), "number of requests exceeded");
            admin.setQuota(QuotaSettingsFactory.unthrottleUser(me, T));
            admin.setQuota(QuotaSettingsFactory.unthrottleUser(me));
            put(table, 5);
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void aTableIsGoneAlsoWhenItsQuotasCannotBeForgotten(Door door) throws Exception {
    run(
        door,
        (connection, admin, clock) -> {
          admin.setQuota(
              QuotaSettingsFactory.throttleTable(
                  FREE, ThrottleType.READ_NUMBER, 1, TimeUnit.HOURS));
          admin.disableTable(TableName.valueOf("hbase:quota"));
          admin.disableTable(T);
          assertThatThrownBy(() -> admin.deleteTable(T)).isInstanceOf(IOException.class);
          assertThat(admin.tableExists(T)).isFalse();
          create(admin, T);
          assertThat(admin.isTableEnabled(T)).isTrue();
        });
  }

  @ParameterizedTest
  @EnumSource
  void areListedChangedAndRemoved(Door door) throws Exception {
    run(
        door,
        (connection, admin, clock) -> {
          QuotaSettings first =
              QuotaSettingsFactory.throttleTable(T, ThrottleType.WRITE_NUMBER, 1, TimeUnit.DAYS);
          admin.setQuota(first);
          admin.setQuota(
              QuotaSettingsFactory.throttleTable(T, ThrottleType.READ_SIZE, 7, TimeUnit.MINUTES));
          List<QuotaSettings> listed = admin.getQuota(new QuotaFilter().setTableFilter("t"));
          assertThat(listed).hasSize(2);
          assertThat(listed.toString()).contains("1req/day").contains("7.00B/min");
          assertThat(admin.getQuota(new QuotaFilter().setNamespaceFilter("shop"))).isEmpty();

          try (Table table = connection.getTable(T)) {
            put(table, 1);
            admin.setQuota(
                QuotaSettingsFactory.throttleTable(
                    FREE, ThrottleType.WRITE_NUMBER, 1, TimeUnit.DAYS));
            throttled(() -> put(table, 1), "write requests");
            assertThat(admin.isRpcThrottleEnabled()).isTrue();
            assertThat(admin.switchRpcThrottle(false)).isTrue();
            put(table, 5);
            assertThat(admin.switchRpcThrottle(true)).isFalse();
            put(table, 1);
            throttled(() -> put(table, 1), "write requests");

            admin.setQuota(
                QuotaSettingsFactory.unthrottleTableByThrottleType(T, ThrottleType.WRITE_NUMBER));
            put(table, 5);
            assertThat(admin.getQuota(new QuotaFilter().setTableFilter("t"))).hasSize(1);
            admin.setQuota(QuotaSettingsFactory.unthrottleTable(T));
            assertThat(admin.getQuota(new QuotaFilter().setTableFilter("t"))).isEmpty();
          }
          admin.disableTable(FREE);
          admin.deleteTable(FREE);
          assertThat(admin.getQuota(new QuotaFilter())).isEmpty();
          create(admin, FREE);
          try (Table table = connection.getTable(FREE)) {
            put(table, 5);
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void whatIsNotBuiltIsRefused(Door door) throws Exception {
    run(
        door,
        (connection, admin, clock) -> {
          assertThatThrownBy(
                  () ->
                      admin.setQuota(
                          QuotaSettingsFactory.limitTableSpace(
                              T, 1 << 20, SpaceViolationPolicy.NO_INSERTS)))
              .isInstanceOf(DoNotRetryIOException.class)
              .hasMessageContaining("space quotas");
          assertThatThrownBy(
                  () ->
                      admin.setQuota(
                          QuotaSettingsFactory.throttleTable(
                              T, ThrottleType.READ_NUMBER, 0, TimeUnit.SECONDS)))
              .isInstanceOf(DoNotRetryIOException.class)
              .hasMessageContaining("got 0");
        });
  }

  @ParameterizedTest
  @EnumSource
  void holdAfterReopening(Door door, @TempDir Path directory) throws Exception {
    Configuration conf = configuration(door, directory.resolve("store").toString());
    try (Connection connection = ConnectionFactory.createConnection(conf);
        Admin admin = connection.getAdmin()) {
      create(admin, T);
      admin.setQuota(
          QuotaSettingsFactory.throttleTable(T, ThrottleType.WRITE_NUMBER, 1, TimeUnit.DAYS));
    }
    try (Connection connection = ConnectionFactory.createConnection(conf);
        Table table = connection.getTable(T)) {
      put(table, 1);
      throttled(() -> put(table, 1), "write requests");
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource
  void aClientThatMayTryAgainWaits(Door door) throws Exception {
    Configuration conf = configuration(door, "mem:quota-doors-" + NUMBER.incrementAndGet());
    conf.setInt("hbase.client.retries.number", 10);
    try (Connection connection = ConnectionFactory.createConnection(conf);
        Admin admin = connection.getAdmin()) {
      create(admin, T);
      admin.setQuota(
          QuotaSettingsFactory.throttleTable(T, ThrottleType.WRITE_NUMBER, 10, TimeUnit.SECONDS));
      long start = System.nanoTime();
      try (Table table = connection.getTable(T)) {
        put(table, 13);
        Put put = new Put(Bytes.toBytes("r")).addColumn(F, Q, Q);
        table.put(List.of(put, put));
      }
      // 10 at once, 3 more one by one; the batch waits for two. Less a rounding of each wait.
      assertThat(System.nanoTime() - start).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(300));
    }
  }

  /** Each way to ask for more than a quota gives, and what then becomes of it. */
  private static void refusedAtOnce(ThrowingCallable call, Class<? extends Throwable> thrown) {
    assertThatThrownBy(call)
        .isExactlyInstanceOf(thrown)
        .hasCauseInstanceOf(RpcThrottlingException.class);
  }

  private static void batchRefused(ThrowingCallable call, Class<? extends Throwable> cause) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            RetriesExhaustedWithDetailsException.class,
            e -> {
              assertThat(e.getNumExceptions()).isPositive();
              assertThat(e.getCauses())
                  .allSatisfy(
                      each ->
                          assertThat(each)
                              .isExactlyInstanceOf(cause)
                              .hasStackTraceContaining(RpcThrottlingException.class.getName()));
            });
  }

  @ParameterizedTest
  @EnumSource
  void aBatchThatMayNotTryAgainEnds(Door door) throws Exception {
    run(
        door,
        (connection, admin, clock) -> {
          throttleToOneADay(admin);
          Put put = new Put(Bytes.toBytes("r")).addColumn(F, Q, Q);
          Increment increment = new Increment(Bytes.toBytes("n")).addColumn(F, Q, 1);
          Get get = new Get(Bytes.toBytes("r"));
          try (Table table = connection.getTable(T);
              BufferedMutator mutator = connection.getBufferedMutator(T)) {
            table.put(List.of(put, put));
            table.get(get);
            Class<? extends Throwable> cause = RpcThrottlingException.class;
            batchRefused(() -> table.put(List.of(put, put)), cause);
            batchRefused(() -> table.get(List.of(get, get)), cause);
            batchRefused(() -> table.batch(List.of(increment, increment), new Object[2]), cause);
            batchRefused(() -> table.mutateRow(RowMutations.of(List.of(put, put))), cause);
            mutator.mutate(put);
            batchRefused(mutator::flush, cause);
            assertThatThrownBy(() -> table.put(put))
                .isExactlyInstanceOf(RetriesExhaustedException.class)
                .hasCauseInstanceOf(cause);
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void anOperationEndsWhenItsTimeWouldNotSufficeForTheWait(Door door) throws Exception {
    Configuration conf = configuration(door, "mem:quota-doors-" + NUMBER.incrementAndGet());
    conf.setInt("hbase.client.retries.number", 5);
    try (Connection connection = ConnectionFactory.createConnection(conf);
        Admin admin = connection.getAdmin()) {
      create(admin, T);
      throttleToOneADay(admin);
      Put put = new Put(Bytes.toBytes("r")).addColumn(F, Q, Q);
      Get get = new Get(Bytes.toBytes("r"));
      try (Table table = connection.getTableBuilder(T, null).setOperationTimeout(250).build();
          BufferedMutator mutator =
              connection.getBufferedMutator(new BufferedMutatorParams(T).operationTimeout(250))) {
        table.put(put);
        table.get(get);
        refusedAtOnce(() -> table.put(put), SocketTimeoutException.class);
        refusedAtOnce(() -> table.get(get), SocketTimeoutException.class);
        refusedAtOnce(
            () -> table.increment(new Increment(Bytes.toBytes("n")).addColumn(F, Q, 1)),
            SocketTimeoutException.class);
        Class<? extends Throwable> cause = OperationTimeoutExceededException.class;
        batchRefused(() -> table.put(List.of(put, put)), cause);
        batchRefused(() -> table.get(List.of(get, get)), cause);
        batchRefused(() -> table.mutateRow(RowMutations.of(List.of(put, put))), cause);
        mutator.mutate(put);
        batchRefused(mutator::flush, cause);
        assertThatThrownBy(
                () -> {
                  try (ResultScanner scanner = table.getScanner(new Scan())) {
                    assertThat(scanner.next()).isNull();
                  }
                })
            .isExactlyInstanceOf(RetriesExhaustedException.class)
            .hasCauseInstanceOf(SocketTimeoutException.class)
            .hasRootCauseInstanceOf(RpcThrottlingException.class);
      }
    }
  }

  private static void throttleToOneADay(Admin admin) throws IOException {
    admin.setQuota(
        QuotaSettingsFactory.throttleTable(T, ThrottleType.WRITE_NUMBER, 1, TimeUnit.DAYS));
    admin.setQuota(
        QuotaSettingsFactory.throttleTable(T, ThrottleType.READ_NUMBER, 1, TimeUnit.DAYS));
  }
}
