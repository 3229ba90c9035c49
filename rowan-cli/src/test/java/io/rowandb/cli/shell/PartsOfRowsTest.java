package io.rowandb.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.cli.Failures;
import io.rowandb.cli.design.DesignFiles;
import io.rowandb.cli.shell.Library.Book;
import io.rowandb.cli.shell.Library.Loan;
import io.rowandb.cli.shell.Library.Note;
import io.rowandb.client.Rowan;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.Versioned;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is shown of rows that were read in part, and of details in rows of their own. */
class PartsOfRowsTest {
  private static final Path DESIGN =
      Path.of("src", "test", "java", "io", "rowandb", "cli", "shell", "Library.java");

  private static final String ALL =
      "author=\"Ada\", pages=300, isbn=\"978\", edition=2, readers=0,"
          + " places=[(time=1970-01-01T00:00:00.005Z, value=\"desk\")]";

  /** Field 1 of a message, as the shell reads it. */
  private static final String MINUS_ONE = "\"\\x08" + "\\xff".repeat(9) + "\\x01\"";

  private final StringWriter out = new StringWriter();
  private static DesignFiles designs;
  private Connection connection;
  private Shell shell;

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
    shell =
        new Shell(
            new Session(connection, designs, new PrintWriter(out), () -> false, () -> null),
            Failures::oneLine);
    try (RecordTable<Book> table = RecordTable.create(connection, Library.BOOKS)) {
      table.put(book("a"));
    }
  }

  private static Book book(String title) {
    return new Book(
        title,
        "Ada",
        300,
        "978",
        2,
        0,
        List.of(new Versioned<>(Instant.ofEpochMilli(5), "desk")),
        List.of(new Note("eve", 7, 5, "good"), new Note("eve\u0000", 8, 0, null)),
        List.of(new Loan("bob", 14)));
  }

  @AfterEach
  void close() throws IOException {
    connection.close();
  }

  /** The first cell is the mark, which a program does not see. */
  @Test
  void ofAMarkAloneOnlyTheKeyIsShown() {
    assertThat(run("scan 'books', {FILTER => \"FirstKeyOnlyFilter()\"}"))
        .contains(" title=\"a\"")
        .noneMatch(line -> line.contains("mark"));
  }

  /** A semicolon stands for a comma. */
  @ParameterizedTest
  @CsvSource(
      nullValues = "none",
      value = {
        "COLUMNS => 'b', *",
        "COLUMNS => 'b:p', pages=300",
        "COLUMNS => 'b:m', isbn=\"978\"; edition=2",
        "COLUMNS => ['b:p'; 'b:r'], pages=300; readers=0",
        "COLUMNS => 'b:v', places=[(time=1970-01-01T00:00:00.005Z; value=\"desk\")]",
        "COLUMNS => 'b:a', author=\"Ada\"",
        "COLUMNS => ['b:p'; 'b:writer'], pages=300",
        "FILTER => \"PrefixFilter('x') OR RowFilter(!=; 'binary:z')\", *",
        "FILTER => \"SingleColumnValueFilter('b'; 'r'; =; 'binary:'; false; true)\", *",
        "FILTER => \"QualifierFilter(>; 'binary:0') AND FirstKeyOnlyFilter()\", author=\"Ada\"",
        "FILTER => \"PrefixFilter('x') OR (QualifierFilter(>; 'binary:0') AND"
            + " FirstKeyOnlyFilter())\", author=\"Ada\"",
        "FILTER => \"QualifierFilter(=; 'binary:v')\", b:v=\"desk\"",
        "FILTER => \"KeyOnlyFilter()\", b:a; b:m; b:p; b:v (without values)",
        "FILTER => \"SKIP KeyOnlyFilter(true)\", b:a; b:m; b:p; b:v (without values)",
        "FILTER => \"WHILE KeyOnlyFilter()\", b:a; b:m; b:p; b:v (without values)",
        "FILTER => \"KeyOnlyFilter(true) AND QualifierFilter(=; 'binary:p')\", b:p (without"
            + " values)",
        "'TIMERANGE => [0; 6]', b:v=\"desk\"",
        "TIMESTAMP => 5, b:v=\"desk\"",
      })
  void ofARecordOnlyWhatWasReadIsShown(String option, String shown) {
    assertThat(run("scan 'books', {" + option.replace(';', ',') + "}"))
        .hasSize(3)
        .anyMatch(line -> line.equals(record(shown.replace(';', ','))));
    assertThat(run("get 'books', " + row() + ", {" + option.replace(';', ',') + "}"))
        .hasSize(3)
        .anyMatch(line -> line.equals(record(shown.replace(';', ','))));
  }

  private static String record(String fields) {
    return " title=\"a\"            " + (fields.equals("*") ? ALL : fields);
  }

  private static String row() {
    StringBuilder text = new StringBuilder();
    for (byte each : Library.BOOKS.key().encode(book("a"))) {
      text.append(String.format("\\x%02x", each));
    }
    return '"' + text.toString() + '"';
  }

  @Test
  void aFormerColumnIsShownAsTheFieldOnlyWhenThereIsNoLaterOne() {
    run("put 'books', " + row() + ", 'b:writer', 'Bob'");
    assertThat(run("scan 'books', {COLUMNS => 'b:writer'}")).contains(record("b:writer=\"Bob\""));
    assertThat(run("scan 'books', {COLUMNS => ['b:writer', 'b:a']}"))
        .contains(record("author=\"Ada\""));
    run("deleteall 'books', " + row() + ", 'b:a'");
    assertThat(run("scan 'books', {COLUMNS => 'b:writer'}")).contains(record("b:writer=\"Bob\""));
    assertThat(run("scan 'books', {COLUMNS => ['b:writer', 'b:a']}"))
        .contains(record("author=\"Bob\""));
  }

  @Test
  void markersAreNoRecord() {
    assertThat(run("scan 'books', {RAW => true, DESIGN => true}"))
        .first()
        .asString()
        .startsWith("ERROR: RAW shows cells and delete markers, of which no record is made");
    assertThat(run("scan 'books', {RAW => true}")).hasSizeGreaterThan(4);
  }

  @Test
  void detailsAreShownAsTheyAre() {
    assertThat(run("scan 'book_notes'"))
        .containsExactly(
            "ROW                   FIELDS",
            " notes of title=\"a\": reader=\"eve\", page=7  stars=5, text=\"good\"",
            " notes of title=\"a\": reader=\"eve\\x00\", page=8  stars=0",
            "2 row(s)");
    assertThat(run("scan 'book_loans'")).contains(" loans of title=\"a\": reader=\"bob\"  days=14");
    assertThat(run("list")).contains("book_notes  (with a design)", "book_loans  (with a design)");
  }

  @Test
  void ofADetailOnlyWhatWasReadIsShown() {
    assertThat(run("scan 'book_notes', {COLUMNS => 'd:t'}"))
        .anyMatch(line -> line.endsWith("page=7  text=\"good\""))
        .contains("1 row(s)");
    assertThat(run("scan 'book_notes', {FILTER => \"FirstKeyOnlyFilter()\", LIMIT => 1}"))
        .anyMatch(line -> line.endsWith("page=7  stars=5"));
    assertThat(run("scan 'book_loans', {FILTER => \"KeyOnlyFilter()\"}"))
        .anyMatch(line -> line.endsWith("\"bob\"  d: (without values)"));
    assertThat(run("scan 'book_notes', {DESIGN => false}")).hasSize(2 + 3);
  }

  @Test
  void whatTheConstructorOfADetailRefusesIsShown() {
    String row = run("scan 'book_loans', {DESIGN => false}").get(1).strip().replaceFirst(" .*", "");
    run("put 'book_loans', \"" + row + "\", 'd:', " + MINUS_ONE);
    run("put 'book_loans', \"" + row + "\", 'd:more', 'yes'");
    assertThat(run("scan 'book_loans'"))
        .anyMatch(line -> line.endsWith("\"bob\"  days=-1, d:more=\"yes\""));
  }

  @Test
  void rowsThatAreNoDetailsAreShownAsCells() {
    run("put 'book_loans', 'x', 'd:', 'y'");
    run("put 'book_loans', " + row() + ", 'd:', 'y'");
    run("put 'book_loans', \"" + "\\x00\\x00z\\x00\\x00bob\\x00\\x00" + "\", 'd:', ''");
    assertThat(run("scan 'book_loans'"))
        .contains("4 row(s), 3 of them of no design")
        .anyMatch(line -> line.contains("no detail of Book.loans: row key x"))
        .anyMatch(line -> line.contains("the key of a detail is missing behind that of its record"))
        .anyMatch(line -> line.contains("a record with its fields has the key "));
  }

  /** What a command prints. */
  private List<String> run(String command) {
    int before = out.getBuffer().length();
    shell.line(command);
    return out.toString().substring(before).lines().toList();
  }
}
