package io.rowandb.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;

/** What a wrong test class is told: the messages name what to change. */
class RowanExtensionFailuresTest {
  /** The message of the one failure of a class, and of what caused it. */
  private static String failure(Class<?> tests) {
    return EngineTestKit.engine("junit-jupiter")
        .selectors(selectClass(tests))
        .execute()
        .allEvents()
        .failed()
        .stream()
        .map(RowanExtensionFailuresTest::message)
        .reduce((one, other) -> one + "\n" + other)
        .orElse("no failure");
  }

  private static String message(Event event) {
    StringBuilder messages = new StringBuilder();
    Throwable failure =
        event.getRequiredPayload(TestExecutionResult.class).getThrowable().orElseThrow();
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      messages.append(cause.getMessage()).append('\n');
    }
    return messages.toString();
  }

  @RowanTest
  static class WrongFamily {
    @Test
    @WithTable(name = "t", families = "a:b")
    void test(Table table) {
      assertThat(table).isNull();
    }
  }

  @Tag("slow")
  @Test
  void aFamilyThatHBaseRefusesIsNamedWithItsMethod() {
    assertThat(failure(WrongFamily.class))
        .contains("@WithTable(name = \"t\") on ")
        .contains("WrongFamily.test(")
        .contains("cannot be created: ")
        .contains("a:b");
  }

  @RowanTest
  @WithTable(
      name = "t",
      families = {})
  static class NoFamily {
    @Test
    void test(Table table) {
      assertThat(table).isNull();
    }
  }

  @Test
  @Tag("slow")
  void aTableWithoutFamiliesIsNamedWithItsClass() {
    assertThat(failure(NoFamily.class))
        .contains("@WithTable(name = \"t\") on class ")
        .contains("NoFamily")
        .contains("cannot be created: ");
  }

  @RowanTest
  @WithTable(name = "t", keepDeletedCells = "YES")
  static class WrongValue {
    @Test
    void test(Table table) {
      assertThat(table).isNull();
    }
  }

  @Tag("slow")
  @Test
  void aValueThatDoesNotExistIsNamed() {
    assertThat(failure(WrongValue.class)).contains("cannot be created: ").contains("YES");
  }

  @RowanTest
  @WithTable(name = "t")
  static class Twice {
    @Test
    @WithTable(name = "t")
    void test(Connection connection) {
      assertThat(connection).isNull();
    }
  }

  @Test
  void aTableDeclaredTwiceIsNamedWithBothPlaces() {
    assertThat(failure(Twice.class))
        .contains("@WithTable(name = \"t\") on void ")
        .contains("is declared already: @WithTable(name = \"t\") on class ");
  }

  @RowanTest
  @WithTable(name = "t")
  @WithTable(name = "u")
  static class WhichTable {
    @Test
    void test(Table table) {
      assertThat(table).isNull();
    }
  }

  @Test
  void whichOfSeveralTablesIsAsked() {
    assertThat(failure(WhichTable.class))
        .contains("WhichTable.test(org.apache.hadoop.hbase.client.Table)")
        .contains("@OfTable must say")
        .contains("[t, u]");
  }

  @RowanTest
  static class WrongType {
    @Test
    void test(@OfTable("t") String table) {
      assertThat(table).isNull();
    }
  }

  @Test
  void theTypeThatOfTableIsForIsSaid() {
    assertThat(failure(WrongType.class))
        .contains("@OfTable is for parameters of type Table, not java.lang.String");
  }

  @RowanTest
  static class UnknownType {
    @Test
    void test(StringBuilder other) {
      assertThat(other).isNull();
    }
  }

  @Test
  void otherTypesAreLeftToOtherExtensions() {
    assertThat(failure(UnknownType.class)).contains("No ParameterResolver registered");
  }

  @RowanTest
  static class TooEarly {
    @BeforeAll
    static void before(Connection connection) {
      assertThat(connection).isNull();
    }

    @Test
    void test() {}
  }

  @Test
  void aMethodOfTheClassIsToldThatStoresAreOfTests() {
    assertThat(failure(TooEarly.class))
        .contains("There is no store yet")
        .contains("TooEarly.before(")
        .contains("@RowanTest(lifetime = CLASS)");
  }

  @RowanTest(settings = "hbase.client.pause")
  static class WrongSetting {
    @Test
    void test(Connection connection) {
      assertThat(connection).isNull();
    }
  }

  @Test
  void aSettingWithoutValueIsNamed() {
    assertThat(failure(WrongSetting.class))
        .contains("must be \"key=value\": \"hbase.client.pause\"");
  }

  @RowanTest(leaks = Leaks.FAIL)
  static class LeavesAConnection {
    @Test
    void test(Configuration conf) throws IOException {
      Connection connection = ConnectionFactory.createConnection(conf);
      assertThat(connection.isClosed()).isFalse();
    }
  }

  @Test
  void aConnectionLeftOpenFailsTheTestThatAskedForIt() {
    assertThat(failure(LeavesAConnection.class))
        .contains("A connection to store LeavesAConnection.test-")
        .contains("was left open");
  }

  @RowanTest(leaks = Leaks.FAIL)
  @WithTable(name = "t")
  static class LeavesAScanner {
    @Test
    void test(Table table) throws IOException {
      Rows.put(table, "a", "1");
      Rows.put(table, "b", "1");
      assertThat(table.getScanner(Rows.F).next()).isNotNull();
    }
  }

  @Test
  void aScannerLeftOpenFailsTheTestThatAskedForIt() {
    assertThat(failure(LeavesAScanner.class))
        .contains("1 scanners of store LeavesAScanner.test-")
        .contains("were left open");
  }

  @ExtendWith(RowanExtension.class)
  static class WithoutTheAnnotation {
    @Test
    void test(TestStore store) {
      assertThat(store.name()).startsWith("WithoutTheAnnotation.test-");
    }
  }

  @Test
  void theExtensionAloneHasTheDefaults() {
    assertThat(failure(WithoutTheAnnotation.class)).isEqualTo("no failure");
  }
}
