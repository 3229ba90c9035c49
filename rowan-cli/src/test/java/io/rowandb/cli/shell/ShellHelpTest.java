package io.rowandb.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What help prints. */
class ShellHelpTest extends ShellTrial {
  @Test
  void commandsAreListedInGroups() {
    assertThat(run("help 'general'"))
        .extracting(line -> line.split(" ", 2)[0])
        .containsExactly("status", "version", "whoami");
    List<String> grouped =
        Stream.of("ddl", "dml", "general", "namespace", "quotas", "snapshots", "tools")
            .flatMap(group -> run("help '" + group + "'").stream())
            .filter(line -> !line.startsWith(" "))
            .map(line -> line.split(" ", 2)[0])
            .sorted()
            .toList();
    assertThat(shell.commands()).isNotEmpty();
    List<String> inNone = List.of("exit", "help");
    assertThat(grouped)
        .isEqualTo(shell.commands().stream().filter(each -> !inNone.contains(each)).toList());
    assertThat(run("help 'namespace'"))
        .contains("create_namespace       " + summaryOf("create_namespace"));
    assertThat(run("help").toString()).contains("help 'ddl'", "quotas, snapshots, tools");
  }

  private String summaryOf(String command) {
    return run("help '" + command + "'").get(0);
  }

  @Test
  void helpKnowsOtherNamesAndGroupsThatAreNotHere() {
    assertThat(run("help 'desc'")).isEqualTo(run("help 'describe'"));
    assertThat(run("help 'exit', 'help'")).hasSize(2).first().asString().contains("Ends the shell");
    assertThat(run("help 'snapshot'")).contains("  snapshot 't', 's'");
    assertThat(run("help 'replication'"))
        .containsExactly(
            "ERROR: replication is a group of commands of HBase's shell that is not here: no"
                + " replication");
    assertThat(run("help 'snapshotz'").get(0)).contains("did you mean snapshot");
    assertThat(run("help 'toolz'").get(0)).contains("did you mean tools?");
  }

  @Test
  void helpFitsIntoEightyColumns() {
    List<String> lines = new ArrayList<>(run("help"));
    for (String command : shell.commands()) {
      lines.addAll(run("help '" + command + "'"));
    }
    lines.addAll(run("help 'ddl', 'dml', 'tools'"));
    assertThat(lines).allMatch(line -> line.length() <= 80);
  }

  @Test
  void everyCommandHasHelp() {
    for (String command : shell.commands()) {
      assertThat(run("help")).anyMatch(line -> line.startsWith(command) || command.equals("help"));
    }
    assertThat(run("help 'put'")).contains("  put 't', 'row', 'f:q', 'value'");
  }
}
