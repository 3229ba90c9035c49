package io.rowandb.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables and other values that have names. */
class ShellVariablesTest extends ShellTrial {
  @Test
  void tablesAreObjects() {
    assertThat(run("t = create 't', 'f'")).containsExactly("Created table t");
    assertThat(run("t.put 'a', 'f:q', 'v', 5; u = t; u.put('b', 'f:q', 'w', 5)")).isEmpty();
    List<String> rows = run("scan 't'");
    assertThat(rows).last().isEqualTo("2 row(s)");
    assertThat(run("t.scan")).isEqualTo(rows);
    assertThat(run("scan u")).isEqualTo(rows);
    assertThat(run("t.scan {LIMIT => 1}")).isEqualTo(run("scan 't', LIMIT => 1"));
    assertThat(run("row = 'b'; columns = ['f:q']; t.get row, {COLUMNS => columns}"))
        .isEqualTo(run("get 't', 'b', 'f:q'"));
    assertThat(run("t; row")).containsExactly("table t", "'b'");
    assertThat(run("t = get_table 'none'; t.scan"))
        .containsExactly("ERROR: there is no table none");
    assertThat(run("u.disable; u.drop; exists 't'")).containsExactly("Table t does not exist");
  }

  /** Each method of a table is a command whose first argument is a table. */
  @Tag("slow")
  @Test
  void aTableHasTheCommandsThatBeginWithOne() {
    run("t = get_table 'none'");
    assertThat(shell.commands())
        .containsAll(TableReference.METHODS.stream().filter(name -> !name.equals("desc")).toList());
    for (String method : TableReference.METHODS) {
      assertThat(run("t." + method))
          .as(method)
          .noneMatch(line -> line.contains("argument 1"))
          .noneMatch(line -> line.contains("is no command"));
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "nobody.scan | there is no variable nobody; t = get_table 'name' makes one that is a table",
        "t.scam | \"scam\" is no command on a table; did you mean t.scan?",
        "t. | \"\" is no command on a table; Tab after t. offers all of them",
        "t.list | \"list\" is no command on a table; ",
        "row.scan | row is 'r', and no table, so that it has no commands",
        "list = get_table 't' | \"list\" is a command, and can be no variable",
        "quit = 1 | \"quit\" is a command, and can be no variable",
        "Big = 't' | \"Big\" can be no variable: its name begins with a small letter",
        "true = 't' | \"true\" is a value, and can be no variable",
        "nil = 3 | \"nil\" is a value, and can be no variable",
        "t.u = 't' | \"t.u\" can be no variable",
        "x = list | list gives no value to x: a variable is a table, by create or get_table, or",
        "x = t.scan | scan gives no value to x",
        "x = get_table 'bad name' | Illegal character code:32",
        "x = get_table | the name of a table in quotes is expected as argument 1, which is missing",
        "scan nobody | the name of a table in quotes is expected as argument 1, and not nobody"
      })
  void whatIsNoVariableIsRefused(String line, String reason) {
    run("create 't', 'f'");
    run("t = get_table 't'; row = 'r'");
    assertThat(run(line + "; exists 't'")).first().asString().startsWith("ERROR: " + reason);
    assertThat(run("x")).as("nothing was made").first().asString().contains("is no command");
    assertThat(out.toString()).doesNotContain("does exist");
  }

  /** Without a bound, what such a variable shows doubles with each line. */
  @Tag("slow")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "x = [x, x] | its lists and pairs may have 100000 values in all",
        "x = [x, {A => x}, {B => [x, 1]}] | its lists and pairs may have 100000 values in all",
        "x = [x] | lists and pairs may be 100 deep in one another",
        "x = {A => x} | lists and pairs may be 100 deep in one another"
      })
  void aVariableDoesNotGrowForEver(String line, String rule) {
    run("x = ['a']");
    List<String> refused = List.of();
    for (int i = 0; i < 101 && refused.isEmpty(); i++) {
      refused = run(line);
    }
    assertThat(refused).containsExactly("ERROR: x cannot have this value: " + rule);
    assertThat(run("x")).as("as after any failure").first().asString().contains("is no command");
  }

  /** A variable that was to be another table does not stay the one before. */
  @Test
  void aFailureLeavesNoTableBehind() {
    run("create 't', 'f'");
    run("u = get_table 't'");
    assertThat(run("u = create 't', 'f'")).containsExactly("ERROR: table t already exists");
    assertThat(run("u.put 'a', 'f:q', 'v'")).first().asString().contains("no variable u");
  }

  /** What is typed next was meant for another table. */
  @Tag("slow")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "t = create 'tmp' 'f'",
        "t = creat 'tmp', 'f'",
        "t = get_tabel 'tmp'",
        "t = create none, 'f'",
        "t.scan 'a' 'b'; t = create 'tmp', 'f'",
        "none.scan; t = create 'tmp', 'f'",
        "t = create 'tmp, 'f'"
      })
  void aVariableThatWasToGetAnotherValueHasNone(String line) {
    type();
    run("t = create 'keep', 'f'");
    run(line);
    shell.clear(); // as Ctrl-C does where a quote has no end
    assertThat(run("t.truncate"))
        .containsExactly(
            "ERROR: there is no variable t; t = get_table 'name' makes one that is a table");
  }
}
