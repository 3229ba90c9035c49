package io.rowandb.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Which tests share a store, for how long, and that nothing is left of it. */
class StoreLifetimeTest {
  /** Filled by the classes below, some of whose tests run at the same time. */
  private static final Set<TestStore> STORES = ConcurrentHashMap.newKeySet();

  private static void run(Class<?> tests, int succeeded) {
    STORES.clear();
    EngineTestKit.engine("junit-jupiter")
        .selectors(selectClass(tests))
        .configurationParameter("junit.jupiter.execution.parallel.enabled", "true")
        .configurationParameter("junit.jupiter.execution.parallel.mode.default", "concurrent")
        .configurationParameter("junit.jupiter.execution.parallel.config.strategy", "fixed")
        .configurationParameter("junit.jupiter.execution.parallel.config.fixed.parallelism", "4")
        .execute()
        .testEvents()
        .assertStatistics(statistics -> statistics.succeeded(succeeded).failed(0));
  }

  @RowanTest(leaks = Leaks.FAIL)
  @WithTable(name = "t")
  static class Parallel {
    @RepeatedTest(20)
    void seesOnlyItsOwn(Table table, TestStore store) throws IOException {
      STORES.add(store);
      for (int i = 0; i < 20; i++) {
        Rows.put(table, store.name() + i, "1");
      }
      assertThat(Rows.all(table)).hasSize(20).allMatch(row -> row.startsWith(store.name()));
    }
  }

  @Test
  void testsRunAtTheSameTimeInStoresOfTheirOwn() {
    run(Parallel.class, 20);
    assertThat(STORES).hasSize(20);
    assertThat(STORES)
        .allSatisfy(
            store ->
                assertThatThrownBy(store::flush).hasMessageContaining(store.name() + " is closed"));
  }

  @RowanTest(lifetime = StoreLifetime.CLASS)
  @WithTable(name = "t")
  @TestMethodOrder(MethodOrderer.OrderAnnotation.class)
  @org.junit.jupiter.api.parallel.Execution(
      org.junit.jupiter.api.parallel.ExecutionMode.SAME_THREAD)
  static class OfClass {
    private final Connection fromConstructor;

    OfClass(Connection connection) {
      fromConstructor = connection;
    }

    @BeforeAll
    static void load(Table table, TestStore store) throws IOException {
      STORES.add(store);
      Rows.put(table, "loaded", "1");
    }

    @AfterAll
    static void look(Table table, Admin admin) throws IOException {
      assertThat(Rows.all(table)).containsExactly("first", "loaded", "nested");
      assertThat(admin.listTableNames()).hasSize(1);
    }

    @Test
    @Order(1)
    @WithTable(name = "u")
    void first(@OfTable("t") Table table, @OfTable("u") Table own, TestStore store)
        throws IOException {
      assertThat(STORES).containsExactly(store);
      assertThat(store.connection()).isSameAs(fromConstructor);
      Rows.put(table, "first", "1");
      Rows.put(own, "gone", "1");
    }

    @Test
    @Order(2)
    @WithTable(name = "u")
    void second(@OfTable("t") Table table, @OfTable("u") Table own) throws IOException {
      assertThat(Rows.all(table)).containsExactly("first", "loaded");
      assertThat(Rows.all(own)).isEmpty();
    }

    @Nested
    @WithTable(name = "v")
    class Inner {
      @Test
      void third(@OfTable("t") Table table, Admin admin) throws IOException {
        Rows.put(table, "nested", "1");
        assertThat(admin.listTableNames())
            .containsExactly(TableName.valueOf("t"), TableName.valueOf("v"));
      }
    }
  }

  @Test
  void aStoreOfAClassLivesAsLongAsTheClass() {
    run(OfClass.class, 3);
  }

  @RowanTest(lifetime = StoreLifetime.FORK, leaks = Leaks.FAIL)
  @WithTable(name = "t")
  static class Forked {
    @BeforeAll
    static void load(Table table) throws IOException {
      for (int i = 0; i < 100; i++) {
        Rows.put(table, "loaded" + i, "1");
      }
    }

    @AfterAll
    static void look(Table table) throws IOException {
      assertThat(Rows.all(table)).hasSize(100);
    }

    @RepeatedTest(20)
    void changesOnlyItsOwn(Table table, TestStore store) throws IOException {
      STORES.add(store);
      Rows.put(table, store.name(), "1");
      assertThat(Rows.all(table)).hasSize(101);
    }
  }

  @Test
  void forksOfALoadedStoreAreOfTestsThatRunAtTheSameTime() {
    run(Forked.class, 20);
    assertThat(STORES).hasSize(20);
  }

  @RowanTest
  @WithTable(name = "t")
  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  static class OneInstance {
    @RepeatedTest(3)
    void eachTestHasAFreshStore(Table table, Configuration conf) throws IOException {
      assertThat(Rows.all(table)).isEmpty();
      Rows.put(table, conf.get("rowan.path"), "1");
    }
  }

  @Test
  void oneInstanceForAllTestsChangesNothing() {
    run(OneInstance.class, 3);
  }
}
