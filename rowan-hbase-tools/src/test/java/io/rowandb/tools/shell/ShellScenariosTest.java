package io.rowandb.tools.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.client.Rowan;
import io.rowandb.tools.shell.CommandTable.Verdict;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Both shells print what {@code src/test/resources/judge/*.txt} say. Of a scenario with one output
 * that is the same; of one with two the comment says why. With {@code -Drewrite=true} what they
 * print takes the place of what was expected, to be read as a difference of the files.
 */
@Tag("slow")
class ShellScenariosTest {
  private static final boolean REWRITES = Boolean.getBoolean("rewrite");

  private static HBaseShell hbase;

  @BeforeAll
  static void start() throws IOException {
    hbase = new HBaseShell();
  }

  @AfterAll
  static void end() {
    hbase.close();
  }

  @TestFactory
  Stream<DynamicNode> bothShellsPrintWhatIsExpected() throws IOException {
    return ShellScenarioFile.all().stream().map(ShellScenariosTest::container);
  }

  /** {@code docs/shell-commands.md} has a row for each command of HBase's shell, which is true. */
  @Test
  void theTableOfCommandsIsTrue() throws IOException {
    CommandTable table = new CommandTable();
    assertThat(table.commands()).containsExactlyInAnyOrderElementsOf(hbase.commands());
    Set<String> here = new TreeSet<>(table.of(Verdict.SAME));
    here.addAll(table.of(Verdict.DIFFERS));
    here.remove("desc"); // another name of describe
    try (RowanShell ours = new RowanShell(store())) {
      assertThat(ours.commands())
          .containsAll(here)
          .doesNotContainAnyElementsOf(table.of(Verdict.ABSENT));
    }
    Set<String> judged = new TreeSet<>();
    for (ShellScenarioFile file : ShellScenarioFile.all()) {
      file.scenarios().stream()
          .filter(ShellScenario::isSame)
          .flatMap(scenario -> scenario.commands().stream())
          .forEach(command -> judged.add(command.name()));
    }
    assertThat(judged).containsAll(table.of(Verdict.SAME));
  }

  /** Of each group, ours lists the commands that are here, and a command of its own in one. */
  @Test
  void theGroupsOfCommandsAreTheSame() throws IOException {
    try (RowanShell ours = new RowanShell(store())) {
      for (Map.Entry<String, List<String>> group : hbase.groups().entrySet()) {
        List<String> here = new ArrayList<>(group.getValue());
        here.retainAll(ours.commands());
        if (group.getKey().equals("dml")) {
          here.add(here.indexOf("get"), "explain");
        }
        String printed = ours.run("help '" + group.getKey() + "'", "");
        if (here.isEmpty()) {
          assertThat(printed).startsWith("ERROR: " + group.getKey() + " is a group of commands");
        } else {
          assertThat(printed.lines().filter(line -> !line.startsWith(" ")))
              .as(group.getKey())
              .extracting(line -> line.split(" ", 2)[0])
              .isEqualTo(here);
        }
      }
    }
  }

  /** A new store. Nothing gets better by trying again. */
  private static Configuration store() {
    Configuration conf = Rowan.configuration("mem:" + UUID.randomUUID());
    conf.setInt("hbase.client.retries.number", 1);
    return conf;
  }

  private static DynamicNode container(ShellScenarioFile file) {
    return DynamicContainer.dynamicContainer(
        file.path().getFileName().toString(), file.path().toUri(), new FileRun(file).tests());
  }

  /** The scenarios of one file, to be run in their order. */
  private static final class FileRun {
    private final ShellScenarioFile file;
    private final List<ShellScenario> printed = new ArrayList<>();
    private RegionNames theirRegions;
    private RegionNames ourRegions;
    private ShellUnderTest theirs;
    private ShellUnderTest ours;

    FileRun(ShellScenarioFile file) {
      this.file = file;
    }

    Stream<DynamicTest> tests() {
      Stream<DynamicTest> scenarios =
          file.scenarios().stream()
              .map(each -> DynamicTest.dynamicTest(each.place(), () -> run(each)));
      return Stream.of(
              Stream.of(DynamicTest.dynamicTest("open", this::open)),
              scenarios,
              Stream.of(DynamicTest.dynamicTest("close", this::close)))
          .flatMap(each -> each);
    }

    private void open() throws IOException {
      Configuration theirStore = store();
      Configuration ourStore = store();
      theirRegions = new RegionNames(theirStore);
      ourRegions = new RegionNames(ourStore);
      theirs = hbase.open(theirStore);
      ours = new RowanShell(ourStore);
    }

    private void close() throws IOException {
      theirs.close();
      ours.close();
      theirRegions.close();
      ourRegions.close();
      if (REWRITES) {
        file.rewrite(printed);
      }
    }

    private void run(ShellScenario scenario) throws IOException {
      ShellScenario now =
          scenario.with(run(scenario, theirs, theirRegions), run(scenario, ours, ourRegions));
      printed.add(now);
      if (!REWRITES) {
        assertThat(now.hbase())
            .as("HBase's shell, %s", scenario.place())
            .isEqualTo(scenario.hbase());
        assertThat(now.rowan())
            .as("Rowan's shell, %s", scenario.place())
            .isEqualTo(scenario.rowan());
        assertThat(now.isSame() || now.isRefusedByBoth() || !now.comment().isEmpty())
            .as("%s says why the shells differ", scenario.place())
            .isTrue();
      }
    }

    private static String run(ShellScenario scenario, ShellUnderTest shell, RegionNames regions)
        throws IOException {
      StringBuilder printed = new StringBuilder();
      for (ShellScenario.Command command : scenario.commands()) {
        String text = regions.fill(command.text());
        printed.append(shell.run(text, command.answers())).append('\n');
      }
      return PlainOutput.of(printed.toString());
    }
  }
}
