package io.rowandb.hbasetests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Runs after HBase's tests and fails when less of them ran than was recorded: a list or a scan of a
 * jar that finds nothing would otherwise pass as a run without failures.
 */
class PassedTestsTest {
  /** How many test methods passed when this was last written down, each counted once. */
  private static final int RECORDED_METHODS = 464;

  @Test
  void noFewerMethodsPassThanWereRecorded() throws Exception {
    PassedTests passed = passed();
    System.out.printf(
        "%d test methods of HBase passed, in %d executions%n",
        passed.methodCount(), passed.executions());
    passed.methods().forEach((test, methods) -> System.out.println(test + " " + methods.size()));
    assertThat(passed.methodCount()).isGreaterThanOrEqualTo(RECORDED_METHODS);
  }

  /** Every method of every class of the list passes, but those that the other list excludes. */
  @Test
  void everyMethodPassesOrIsListed() throws Exception {
    Map<String, NavigableSet<String>> passed = passed().methods();
    assertThat(passed).containsOnlyKeys(TestLists.classes());
    for (String test : TestLists.classes()) {
      NavigableSet<String> missing = new TreeSet<>(TestMethods.of(test));
      missing.removeIf(method -> TestLists.excludedTests().containsKey(test + "#" + method));
      NavigableSet<String> unknown = new TreeSet<>(passed.get(test));
      unknown.removeAll(missing);
      missing.removeAll(passed.get(test));
      // Those without a name in the reports can be told by their number only.
      assertThat(missing).as(test).hasSameSizeAs(unknown);
    }
  }

  private static PassedTests passed() throws Exception {
    return PassedTests.of(Path.of(System.getProperty("hbase.tests.reports")));
  }
}
