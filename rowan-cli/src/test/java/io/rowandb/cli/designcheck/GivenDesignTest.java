package io.rowandb.cli.designcheck;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.cli.systems.SystemCommandTrial;
import io.rowandb.client.Rowan;
import io.rowandb.design.plan.PlannedPart;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.plan.TablePlanYaml;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.TableDesign;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GivenDesignTest extends SystemCommandTrial {
  private static final String ROWS = Path.of("..", "examples", "designs", "calls.csv").toString();

  record Call(String phone, Instant at, String callee, int seconds, int cents) {}

  static final TableDesign<Call> GOOD =
      TableDesign.of("calls", Call.class)
          .key(
              key ->
                  key.part(Call::phone)
                      .part(Call::at, Parts.descending(Parts.millis()))
                      .part(Call::callee))
          .family("c")
          .column(Call::seconds, "c:s")
          .column(Call::cents, "c:c")
          .answers("the calls of a phone", ask -> ask.value(Call::phone).order(Call::at))
          .build();

  static TableDesign<Call> byTime() {
    return TableDesign.of("calls", Call.class)
        .key(key -> key.part(Call::at).part(Call::phone))
        .family("c")
        .column(Call::callee, "c:o")
        .column(Call::seconds, "c:s")
        .column(Call::cents, "c:c")
        .build();
  }

  /** All new calls are in one region, which its question pays with. */
  static final class Hot {
    static final TableDesign<Call> CALLS =
        TableDesign.of("calls", Call.class)
            .key(key -> key.part(Call::at).part(Call::phone).part(Call::callee))
            .family("c")
            .column(Call::seconds, "c:seconds_talked")
            .column(Call::cents, "c:cents_to_pay")
            .answers("the calls of a time", ask -> ask.range(Call::at))
            .build();

    private Hot() {}
  }

  static final TableDesign<Call> NOTHING = null;

  static TableDesign<Call> fails() {
    throw new IllegalStateException("no luck");
  }

  static final String CLASS = GivenDesignTest.class.getName();

  GivenDesignTest() {
    super(DesignCommand::new);
  }

  @Test
  void aFieldOfAClass() {
    assertThat(run("check", "--class", CLASS + "#GOOD", ROWS, "--fail-on", "warning")).isZero();
    assertThat(err.toString()).isEmpty();
    assertThat(out.toString())
        .contains("2,000 rows of a sample", "the calls of a phone", "a scan by phone");
  }

  @Test
  void aMethodOfAClass() {
    assertThat(run("check", "--class", CLASS + "#byTime", ROWS)).isEqualTo(1);
    assertThat(out.toString()).contains("ERROR hot-region");
    assertThat(run("check", "--class", CLASS + "#byTime")).isEqualTo(1);
    assertThat(out.toString()).contains("ERROR time-first");
  }

  @Test
  void aClassOfAnotherProgram() throws IOException {
    Path source = directory.resolve("Notes.java");
    Files.writeString(
        source,
        """
        package acme;

        import io.rowandb.schema.table.TableDesign;

        final class Notes {
          record Note(String id, String text) {}

          static {
            System.out.println("a design that prints");
            try {
              Thread.currentThread().getContextClassLoader().loadClass("acme.Notes");
            } catch (ClassNotFoundException e) {
              throw new IllegalStateException(e);
            }
          }

          private static final TableDesign<Note> ALL =
              TableDesign.of("notes", Note.class)
                  .key(key -> key.part(Note::id)).family("n").column(Note::text, "n:t").build();
        }
        """);
    Path classes = Files.createDirectory(directory.resolve("classes"));
    String path = System.getProperty("java.class.path");
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(
                    null,
                    null,
                    null,
                    "-proc:none",
                    "-cp",
                    path,
                    "-d",
                    classes.toString(),
                    source.toString()))
        .isZero();
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream before = System.out;
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      assertThat(run("check", "--class", "acme.Notes", "--classpath", classes.toString())).isZero();
    } finally {
      System.setOut(before);
    }
    assertThat(printed.toString(StandardCharsets.UTF_8)).isEmpty();
    assertThat(out.toString()).contains("Table notes, by reasoning alone", "Nothing found.");
  }

  /** Makes the table of {@link #GOOD}, with 500 rows. */
  static void fill(String store) throws IOException {
    try (Connection connection = ConnectionFactory.createConnection(Rowan.configuration(store));
        RecordTable<Call> calls = RecordTable.create(connection, GOOD)) {
      List<Call> all = new ArrayList<>();
      for (int i = 0; i < 500; i++) {
        all.add(new Call("138" + i % 37, Instant.ofEpochMilli(1_400_000_000_000L + i), "o", i, 1));
      }
      calls.putAll(all);
    }
  }

  @Test
  void aTableOfAStore() throws IOException {
    String store = directory.resolve("store").toString();
    fill(store);
    assertThat(run("check", "--table", "calls", "--path", store)).isZero();
    assertThat(out.toString()).contains("Table calls, 500 rows of a sample");
    assertThat(run("check", "--table", "calls", "--path", store, "--class", CLASS + "#byTime"))
        .isEqualTo(1);
    assertThat(out.toString()).contains("ERROR table-differs", "ERROR rows-unreadable");
    assertThat(run("check", "--table", "colls", "--path", store)).isEqualTo(2);
    assertThat(err.toString()).contains("there is no table colls");
  }

  /** The commands that need a sample take a design in Java as they take a file. */
  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "estimate --rows 1000000, 'Table calls with 1,000,000 rows'",
    "simulate --servers 3, 'Table calls: 2,000 rows stand for'",
    "measure --calls 5, 'the calls of a phone: a scan by phone.'",
    "advise --budget 20, the present one",
  })
  void everyCommandTakesADesignInJava(String line, String shown) {
    List<String> words = new ArrayList<>(List.of(line.split(" ", -1)));
    words.addAll(List.of("--class", CLASS + "#GOOD", ROWS));
    assertThat(run(words.toArray(String[]::new))).isZero();
    assertThat(err.toString()).isEmpty();
    assertThat(out.toString()).contains(shown);
    words.add("--json");
    assertThat(run(words.toArray(String[]::new))).isZero();
    assertThat(out.toString()).startsWith("{\"table\":\"calls\",").hasLineCount(1);
  }

  /** What is advised is a design file, and the key has all that the one in Java has. */
  @Tag("slow")
  @Test
  void aBetterDesignThanOneInJava() throws IOException {
    String hot = CLASS + "$Hot#CALLS";
    String page = directory.resolve("page.html").toString();
    assertThat(run("advise", "--class", hot, ROWS, "--html", page)).isZero();
    String yaml = out.toString();
    yaml = yaml.substring(yaml.indexOf("table: calls"));
    TablePlan plan = TablePlanYaml.parse("advised", yaml);
    assertThat(plan.key().stream().flatMap(each -> each.fields().stream()))
        .contains("at", "phone", "callee");
    assertThat(plan.key().get(0)).isInstanceOf(PlannedPart.Salt.class);
    assertThat(Files.readString(Path.of(page))).contains("<h3>Present", "<h3>Proposed");
    assertThat(run("advise", "--class", hot, ROWS, "--json")).isZero();
    assertThat(out.toString()).contains("\"designs\":[]").contains("\"designs\":[\"table: calls");
  }

  @Test
  void theLoadOfATableIsSimulated() throws IOException {
    String store = directory.resolve("store").toString();
    fill(store);
    assertThat(run("simulate", "--table", "calls", "--path", store, "--servers", "2")).isZero();
    assertThat(out.toString()).contains("Table calls: 500 rows stand for", "on 2 servers");
    String empty = directory.resolve("empty").toString();
    try (Connection connection = ConnectionFactory.createConnection(Rowan.configuration(empty));
        RecordTable<Call> calls = RecordTable.create(connection, GOOD)) {
      assertThat(calls.design().name().getNameAsString()).isEqualTo("calls");
    }
    assertThat(run("simulate", "--table", "calls", "--path", empty)).isEqualTo(2);
    assertThat(err.toString()).contains("table calls has no row that can be read");
  }

  /** A design that is no file says by options what a file says under "needs". */
  @Test
  void aDesignInJavaIsJudgedForHBase() {
    assertThat(run("fit", "--class", CLASS + "#GOOD", ROWS)).isZero();
    assertThat(out.toString())
        .contains("Table calls: it can be in HBase, with doubts.", "instead   Say rows");
    String[] words = {"fit", "--class", CLASS + "#GOOD", ROWS, "--rows", "50000000000"};
    assertThat(run(words)).isZero();
    assertThat(out.toString()).contains("yes, this fits HBase.", "50,000,000,000 rows");
    assertThat(run(with(words, "--transactions", "rows", "--joins", "3"))).isEqualTo(1);
    assertThat(out.toString()).contains("no transactions", "no joins");
    assertThat(run(with(words, "--free-questions", "--constraints", "--servers", "2")))
        .isEqualTo(1);
    assertThat(out.toString())
        .contains("no free-questions", "doubtful constraints", "The cluster has 2 servers");
    assertThat(
            run("fit", "--class", CLASS + "#GOOD", ROWS, "--writes-per-second", "3000", "--json"))
        .isZero();
    assertThat(out.toString()).contains("\"rows\":94608000000", "after a year of writes");
    assertThat(err.toString()).isEmpty();
  }

  /** All rows of a small table are known; what it is to have is said. */
  @Test
  void aTableOfAStoreIsJudgedForHBase() throws IOException {
    String store = directory.resolve("store").toString();
    fill(store);
    String[] words = {"fit", "--table", "calls", "--path", store};
    assertThat(run(words)).isEqualTo(1);
    assertThat(out.toString()).contains("no size", "500 rows,", "One machine keeps that");
    assertThat(run(with(words, "--limit", "100"))).isZero();
    assertThat(out.toString()).contains("instead   Say rows");
    assertThat(run(with(words, "--rows", "50000000000"))).isZero();
    assertThat(out.toString()).contains("yes size", "Say what is asked: patterns.");
    assertThat(run(with(words, "--class", CLASS + "#GOOD", "--json"))).isEqualTo(1);
    assertThat(out.toString()).startsWith("{\"table\":\"calls\",\"verdict\":\"no\"");
    assertThat(run("fit", "--table", "colls", "--path", store)).isEqualTo(2);
    assertThat(err.toString()).contains("there is no table colls");
  }

  private static String[] with(String[] words, String... more) {
    return Stream.concat(Stream.of(words), Stream.of(more)).toArray(String[]::new);
  }

  @ParameterizedTest
  @CsvSource({
    "fit --rows 0 --class CLASS#GOOD, --rows 0 should be 1 to",
    "fit --servers 0 --class CLASS#GOOD, --servers 0 should be 1 to 10000",
    "fit --joins -1 --class CLASS#GOOD, --joins -1 should be 0 to 1000",
    "fit --writes-per-second 0 --class CLASS#GOOD, --writes-per-second 0 should be 1 to",
    "fit --writes-per-second NaN --class CLASS#GOOD, --writes-per-second",
    "fit --transactions all --class CLASS#GOOD, '\"all\" is none of none, row and rows'",
    "fit --path p d.yaml, go with --table or --class",
    "fit, DESIGN is missing",
    "estimate, 'DESIGN is missing: the file of the design, or --class and a design in Java'",
    "simulate, or --table and a table that is there",
    "advise --class CLASS#GOOD, SAMPLE is missing",
    "measure --class CLASS#GOOD, SAMPLE is missing",
    "simulate --class CLASS#GOOD, SAMPLE is missing",
    "estimate --field at=text d.yaml s.csv, '--classpath, --field and --identity go with --class'",
    "simulate --path p d.yaml s.csv, go with --table or --class",
    "measure --class CLASS#GOOD --table t s.csv, --table goes with --path or --cluster",
    "estimate --table t, Unknown option: '--table'",
    "measure YAML ROWS --table t --cluster ROWS, 'calls.csv is no hbase-site.xml: '",
  })
  void otherCommandsNameWhatIsMissing(String line, String message) {
    String given =
        line.replace("CLASS", CLASS)
            .replace("ROWS", ROWS)
            .replace("YAML", ROWS.replace(".csv", ".yaml"));
    assertThat(run(given.split(" ", -1))).isEqualTo(2);
    assertThat(err.toString()).contains(message);
    assertThat(out.toString()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "--class CLASS, 'has GOOD, NOTHING, byTime, fails: say which'",
    "--class CLASS#no, 'has no design no; it has GOOD'",
    "--class CLASS#NOTHING, '#NOTHING is null'",
    "--class CLASS#fails, '#fails failed: java.lang.IllegalStateException: no luck'",
    "--class acme.No#X, 'there is no class acme.No'",
    "--class java.lang.String, 'has no static field of type TableDesign'",
    "--class #X, 'names no design'",
    "--class CLASS#GOOD --classpath no.jar, '--classpath: cannot read no.jar: no such file'",
    "--class CLASS#GOOD --identity fone, fone",
    "--class CLASS#GOOD --field fone=text, '\"fone\" is no field of Call'",
    "--class CLASS#GOOD --field at=when, --field at=when: a type is text",
    "--class CLASS#GOOD --field at, --field at should be like",
    "--class CLASS#GOOD --path store, --path and --cluster go with --table",
    "--class CLASS#GOOD a.yaml b.csv, beside --class there is SAMPLE alone",
    "--class CLASS#GOOD no.csv, 'no.csv: there is no such file'",
    "--path store, go with --table or --class",
    "--table t, --table needs --path and a store",
    "--table t --path no-store, no-store is no directory of a store",
    "--table t --path . rows.csv, one argument too many",
    "--table t --path . --limit 0, --limit 0 should be 1 to 200000",
    "--table t --cluster ROWS, 'calls.csv is no hbase-site.xml: '",
    "--table t: --path ., Table qualifier must not be empty",
    "'', DESIGN is missing",
  })
  void wrongCommandLines(String line, String message) {
    List<String> words = new ArrayList<>(List.of("check"));
    words.addAll(
        List.of(line.replace("CLASS", CLASS).replace("ROWS", ROWS).trim().split(" +", -1)));
    words.remove("");
    assertThat(run(words.toArray(String[]::new))).isEqualTo(2);
    assertThat(err.toString()).contains(message);
  }
}
