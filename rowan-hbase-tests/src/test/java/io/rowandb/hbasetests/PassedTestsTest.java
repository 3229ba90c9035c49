package io.rowandb.hbasetests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Runs after HBase's tests and fails when less of them ran than was recorded: a list or a scan of a
 * jar that finds nothing would otherwise pass as a run without failures.
 */
class PassedTestsTest {
  /** How many test methods passed when this was last written down, each counted once. */
  private static final Map<Door, Integer> RECORDED_METHODS =
      Map.of(Door.COMPLETE, 481, Door.FAST, 301);

  @ParameterizedTest
  @EnumSource
  void noFewerMethodsPassThanWereRecorded(Door door) throws Exception {
    PassedTests passed = passed(door);
    System.out.printf(
        "%d test methods of HBase passed at the %s door, in %d executions%n",
        passed.methodCount(), door.reportSuffix(), passed.executions());
    passed.methods().forEach((test, methods) -> System.out.println(test + " " + methods.size()));
    assertThat(passed.methodCount()).isGreaterThanOrEqualTo(RECORDED_METHODS.get(door));
  }

  /** Every method of every class of the list passes, but those that the other list excludes. */
  @ParameterizedTest
  @EnumSource
  void everyMethodPassesOrIsListed(Door door) throws Exception {
    Map<String, NavigableSet<String>> passed = passed(door).methods();
    assertThat(passed).containsOnlyKeys(TestLists.classes(door));
    Map<String, String> excluded = TestLists.excludedTests(door);
    for (String test : TestLists.classes(door)) {
      NavigableSet<String> missing = new TreeSet<>(TestMethods.of(test));
      missing.removeIf(method -> excluded.containsKey(test + "#" + method));
      NavigableSet<String> unknown = new TreeSet<>(passed.get(test));
      unknown.removeAll(missing);
      missing.removeAll(passed.get(test));
      // Those without a name in the reports can be told by their number only.
      assertThat(missing).as(test).hasSameSizeAs(unknown);
    }
  }

  private static PassedTests passed(Door door) throws Exception {
    return PassedTests.of(Path.of(System.getProperty("hbase.tests.reports")), door);
  }
}
