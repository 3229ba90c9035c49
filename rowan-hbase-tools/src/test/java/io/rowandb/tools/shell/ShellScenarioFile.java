package io.rowandb.tools.shell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The scenarios of a file, which run one after the other on the same two stores. The language is
 * told at the beginning of {@code rows.txt}.
 */
final class ShellScenarioFile {
  private static final Path DIRECTORY = Path.of("src", "test", "resources", "judge");

  private final Path path;

  /** Comments and scenarios. */
  private final List<Block> blocks = new ArrayList<>();

  /** Comments alone, or a scenario, which is null for them. */
  private record Block(List<String> comment, ShellScenario scenario) {}

  private ShellScenarioFile(Path path) throws IOException {
    this.path = path;
    List<String> lines = new ArrayList<>(Files.readAllLines(path));
    lines.add("");
    int begin = 0;
    for (int at = 0; at < lines.size(); at++) {
      if (lines.get(at).isEmpty()) {
        if (at > begin) {
          add(begin, lines.subList(begin, at));
        }
        begin = at + 1;
      }
    }
  }

  private void add(int begin, List<String> lines) {
    ShellScenario scenario =
        ShellScenario.parse(path.getFileName() + ":" + (begin + 1), List.copyOf(lines));
    blocks.add(new Block(List.copyOf(lines), scenario));
  }

  /** All files. */
  static List<ShellScenarioFile> all() throws IOException {
    List<ShellScenarioFile> files = new ArrayList<>();
    try (Stream<Path> found = Files.list(DIRECTORY)) {
      for (Path path : found.filter(each -> each.toString().endsWith(".txt")).sorted().toList()) {
        files.add(new ShellScenarioFile(path));
      }
    }
    return files;
  }

  Path path() {
    return path;
  }

  List<ShellScenario> scenarios() {
    return blocks.stream().filter(each -> each.scenario != null).map(Block::scenario).toList();
  }

  /** Writes it anew with these scenarios, which are those that it has with other outputs. */
  void rewrite(List<ShellScenario> scenarios) throws IOException {
    List<String> lines = new ArrayList<>();
    int next = 0;
    for (Block block : blocks) {
      if (!lines.isEmpty()) {
        lines.add("");
      }
      lines.addAll(block.scenario == null ? block.comment : scenarios.get(next++).lines());
    }
    Files.write(path, lines);
  }
}
