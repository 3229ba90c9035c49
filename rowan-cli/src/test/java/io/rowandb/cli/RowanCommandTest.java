package io.rowandb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.cli.program.RowanCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.AnnotatedElement;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Wrong command lines: one line that says what is wrong, and code 2. */
class RowanCommandTest {
  @TempDir private Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void printsVersions() {
    assertThat(run("version")).isZero();
    assertThat(out.toString()).containsPattern("Rowan +[0-9]+\\.[0-9]").contains("HBase client");
  }

  @Tag("slow")
  @Test
  void everyCommandHasHelpAndVersionInOneStyle() {
    for (String command : RowanCommand.newCommandLine().getSubcommands().keySet()) {
      out.getBuffer().setLength(0);
      assertThat(run(command, "-h")).as(command).isZero();
      assertThat(out.toString()).as(command).contains("-h, --help", "-V, --version");
      out.getBuffer().setLength(0);
      assertThat(run(command, "--version")).as(command).isZero();
      assertThat(out.toString()).as(command).contains("Rowan ", "HBase client ", "Java ");
    }
  }

  @Test
  void refusesUnknownCommandsAndOptions() {
    assertThat(run("frobnicate")).isEqualTo(2);
    assertThat(run("demo", "--rows", "5")).isEqualTo(2);
    assertThat(run()).isEqualTo(2);
    assertThat(err.toString()).contains("frobnicate").contains("--rows").contains("missing");
  }

  @Tag("slow")
  @Test
  void asksWhatWasMeant() {
    for (String[] mistyped :
        new String[][] {
          {"shel", "did you mean shell?"},
          {"tsdb imprt", "did you mean import?"},
          {"design chek", "did you mean check?"},
          {"demo --dta=x", "did you mean --data?"},
          {"stats --jsn", "did you mean --json?"},
          {"calls lod", "did you mean load?"},
          {"shell --clustr=x", "did you mean --cluster?"},
          {"shell -E list", "did you mean -e?"},
          {"stats -j", "did you mean --json?"},
          {"stats -p=x", "did you mean --path?"},
          {"stats -v", "did you mean --verbose, --version or -V?"},
          {"design --json", "did you mean check --json?"},
          {"design --cluser=x", "did you mean check --cluster?"},
          {"tsdb -m sum:x", "did you mean query -m?"},
          {"calls -b", "did you mean ask --bill?"},
        }) {
      err.getBuffer().setLength(0);
      assertThat(run(mistyped[0].split(" ", -1))).as(mistyped[0]).isEqualTo(2);
      assertThat(err.toString()).as(mistyped[0]).contains(mistyped[1]);
    }
    err.getBuffer().setLength(0);
    assertThat(run("frobnicate")).isEqualTo(2);
    assertThat(run("shell", "-x")).isEqualTo(2);
    assertThat(run("tsdb", "--frobnicate")).isEqualTo(2);
    assertThat(err.toString()).doesNotContain("did you mean");
  }

  /** Of every command, of every group: a terminal of 80 columns shows all, whatever asks for it. */
  @Test
  void helpFitsIntoEightyColumns() {
    for (CommandLine command : all(RowanCommand.newCommandLine())) {
      assertThat(command.getUsageMessage(Help.Ansi.OFF).lines())
          .as(command.getCommandSpec().qualifiedName(" "))
          .allMatch(line -> line.length() <= 80);
    }
  }

  /** Each paragraph of a text ends where a sentence ends, as the screen may be narrower. */
  @Test
  void helpBreaksNoSentence() {
    for (CommandLine command : all(RowanCommand.newCommandLine())) {
      texts(command)
          .filter(text -> !text.isBlank())
          .forEach(
              text ->
                  assertThat(text)
                      .as(command.getCommandSpec().qualifiedName(" "))
                      .matches("(?s).*[.:](%n|\\s)*"));
    }
  }

  /** A percent sign alone would print a warning before the help. */
  @Test
  void helpIsMadeOfFormats() {
    for (CommandLine command : all(RowanCommand.newCommandLine())) {
      CommandSpec spec = command.getCommandSpec();
      Stream<AnnotatedElement> annotated =
          Stream.concat(
              Stream.of(spec.userObject().getClass()),
              spec.args().stream().map(each -> (AnnotatedElement) each.userObject()));
      assertThat(annotated.flatMap(RowanCommandTest::formats))
          .as(spec.qualifiedName(" "))
          .isNotEmpty()
          .allMatch(format -> !String.format(Locale.ROOT, format).contains("%n"));
    }
  }

  /** As the annotations have them: picocli answers with what it has made of them. */
  private static Stream<String> formats(AnnotatedElement annotated) {
    return Stream.of(annotated.getAnnotations())
        .flatMap(
            each ->
                each instanceof Option option
                    ? Stream.of(option.description())
                    : each instanceof Parameters parameters
                        ? Stream.of(parameters.description())
                        : each instanceof Command command
                            ? Stream.of(command.description())
                            : Stream.empty());
  }

  private static Stream<String> texts(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    return Stream.of(
            Stream.of(spec.usageMessage().description()),
            Stream.of(spec.usageMessage().footer()),
            spec.args().stream().flatMap(each -> Stream.of(each.description())))
        .flatMap(texts -> texts);
  }

  private static List<CommandLine> all(CommandLine command) {
    List<CommandLine> all = new ArrayList<>(List.of(command));
    command.getSubcommands().values().forEach(each -> all.addAll(all(each)));
    return all;
  }

  @Tag("slow")
  @Test
  void refusesADataDirectoryThatIsNone() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "x");
    assertThat(run("demo", "--data", directory.resolve("absent").toString())).isEqualTo(2);
    assertThat(run("demo", "--data", file.toString())).isEqualTo(2);
    assertThat(err.toString())
        .contains("absent does not exist")
        .contains("file is not a directory")
        .doesNotContain("\tat ");
  }

  @Tag("slow")
  @Test
  void refusesADataDirectoryWithoutAnyDataFileBeforeItMakesAStore() throws IOException {
    Path data = Files.createDirectory(directory.resolve("data"));
    Path store = directory.resolve("store");
    assertThat(run("demo", "--data", data.toString(), "--path", store.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("data has none of the data files, such as ", ".gz");
    assertThat(store).doesNotExist();
  }

  @Test
  void refusesPathsThatNameNoDirectory() {
    assertThat(run("demo", "--path", "")).isEqualTo(2);
    assertThat(run("demo", "--data", "")).isEqualTo(2);
    assertThat(run("demo", "--path", "mem:demo")).isEqualTo(2);
    assertThat(err.toString())
        .contains("PATH is empty", "--data needs", "mem:demo would be a store in memory");
  }

  @Test
  void refusesAPathThatIsNoStore() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "x");
    assertThat(run("demo", "--path", file.toString())).isEqualTo(1);
    assertThat(run("demo", "--path", directory.toString())).isEqualTo(1);
    assertThat(err.toString())
        .contains("is a file")
        .contains("no Rowan store")
        .doesNotContain("\tat ");
    assertThat(directory).isDirectoryContaining(path -> path.equals(file));
  }

  @Test
  @Tag("slow")
  void refusesToBackUpWhatIsNoStoreAndToOverwriteAnything() throws IOException {
    Path there = Files.createDirectory(directory.resolve("there"));
    Path absent = directory.resolve("absent");
    assertThat(run("backup", there.toString())).isEqualTo(2);
    assertThat(run("backup", "mem:x", absent.toString())).isEqualTo(2);
    assertThat(run("backup", there.toString(), "")).isEqualTo(2);
    assertThat(run("backup", absent + "2", there.resolve("in").toString())).isEqualTo(1);
    assertThat(run("backup", there.toString(), there.resolve("in").toString())).isEqualTo(1);
    assertThat(run("restore", absent.toString(), directory.resolve("new").toString())).isEqualTo(1);
    assertThat(err.toString())
        .contains("Missing required parameter: 'TO'")
        .contains("PATH mem:x is a store in the memory of another program")
        .contains("TO is empty")
        .contains(absent + "2 does not exist")
        .contains(there + " is no Rowan store: it has no MANIFEST")
        .contains(absent + " does not exist")
        .doesNotContain("\tat ");
    Files.writeString(there.resolve("MANIFEST"), "");
    assertThat(run("restore", there.toString(), directory.toString())).isEqualTo(1);
    assertThat(run("backup", there.toString(), there.resolve("in").toString())).isEqualTo(2);
    assertThat(err.toString()).contains(directory + ": is there already", "cannot be inside of it");
    assertThat(directory).isDirectoryContaining(path -> path.equals(there));
    assertThat(there.resolve("in")).doesNotExist();
  }

  private int run(String... arguments) {
    CommandLine command = RowanCommand.newCommandLine();
    command.setOut(new PrintWriter(out));
    command.setErr(new PrintWriter(err));
    return command.execute(arguments);
  }
}
