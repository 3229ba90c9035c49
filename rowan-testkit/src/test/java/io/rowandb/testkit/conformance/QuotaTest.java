package io.rowandb.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.quotas.QuotaFilter;
import org.apache.hadoop.hbase.quotas.QuotaRetriever;
import org.apache.hadoop.hbase.quotas.QuotaSettings;
import org.apache.hadoop.hbase.quotas.QuotaSettingsFactory;
import org.apache.hadoop.hbase.quotas.QuotaType;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.apache.hadoop.hbase.quotas.ThrottleType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Admin: quotas of requests, set, listed and taken back. */
@Needs(value = Capability.FULL_ADMIN, because = "the model holds nobody up")
class QuotaTest extends ConformanceTest {
  private static final String SPACE = "quotas";
  private static final TableName NONE = TableName.valueOf("conformance_none");
  private static final String USER = "somebody";

  @BeforeEach
  void createNamespace() throws IOException {
    admin.createNamespace(NamespaceDescriptor.create(SPACE).build());
  }

  @AfterEach
  void removeAll() throws IOException {
    admin.setQuota(QuotaSettingsFactory.unthrottleTable(name));
    admin.setQuota(QuotaSettingsFactory.unthrottleNamespace(SPACE));
    admin.setQuota(QuotaSettingsFactory.unthrottleUser(USER));
    admin.setQuota(QuotaSettingsFactory.unthrottleUser(USER, name));
    admin.setQuota(QuotaSettingsFactory.unthrottleUser(USER, SPACE));
    admin.setQuota(QuotaSettingsFactory.bypassGlobals(USER, false));
    admin.setQuota(QuotaSettingsFactory.unthrottleRegionServer("all"));
    admin.setQuota(QuotaSettingsFactory.unthrottleTable(NONE));
    admin.setQuota(QuotaSettingsFactory.unthrottleNamespace("nowhere"));
    admin.deleteNamespace(SPACE);
  }

  private void throttle(ThrottleType type, long limit) throws IOException {
    admin.setQuota(QuotaSettingsFactory.throttleTable(name, type, limit, TimeUnit.MINUTES));
  }

  private List<String> quotas(QuotaFilter filter) throws IOException {
    return admin.getQuota(filter).stream().map(QuotaSettings::toString).sorted().toList();
  }

  @Test
  void f248_theyAreListedAsTheyWereSet() throws IOException {
    create("f");
    throttle(ThrottleType.READ_NUMBER, 100);
    throttle(ThrottleType.WRITE_SIZE, 1 << 20);
    admin.setQuota(
        QuotaSettingsFactory.throttleNamespace(
            SPACE, ThrottleType.REQUEST_NUMBER, 7, TimeUnit.SECONDS));
    admin.setQuota(
        QuotaSettingsFactory.throttleUser(USER, ThrottleType.WRITE_NUMBER, 8, TimeUnit.HOURS));
    admin.setQuota(
        QuotaSettingsFactory.throttleUser(USER, name, ThrottleType.REQUEST_SIZE, 9, TimeUnit.DAYS));
    admin.setQuota(
        QuotaSettingsFactory.throttleUser(
            USER, SPACE, ThrottleType.READ_SIZE, 10, TimeUnit.SECONDS));
    admin.setQuota(QuotaSettingsFactory.bypassGlobals(USER, true));
    admin.setQuota(
        QuotaSettingsFactory.throttleRegionServer(
            "all", ThrottleType.READ_NUMBER, 11, TimeUnit.SECONDS));
    assertThat(quotas(new QuotaFilter()))
        .containsExactly(
            "GLOBAL_BYPASS => true",
            "TYPE => THROTTLE, THROTTLE_TYPE => READ_NUMBER, LIMIT => 100req/min, SCOPE => MACHINE",
            "TYPE => THROTTLE, THROTTLE_TYPE => READ_NUMBER, LIMIT => 11req/sec, SCOPE => MACHINE",
            "TYPE => THROTTLE, THROTTLE_TYPE => READ_SIZE, LIMIT => 10.00B/sec, SCOPE => MACHINE",
            "TYPE => THROTTLE, THROTTLE_TYPE => REQUEST_NUMBER, LIMIT => 7req/sec, SCOPE => MACHINE",
            "TYPE => THROTTLE, THROTTLE_TYPE => REQUEST_SIZE, LIMIT => 9.00B/day, SCOPE => MACHINE",
            "TYPE => THROTTLE, THROTTLE_TYPE => WRITE_NUMBER, LIMIT => 8req/hour, SCOPE => MACHINE",
            "TYPE => THROTTLE, THROTTLE_TYPE => WRITE_SIZE, LIMIT => 1.00M/min, SCOPE => MACHINE");
  }

  @Test
  void f248_aFilterChoosesByOwnerAndType() throws IOException {
    create("f");
    throttle(ThrottleType.READ_NUMBER, 100);
    admin.setQuota(
        QuotaSettingsFactory.throttleNamespace(
            SPACE, ThrottleType.REQUEST_NUMBER, 7, TimeUnit.SECONDS));
    admin.setQuota(
        QuotaSettingsFactory.throttleUser(USER, ThrottleType.WRITE_NUMBER, 8, TimeUnit.HOURS));
    admin.setQuota(
        QuotaSettingsFactory.throttleUser(USER, name, ThrottleType.READ_SIZE, 9, TimeUnit.DAYS));
    admin.setQuota(QuotaSettingsFactory.bypassGlobals(USER, true));
    String table = name.getNameAsString();
    List<Integer> found = new ArrayList<>();
    for (QuotaFilter filter :
        List.of(
            new QuotaFilter().setTableFilter(table),
            new QuotaFilter().setTableFilter(table + "x"),
            new QuotaFilter().setNamespaceFilter("quo.*"),
            new QuotaFilter().setUserFilter(USER),
            new QuotaFilter().setUserFilter("some.*").setTableFilter(table),
            new QuotaFilter().setUserFilter(USER).setNamespaceFilter(SPACE),
            new QuotaFilter().setRegionServerFilter("all"),
            new QuotaFilter().addTypeFilter(QuotaType.THROTTLE),
            new QuotaFilter().addTypeFilter(QuotaType.GLOBAL_BYPASS),
            new QuotaFilter().setUserFilter(USER).addTypeFilter(QuotaType.THROTTLE))) {
      found.add(admin.getQuota(filter).size());
    }
    assertThat(found).containsExactly(1, 0, 1, 3, 1, 0, 0, 5, 5, 3);
    try (@SuppressWarnings("deprecation") // HBase 1's way to list them.
        QuotaRetriever retriever =
            admin.getQuotaRetriever(new QuotaFilter().setTableFilter(table))) {
      assertThat(retriever).hasSize(1);
    }
  }

  @Test
  void f248_oneOfAKindReplacesTheOther() throws IOException {
    create("f");
    throttle(ThrottleType.READ_NUMBER, 100);
    throttle(ThrottleType.READ_NUMBER, 50);
    throttle(ThrottleType.WRITE_NUMBER, 60);
    QuotaFilter ofTable = new QuotaFilter().setTableFilter(name.getNameAsString());
    assertThat(quotas(ofTable)).hasSize(2).anyMatch(each -> each.contains("50req"));
    admin.setQuota(
        QuotaSettingsFactory.unthrottleTableByThrottleType(name, ThrottleType.READ_NUMBER));
    assertThat(quotas(ofTable)).hasSize(1).allMatch(each -> each.contains("60req"));
    admin.setQuota(QuotaSettingsFactory.unthrottleTable(name));
    assertThat(quotas(ofTable)).isEmpty();
  }

  @Test
  void f248_aTablesQuotaGoesWithIt() throws IOException {
    create("f");
    throttle(ThrottleType.READ_NUMBER, 100);
    drop(name);
    assertThat(quotas(new QuotaFilter().setTableFilter(name.getNameAsString()))).isEmpty();
  }

  @Test
  void f248_whatIsRefused() throws IOException {
    create("f");
    assertThat(
            Refusals.of(
                () ->
                    admin.setQuota(
                        QuotaSettingsFactory.throttleTable(
                            NONE, ThrottleType.READ_NUMBER, 1, TimeUnit.SECONDS)),
                () ->
                    admin.setQuota(
                        QuotaSettingsFactory.throttleNamespace(
                            "nowhere", ThrottleType.READ_NUMBER, 1, TimeUnit.SECONDS)),
                () -> throttle(ThrottleType.READ_NUMBER, 0),
                () -> throttle(ThrottleType.READ_NUMBER, -1)))
        .containsExactly("none", "none", "DoNotRetryIOException", "DoNotRetryIOException");
  }

  @Test
  void f248_throttlingIsSwitched() throws IOException {
    assertThat(admin.isRpcThrottleEnabled()).isTrue();
    assertThat(admin.switchRpcThrottle(false)).isTrue();
    assertThat(admin.isRpcThrottleEnabled()).isFalse();
    assertThat(admin.switchRpcThrottle(true)).isFalse();
    assertThat(admin.isRpcThrottleEnabled()).isTrue();
  }

  private static RpcThrottlingException throttling(Throwable refusal) {
    for (Throwable at = refusal; at != null; at = at.getCause()) {
      if (at instanceof RpcThrottlingException found) {
        return found;
      }
    }
    throw new AssertionError("no throttling", refusal);
  }

  /** When a quota is known to the region server is its own affair: at some request it is. */
  @Test
  void f248_requestsBeyondTheQuotaAreRefused() throws IOException {
    create("f");
    write("f:q@1=a");
    throttle(ThrottleType.WRITE_NUMBER, 1);
    Configuration once = new Configuration(connection.getConfiguration());
    once.setInt("hbase.client.retries.number", 0);
    try (Connection impatient = ConnectionFactory.createConnection(once);
        Table throttled = impatient.getTable(name)) {
      Throwable refusal = null;
      while (refusal == null) {
        refusal = catchThrowable(() -> throttled.put(put("r", "f:q@2=b")));
      }
      RpcThrottlingException throttling = throttling(refusal);
      assertThat(throttling.getType())
          .isEqualTo(RpcThrottlingException.Type.NumWriteRequestsExceeded);
      assertThat(throttling.getWaitInterval()).isBetween(1L, 60_000L);
      assertThat(throttled.exists(get())).as("reads are free").isTrue();
    }
  }
}
