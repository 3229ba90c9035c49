package io.rowandb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.cli.design.DesignFiles;
import io.rowandb.cli.program.RowanCommand;
import io.rowandb.cli.shell.Session;
import io.rowandb.cli.shell.Shell;
import io.rowandb.client.Rowan;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TimeZone;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * What the pages of the guide show is what their commands print: each page's blocks are carried out
 * in their order, on one store for all. A line with an ellipsis stands for lines left out, an
 * ellipsis in a line for a part of it: times differ in each run.
 */
@Tag("slow")
class GuideTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```([a-z]*)\n(.*?)^```");
  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");
  private static final String COMMAND = "./rowan ";
  private static final String PROMPT = "rowan> ";
  private static final String STORE = "guide-data";
  private static final String CALLS = "examples/designs/calls.csv";
  private static final String LEFT_OUT = "…";

  @TempDir private Path directory;

  private TimeZone zone;
  private int compared;

  @BeforeEach
  void takeUtc() {
    zone = TimeZone.getDefault();
    TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
  }

  @AfterEach
  void leaveTheZone() {
    TimeZone.setDefault(zone);
  }

  @Test
  void blocksShowWhatIsPrinted() throws Exception {
    for (Path page : pages("docs/guide")) {
      for (MatchResult block : BLOCK.matcher(Files.readString(page)).results().toList()) {
        compare(page, block.group(1), block.group(2));
      }
    }
    assertThat(compared).isGreaterThan(40);
  }

  @Test
  void chinesePagesHaveTheSameBlocksHeadingsAndTables() throws IOException {
    List<Path> pages = pages("docs/guide");
    assertThat(names(pages("docs/zh/guide"))).isEqualTo(names(pages));
    for (Path page : pages) {
      String english = Files.readString(page);
      String chinese = Files.readString(ROOT.resolve("docs/zh/guide").resolve(page.getFileName()));
      assertThat(blocks(chinese)).as("%s", page).isEqualTo(blocks(english));
      assertThat(shape(chinese)).as("%s", page).isEqualTo(shape(english));
    }
  }

  private void compare(Path page, String language, String block) throws Exception {
    if (language.equals("yaml") || language.equals("java")) {
      String name = block.lines().findFirst().orElseThrow().replaceFirst("^(#|//) ", "");
      List<String> shown = block.lines().skip(1).toList();
      assertThat(Files.readAllLines(ROOT.resolve(name))).as(name).containsSubsequence(shown);
      if (language.equals("java")) {
        runProgram(name);
      }
    } else if (block.startsWith(COMMAND) && language.isEmpty()) {
      compareCommand(page, block);
    } else if (block.startsWith(COMMAND)) {
      compareCommand(page, block.strip() + " -e \"list\"\n" + LEFT_OUT); // reads no terminal
    } else if (block.startsWith(PROMPT)) {
      compareSession(page, block);
    } else {
      assertThat(Files.readString(ROOT.resolve(CALLS))).startsWith(block);
      compared++;
    }
  }

  /** A program gets the store and the calls. */
  private void runProgram(String name) throws Exception {
    Path classes = Files.createDirectories(directory.resolve("classes"));
    String path = System.getProperty("java.class.path");
    String source = ROOT.resolve(name).toString();
    String[] options = {"-proc:none", "-d", classes.toString(), "-cp", path, source};
    assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, options)).isZero();
    String main = Path.of(name).getFileName().toString().replace(".java", "");
    URL[] urls = {classes.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(urls, getClass().getClassLoader())) {
      String[] arguments = {placed(STORE), placed(CALLS)};
      Class<?> program = loader.loadClass(main);
      program.getMethod("main", String[].class).invoke(null, (Object) arguments);
    }
  }

  private void compareCommand(Path page, String block) {
    String[] parts = block.split("\n", 2);
    List<String> words =
        WORD.matcher(parts[0].substring(COMMAND.length()))
            .results()
            .map(word -> word.group(1) == null ? placed(word.group(2)) : word.group(1))
            .toList();
    StringWriter out = new StringWriter();
    CommandLine command = RowanCommand.newCommandLine();
    command.setOut(new PrintWriter(out));
    int code = command.execute(words.toArray(String[]::new));
    assertThat(code).as(block).isBetween(0, words.get(0).equals("design") ? 1 : 0);
    assertShown(page, parts[0], parts[1], withoutTimes(out));
  }

  private String placed(String word) {
    String real = word.equals(STORE) ? directory.resolve("store").toString() : word;
    return real.startsWith("examples/") ? ROOT.resolve(real).toString() : real;
  }

  /** Carries out what stands behind the prompts; waits for compactions that it began. */
  private void compareSession(Path page, String block) throws Exception {
    StringWriter out = new StringWriter();
    try (Connection connection =
            ConnectionFactory.createConnection(Rowan.configuration(placed(STORE)));
        DesignFiles designs = DesignFiles.read(List.of());
        PrintWriter printer = new PrintWriter(out)) {
      Shell shell =
          new Shell(
              new Session(connection, designs, printer, () -> false, () -> null),
              Failures::oneLine);
      for (String line : block.lines().filter(each -> each.startsWith(PROMPT)).toList()) {
        out.append(line).append('\n');
        String statement = line.substring(PROMPT.length());
        assertThat(shell.line(statement)).as(line).isEqualTo(Shell.Outcome.DONE);
        printer.flush();
        if (statement.startsWith("major_compact")) {
          awaitCompaction(connection, statement.split("'", -1)[1]);
        }
      }
    }
    assertShown(page, "the shell", block, withoutTimes(out));
  }

  private static void awaitCompaction(Connection connection, String table) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      while (admin.getCompactionState(TableName.valueOf(table)) != CompactionState.NONE) {
        Thread.onSpinWait();
      }
    }
  }

  private static String withoutTimes(StringWriter out) {
    return out.toString().replaceAll("(?m)^Took .*\n", "");
  }

  /** All that is shown is there, in its order; without an ellipsis, nothing is between. */
  private void assertShown(Path page, String as, String shown, String printed) {
    List<String> pieces = new ArrayList<>();
    for (String piece : shown.strip().split("(?m)^" + LEFT_OUT + "$", -1)) {
      pieces.add(
          Stream.of(piece.strip().split(LEFT_OUT, -1))
              .map(Pattern::quote)
              .collect(Collectors.joining("[^\n]*")));
    }
    Pattern all = Pattern.compile("(?s)" + String.join(".*", pieces));
    assertThat(printed.strip()).as("%s: %s", page.getFileName(), as).matches(all);
    compared++;
  }

  private static List<Path> pages(String parent) throws IOException {
    try (Stream<Path> all = Files.list(ROOT.resolve(parent))) {
      return all.filter(each -> each.toString().endsWith(".md")).sorted().toList();
    }
  }

  private static List<String> names(List<Path> pages) {
    return pages.stream().map(each -> each.getFileName().toString()).toList();
  }

  private static List<String> blocks(String page) {
    return BLOCK.matcher(page).results().map(MatchResult::group).toList();
  }

  /** The depth of each heading, and the cells of each row of a table. */
  private static List<String> shape(String page) {
    return BLOCK
        .matcher(page)
        .replaceAll("")
        .lines()
        .filter(line -> line.startsWith("#") || line.startsWith("|"))
        .map(line -> line.replaceAll(line.startsWith("#") ? "[^#].*" : "[^|]", ""))
        .toList();
  }
}
