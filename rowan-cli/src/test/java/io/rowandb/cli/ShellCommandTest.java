package io.rowandb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.cli.program.RowanCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** How {@code ./rowan shell} is called, and how it ends. */
@Tag("slow")
class ShellCommandTest {
  private static final String DESIGN =
      """
      import io.rowandb.schema.table.*;
      class Words {
        record Word(String text, long count) {}
        static final TableDesign<Word> WORDS =
            TableDesign.of("words", Word.class)
                .key(key -> key.part(Word::text))
                .family("w").counter(Word::count, "w:n").build();
      }
      """;

  @TempDir private Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void commandsAreCarriedOutOneAfterTheOther() {
    assertThat(run("-e", "create 't', 'f'", "-e", "put 't', 'a', 'f:q', 'v'", store())).isZero();
    assertThat(run("-e", "exit", "-e", "nonsense", store())).isZero();
    assertThat(run("-e", "count 't'", store())).isZero();
    assertThat(out.toString()).isEqualTo("Created table t\n1 row(s)\n");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void theFirstThatFailsIsTheLast() {
    assertThat(run("-e", "create 't', 'f'", "-e", "put 't'", "-e", "drop 't'", store()))
        .isEqualTo(1);
    assertThat(out.toString())
        .startsWith("Created table t\nERROR: a row in quotes")
        .hasLineCount(3);
    assertThat(run("-e", "scan 't', {", store())).isEqualTo(1);
    assertThat(run("-e", "count 't'", store())).isZero();
  }

  @Test
  void aDesignFileShowsRecords() throws IOException {
    Path design = Files.writeString(directory.resolve("Words.java"), DESIGN);
    String row = "\"ada\\x00\\x00\"";
    String value = "\"\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x07\"";
    assertThat(
            run(
                "--design",
                design.toString(),
                "-e",
                "create 'words'",
                "-e",
                "put 'words', " + row + ", 'w:n', " + value,
                "-e",
                "scan 'words'",
                store()))
        .isZero();
    assertThat(out.toString()).contains(" text=\"ada\"           count=7\n1 row(s)\n");
  }

  /** A record's code may need classes that its design does not. */
  @Test
  void aClassThatIsMissingLaterEndsTheCommandAlone() throws IOException {
    Path source =
        Files.writeString(
            directory.resolve("Words.java"),
            DESIGN
                .replace("long count) {}", "long count) { Word { Rule.check(text); } }")
                .replace(
                    "class Words {",
                    "class Words { class Rule { static void check(Object o) {} }"));
    Path classes = Files.createDirectory(directory.resolve("classes"));
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-d",
                classes.toString(),
                "-proc:none",
                "-cp",
                System.getProperty("java.class.path"),
                source.toString());
    assertThat(code).isZero();
    Files.delete(classes.resolve("Words$Rule.class"));
    String put =
        "put 'words', \"ada\\x00\\x00\", 'w:n', \"\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x07\"";
    String read = "scan 'words', {WHERE => {text => 'ada'}}";
    String design = classes.toString();
    assertThat(run("--design", design, "-e", "create 'words'", "-e", put, "-e", read, store()))
        .isEqualTo(1);
    assertThat(out.toString())
        .contains("ERROR: class Words$Rule is needed")
        .contains("give a jar, or a directory of classes, that has it too");
  }

  /** When it is read, or later: the commands behind would be passed over without a word. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "class Words { | class Words { static { System.exit(0); } | Words.<clinit>",
        "long count) {} | long count) { Word { Runtime.getRuntime().exit(0); } } |"
            + " Words$Word.<init>"
      })
  void aDesignThatEndsTheProgramIsNamed(String before, String after, String culprit)
      throws IOException, InterruptedException {
    Path design = Files.writeString(directory.resolve("Words.java"), DESIGN.replace(before, after));
    List<String> arguments = List.of("shell", "mem:words", "--design", design.toString());
    List<String> commands = new ArrayList<>(arguments);
    for (String command :
        List.of(
            "create 'words'",
            "put 'words', \"ada\\x00\\x00\", 'w:n', \"\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x07\"",
            "scan 'words', {WHERE => {text => 'ada'}}")) {
      commands.addAll(List.of("-e", command));
    }
    try (CommandProcess process = CommandProcess.start(RowanCommand.class, commands)) {
      assertThat(process.readToEnd())
          .endsWith(
              "rowan: %s: %s ends the program by System.exit, which the code of a design must not%n"
                  .formatted(design, culprit))
          .doesNotContain("did not finish");
      assertThat(process.code()).isEqualTo(1);
    }
  }

  /** A mistyped path is no new store. */
  @Test
  void aStoreIsMadeWhenItIsAskedForAlone() throws IOException {
    assertThat(execute("shell -e list", store())).isEqualTo(1);
    assertThat(err.toString())
        .isEqualTo("rowan: " + store() + " does not exist; --create makes a store there\n");
    Path empty = Files.createDirectory(directory.resolve("empty"));
    assertThat(execute("shell -e list", empty.toString())).isEqualTo(1);
    assertThat(err.toString()).contains(empty + " is empty, and no store; --create makes one");
    assertThat(Files.exists(Path.of(store()))).as("nothing was made").isFalse();
    assertThat(empty).isEmptyDirectory();
    assertThat(execute("shell --create -e list", store())).isZero();
    assertThat(execute("shell -e list", store())).isZero();
    assertThat(execute("shell -e list --path", store())).isZero();
    assertThat(execute("shell -e list mem:new")).isZero();
    assertThat(execute("shell -e list --path a b")).isEqualTo(2);
    assertThat(err.toString()).contains("the store is named twice, b and --path a: leave out one");
  }

  @Test
  void aWrongCommandLineIsRefused() throws IOException {
    assertThat(run("-e", "list")).isEqualTo(2);
    assertThat(err.toString()).contains("give the directory of a store, or --cluster");
    assertThat(run("-e", "list", "--cluster", "site.xml", store())).isEqualTo(2);
    assertThat(run("-e", "list", "--cluster", directory.toString())).isEqualTo(2);
    assertThat(run("-e", "list", "--design", store() + ".java", store())).isEqualTo(1);
    assertThat(err.toString()).contains("cannot read ", "s.java: no such file or directory");
    assertThat(Files.exists(Path.of(store()))).as("nothing was made").isFalse();
  }

  @Test
  void aStoreThatIsOpenElsewhereIsRefused() throws IOException, InterruptedException {
    assertThat(run("-e", "create 't', 'f'", store())).isZero();
    try (CommandProcess other = CommandProcess.start(BackedUpWriter.class, List.of(store()))) {
      other.readTo(line -> line.startsWith(BackedUpWriter.ACKNOWLEDGED));
      assertThat(run("-e", "list", store())).isEqualTo(1);
      assertThat(err.toString()).contains(store());
    }
  }

  private String store() {
    return directory.resolve("s").toString();
  }

  private int run(String... arguments) {
    return execute("shell --create", arguments);
  }

  private int execute(String words, String... arguments) {
    List<String> all = new ArrayList<>(List.of(words.split(" ", -1)));
    all.addAll(List.of(arguments));
    CommandLine command = RowanCommand.newCommandLine();
    command.setOut(new PrintWriter(out));
    command.setErr(new PrintWriter(err));
    return command.execute(all.toArray(new String[0]));
  }
}
