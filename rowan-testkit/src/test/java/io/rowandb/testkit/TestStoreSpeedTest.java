package io.rowandb.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.rowandb.client.Rowan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.testkit.engine.EngineTestKit;

/**
 * What a fresh store costs. The figures measured are printed; of each, three quarters of the rounds
 * may be slowed down by what else the machine does. The bounds are thirty times what is promised,
 * for a machine that does much else all the time, and three times with {@code
 * -Drowan.times.strict=true}.
 */
@Tag("slow")
class TestStoreSpeedTest {
  private static final int ROUNDS = 150;
  private static final double SLACK = Boolean.getBoolean("rowan.times.strict") ? 3 : 30;
  private static final double OPEN_MILLIS = SLACK * 10;
  private static final double HUNDRED_TESTS_MILLIS = SLACK * 3_000;
  private static final double FORK_MILLIS = SLACK * 5;
  private static final int ROWS = 100_000;

  private static final String CHECK = "rowan.check.on.close";

  private static String checkBefore;

  /** What is timed is what users have: their stores are not read again when they are closed. */
  @BeforeAll
  static void closeWithoutCheck() {
    checkBefore = System.clearProperty(CHECK);
  }

  @AfterAll
  static void closeAsBefore() {
    if (checkBefore != null) {
      System.setProperty(CHECK, checkBefore);
    }
  }

  /** A step that is timed. */
  private interface Step {
    void run() throws IOException;
  }

  /** A class of a hundred tests, each with its own store. */
  @RowanTest
  @WithTable(name = "t")
  static class HundredTests {
    @RepeatedTest(100)
    @Tag("slow")
    void putsAndGets(Table table) throws IOException {
      Rows.put(table, "a", "1");
      assertThat(Rows.get(table, "a")).isEqualTo("1");
    }
  }

  /** The same at the other door. */
  @RowanTest(door = Door.COMPLETE)
  static class HundredTestsAtTheCompleteDoor extends HundredTests {}

  /** A program of its own: no test kit, a store with its own threads. */
  @ParameterizedTest
  @EnumSource
  void openingCreatingPuttingAndGettingTakesMilliseconds(Door door) throws IOException {
    double millis =
        quartile(
            "open, create, put, get, close, door " + door,
            () -> {
              Configuration conf = Rowan.configuration("mem:speed");
              door.configure(conf);
              try (Connection connection = ConnectionFactory.createConnection(conf);
                  Admin admin = connection.getAdmin();
                  Table table = connection.getTable(TableName.valueOf("t"))) {
                admin.createTable(Rows.descriptor("t"));
                Rows.put(table, "a", "1");
                assertThat(Rows.get(table, "a")).isEqualTo("1");
              }
            });
    assertThat(millis).isLessThan(OPEN_MILLIS);
  }

  @ParameterizedTest
  @EnumSource
  void aHundredTestsTakeLessThanThreeSeconds(Door door) {
    Class<?> tests = door == Door.FAST ? HundredTests.class : HundredTestsAtTheCompleteDoor.class;
    double millis = Math.min(runMillis(tests), runMillis(tests));
    report("100 tests, a fresh store each, door " + door, millis);
    assertThat(millis).isLessThan(HUNDRED_TESTS_MILLIS);
  }

  private static double runMillis(Class<?> tests) {
    long start = System.nanoTime();
    EngineTestKit.engine("junit-jupiter")
        .selectors(selectClass(tests))
        .execute()
        .testEvents()
        .assertStatistics(statistics -> statistics.succeeded(100));
    return (System.nanoTime() - start) / 1e6;
  }

  @Test
  void forkAndRollBackDoNotDependOnTheSize() throws IOException {
    try (TestStore store = TestStore.open()) {
      store.admin().createTable(Rows.descriptor("t"));
      Table table = store.table("t");
      load(table);
      store.checkpoint();
      double forkMillis =
          quartile(
              "fork of " + ROWS + " rows, and close",
              () -> {
                try (TestStore fork = store.fork()) {
                  assertThat(fork.clock().millis()).isPositive();
                }
              });
      double readMillis =
          quartile(
              "the same with a connection and a get",
              () -> {
                try (TestStore fork = store.fork()) {
                  assertThat(Rows.get(fork.table("t"), "row0050000")).isEqualTo("value50000");
                }
              });
      double rollBackMillis =
          quartile(
              "put, roll back and get in " + ROWS + " rows",
              () -> {
                Rows.put(table, "row0050000", "changed");
                store.rollBack();
                assertThat(Rows.get(table, "row0050000")).isEqualTo("value50000");
              });
      assertThat(forkMillis).isLessThan(FORK_MILLIS);
      assertThat(readMillis).isLessThan(2 * FORK_MILLIS);
      assertThat(rollBackMillis).isLessThan(FORK_MILLIS);
    }
  }

  private static void load(Table table) throws IOException {
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      puts.add(Rows.put(String.format(Locale.ROOT, "row%07d", i), "value" + i));
    }
    table.put(puts);
  }

  /** Times a step, warm; prints the median and returns the lower quartile, in milliseconds. */
  private static double quartile(String what, Step step) throws IOException {
    long[] nanos = new long[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
      long start = System.nanoTime();
      step.run();
      nanos[i] = System.nanoTime() - start;
    }
    long[] warm = Arrays.copyOfRange(nanos, ROUNDS / 2, ROUNDS);
    Arrays.sort(warm);
    report(what, warm[warm.length / 2] / 1e6);
    return warm[warm.length / 4] / 1e6;
  }

  private static void report(String what, double millis) {
    System.out.println(String.format(Locale.ROOT, "%-60s %8.2f ms", what, millis));
  }
}
