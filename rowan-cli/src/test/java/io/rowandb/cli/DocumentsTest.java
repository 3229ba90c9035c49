package io.rowandb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the documents name is there, and every package describes itself. */
class DocumentsTest {
  /** The project's root; tests run in their module's directory. */
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  /** Those that ARCHITECTURE.md names by their simple names. */
  private static final Set<String> HBASE_CLASSES =
      Set.of(
          "Admin",
          "CopyTable",
          "Export",
          "HashTable",
          "Import",
          "ImportTsv",
          "SyncTable",
          "Connection",
          "KeyValue",
          "Put",
          "Result",
          "Scan",
          "Table");

  /** Names classes of HBase's test jar, and has a test of its own where that jar is. */
  private static final String HBASE_TESTS = "hbase-tests.md";

  /** Characters, as a page shows them. */
  private static final int WIDEST_CELL = 120;

  private static final Pattern CODE_BLOCK = Pattern.compile("(?ms)^```.*?^```$");
  private static final Pattern CODE = Pattern.compile("`([^`\\n]+)`");
  private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:)([^)#\\s]+)");
  private static final Pattern HEADING = Pattern.compile("(?m)^(##+ .+)$");
  private static final Pattern COMMAND = Pattern.compile("\\./rowan ([a-z]+)");
  private static final Pattern QUALIFIED =
      Pattern.compile(
          "((?:engine|client|schema|load|design|systems|tsdb|gateway|testkit|bench|cli)"
              + "\\.(?:[a-z]+\\.)*[A-Z][A-Za-z]+)");
  private static final Pattern TEST_CLASS = Pattern.compile("[A-Z][A-Za-z]+Test");

  @Test
  void everyPackageDescribesItself() throws IOException {
    Set<String> without = new TreeSet<>();
    for (Path file : sources()) {
      if (!Files.exists(file.resolveSibling("package-info.java"))) {
        without.add(ROOT.relativize(file.getParent()).toString());
      }
    }
    assertThat(without).isEmpty();
  }

  /** A search for a class finds one. */
  @Test
  void noTwoClassesHaveOneName() throws IOException {
    Map<String, List<Path>> byName =
        sources().stream()
            .map(ROOT::relativize)
            .filter(DocumentsTest::isSearchedFor)
            .collect(Collectors.groupingBy(file -> file.getFileName().toString()));
    assertThat(byName.size()).isGreaterThan(500);
    assertThat(byName.values()).filteredOn(all -> all.size() > 1).isEmpty();
  }

  /** What tests stand on may have the same name in several modules, a test may not. */
  private static boolean isSearchedFor(Path file) {
    return file.toString().endsWith("Test.java")
        || (file.toString().contains("/src/main/") && !file.endsWith("package-info.java"));
  }

  /** As where a part of a page was pasted twice. */
  @Test
  void noHeadingStandsTwice() throws IOException {
    List<String> twice = new ArrayList<>();
    for (Path document : documents()) {
      Set<String> headings = new HashSet<>();
      for (String heading : found(HEADING, Files.readString(document))) {
        if (!headings.add(heading)) {
          twice.add(ROOT.relativize(document) + ": " + heading);
        }
      }
    }
    assertThat(twice).isEmpty();
  }

  @Test
  void linksLeadToFiles() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path document : documents()) {
      for (String link : found(LINK, Files.readString(document))) {
        if (!Files.exists(document.resolveSibling(link))) {
          broken.add(ROOT.relativize(document) + ": " + link);
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void classesAndTestsThatAreNamedExist() throws IOException {
    Set<String> qualified = new TreeSet<>();
    Set<String> simple = new TreeSet<>();
    for (Path file : sources()) {
      String name = file.toString().replace('/', '.').replaceFirst("\\.java$", "");
      qualified.add(name.substring(name.lastIndexOf("io.rowandb.") + "io.rowandb.".length()));
      simple.add(file.getFileName().toString().replace(".java", ""));
    }
    List<String> absent = new ArrayList<>();
    for (Path document : documents()) {
      if (document.endsWith(HBASE_TESTS)) {
        continue;
      }
      for (String code : found(CODE, Files.readString(document))) {
        boolean gone =
            (QUALIFIED.matcher(code).matches() && !qualified.contains(code))
                || (TEST_CLASS.matcher(code).matches() && !simple.contains(code));
        if (gone) {
          absent.add(ROOT.relativize(document) + ": " + code);
        }
      }
    }
    assertThat(absent).isEmpty();
  }

  /** A page of GitHub shows a table of such cells without a bar to scroll it; more is a list. */
  @Test
  void cellsOfTablesAreShort() throws IOException {
    for (Path document : documents()) {
      for (String line :
          CODE_BLOCK.matcher(Files.readString(document)).replaceAll("").split("\n", -1)) {
        if (line.startsWith("|")) {
          assertThat(line.substring(1, line.lastIndexOf('|')).split(" \\| ", -1))
              .as("cells in %s", document)
              .allSatisfy(cell -> assertThat(shown(cell.strip())).hasSizeLessThan(WIDEST_CELL));
        }
      }
    }
  }

  /** A cell without the targets of links and the marks of code. */
  private static String shown(String cell) {
    return cell.replaceAll("\\]\\([^)]*\\)", "").replaceAll("[\\[`]", "");
  }

  @Test
  void classesOnTheWalksExist() throws IOException {
    Set<String> known = new TreeSet<>(HBASE_CLASSES);
    for (Path file : sources()) {
      known.add(file.getFileName().toString().replace(".java", ""));
    }
    assertThat(found(CODE, Files.readString(ROOT.resolve("ARCHITECTURE.md"))))
        .filteredOn(code -> code.matches("[A-Z][a-z]+[A-Za-z]*"))
        .hasSizeGreaterThan(20)
        .isSubsetOf(known);
  }

  @Test
  void roomsThatAreNamedExist() throws IOException {
    String architecture = Files.readString(ROOT.resolve("ARCHITECTURE.md"));
    String rooms = architecture.substring(architecture.indexOf("| room | job |"));
    List<String> named =
        found(Pattern.compile("(?m)^\\| `([a-z]+)` \\|"), rooms.split("\\n\\n", 2)[0]);
    try (Stream<Path> packages =
        Files.list(ROOT.resolve("rowan-engine/src/main/java/io/rowandb/engine"))) {
      assertThat(named)
          .containsExactlyInAnyOrderElementsOf(
              packages.filter(Files::isDirectory).map(p -> p.getFileName().toString()).toList());
    }
  }

  @Test
  void commandsThatAreNamedExist() throws IOException {
    String script = Files.readString(ROOT.resolve("rowan"));
    for (Path document : documents()) {
      for (String command : found(COMMAND, Files.readString(document))) {
        assertThat(script)
            .as("%s in %s", command, document)
            .containsPattern("\n  " + command + "\\b");
      }
    }
  }

  private static List<String> found(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(DocumentsTest::firstGroup).toList();
  }

  private static String firstGroup(MatchResult match) {
    return match.group(1);
  }

  private static List<Path> documents() throws IOException {
    try (Stream<Path> top = Files.list(ROOT);
        Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      return Stream.concat(top, docs).filter(file -> file.toString().endsWith(".md")).toList();
    }
  }

  private static List<Path> sources() throws IOException {
    List<Path> files = new ArrayList<>();
    try (Stream<Path> modules = Files.list(ROOT)) {
      for (Path module : modules.filter(m -> Files.isDirectory(m.resolve("src"))).toList()) {
        try (Stream<Path> all = Files.walk(module.resolve("src"))) {
          files.addAll(
              all.filter(file -> file.toString().endsWith(".java")).collect(Collectors.toList()));
        }
      }
    }
    assertThat(files).hasSizeGreaterThan(100);
    return files;
  }
}
