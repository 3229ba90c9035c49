package io.rowandb.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** What {@code completion/rowan.bash} offers, and how it compares with commands themselves. */
public final class Completion {
  private static final Path BASH = Path.of("/bin/bash");

  /** Answers each line, which is words of a command line, with a line. */
  private static final String LOOP =
      "source completion/rowan.bash; while IFS=' ' read -r -a COMP_WORDS; do"
          + " COMP_CWORD=$((${#COMP_WORDS[@]} - 1));"
          + " if [ \"${COMP_WORDS[COMP_CWORD]}\" = _ ]; then COMP_WORDS[COMP_CWORD]=; fi;"
          + " _rowan; printf '%s\\n' \"${COMPREPLY[*]}\"; done";

  private Completion() {}

  /** What is offered at the ends of these lines; a last word of {@code _} stands for none yet. */
  public static List<Set<String>> at(List<String> lines) throws IOException, InterruptedException {
    assumeTrue(Files.isExecutable(BASH), "there is no bash here");
    Process process =
        new ProcessBuilder(BASH.toString(), "-c", LOOP)
            .directory(Path.of("..").toFile())
            .redirectErrorStream(true)
            .start();
    try (OutputStream in = process.getOutputStream()) {
      in.write((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
    }
    String answers = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    List<Set<String>> offered = answers.lines().map(Completion::words).toList();
    assertThat(offered).as(answers).hasSize(lines.size());
    return offered;
  }

  private static Set<String> words(String line) {
    return line.isEmpty() ? Set.of() : new TreeSet<>(List.of(line.split(" ")));
  }

  /**
   * Compares the options that are offered with those that commands have: all of them by their long
   * names, and behind one that takes a value no others.
   *
   * @param commands by what is typed behind {@code rowan}
   */
  public static void assertKnows(Map<String, CommandSpec> commands)
      throws IOException, InterruptedException {
    Map<String, Set<String>> wanted = new TreeMap<>();
    commands.forEach(
        (command, spec) -> {
          Set<String> names = new TreeSet<>();
          for (OptionSpec option : spec.options()) {
            names.add(option.longestName());
          }
          wanted.put(command + " -", names);
          for (OptionSpec option : spec.options()) {
            boolean takesValue = option.arity().min() > 0;
            for (String name : option.names()) {
              wanted.put(command + " " + name + " -", takesValue ? Set.of() : names);
            }
          }
        });
    List<String> lines = new ArrayList<>();
    wanted.keySet().forEach(typed -> lines.add("rowan " + typed));
    List<Set<String>> offered = at(lines);
    Map<String, Set<String>> found = new TreeMap<>();
    for (String typed : wanted.keySet()) {
      found.put(typed, offered.get(found.size()));
    }
    assertThat(found).isEqualTo(wanted);
  }
}
