package io.rowandb.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.cli.Failures;
import io.rowandb.cli.design.DesignFiles;
import io.rowandb.client.Rowan;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.Parser.ParseContext;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.ExternalTerminal;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the tab offers, and that it does so whatever was typed and however slow the store is. */
class StatementCompleterTest {
  private static final Path DESIGN =
      Path.of("src", "test", "java", "io", "rowandb", "cli", "shell", "Forum.java");

  /** Look-ups run at once here, so nobody waits. */
  private static final long UNUSED_WAIT_MILLIS = 0;

  private static DesignFiles designs;
  private Connection connection;
  private Shell shell;
  private Completer completer;

  @BeforeAll
  static void readDesigns() throws IOException {
    designs = DesignFiles.read(List.of(DESIGN));
  }

  @AfterAll
  static void closeDesigns() throws IOException {
    designs.close();
  }

  @BeforeEach
  void open() throws IOException {
    connection =
        ConnectionFactory.createConnection(Rowan.configuration("mem:" + UUID.randomUUID()));
    shell = shell(connection);
    completer =
        new StatementCompleter(
            shell, new CompletionNames(connection, Runnable::run, UNUSED_WAIT_MILLIS));
    shell.line("create 'posts'");
    shell.line("create 'pots', 'f', 'g'");
    shell.line("put 'pots', 'r', 'f:one', 1");
    shell.line("put 'pots', 's', 'f:two', 1");
    shell.line("snapshot 'pots', 's1'; snapshot 'pots', 's2'");
    shell.line("create_namespace 'mine'");
  }

  private Shell shell(Connection to) {
    return new Shell(
        new Session(to, designs, new PrintWriter(new StringWriter()), () -> false, () -> null),
        Failures::oneLine);
  }

  @AfterEach
  void close() throws IOException {
    connection.close();
  }

  /** Candidates stand between bars, and a place in the middle of a line is a caret. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "trunc ~ truncate|truncate_preserve",
        "scan ' ~ posts'|pots'",
        "scan 'pos ~ posts'",
        "scan 'po^' ~ posts|pots",
        "scan \"po ~ posts\"|pots\"",
        "scan po ~ 'posts'|'pots'",
        "scan('po ~ posts'|pots'",
        "drop 'po ~ posts'|pots'",
        "help 'tr ~ truncate'|truncate_preserve'",
        "create ' ~ posts'",
        "get 'pots', 'r', ' ~ f'|g'|f:one'|f:two'",
        "get 'pots', 'r', 'f:one', 'f:t ~ f:two'",
        "put 'pots', 'r', ' ~ f:one'|f:two'|g:",
        "delete 'pots', 'r', \"f: ~ f:one\"|f:two\"",
        "scan 'pots', {COLUMNS => ~ 'f'|'g'|'f:one'|'f:two'",
        "scan 'pots', {COLUMNS => ['g', 'f: ~ f:one'|f:two'",
        "scan 'pots', COLUMN => 'f:o ~ f:one'",
        "scan 'pots', {COL ~ COLUMN => |COLUMNS => ",
        "scan 'pots', COL ~ COLUMN => |COLUMNS => ",
        "scan 'posts', {COLUMNS => 'p: ~ p:k'|p:t'",
        "scan 'posts', {REVERSED => true, WHERE => {u ~ user => ",
        "scan 'posts', {WHERE => {'u ~ user'",
        "scan 'posts', {WHERE => {user => 'ada', ~ comments => |kind => |text => |time => |user =>"
            + " ",
        "scan 'posts', {WHERE => {user => {F ~ FROM => ",
        "scan 'posts', {WHERE => {kind => Q ~ QUESTION",
        "scan 'posts', {WHERE => {kind => ['ANSWER', 'Q ~ QUESTION'",
        "explain 'posts', {WHERE => {kind => {FROM => A ~ ANSWER",
        "explain 'posts', {INDEX => 'b ~ byKind'",
        "scan 'posts', {ORDER => ~ GREATEST|LEAST",
        "scan 'posts', {RAW => t ~ true",
        "scan 'pots', {CACHE_BLOCKS => ~ false|true",
        "scan 'pots', {METRICS => ['ROWS ~ ROWS_FILTERED'|ROWS_SCANNED'",
        "create 't', {NAME => 'f', BLOOMFILTER => ~ 'NONE'|'ROW'|'ROWCOL'",
        "create 't', {NAME => 'f', BLOOMFILTER => 'ROWC ~ ROWCOL'",
        "create 't', {NAME => 'f', COMPRESSION => ~ 'GZ'|'LZ4'|'LZO'|'NONE'|'SNAPPY'|'ZSTD'",
        "create 't', {NAME => 'f', DATA_BLOCK_ENCODING => 'D ~ DIFF'",
        "create 't', {NAME => 'f', IN_MEMORY => ~ false|true",
        "create 't', {NAME => 'f', IN_MEMORY => 't ~ ",
        "alter 'pots', DURABILITY => 'S ~ SKIP_WAL'|SYNC_WAL'",
        "alter 'pots', METHOD => 'd ~ delete'",
        "alter_namespace 'n', {METHOD => ~ 'set'|'unset'",
        "restore_snapshot ' ~ s1'|s2'",
        "clone_snapshot s ~ 's1'|'s2'",
        "clone_snapshot 's1', ' ~ ",
        "clone_snapshot 's1', 't', {R ~ RESTORE_ACL => ",
        "clone_snapshot 's1', 't', {RESTORE_ACL => ~ false|true",
        "delete_snapshot 's2 ~ s2'",
        "delete_table_snapshots 'po ~ posts'|pots'",
        "list_table_snapshots 'pots', ' ~ s1'|s2'",
        "drop_namespace ' ~ default'|hbase'|mine'",
        "list_namespace_tables 'm ~ mine'",
        "create_namespace 'm ~ ",
        "set_quota TY ~ TYPE => ",
        "set_quota TYPE => ~ 'SPACE'|'THROTTLE'",
        "set_quota TYPE => THROTTLE, TABLE => ' ~ posts'|pots'",
        "set_quota TYPE => THROTTLE, NAMESPACE => 'm ~ mine'",
        "list_quotas {NAMESPACE => 'd ~ default'",
        "status 's ~ simple'|summary'",
        "balance_switch t ~ true",
      })
  @Tag("slow")
  void isWhatMayStandThere(String line, String candidates) {
    List<String> expected = candidates == null ? List.of() : List.of(candidates.split("\\|", -1));
    assertThat(complete(line).stream().map(String::strip))
        .containsExactlyInAnyOrderElementsOf(expected.stream().map(String::strip).toList());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "scan 'none', {COLUMNS => '",
        "scan 'no such:table:name', {COLUMNS => '",
        "scan 'pots', {STARTROW => '",
        "scan 'pots', {WHERE => {",
        "put 'pots', '",
        "put 'pots', 'r', 'f:one', '",
        "scan 'pots' ",
        "scan 'pots', 'x",
        "scn '",
        "list # scan '",
        "scan 'pots', {COLUMNS => 'f:one'} ",
      })
  void isNothingWhereNothingIsKnown(String line) {
    assertThat(complete(line)).isEmpty();
  }

  @Test
  void goesOnInTheNextLine() {
    shell.line("scan 'pots', # all of it");
    shell.line("  {REVERSED => true,");
    assertThat(complete("COLUMNS => ['f:o")).containsExactly("f:one'");
    shell.clear();
    assertThat(complete("scan 'pot")).containsExactly("pots'");
  }

  @Test
  void offersTheOptionsThatThereAre() {
    assertThat(CompletionSyntax.OPTIONS.get("scan"))
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(
                    asked("scan 'posts', {NONE => 1}"),
                    asked("scan 'posts', {WHERE => {}, NONE => 1}"))
                .collect(Collectors.toSet()));
    assertThat(CompletionSyntax.OPTIONS.get("explain"))
        .containsExactlyInAnyOrderElementsOf(asked("explain 'posts', {NONE => 1}").toList());
    assertThat(CompletionSyntax.OPTIONS.get("count"))
        .containsExactlyInAnyOrderElementsOf(asked("count 'posts', {NONE => 1}").toList());
    assertThat(asked("get 'posts', 'r', {NONE => 1}"))
        .containsAll(CompletionSyntax.OPTIONS.get("get"));
  }

  /**
   * Each option of few values takes every value that is offered, but what a store has not built.
   */
  @Test
  void offersValuesThatAreTaken() {
    int number = 0;
    for (String option : List.of("BLOOMFILTER", "COMPRESSION", "DATA_BLOCK_ENCODING")) {
      for (String value : CompletionSyntax.values("create", option)) {
        StringWriter out = new StringWriter();
        new Shell(
                new Session(connection, designs, new PrintWriter(out), () -> false, () -> null),
                Failures::oneLine)
            .line("create 'v" + number + "', {NAME => 'f', " + option + " => '" + value + "'}");
        assertThat(out).hasToString("Created table v" + number++ + System.lineSeparator());
      }
    }
    assertThat(number).isGreaterThan(10);
  }

  private Stream<String> asked(String command) {
    StringWriter out = new StringWriter();
    new Shell(
            new Session(connection, designs, new PrintWriter(out), () -> false, () -> null),
            Failures::oneLine)
        .line(command);
    String names = out.toString().replaceFirst("(?s).* but \\[([^]]*)].*", "$1");
    return Arrays.stream(names.split(", ", -1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "list; trunc ~ truncate|truncate_preserve",
        "scan 'a;b' ; drop 'po ~ posts'|pots'",
        "p.trunc ~ p.truncate|p.truncate_preserve",
        "p.get 'r', ' ~ f'|g'|f:one'|f:two'",
        "list; p.put('r', 'f:t ~ f:two'",
        "p.scan {COL ~ COLUMN =>|COLUMNS =>",
        "p.scan COLUMNS => ['f:o ~ f:one'",
        "q = ~ create|get_table|p|row",
        "q = get_table 'po ~ posts'|pots'",
        "scan p ~ p|'posts'|'pots'",
        "get 'pots', r ~ row",
        "get 'pots', 'r ~ ",
        "row. ~ ",
        "nobody.get 'r', 'f ~ "
      })
  void isCompletedWithVariables(String line, String candidates) {
    shell.line("p = get_table 'pots'; row = 'r'");
    assertThat(complete(line).stream().map(String::strip))
        .containsExactlyInAnyOrder(candidates == null ? new String[0] : candidates.split("\\|"));
  }

  /** Any bytes may be a qualifier; what is offered is read as these bytes. */
  @Test
  void canBeTypedAsItIsOffered() throws IOException {
    List<byte[]> qualifiers =
        new ArrayList<>(List.of("", "a b", "'", "\"", "\\", "\\x41", "中", "#", "#{x}"))
            .stream().map(Bytes::toBytes).collect(Collectors.toCollection(ArrayList::new));
    qualifiers.add(new byte[] {0, (byte) 0xff, 'a', '"', '\\'});
    qualifiers.add(new byte[] {'\n', 0x1b, 'A'});
    try (Table table = connection.getTable(TableName.valueOf("pots"))) {
      for (byte[] qualifier : qualifiers) {
        table.put(new Put(Bytes.toBytes("t")).addColumn(Bytes.toBytes("g"), qualifier, qualifier));
      }
    }
    List<String> wanted =
        qualifiers.stream().map(each -> "g:" + Bytes.toStringBinary(each)).sorted().toList();
    for (String begin : List.of("put 'pots', 't', ", "put 'pots', 't', \"")) {
      List<String> typed = new ArrayList<>();
      for (String candidate : complete(begin)) {
        Statement.Call statement = (Statement.Call) StatementParser.parse(begin + candidate).get(0);
        typed.add(Bytes.toStringBinary(((Text) statement.arguments().get(2)).bytes()));
      }
      assertThat(typed)
          .filteredOn(each -> each.startsWith("g:"))
          .containsExactlyInAnyOrderElementsOf(wanted);
    }
    assertThat(complete("put 'pots', 't', 'g:")).hasSize(qualifiers.size() - 2);
  }

  @Test
  @Tag("slow")
  void neverThrows() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    List<String> pieces =
        List.of(
            "scan", "get", "help", "'posts'", "'pots'", "'", "\"", "\\", ",", " ", "=>", "{", "}",
            "p.", "[", "]", "(", ")", ";", "#", "\n", "WHERE", "COLUMNS", "user", "kind", "INDEX",
            "=", ">", "\u0000", "\ud83d", "中", "5", "-");
    int offered = 0;
    for (int i = 0; i < 20_000; i++) {
      StringBuilder line = new StringBuilder(random.nextBoolean() ? "scan 'posts', " : "");
      for (int n = random.nextInt(12); n > 0; n--) {
        line.append(pieces.get(random.nextInt(pieces.size())));
      }
      String text = line.toString();
      int cursor = random.nextInt(text.length() + 1);
      assertThat(candidates(text, cursor))
          .as("seed %d, cursor %d of %s", seed, cursor, text)
          .allMatch(each -> !each.value().isEmpty());
      offered += candidates(text, cursor).size();
    }
    assertThat(offered).as("seed %d", seed).isPositive();
  }

  /** A store that never answers: designs are known, and the tab does not wait for ever. */
  @Test
  void doesNotHangOnASlowStore() throws InterruptedException {
    CountDownLatch answer = new CountDownLatch(1);
    AtomicInteger asked = new AtomicInteger();
    Connection slow =
        (Connection)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> {
                  asked.incrementAndGet();
                  answer.await();
                  throw new IOException("too late");
                });
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      completer = new StatementCompleter(shell(slow), new CompletionNames(slow, threads, 1));
      for (int i = 0; i < 3; i++) {
        assertThat(complete("scan 'posts', {COLUMNS => 'p:")).containsExactly("p:k'", "p:t'");
        assertThat(complete("scan '")).isEmpty();
      }
    } finally {
      answer.countDown();
      threads.shutdown();
      assertThat(threads.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
    }
    assertThat(asked.get()).as("one look-up for tables and one for columns").isEqualTo(2);
  }

  /** Rows and cells that are read of a table are few, whatever it has. */
  @Test
  void readsLittleOfALargeTable() throws IOException {
    List<Put> puts = new ArrayList<>();
    for (int row = 0; row < 300; row++) {
      Put put = new Put(Bytes.toBytes(String.format("%03d", row)));
      for (int i = 0; i < (row == 0 ? 2_000 : 1); i++) {
        put.addColumn(Bytes.toBytes("g"), Bytes.toBytes(row + "-" + i), new byte[1_000]);
      }
      puts.add(put);
    }
    try (Table table = connection.getTable(TableName.valueOf("pots"))) {
      table.put(puts);
    }
    assertThat(complete("put 'pots', 'r', 'g:")).hasSizeBetween(100, 200).contains("g:99-0'");
  }

  @Test
  void isWhatJLineTypes() throws IOException {
    assertThat(typed("scan 'pot\t\r")).isEqualTo("scan 'pots'");
    assertThat(typed("scan pot\t\r")).isEqualTo("scan 'pots'");
    assertThat(typed("majo\t'pot\t\r")).isEqualTo("major_compact 'pots'");
    assertThat(typed("scan 'pots', {COLUMNS => \t")).isEqualTo("scan 'pots', {COLUMNS => '");
    assertThat(typed("scan 'pots', {REV\tt\t, COLUMNS => ['f:o\t]}\r"))
        .isEqualTo("scan 'pots', {REVERSED => true, COLUMNS => ['f:one']}");
    assertThat(typed("scan 'posts', {WHERE => {us\t'ada'}}\r"))
        .isEqualTo("scan 'posts', {WHERE => {user => 'ada'}}");
    assertThat(typed("scan 'p'\u0002\t\r")).isEqualTo("scan 'po'");
  }

  /** What keys make of a line. */
  private String typed(String keys) throws IOException {
    String entered = keys.endsWith("\r") ? keys : keys + "\r";
    ByteArrayInputStream in = new ByteArrayInputStream(entered.getBytes(StandardCharsets.UTF_8));
    try (Terminal terminal =
        new ExternalTerminal(
            "keys", "xterm", in, new ByteArrayOutputStream(), StandardCharsets.UTF_8)) {
      LineReader reader = Console.reader(terminal, shell, Runnable::run, Optional.empty());
      return reader.readLine();
    }
  }

  /** The values that are offered at a caret, or at the end. */
  private List<String> complete(String line) {
    int caret = line.indexOf('^');
    String text = caret < 0 ? line : line.substring(0, caret) + line.substring(caret + 1);
    return candidates(text, caret < 0 ? line.length() : caret).stream()
        .map(Candidate::value)
        .toList();
  }

  private List<Candidate> candidates(String text, int cursor) {
    List<Candidate> candidates = new ArrayList<>();
    completer.complete(
        null, new StatementWords().parse(text, cursor, ParseContext.COMPLETE), candidates);
    return candidates;
  }
}
