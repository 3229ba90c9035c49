package io.rowandb.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Tab behind {@code ./rowan bench} in bash: it knows each measurement and each option. */
class BenchCompletionTest {
  private static final Path BASH = Path.of("/bin/bash");

  @Tag("slow")
  @Test
  void wordsAreThoseOfTheCommand() throws Exception {
    CommandLine bench = BenchCommand.commandLine();
    assertThat(lines("_rowan_argument", "bench"))
        .containsExactly(String.join(" ", new TreeSet<>(bench.getSubcommands().keySet())));
    Map<String, CommandLine> commands = new TreeMap<>(Map.of("bench", bench));
    bench.getSubcommands().forEach((name, command) -> commands.put("bench " + name, command));
    List<String> offered = lines("_rowan_options", commands.keySet().toArray(String[]::new));
    int i = 0;
    for (Map.Entry<String, CommandLine> each : commands.entrySet()) {
      Set<String> wanted = new TreeSet<>();
      each.getValue()
          .getCommandSpec()
          .options()
          .forEach(option -> wanted.add(option.longestName()));
      assertThat(Set.of(offered.get(i++).split(" "))).as(each.getKey()).isEqualTo(wanted);
    }
    for (Map.Entry<String, CommandLine> each : commands.entrySet()) {
      assertThatValuesAreKnown(each.getKey(), each.getValue().getCommandSpec().options());
    }
  }

  private static void assertThatValuesAreKnown(String command, List<OptionSpec> options)
      throws IOException, InterruptedException {
    for (OptionSpec option : options) {
      assertThat(lines("_rowan_value '" + command + "'", option.longestName()).isEmpty())
          .as(command + " " + option.longestName())
          .isEqualTo(option.arity().min() == 0);
    }
  }

  /** What a function of the completion prints of some words, one after the other. */
  private static List<String> lines(String function, String... words)
      throws IOException, InterruptedException {
    assumeTrue(Files.isExecutable(BASH), "there is no bash here");
    List<String> command = new ArrayList<>();
    command.addAll(
        List.of(
            BASH.toString(),
            "-c",
            "source completion/rowan.bash; for word; do " + function + " \"$word\"; done",
            "bash"));
    command.addAll(Arrays.asList(words));
    Process process =
        new ProcessBuilder(command)
            .directory(Path.of("..").toFile())
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().close();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    return printed.lines().toList();
  }
}
