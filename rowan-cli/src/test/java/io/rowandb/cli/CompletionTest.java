package io.rowandb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.cli.program.RowanCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Model.CommandSpec;

/** Tab behind {@code ./rowan} in bash: it knows each command and each option, and no others. */
@Tag("slow")
class CompletionTest {
  private static final Path SCRIPT = Path.of("..", "rowan").toAbsolutePath().normalize();

  @Test
  void commandsAreThoseOfTheHelp() throws Exception {
    String help = help();
    Set<String> commands = new TreeSet<>();
    Pattern.compile("(?m)^  ([a-z]+) {2,}")
        .matcher(help)
        .results()
        .forEach(found -> commands.add(found.group(1)));
    assertThat(commands).hasSizeGreaterThan(10);
    List<Set<String>> offered =
        Completion.at(List.of("rowan _", "./rowan sh", "rowan help _", "rowan none -"));
    assertThat(offered.get(0)).isEqualTo(commands);
    assertThat(offered.get(1)).containsExactly("shell");
    assertThat(offered.get(2)).isEqualTo(commands);
    assertThat(offered.get(3)).isEmpty();
  }

  @Test
  void optionsAreThoseOfTheCommands() throws Exception {
    Map<String, CommandSpec> commands = new TreeMap<>();
    RowanCommand.newCommandLine()
        .getSubcommands()
        .forEach(
            (name, command) -> {
              commands.put(name, command.getCommandSpec());
              command
                  .getSubcommands()
                  .forEach(
                      (sub, of) -> {
                        commands.put(name + " " + sub, of.getCommandSpec());
                        of.getSubcommands()
                            .forEach(
                                (last, lowest) ->
                                    commands.put(
                                        name + " " + sub + " " + last, lowest.getCommandSpec()));
                      });
            });
    Completion.assertKnows(commands);
  }

  /** Those of test are the script's own. */
  @Test
  void optionsOfTestAreThoseOfTheHelp() throws Exception {
    String help = help();
    String ofTest = help.substring(help.indexOf("\n  test "), help.indexOf("\n  dump "));
    Set<String> options = new TreeSet<>(Set.of("--help"));
    Pattern.compile("--[a-z]+")
        .matcher(ofTest)
        .results()
        .forEach(found -> options.add(found.group()));
    assertThat(Completion.at(List.of("rowan test -")).get(0)).isEqualTo(options);
  }

  @Test
  void valuesAreOffered() throws Exception {
    List<Set<String>> offered =
        Completion.at(
            List.of(
                "rowan load --bloom R",
                "rowan load --bloom = NO",
                "rowan load --bloom =",
                "rowan load --columns _",
                "rowan shell _"));
    assertThat(offered)
        .containsExactly(
            Set.of("ROW", "ROWCOL"),
            Set.of("NONE"),
            Set.of("NONE", "ROW", "ROWCOL"),
            Set.of(),
            Set.of());
    for (String option : List.of("bloom", "compression", "encoding")) {
      String description =
          String.join(
              " ",
              RowanCommand.newCommandLine()
                  .getSubcommands()
                  .get("load")
                  .getCommandSpec()
                  .findOption("--" + option)
                  .description());
      assertThat(Completion.at(List.of("rowan load --" + option + " _")).get(0))
          .isNotEmpty()
          .allMatch(word -> description.matches(".*\\b" + word + "\\b.*"));
    }
  }

  private static String help() throws IOException, InterruptedException {
    Process process = new ProcessBuilder(SCRIPT.toString(), "help").start();
    process.getOutputStream().close();
    String help = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    return help;
  }
}
