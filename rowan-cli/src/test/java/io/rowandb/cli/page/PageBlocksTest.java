package io.rowandb.cli.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every code block of the README and the pages is run, compiled or compared by a test, or a reason
 * says why not: {@code page/blocks.txt} among the resources lists both, and explains itself.
 */
class PageBlocksTest {
  private static final Path LIST = Path.of("src/test/resources/page/blocks.txt");
  private static final Pattern COMMENT = Pattern.compile("//.*");

  /**
   * A line of the list.
   *
   * @param pages one page, or a directory of pages with a slash at its end
   * @param start how the block begins; empty for all of the kind that no other line names
   * @param tests none, where a reason is given
   */
  private record Rule(String pages, PageBlock.Kind kind, String start, List<String> tests) {
    private static Rule parse(String line) {
      String[] cells = line.split(" \\| ", -1);
      assertThat(cells).as("page | kind | start | tests, in %s", line).hasSize(4);
      return new Rule(
          cells[0],
          PageBlock.Kind.valueOf(cells[1].strip().toUpperCase(Locale.ROOT)),
          cells[2].strip(),
          cells[3].startsWith("no: ") ? List.of() : List.of(cells[3].strip().split(", ", -1)));
    }

    private boolean matches(PageBlock block) {
      boolean isThere =
          pages.endsWith("/") ? block.page().startsWith(pages) : block.page().equals(pages);
      return isThere && kind == block.kind() && block.text().stripLeading().startsWith(start);
    }
  }

  private static List<Rule> rules() throws IOException {
    return Files.readAllLines(LIST).stream()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .map(Rule::parse)
        .toList();
  }

  /** The narrowest: one that says how the block begins, or else that of one page. */
  private static Optional<Rule> ruleOf(PageBlock block, List<Rule> rules) {
    return rules.stream()
        .filter(each -> each.matches(block))
        .min(
            Comparator.comparing((Rule each) -> each.start().isEmpty())
                .thenComparing(each -> each.pages().endsWith("/")));
  }

  @Test
  void everyBlockHasATestOrAReason() throws IOException {
    List<Rule> rules = rules();
    List<String> without = new ArrayList<>();
    List<Rule> unused = new ArrayList<>(rules);
    for (String page : PageBlock.pages()) {
      for (PageBlock block : PageBlock.of(page)) {
        Optional<Rule> rule = ruleOf(block, rules);
        rule.ifPresent(unused::remove);
        if (rule.isEmpty()) {
          String first = block.text().lines().findFirst().orElse("");
          without.add(block.place() + " " + block.kind() + ": " + first);
        }
      }
    }
    assertThat(without).as("blocks that %s names no test of", LIST).isEmpty();
    assertThat(unused).as("lines of %s without a block", LIST).isEmpty();
  }

  /** A test that is named is there, and reads the page: it has its name, or its directory's. */
  @Test
  void testsThatAreNamedReadThePages() throws IOException {
    Map<String, Path> tests = tests();
    List<String> absent = new ArrayList<>();
    for (Rule rule : rules()) {
      for (String test : rule.tests()) {
        Path source = tests.get(test);
        if (source == null || names(rule).noneMatch(Files.readString(source)::contains)) {
          absent.add(test + " of " + rule.pages());
        }
      }
    }
    assertThat(absent).as("tests that are not there, or read another page").isEmpty();
  }

  private static Stream<String> names(Rule rule) {
    int slash = rule.pages().lastIndexOf('/');
    String directory = '"' + rule.pages().substring(0, Math.max(slash, 0)) + '"';
    String name = rule.pages().substring(slash + 1);
    return name.isEmpty() ? Stream.of(directory) : Stream.of(name, directory);
  }

  private static Map<String, Path> tests() throws IOException {
    Map<String, Path> tests = new HashMap<>();
    try (Stream<Path> modules = Files.list(PageBlock.ROOT)) {
      for (Path module : modules.map(each -> each.resolve("src/test/java")).toList()) {
        if (Files.isDirectory(module)) {
          try (Stream<Path> all = Files.walk(module)) {
            all.filter(each -> each.toString().endsWith("Test.java"))
                .forEach(
                    each -> tests.put(each.getFileName().toString().replace(".java", ""), each));
          }
        }
      }
    }
    assertThat(tests).hasSizeGreaterThan(100);
    return tests;
  }

  /** In Chinese, comments apart, they are the same: transcripts, requests and programs too. */
  @Test
  void blocksInChineseAreTheSame() throws IOException {
    Set<String> compared = new TreeSet<>();
    for (String page : PageBlock.pages()) {
      String chinese = PageBlock.inChinese(page);
      if (Files.exists(PageBlock.ROOT.resolve(chinese))) {
        assertThat(codeOf(chinese)).as(chinese).isEqualTo(codeOf(page));
        compared.add(page);
      }
    }
    assertThat(compared).hasSizeGreaterThan(50);
  }

  private static List<String> codeOf(String page) throws IOException {
    return PageBlock.of(page).stream().map(each -> each.kind() + " " + code(each)).toList();
  }

  private static String code(PageBlock block) {
    if (block.kind() != PageBlock.Kind.JAVA) {
      return block.text();
    }
    return COMMENT.matcher(block.text()).replaceAll("//");
  }
}
