package io.rowandb.hbasetests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.client.TestFromClientSide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The lists name what there is, all of it, and {@code docs/hbase-tests.md} says the same. */
class TestListsTest {
  private static final Path PAGE = Path.of("..", "docs", "hbase-tests.md");

  /** Where the client's tests are; single classes elsewhere are named by the lists alone. */
  private static final Pattern CLIENT_TESTS =
      Pattern.compile("org/apache/hadoop/hbase/(client|filter)/Test[^/$]*\\.class");

  @Test
  void everyTestOfTheClientRunsOrIsListed() throws IOException {
    NavigableSet<String> listed = runOrLeftOut(Door.COMPLETE);
    assertThat(listed).containsAll(clientTests());
  }

  @Test
  void everyClassRunsAtTheFastDoorTooOrIsListed() {
    assertThat(runOrLeftOut(Door.FAST))
        .containsExactlyInAnyOrderElementsOf(TestLists.classes(Door.COMPLETE));
  }

  @ParameterizedTest
  @EnumSource
  void everyExcludedMethodIsATestOfAClassThatRuns(Door door) throws ClassNotFoundException {
    for (String test : TestLists.excludedTests(door).keySet()) {
      String type = TestLists.className(test);
      assertThat(TestLists.classes(door)).contains(type);
      assertThat(TestMethods.of(type)).contains(test.substring(type.length() + 1));
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyReasonIsGiven(Door door) {
    assertThat(TestLists.excludedTests(door).values()).doesNotContain("");
    assertThat(TestLists.leftOutClasses(door).values()).doesNotContain("");
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

  /** The classes of both lists of a door, which have none in common. */
  private static NavigableSet<String> runOrLeftOut(Door door) {
    NavigableSet<String> listed = new TreeSet<>(TestLists.classes(door));
    assertThat(TestLists.leftOutClasses(door)).doesNotContainKeys(listed.toArray(new String[0]));
    listed.addAll(TestLists.leftOutClasses(door).keySet());
    return listed;
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

        HBase's own client tests run on Rowan unchanged, as compiled by HBase. They come in the test jar of HBase's
        server, version 2.6.1. Rowan supplies its own `HBaseTestingUtility`, which starts a store in memory instead of
        a cluster. They run twice: at the complete door, through HBase's own client
        classes, and at the fast door, through Rowan's. This page is written from the lists that the build reads,
        and a test compares the two; another one fails when a listed test did not run or did not pass.

        ## Classes that run

        | class | methods | not run | at the fast door |
        |---|---|---|---|
        """);
    classes(page);
    page.append("\n## Methods of these classes that do not run\n\n| test | reason |\n|---|---|\n");
    Map<String, String> excluded = TestLists.excludedTests(Door.COMPLETE);
    excluded.forEach((test, reason) -> row(page, shortName(test), reason));
    page.append(
        """

        ## Classes and methods that do not run at the fast door

        In addition to those above. There, `Connection`, `Table`, `Admin` and the rest are Rowan's own classes.

        | test | reason |
        |---|---|
        """);
    TestLists.leftOutClasses(Door.FAST)
        .forEach((test, reason) -> row(page, shortName(test), reason));
    Map<String, String> fastAlone = TestLists.excludedTests(Door.FAST);
    fastAlone.keySet().removeAll(excluded.keySet());
    fastAlone.forEach((test, reason) -> row(page, shortName(test), reason));
    page.append(
        """

        ## Classes that do not run at all

        The other test classes of HBase's packages `client` and `filter`.

        | class | reason |
        |---|---|
        """);
    TestLists.leftOutClasses(Door.COMPLETE)
        .forEach((test, reason) -> row(page, shortName(test), reason));
    return page.toString();
  }

  /** A row for each class that runs, and one for all of them. */
  private static void classes(StringBuilder page) throws ClassNotFoundException {
    int all = 0;
    int allAtFastDoor = 0;
    for (String test : TestLists.classes(Door.COMPLETE)) {
      int methods = TestMethods.of(test).size();
      boolean atFastDoor = TestLists.classes(Door.FAST).contains(test);
      int fastMethods = atFastDoor ? methods - excludedOf(test, Door.FAST) : 0;
      row(page, shortName(test), methods, excludedOf(test, Door.COMPLETE), fastMethods);
      all += methods;
      allAtFastDoor += fastMethods;
    }
    row(page, "total", all, TestLists.excludedTests(Door.COMPLETE).size(), allAtFastDoor);
  }

  private static int excludedOf(String testClass, Door door) {
    return (int)
        TestLists.excludedTests(door).keySet().stream()
            .filter(test -> TestLists.className(test).equals(testClass))
            .count();
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
