package io.rowandb.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.client.direct.DirectConnection;
import io.rowandb.client.hazard.HazardException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What tests are given, as users write them. */
@RowanTest(settings = "hbase.client.retries.number=2")
@WithTable(name = "orders")
class RowanExtensionTest {
  private Table fromBefore;

  @BeforeEach
  void before(Table orders) throws IOException {
    assertThat(Rows.all(orders)).isEmpty();
    Rows.put(orders, "before", "1");
    fromBefore = orders;
  }

  @AfterEach
  void after(Connection connection) {
    assertThat(connection.isClosed()).isFalse();
  }

  @RepeatedTest(3)
  void eachTestHasAFreshStore(Table orders, TestStore store) throws IOException {
    assertThat(Rows.all(orders)).containsExactly("before");
    assertThat(orders).isNotSameAs(fromBefore);
    Rows.put(orders, store.name(), "2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "b"})
  void invocationsToo(String row, Table orders) throws IOException {
    Rows.put(orders, row, "2");
    assertThat(Rows.all(orders)).containsExactlyInAnyOrder("before", row);
  }

  @Test
  void everythingLeadsToTheSameStore(
      Connection connection,
      AsyncConnection async,
      Admin admin,
      Configuration conf,
      TestStore store,
      TestClock clock)
      throws IOException {
    assertThat(connection).isInstanceOf(DirectConnection.class).isSameAs(store.connection());
    assertThat(async).isSameAs(store.asyncConnection());
    assertThat(clock).isSameAs(store.clock());
    assertThat(admin.listTableNames()).containsExactly(TableName.valueOf("orders"));
    assertThat(conf.getInt("hbase.client.retries.number", 0)).isEqualTo(2);
    assertThat(async.getAdmin().listTableNames().join()).hasSize(1);
    try (Connection own = ConnectionFactory.createConnection(conf);
        Table orders = own.getTable(TableName.valueOf("orders"))) {
      assertThat(Rows.get(orders, "before")).isEqualTo("1");
    }
  }

  @Test
  @WithTable(
      name = "shop:pages",
      families = {"a", "b"},
      splits = {"m", "\\x80"},
      versions = 5,
      minVersions = 2,
      ttlSeconds = 60,
      keepDeletedCells = "TTL")
  void tablesAreMadeAsDeclared(@OfTable("shop:pages") Table pages, Admin admin) throws IOException {
    assertThat(admin.getRegions(pages.getName())).hasSize(3);
    assertThat(admin.getRegions(pages.getName()).get(2).getStartKey()).containsExactly(0x80);
    List<ColumnFamilyDescriptor> families = List.of(pages.getDescriptor().getColumnFamilies());
    assertThat(families)
        .extracting(ColumnFamilyDescriptor::getNameAsString)
        .containsExactly("a", "b");
    for (ColumnFamilyDescriptor family : families) {
      assertThat(family.getMaxVersions()).isEqualTo(5);
      assertThat(family.getMinVersions()).isEqualTo(2);
      assertThat(family.getTimeToLive()).isEqualTo(60);
      assertThat(family.getKeepDeletedCells()).hasToString("TTL");
    }
  }

  @Nested
  @RowanTest(settings = "rowan.hazards=fail", leaks = Leaks.FAIL)
  class WithHazards {
    @Test
    void aPutThatADeleteHidesFails(@OfTable("orders") Table orders, TestClock clock)
        throws IOException {
      clock.stop();
      orders.delete(new Delete(Bytes.toBytes("before")));
      assertThatThrownBy(() -> Rows.put(orders, "before", "2"))
          .isInstanceOf(HazardException.class)
          .hasMessageContaining("before");
      clock.advance(Duration.ofMillis(1));
      Rows.put(orders, "before", "3");
      assertThat(Rows.get(orders, "before")).isEqualTo("3");
    }
  }

  @Nested
  @WithTable(name = "items")
  class InANestedClass {
    @Test
    void tablesOfBothAreThere(@OfTable("orders") Table orders, @OfTable("items") Table items)
        throws IOException {
      assertThat(Rows.all(orders)).containsExactly("before");
      assertThat(Rows.all(items)).isEmpty();
    }

    @Nested
    @RowanTest(door = Door.COMPLETE)
    class WithAnotherDoor {
      @Test
      void connectionsAreOfHBasesOwnClass(Connection connection, @OfTable("items") Table items)
          throws IOException {
        assertThat(connection.getClass().getSimpleName()).isEqualTo("ConnectionImplementation");
        assertThat(Rows.all(items)).isEmpty();
      }
    }
  }
}
