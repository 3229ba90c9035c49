package io.rowandb.cli.designcheck;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.cli.CommandRunner;
import io.rowandb.cli.systems.SystemCommandTrial;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class DesignPageCommandTest extends SystemCommandTrial {
  private static final Path DESIGNS = Path.of("..", "examples", "designs");
  private static final String BAD = DESIGNS.resolve("calls-month-first.yaml").toString();
  private static final String ROWS = DESIGNS.resolve("calls.csv").toString();

  private static final String OLD = "<!doctype html>old";

  DesignPageCommandTest() {
    super(DesignCommand::new);
  }

  private String file(String name) {
    return directory.resolve(name).toString();
  }

  /** The page is written beside what is printed; its exit code is that of the command. */
  @Tag("slow")
  @ParameterizedTest
  @ValueSource(strings = {"check", "estimate", "simulate", "advise", "measure"})
  void everyCommandWritesAPage(String command) throws IOException {
    int expected = command.equals("check") ? 1 : 0;
    String page = file("page.html");
    assertThat(run(command, BAD, ROWS, "--json", "--html", page)).isEqualTo(expected);
    assertThat(out.toString().lines()).hasSize(1);
    assertThat(Files.readString(Path.of(page)))
        .startsWith("<!DOCTYPE html>")
        .endsWith("</html>\n")
        .contains("hot-region", "figure class=\"heat\"", "<h2>Sizes</h2>");
    assertThat(Files.readString(Path.of(page)).contains("Files of all rows"))
        .isEqualTo(command.equals("estimate"));
    assertThat(Files.readString(Path.of(page)).contains("<h3>Proposed"))
        .isEqualTo(command.equals("advise"));
    assertThat(Files.readString(Path.of(page)).contains("<h2>What its questions read</h2>"))
        .isEqualTo(command.equals("measure"));
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).hasSize(1);
    }
  }

  @Test
  void aPageThatWasThereIsReplaced() throws IOException {
    Path page = Files.writeString(directory.resolve("page.html"), OLD);
    assertThat(run("check", BAD, "--html", page.toString(), "--fail-on", "never")).isZero();
    assertThat(Files.readString(page)).contains("By reasoning alone");
  }

  @Test
  void whatIsReadIsNotReplaced() throws IOException {
    Path design = Files.copy(Path.of(BAD), directory.resolve("d.yaml"));
    Path sample = Files.copy(Path.of(ROWS), directory.resolve("s.csv"));
    for (Path each : new Path[] {design, sample}) {
      String other = each.resolveSibling(".").resolve(each.getFileName()).toString();
      assertThat(run("check", design.toString(), sample.toString(), "--html", other)).isEqualTo(2);
      assertThat(err.toString()).contains("is read by this command, and would be replaced");
    }
    assertThat(design).hasSameTextualContentAs(Path.of(BAD));
    assertThat(sample).hasSameTextualContentAs(Path.of(ROWS));
  }

  /** The file that says where a cluster is has no other copy, perhaps. */
  @Test
  void theFileOfAClusterIsNotReplaced() throws IOException {
    String site = "<configuration/>\n";
    Path file = Files.writeString(directory.resolve("hbase-site.xml"), site);
    Path link = Files.createSymbolicLink(directory.resolve("link.html"), file);
    for (Path page : List.of(file, link)) {
      for (String command : List.of("check", "simulate")) {
        assertThat(refused(page, command, "--table", "t", "--cluster", file.toString())).isTrue();
      }
      assertThat(refused(page, "measure", BAD, ROWS, "--table", "t", "--cluster", file.toString()))
          .isTrue();
    }
    assertThat(file).hasContent(site);
    assertThat(link).isSymbolicLink();
  }

  private boolean refused(Path page, String... command) {
    List<String> words = new ArrayList<>(List.of(command));
    words.addAll(List.of("--html", page.toString()));
    return run(words.toArray(String[]::new)) == 2
        && err.toString().contains("is read by this command, and would be replaced");
  }

  @Test
  void noPageIsWrittenIntoAStore() throws IOException {
    Path store = Files.createDirectory(directory.resolve("store"));
    GivenDesignTest.fill(store.toString());
    Path page = store.resolve("page.html");
    assertThat(run("check", "--table", "calls", "--path", store + "/.", "--html", page.toString()))
        .isEqualTo(2);
    assertThat(err.toString()).contains("is within the store");
    assertThat(
            run(
                "measure",
                BAD,
                ROWS,
                "--table",
                "m",
                "--path",
                store.toString(),
                "--html",
                page.toString()))
        .isEqualTo(2);
    assertThat(err.toString()).contains("is within the store");
    assertThat(page).doesNotExist();
  }

  /** The page is moved into place when all the rest is done: no error can follow it. */
  @Test
  void thePageComesLast() throws IOException {
    Path page = Files.writeString(directory.resolve("page.html"), OLD);
    List<String> seen = new ArrayList<>();
    CommandLine command = CommandRunner.commandLine(new DesignCommand());
    command.setOut(
        new PrintWriter(out) {
          @Override
          public void println(String line) {
            seen.add(content(page));
            super.println(line);
          }
        });
    assertThat(command.execute("simulate", BAD, ROWS, "--json", "--html", page.toString()))
        .isZero();
    assertThat(seen).containsExactly(OLD);
    assertThat(content(page)).startsWith("<!DOCTYPE html>");
  }

  private static String content(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void placesThatCannotBeWrittenAreRefusedFirst() throws IOException {
    assertThat(run("estimate", BAD, ROWS, "--html", file("no/page.html"))).isEqualTo(2);
    assertThat(err.toString()).contains("there is no directory");
    assertThat(out.toString()).isEmpty();
    assertThat(run("simulate", BAD, ROWS, "--html", directory.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("should be a file");
    assertThat(out.toString()).isEmpty();
  }

  /** A sample that is wrong leaves the page of before. */
  @Test
  void anErrorLeavesTheOldPage() throws IOException {
    Path page = Files.writeString(directory.resolve("page.html"), OLD);
    Path sample = Files.writeString(directory.resolve("s.csv"), "other\n1\n");
    assertThat(run("check", BAD, sample.toString(), "--html", page.toString())).isEqualTo(2);
    assertThat(page).hasContent(OLD);
  }

  /** A process that is killed leaves a file of its own; a later one may have its number. */
  @Test
  void whatAKilledProcessLeftIsNoHindrance() throws IOException {
    Path page = directory.resolve("page.html");
    Path left = directory.resolve("page.html." + ProcessHandle.current().pid());
    Files.writeString(left, "<!DOCTYPE html>\n<ht");
    assertThat(run("check", BAD, "--html", page.toString(), "--fail-on", "never")).isZero();
    assertThat(page).content().endsWith("</html>\n");
    assertThat(left).doesNotExist();
  }

  /** The first label of the first map's keys. */
  private static String firstKey(String html) {
    Matcher label =
        Pattern.compile("<ol class=\"keys\">\\s*<li title=\"[^\"]*\">([^<]*)</li>").matcher(html);
    assertThat(label.find()).isTrue();
    return label.group(1);
  }

  /** Labels are the values of the fields, whose bytes only the program's parts can write. */
  @Test
  void aDesignInJavaHasAPage() throws IOException {
    Path page = directory.resolve("page.html");
    String design = GivenDesignTest.CLASS + "#GOOD";
    assertThat(run("check", "--class", design, ROWS, "--html", page.toString())).isZero();
    assertThat(err.toString()).isEmpty();
    String html = Files.readString(page);
    assertThat(firstKey(html)).matches("phone 138\\d+, at 2014\\d+, callee 13\\d+");
    assertThat(html)
        .containsOnlyOnce("<script type=\"application/json\">")
        .contains("<h2>Findings</h2>", "<h2>Keys over time</h2>", "<h2>Sizes</h2>")
        .doesNotContain(" src=", " href=", "http://", "https://", "url(");
  }

  /** Rows of a store: their keys are decoded, the finding of the other design is there. */
  @Test
  void aTableOfAStoreHasAPage() throws IOException {
    String store = file("store");
    Files.createDirectory(Path.of(store));
    GivenDesignTest.fill(store);
    Path page = directory.resolve("page.html");
    assertThat(run("check", "--table", "calls", "--path", store, "--html", page.toString()))
        .isZero();
    String html = Files.readString(page);
    assertThat(firstKey(html)).matches("phone 1380, at 2014-05-13T\\S+Z, callee o");
    assertThat(html)
        .contains("<title>Design of table calls</title>", "</b> 500 rows in ")
        .doesNotContain(" src=", " href=", "http://", "https://", "url(");
    String other = GivenDesignTest.CLASS + "#byTime";
    assertThat(
            run(
                "check",
                "--table",
                "calls",
                "--path",
                store,
                "--class",
                other,
                "--html",
                page.toString()))
        .isEqualTo(1);
    assertThat(Files.readString(page)).contains("table-differs", "rows-unreadable");
  }

  @Test
  void aJarIsNotReplaced() throws IOException {
    Path jar = Files.writeString(directory.resolve("app.jar"), "jar");
    String design = GivenDesignTest.CLASS + "#GOOD";
    assertThat(
            run(
                "check",
                "--class",
                design,
                "--classpath",
                jar.toString(),
                "--html",
                jar.toString()))
        .isEqualTo(2);
    assertThat(err.toString()).contains("is read by this command, and would be replaced");
    assertThat(jar).hasContent("jar");
  }

  /** A class that is loaded, a source, a file of a store: what is no page is no place for one. */
  @Test
  void whatIsNoPageIsNotReplaced() throws IOException {
    Path classes = Files.createDirectories(directory.resolve("classes"));
    Path file = Files.write(classes.resolve("Calls.class"), new byte[] {(byte) 0xCA, (byte) 0xFE});
    Path linked = Files.createSymbolicLink(directory.resolve("linked"), classes);
    for (Path page : List.of(file, linked.resolve("Calls.class"))) {
      assertThat(
              run(
                  "check",
                  "--class",
                  GivenDesignTest.CLASS + "#GOOD",
                  "--classpath",
                  classes.toString(),
                  "--html",
                  page.toString()))
          .isEqualTo(2);
      assertThat(err.toString()).contains("is no HTML page, and would be replaced");
    }
    assertThat(file).hasBinaryContent(new byte[] {(byte) 0xCA, (byte) 0xFE});
    Path source = Files.writeString(directory.resolve("Calls.java"), "class Calls {}\n");
    assertThat(run("check", BAD, "--html", source.toString())).isEqualTo(2);
    assertThat(source).hasContent("class Calls {}\n");
    Path empty = Files.createFile(directory.resolve("empty.html"));
    assertThat(run("check", BAD, "--html", empty.toString(), "--fail-on", "never")).isZero();
    assertThat(Files.readString(empty)).startsWith("<!DOCTYPE html>");
  }

  /** The move would replace the link: {@code /dev/stdout} is one to a file that is written to. */
  @Test
  void aLinkIsNotReplaced() throws IOException {
    Path page = Files.writeString(directory.resolve("page.html"), OLD);
    Path link = Files.createSymbolicLink(directory.resolve("link.html"), page);
    Path nowhere = Files.createSymbolicLink(directory.resolve("nowhere.html"), Path.of("no"));
    for (Path each : List.of(link, nowhere)) {
      assertThat(run("check", BAD, "--html", each.toString())).isEqualTo(2);
      assertThat(err.toString()).contains("is a symbolic link: name the page itself");
      assertThat(each).isSymbolicLink();
    }
    assertThat(page).hasContent(OLD);
  }
}
