package io.rowandb.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.cli.Failures;
import io.rowandb.cli.shell.Forum.Comment;
import io.rowandb.cli.shell.Forum.Kind;
import io.rowandb.cli.shell.Forum.Post;
import io.rowandb.schema.pattern.RecordTable;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import org.apache.hadoop.hbase.client.Admin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What commands do and print, on a store in memory. */
class ShellTest extends ShellTrial {
  private static final Instant T1 = Instant.parse("2024-05-01T10:00:00Z");

  @Test
  void tablesAreMadeWrittenAndRead() {
    assertThat(run("create 't', 'f', 'g', {NAME => 'h', TTL => '1 DAY'}, SPLITS => ['m']"))
        .containsExactly("Created table t");
    run("put 't', 'a', 'f:q', 'v1', 1000");
    run("put 't', \"b\\x00\", 'g:', 5, 1000");
    run("put 't', 'b\\x00', 'g:q', 'v', 1000");
    assertThat(run("scan 't'"))
        .contains(
            "ROW                   COLUMN+CELL",
            " a                    column=f:q, timestamp=" + local(1000) + ", value=v1",
            " b\\x00                column=g:, timestamp=" + local(1000) + ", value=5",
            " b\\x5Cx00             column=g:q, timestamp=" + local(1000) + ", value=v",
            "3 row(s)");
    assertThat(run("count 't'")).containsExactly("3 row(s)");
    assertThat(run("list")).containsExactly("TABLE", "t", "1 row(s)");
    assertThat(run("describe 't'"))
        .contains("Table t is ENABLED")
        .anyMatch(line -> line.contains("NAME => 'h'") && line.contains("86400"));
    assertThat(run("exists 'u'")).containsExactly("Table u does not exist");
  }

  /** As the shell of HBase since 2.0 prints times. */
  private static String local(long millis) {
    return LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), ZoneId.systemDefault()).toString();
  }

  @Test
  void versionsAndMarkersAreShownWhenAskedFor() {
    run("create 't', {NAME => 'f', VERSIONS => 3}");
    for (int time = 1; time <= 4; time++) {
      run("put 't', 'a', 'f:q', 'v" + time + "', " + time);
    }
    assertThat(run("scan 't'")).hasSize(3).anyMatch(line -> line.endsWith("value=v4"));
    assertThat(run("get 't', 'a', {COLUMN => 'f:q', VERSIONS => 2}")).hasSize(4);
    assertThat(run("scan 't', {TIMERANGE => [2, 4]}")).anyMatch(line -> line.endsWith("=v3"));
    assertThat(run("get 't', 'a', {TIMESTAMP => 2}")).anyMatch(line -> line.endsWith("=v2"));
    run("delete 't', 'a', 'f:q'");
    assertThat(run("scan 't'")).anyMatch(line -> line.endsWith("=v3"));
    run("deleteall 't', 'a', 'f:q', 2");
    assertThat(run("scan 't', VERSIONS => 9")).hasSize(3);
    assertThat(run("scan 't', {RAW => true, VERSIONS => 9}"))
        .anyMatch(line -> line.endsWith("type=Delete"))
        .anyMatch(line -> line.endsWith("type=DeleteColumn"));
    run("deleteall 't', 'a'");
    assertThat(run("scan 't'")).hasSize(2).contains("0 row(s)");
  }

  @Test
  void scansHaveHBasesOptions() {
    run("create 't', 'f', 'g'");
    for (String row : List.of("a", "ab", "abc", "b", "c")) {
      run("put 't', '" + row + "', 'f:q', '1'");
      run("put 't', '" + row + "', 'g:r', '2'");
    }
    assertThat(rows("STARTROW => 'ab', STOPROW => 'b'")).containsExactly("ab", "abc");
    assertThat(rows("ROWPREFIXFILTER => 'ab'")).containsExactly("ab", "abc");
    assertThat(rows("COLUMNS => 'f', REVERSED => true, LIMIT => 2")).containsExactly("c", "b");
    assertThat(rows("FILTER => \"PrefixFilter('ab')\"")).containsExactly("ab", "abc");
    assertThat(rows("COLUMNS => ['g:x', 'f:y']")).isEmpty();
    assertThat(run("get 't', 'a', 'g'")).hasSize(3);
    assertThat(run("get 't', 'a', 'f:q', 'g:r'")).hasSize(4);
  }

  @Test
  void aPartOfATableIsCountedAndDeleted() {
    run("create 't', 'f'");
    for (String row : List.of("a", "ab", "ab\\xFF", "b", "12")) {
      run("put 't', \"" + row + "\", 'f:q', '1'");
    }
    assertThat(run("count 't', 2"))
        .containsExactly("Current count: 2, row: a", "Current count: 4, row: ab\\xFF", "5 row(s)");
    assertThat(run("count 't', {STARTROW => 'ab', STOPROW => 'b', CACHE => 1}"))
        .containsExactly("2 row(s)");
    assertThat(run("count 't', 0")).first().asString().contains("at least 1");
    assertThat(run("deleteall 't', {ROWPREFIXFILTER => 'ab'}, {NONSENSE => 1}"))
        .first()
        .asString()
        .contains("NONSENSE");
    assertThat(run("count 't', {ROWPREFIXFILTER => 'ab'}")).containsExactly("2 row(s)");
    assertThat(run("deleteall 't', {ROWPREFIXFILTER => 'ab', CACHE => 1}")).isEmpty();
    assertThat(run("get 't', 12")).hasSize(3).first().asString().startsWith("COLUMN ");
    assertThat(run("deleteall 't', {CACHE => 1}")).first().asString().contains("ROWPREFIXFILTER");
    assertThat(run("count 't'")).containsExactly("3 row(s)");
  }

  private List<String> rows(String options) {
    return run("scan 't', {" + options + "}").stream()
        .filter(line -> line.startsWith(" "))
        .map(line -> line.strip().replaceFirst(" .*", ""))
        .distinct()
        .toList();
  }

  @Test
  void aDesignShowsRowsAsRecords() throws IOException {
    assertThat(run("create 'posts'")).containsExactly("Created table posts");
    Post post = new Post("ada", T1, Kind.ANSWER, "so \"it\" is", List.of(new Comment(1, "yes")));
    put(post);
    run("put 'posts', \"" + binary(Forum.POSTS.key().encode(post)) + "\", 'p:zz', 'more'");
    String record = "text=\"so \\\"it\\\" is\", comments=[(number=1, text=\"yes\")], p:zz=\"more\"";
    assertThat(run("scan 'posts'"))
        .containsExactly(
            "ROW                   FIELDS",
            " user=\"ada\", time=2024-05-01T10:00:00Z  kind=ANSWER, " + record,
            " byKind: kind=ANSWER, user=\"ada\"        of user=\"ada\", time=2024-05-01T10:00:00Z",
            "2 row(s)");
    assertThat(run("get 'posts', \"" + binary(Forum.POSTS.key().encode(post)) + "\""))
        .anyMatch(line -> line.endsWith(record));
    assertThat(run("scan 'posts', {DESIGN => false}")).hasSize(2 + 5);
    assertThat(run("scan 'posts', {COLUMNS => 'p:t'}"))
        .anyMatch(line -> line.endsWith("  text=\"so \\\"it\\\" is\""));
    assertThat(run("list")).contains("posts  (with a design)");
    assertThat(run("describe 'posts'")).contains("table posts", "indexes");
  }

  @Test
  void rowsOfNoDesignAreShownAsCells() throws IOException {
    run("create 'posts'");
    put(new Post("ada", T1, Kind.ANSWER, "x", List.of()));
    byte[] other = Forum.POSTS.key().encode(new Post("bob", T1, null, null, List.of()));
    other[2] ^= 1; // another bucket than bob's
    run("put 'posts', \"" + binary(other) + "\", 'p:t', 'y'");
    run("put 'posts', 'Z', 'p:t', 'z'");
    assertThat(run("scan 'posts'"))
        .contains("4 row(s), 2 of them of no design")
        .anyMatch(line -> line.contains("no Post: row key Z at byte 0: \"D-\" is expected"))
        .anyMatch(line -> line.contains("a record with its fields has the key D-"))
        .anyMatch(line -> line.contains("column=p:t") && line.endsWith("value=z"));
  }

  @Test
  void recordsAreFoundByTheirFields() throws IOException {
    run("create 'posts'");
    for (String user : List.of("ada", "bob", "eve")) {
      for (int second = 0; second < 3; second++) {
        Kind kind = user.equals("bob") ? Kind.QUESTION : Kind.ANSWER;
        put(new Post(user, T1.plusSeconds(second), kind, user + second, List.of()));
      }
    }
    assertThat(texts("{user => 'ada'}")).containsExactly("ada2", "ada1", "ada0");
    assertThat(texts("{user => 'ada'}, LIMIT => 2")).containsExactly("ada2", "ada1");
    assertThat(texts("{user => 'ada'}, ORDER => LEAST")).containsExactly("ada0", "ada1", "ada2");
    assertThat(texts("{user => 'ada', time => '2024-05-01T10:00:01Z'}")).containsExactly("ada1");
    assertThat(texts("{user => 'ada', time => {FROM => '2024-05-01T10:00:01Z'}}"))
        .containsExactly("ada2", "ada1");
    assertThat(texts("{user => 'ada', time => {BEFORE => 1714557601000}}")).containsExactly("ada0");
    assertThat(texts("{user => ['ada', 'eve']}")).hasSize(6);
    assertThat(texts("{user => {PREFIX => 'e'}}, LIMIT => 1")).containsExactly("eve2");
    assertThat(texts("{user => {DOMAIN => 'ada'}}, FULL_SCAN => true")).hasSize(3);
    assertThat(texts("{kind => QUESTION}")).containsExactlyInAnyOrder("bob0", "bob1", "bob2");
    assertThat(texts("{kind => 'QUESTION', user => 'bob'}, INDEX => 'byKind'")).hasSize(3);
    assertThat(run("explain 'posts', {WHERE => {kind => QUESTION}}"))
        .contains("rows: 3")
        .anyMatch(line -> line.startsWith("served by: index byKind"));
    List<String> refused = run("scan 'posts', {WHERE => {text => 'bob1'}}");
    assertThat(refused.get(0))
        .startsWith("ERROR: all rows of posts would be read: the conditions are on text");
    assertThat(refused.get(refused.size() - 1)).endsWith("here that is FULL_SCAN => true");
    assertThat(texts("{text => 'bob1'}, FULL_SCAN => true")).containsExactly("bob1");
  }

  private List<String> texts(String where) {
    return run("scan 'posts', {WHERE => " + where + "}").stream()
        .filter(line -> line.startsWith(" "))
        .map(line -> line.replaceFirst(".*text=\"([^\"]*)\".*", "$1"))
        .toList();
  }

  private void put(Post post) throws IOException {
    try (RecordTable<Post> table = RecordTable.open(connection, Forum.POSTS)) {
      table.put(post);
    }
  }

  private static String binary(byte[] row) {
    StringBuilder text = new StringBuilder();
    for (byte each : row) {
      text.append(String.format("\\x%02x", each));
    }
    return text.toString();
  }

  @Test
  void whatADesignSaysToTheShellMakesItsTables() throws IOException {
    assertThat(run(Forum.POSTS.toShell())).containsExactly("Created table posts");
    try (Admin admin = connection.getAdmin()) {
      assertThat(Forum.POSTS.diff(admin.getDescriptor(Forum.POSTS.name()))).isEmpty();
      assertThat(admin.getRegions(Forum.POSTS.name())).hasSize(2);
    }
  }

  @Test
  void aCommandMayHaveSeveralLines() {
    run("create 't', 'f'");
    assertThat(shell.line("scan 't',")).isEqualTo(Shell.Outcome.BEGUN);
    assertThat(shell.line("  {LIMIT => 1")).isEqualTo(Shell.Outcome.BEGUN);
    assertThat(shell.line("}")).isEqualTo(Shell.Outcome.DONE);
    assertThat(shell.line("scan 't', {")).isEqualTo(Shell.Outcome.BEGUN);
    shell.clear();
    assertThat(shell.line("list")).isEqualTo(Shell.Outcome.DONE);
    assertThat(shell.line("scan 't',")).isEqualTo(Shell.Outcome.BEGUN);
    assertThat(shell.end()).isEqualTo(Shell.Outcome.FAILED);
    assertThat(out.toString()).endsWith("expected after the last comma\n");
    assertThat(shell.end()).isEqualTo(Shell.Outcome.DONE);
    assertThat(shell.line("exit")).isEqualTo(Shell.Outcome.EXIT);
  }

  /** As in HBase's shell, where a number below 1 is no limit. */
  @Test
  void aLimitBelowOneIsNone() {
    run("create 't', 'f'");
    for (String row : List.of("a", "b")) {
      run("put 't', '" + row + "', 'f:q', 'v'");
    }
    for (String option : List.of("LIMIT => 0", "LIMIT => -1", "CACHE => 0", "BATCH => -1")) {
      assertThat(run("scan 't', {" + option + "}")).as(option).last().isEqualTo("2 row(s)");
    }
    assertThat(run("scan 't', {LIMIT => 1}")).last().isEqualTo("1 row(s)");
    assertThat(run("list_quotas LIMIT => 0")).last().isEqualTo("0 row(s)");
    assertThat(texts("{user => 'ada'}, LIMIT => 0")).isEqualTo(texts("{user => 'ada'}"));
  }

  /** Neither an error nor a value that is shown moves the cursor or takes another colour. */
  @Test
  void whatWouldSteerTheTerminalIsSpelledOut() {
    assertThat(run("scan \"\\e[31mx\"").get(0)).startsWith("ERROR: ").contains("\\x1b");
    assertThat(run("x = \"\\e[2J\"; x")).containsExactly("'\\x1b[2J'");
    assertThat(run("scan 't', {LIMIT => \"\\e[2J\"}").get(0)).contains("not '\\x1b[2J'");
    assertThat(out.toString()).doesNotContain("\u001b");
  }

  @Test
  void charactersAreWrittenByTheirNumbers() {
    run("create 't', 'f'");
    run("put 't', \"\\u00e9\", 'f:q', \"\\u{1f600}\"");
    assertThat(run("get 't', '\u00e9', {COLUMN => 'f:q:toString'}"))
        .anyMatch(line -> line.endsWith("value=\ud83d\ude00"));
  }

  @Test
  @Tag("slow")
  void mistakesAreToldAndChangeNothing() {
    run("create 't', 'f'");
    assertThat(run("scan 'u'")).containsExactly("ERROR: there is no table u");
    assertThat(run("create 't', 'f'")).containsExactly("ERROR: table t already exists");
    assertThat(run("scn 't'"))
        .containsExactly(
            "ERROR: \"scn\" is no command; did you mean scan? help prints all of them");
    assertThat(run("scan 't', {LIMT => 5}"))
        .containsExactly(
            "ERROR: there is no option LIMT here, but "
                + CompletionSyntax.OPTIONS.get("scan").stream()
                    .filter(name -> !List.of("FULL_SCAN", "INDEX", "ORDER").contains(name))
                    .toList()
                + "; did you mean LIMIT?",
            "help 'scan' prints examples");
    assertThat(run("scan 't', {limit => 5}").get(0)).endsWith("]; did you mean LIMIT?");
    assertThat(run("scan 't', {PAGE_OF_ROWS => 5}").get(0)).endsWith(", WHERE]");
    assertThat(run("scan 't', {FILTER => 'WHILE (KeyOnlyFilter() AND SKIP KeyOnlyFilter())'}"))
        .contains(
            "ERROR: FILTER cannot be read by HBase's parser of filters: WHILE (KeyOnlyFilter() AND"
                + " SKIP KeyOnlyFilter())");
    for (String wrong :
        List.of(
            "put 't', 'r'",
            "put 't', 'r', 'f:q', 'v', 'now'",
            "put 't', 'r', 'g:q', 'v'",
            "put 't', 'r', 'f:q', 'v', 1, 2",
            "put t, 'r', 'f:q', 'v'",
            "scan 't', {LIMIT => 'a'}",
            "scan 't', {TIMERANGE => [1]}",
            "scan 't', {FILTER => 'NoFilter()'}",
            "scan 't', {WHERE => {a => 1}}",
            "scan 'posts', {WHERE => {nobody => 1}}",
            "scan 'posts', {WHERE => {user => 'a'}, ORDER => UP}",
            "scan 'posts', {WHERE => {time => 'a'}}",
            "scan 'posts', {WHERE => {kind => JOKE}}",
            "scan 'posts', {WHERE => {user => {}}}",
            "scan 'posts', {WHERE => {user => {PREFIX => 'a', FROM => 'b'}}}",
            "scan 'posts', {WHERE => {time => {PREFIX => 5}}}",
            "create 'u'",
            "create 'u', {NAME => 'f', VERSION => 3}",
            "create 'u', {NAME => 'f', TTL => 'long'}",
            "create 'u', {NAME => 'f', BLOOMFILTER => 'X'}",
            "create 'u', 'f', {SPLITS => ['b', 'a', 'a']}",
            "drop 't'",
            "get 't'",
            "list '('",
            "help 'x'")) {
      assertThat(run(wrong)).as(wrong).first().asString().startsWith("ERROR: ");
    }
    assertThat(run("scan 't'")).contains("0 row(s)");
    assertThat(run("list")).containsExactly("TABLE", "t", "1 row(s)");
  }

  @Test
  void tablesAreListedByTheirNames() {
    List<String> names =
        List.of("air", "b2", "b10", "events", "events_by_guid", "hosts", "webtable");
    names.forEach(name -> run("create '" + name + "', 'f'"));
    List<String> sorted = names.stream().sorted().toList();
    assertThat(run("list").subList(1, 8)).isEqualTo(sorted);
    assertThat(run("list 'b.*'")).containsExactly("TABLE", "b10", "b2", "2 row(s)");
  }

  @Test
  void aTableIsEmptiedClosedAndDropped() {
    run("create 't', 'f'");
    run("put 't', 'a', 'f:q', 'v'");
    assertThat(run("flush 't'")).isEmpty();
    assertThat(run("truncate 't'"))
        .containsExactly(
            "Truncating 't' table (it may take a while):",
            "Disabling table...",
            "Truncating table...");
    assertThat(run("count 't'")).containsExactly("0 row(s)");
    assertThat(run("disable 't'")).isEmpty();
    assertThat(run("describe 't'")).contains("Table t is DISABLED");
    assertThat(run("enable 't'")).isEmpty();
    run("disable 't'");
    assertThat(run("drop 't'")).isEmpty();
    assertThat(run("list")).contains("0 row(s)");
  }

  @Test
  void aFailureEndsTheLineUnlessItIsTyped() {
    run("create 't', 'f'");
    String line = "list 'none'; get 'none', 'a'; exists 't'; nocommand; exists 't'";
    String unknown = "ERROR: \"nocommand\" is no command; help prints all of them";
    assertThat(run(line)).containsExactly("TABLE", "0 row(s)", "ERROR: there is no table none");
    type();
    assertThat(run(line))
        .containsExactly(
            "TABLE", "0 row(s)", "ERROR: there is no table none", "Table t does exist", unknown);
    assertThat(run("exists 't'; exit; exists 't'")).containsExactly("Table t does exist");
    assertThat(shell.line("get 'none', 'a'; exists 't'")).isEqualTo(Shell.Outcome.FAILED);
    assertThat(shell.line("exit; exists 't'")).isEqualTo(Shell.Outcome.EXIT);
  }

  @Test
  void aLineThatCannotBeReadIsNotBegun() {
    assertThat(run("create 't', 'f'; scan 't' 'u'")).first().asString().contains("a comma");
    assertThat(run("list")).contains("0 row(s)");
  }

  @Test
  void anInterruptEndsALine() {
    run("create 't', 'f'");
    Shell stopped =
        new Shell(
            new Session(
                connection,
                designs,
                new PrintWriter(out),
                () -> out.toString().contains("ENABLED"),
                () -> null),
            Failures::oneLine);
    assertThat(stopped.line("describe 't'; exists 't'")).isEqualTo(Shell.Outcome.DONE);
    assertThat(out.toString()).contains("ENABLED").doesNotContain("does exist");
  }

  @Test
  void anInterruptEndsAScan() {
    run("create 't', 'f'");
    run("put 't', 'a', 'f:q', 'v'");
    run("put 't', 'b', 'f:q', 'v'");
    Shell stopped =
        new Shell(
            new Session(
                connection,
                designs,
                new PrintWriter(out),
                () -> out.toString().contains(" a "),
                () -> null),
            Failures::oneLine);
    assertThat(stopped.line("scan 't'")).isEqualTo(Shell.Outcome.DONE);
    assertThat(out.toString()).contains(" a ", "1 row(s), stopped").doesNotContain(" b ");
  }
}
