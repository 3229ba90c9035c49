package io.rowandb.hbasetests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.client.TestFromClientSide;
import org.junit.jupiter.api.Test;

/** The lists name what there is, all of it, and {@code docs/hbase-tests.md} says the same. */
class TestListsTest {
  private static final Path PAGE = Path.of("..", "docs", "hbase-tests.md");

  /** Where the client's tests are; single classes elsewhere are named by the lists alone. */
  private static final Pattern CLIENT_TESTS =
      Pattern.compile("org/apache/hadoop/hbase/(client|filter)/Test[^/$]*\\.class");

  @Test
  void everyTestOfTheClientRunsOrIsListed() throws IOException {
    NavigableSet<String> listed = new TreeSet<>(TestLists.classes());
    assertThat(TestLists.leftOutClasses()).doesNotContainKeys(listed.toArray(new String[0]));
    listed.addAll(TestLists.leftOutClasses().keySet());
    assertThat(listed).containsAll(clientTests());
  }

  @Test
  void everyExcludedMethodIsATestOfAClassThatRuns() throws ClassNotFoundException {
    for (String test : TestLists.excludedTests().keySet()) {
      int separator = test.indexOf('#');
      String type = test.substring(0, separator);
      assertThat(TestLists.classes()).contains(type);
      assertThat(TestMethods.of(type)).contains(test.substring(separator + 1));
    }
  }

  @Test
  void everyReasonIsGiven() {
    assertThat(TestLists.excludedTests().values()).doesNotContain("");
    assertThat(TestLists.leftOutClasses().values()).doesNotContain("");
  }

  /** With {@code -Drewrite=true} the page is written instead. */
  @Test
  void thePageTellsTheLists() throws IOException, ClassNotFoundException {
    String page = page();
    if (Boolean.getBoolean("rewrite")) {
      Files.writeString(PAGE, page);
    }
    assertThat(Files.readString(PAGE)).isEqualTo(page);
  }

  private static NavigableSet<String> clientTests() throws IOException {
    Path jar =
        Path.of(
            TestFromClientSide.class.getProtectionDomain().getCodeSource().getLocation().getPath());
    NavigableSet<String> names = new TreeSet<>();
    try (JarFile classes = new JarFile(jar.toFile())) {
      classes.stream()
          .map(entry -> entry.getName())
          .filter(name -> CLIENT_TESTS.matcher(name).matches())
          .map(name -> name.substring(0, name.length() - ".class".length()).replace('/', '.'))
          .forEach(names::add);
    }
    return names;
  }

  private static String page() throws ClassNotFoundException {
    StringBuilder page = new StringBuilder();
    page.append(
        """
        # HBase's own client tests

        The tests that HBase has of its client run on Rowan as HBase compiled them: they come in the test jar of
        its server, version 2.6.1, and find a class named `HBaseTestingUtility` of ours, which starts a store in
        memory where theirs starts a cluster. They go through the complete door, HBase's own client. This page is
        written from the lists that the build reads, and a test compares the two.

        ## Classes that run

        | class | methods | of them not run |
        |---|---|---|
        """);
    Map<String, Integer> excluded = new TreeMap<>();
    TestLists.excludedTests()
        .keySet()
        .forEach(test -> excluded.merge(test.substring(0, test.indexOf('#')), 1, Integer::sum));
    int methods = 0;
    for (String test : TestLists.classes()) {
      int count = TestMethods.of(test).size();
      methods += count;
      row(page, shortName(test), count, excluded.getOrDefault(test, 0));
    }
    row(page, "together", methods, TestLists.excludedTests().size());
    page.append("\n## Methods of these classes that do not run\n\n| test | reason |\n|---|---|\n");
    TestLists.excludedTests().forEach((test, reason) -> row(page, shortName(test), reason));
    page.append(
        """

        ## Classes of which nothing runs

        The other test classes of HBase's packages `client` and `filter`.

        | class | reason |
        |---|---|
        """);
    TestLists.leftOutClasses().forEach((test, reason) -> row(page, shortName(test), reason));
    return page.toString();
  }

  private static String shortName(String test) {
    return "`" + test.replaceFirst("org\\.apache\\.hadoop\\.hbase\\.", "") + "`";
  }

  private static void row(StringBuilder page, Object... columns) {
    for (Object column : columns) {
      page.append("| ").append(column).append(' ');
    }
    page.append("|\n");
  }
}
