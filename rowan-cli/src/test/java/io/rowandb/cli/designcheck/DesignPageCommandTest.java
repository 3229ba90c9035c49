package io.rowandb.cli.designcheck;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.cli.CommandRunner;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class DesignPageCommandTest {
  private static final Path DESIGNS = Path.of("..", "examples", "designs");
  private static final String BAD = DESIGNS.resolve("calls-month-first.yaml").toString();
  private static final String ROWS = DESIGNS.resolve("calls.csv").toString();

  @TempDir private Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    CommandLine command = CommandRunner.commandLine(new DesignCommand());
    command.setOut(new PrintWriter(out));
    command.setErr(new PrintWriter(err));
    return command.execute(arguments);
  }

  private String file(String name) {
    return directory.resolve(name).toString();
  }

  /** The page is written beside what is printed; its exit code is that of the command. */
  @ParameterizedTest
  @ValueSource(strings = {"check", "estimate", "simulate", "advise"})
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
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).hasSize(1);
    }
  }

  @Test
  void aPageThatWasThereIsReplaced() throws IOException {
    Path page = Files.writeString(directory.resolve("page.html"), "old");
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
      assertThat(err.toString()).contains("is the design or the sample, and would replace it");
    }
    assertThat(design).hasSameTextualContentAs(Path.of(BAD));
    assertThat(sample).hasSameTextualContentAs(Path.of(ROWS));
  }

  @Test
  void placesThatCannotBeWrittenAreRefusedFirst() throws IOException {
    assertThat(run("estimate", BAD, ROWS, "--html", file("no/page.html"))).isEqualTo(2);
    assertThat(err.toString()).contains("there is no directory");
    assertThat(run("simulate", BAD, ROWS, "--html", directory.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("should be a file");
    assertThat(out.toString()).isEmpty();
  }

  /** A sample that is wrong leaves the page of before. */
  @Test
  void anErrorLeavesTheOldPage() throws IOException {
    Path page = Files.writeString(directory.resolve("page.html"), "old");
    Path sample = Files.writeString(directory.resolve("s.csv"), "other\n1\n");
    assertThat(run("check", BAD, sample.toString(), "--html", page.toString())).isEqualTo(2);
    assertThat(page).hasContent("old");
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
}
