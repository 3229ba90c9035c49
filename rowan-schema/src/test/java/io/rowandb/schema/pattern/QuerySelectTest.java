package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.key.Digest;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.pattern.chain.Mark;
import io.rowandb.schema.table.Column;
import io.rowandb.schema.table.ColumnTypes;
import io.rowandb.schema.table.DetailDesign;
import io.rowandb.schema.table.DetailLayout;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TableDesignBuilder;
import io.rowandb.schema.table.Versioned;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Some fields of what a read finds, in a record of their own. */
@OnBackEnd
class QuerySelectTest {
  record Line(int number, String text) {}

  record Book(
      String author,
      Instant time,
      String title,
      Integer pages,
      String city,
      long sold,
      String note,
      List<Versioned<Long>> prices,
      List<Line> lines) {}

  record Titled(String title, String author) {}

  record Counted(Integer pages, long sold) {}

  record Keyed(Instant time, String author) {}

  record Noted(String note, String city) {}

  record Priced(List<Versioned<Long>> prices, String title) {}

  record Lined(List<Line> lines, Integer pages) {}

  private final Connection connection;

  QuerySelectTest(Connection connection) {
    this.connection = connection;
  }

  /**
   * A field in its own column, one that had another column, one with a default, a packed one, a
   * counter, a history, details; two columns of one qualifier in two families.
   */
  private static TableDesign<Book> design(UnaryOperator<TableDesignBuilder<Book>> more) {
    TableDesignBuilder<Book> design =
        TableDesign.of(BackEnd.newTableName("books"), Book.class)
            .key(
                key ->
                    key.salt(3)
                        .hash(Digest.md5(1), Book::author)
                        .part(Book::author)
                        .part(Book::time, Parts.descending(Parts.millis())))
            .family("f", family -> family.setMaxVersions(3))
            .family("g")
            .column(Book::title, "f:x")
            .formerly(Book::title, "g:old")
            .column(Book::pages, "g:x")
            .column(Book::city, "g:c", ColumnTypes.text(), "nowhere")
            .counter(Book::sold, "g:s")
            .packed("f:p", packed -> packed.field(1, Book::note))
            .versions(Book::prices, "f:v", 2);
    return more.apply(design).build();
  }

  private static TableDesignBuilder<Book> wide(TableDesignBuilder<Book> design) {
    return design
        .family("l")
        .details(
            Book::lines,
            DetailLayout.wide("l"),
            DetailDesign.of(Line.class)
                .key(key -> key.part(Line::number))
                .cell(Line::text, "t")
                .build());
  }

  private static TableDesignBuilder<Book> tall(TableDesignBuilder<Book> design) {
    return design.details(
        Book::lines,
        DetailLayout.tall(BackEnd.newTableName("lines")),
        DetailDesign.of(Line.class)
            .key(key -> key.part(Line::number))
            .cell(Line::text, "t")
            .build());
  }

  private static TableDesignBuilder<Book> wideAndIndexed(TableDesignBuilder<Book> design) {
    return wide(design)
        .index("byPages", index -> index.on(key -> key.part(Book::pages)))
        .index(
            "byTitle",
            index ->
                index
                    .on(key -> key.part(Book::title, Parts.optional(Parts.text())))
                    .covering(Book::city));
  }

  private static Book random(Random random, int number) {
    List<Line> lines = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      lines.add(0, new Line(i, "line " + i));
    }
    return new Book(
        "author" + random.nextInt(3),
        Instant.ofEpochMilli(number),
        random.nextBoolean() ? null : "title" + random.nextInt(5),
        random.nextBoolean() ? null : random.nextInt(5),
        random.nextBoolean() ? null : "city",
        0,
        random.nextBoolean() ? null : "note" + number,
        random.nextBoolean()
            ? List.of()
            : List.of(
                new Versioned<>(Instant.ofEpochMilli(2_000 + number), 7L),
                new Versioned<>(Instant.ofEpochMilli(1_000 + number), 6L)),
        lines);
  }

  @Test
  void asByReadingWholeRecords() throws IOException {
    List<UnaryOperator<TableDesignBuilder<Book>>> kinds =
        List.of(
            QuerySelectTest::wide,
            QuerySelectTest::tall,
            QuerySelectTest::wideAndIndexed,
            design -> wide(design).marked());
    for (UnaryOperator<TableDesignBuilder<Book>> kind : kinds) {
      try (RecordTable<Book> table = RecordTable.create(connection, design(kind))) {
        Random random = new Random(3);
        for (int i = 0; i < 60; i++) {
          Book book = random(random, i);
          table.put(book);
          if (random.nextBoolean()) {
            table.increment(Book::sold, i, book.author(), book.time());
          }
        }
        table.increment(Book::sold, 5, "author1", Instant.ofEpochMilli(99)); // without a record
        RecordQuery<Book> ofAuthor = table.where(Book::author).is("author1");
        agree(ofAuthor);
        agree(ofAuthor.newestFirst().limit(4));
        agree(ofAuthor.oldestFirst());
        agree(ofAuthor.where(Book::pages).is(3));
        agree(ofAuthor.where(Book::pages).is(null).where(Book::city).is("nowhere"));
        agree(ofAuthor.where(Book::note).is(null).limit(3));
        agree(ofAuthor.filter(book -> book.title() != null));
        agree(ofAuthor.where(Book::time).is(Instant.ofEpochMilli(99)));
        agree(
            ofAuthor
                .where(Book::time)
                .in(List.of(Instant.ofEpochMilli(7), Instant.ofEpochMilli(8))));
        agree(ofAuthor.where(Book::title).or(Book::note).is("title1"));
        agree(table.where(Book::title).is("title1").allowFullScan());
        agree(table.all().allowFullScan());
      }
    }
  }

  private static void agree(RecordQuery<Book> query) throws IOException {
    List<Book> all = query.list();
    assertThat(query.count()).isEqualTo(all.size());
    assertThat(query.select(Titled.class).list())
        .isEqualTo(all.stream().map(each -> new Titled(each.title(), each.author())).toList());
    assertThat(query.select(Counted.class).list())
        .isEqualTo(all.stream().map(each -> new Counted(each.pages(), each.sold())).toList());
    assertThat(query.select(Keyed.class).list())
        .isEqualTo(all.stream().map(each -> new Keyed(each.time(), each.author())).toList());
    assertThat(query.select(Noted.class).list())
        .isEqualTo(all.stream().map(each -> new Noted(each.note(), each.city())).toList());
    assertThat(query.select(Priced.class).list())
        .isEqualTo(all.stream().map(each -> new Priced(each.prices(), each.title())).toList());
    assertThat(query.select(Lined.class).list())
        .isEqualTo(all.stream().map(each -> new Lined(each.lines(), each.pages())).toList());
    assertThat(query.select(Titled.class).first())
        .isEqualTo(all.stream().map(each -> new Titled(each.title(), each.author())).findFirst());
    assertThat(query.select(Keyed.class).collect(Collectors.counting())).isEqualTo(all.size());
  }

  record Note(String id, String text, String title) {}

  record Text(String text) {}

  private static TableDesignBuilder<Note> notes() {
    return TableDesign.of(BackEnd.newTableName("notes"), Note.class)
        .key(key -> key.part(Note::id))
        .family("n", family -> family.setMaxVersions(3))
        .column(Note::text, "n:x")
        .column(Note::title, "n:t");
  }

  @Test
  void asOfATime() throws IOException {
    TableDesign<Note> design = notes().build();
    try (RecordTable<Note> table = RecordTable.create(connection, design);
        Table rows = connection.getTable(design.name())) {
      byte[] row = design.key().encode(new Note("a", null, null));
      byte[] family = Bytes.toBytes("n");
      rows.put(new Put(row, 1_000).addColumn(family, Bytes.toBytes("x"), Bytes.toBytes("old")));
      rows.put(new Put(row, 2_000).addColumn(family, Bytes.toBytes("t"), Bytes.toBytes("title")));
      rows.put(new Put(row, 3_000).addColumn(family, Bytes.toBytes("x"), Bytes.toBytes("new")));
      RecordQuery<Note> query = table.where(Note::id).is("a");
      assertThat(query.select(Text.class).list()).containsExactly(new Text("new"));
      assertThat(query.asOf(Instant.ofEpochMilli(2_500)).select(Text.class).list())
          .containsExactly(new Text("old"));
      assertThat(query.asOf(Instant.ofEpochMilli(500)).select(Text.class).list()).isEmpty();
    }
  }

  /** As of a table that had an index with copies once; a row may have it and a field not asked. */
  @Test
  void aMarkOfAFormerDesignHidesNoRecord() throws IOException {
    TableDesign<Note> design = notes().build();
    try (RecordTable<Note> table = RecordTable.create(connection, design);
        Table rows = connection.getTable(design.name())) {
      table.put(new Note("a", null, "title"));
      Column mark = design.mark();
      rows.put(
          new Put(design.key().encode(new Note("a", null, null)))
              .addColumn(mark.family(), mark.qualifier(), Mark.settledAt(1).toBytes()));
      assertThat(table.where(Note::id).is("a").list())
          .containsExactly(new Note("a", null, "title"));
      assertThat(table.where(Note::id).is("a").select(Text.class).list())
          .containsExactly(new Text(null));
      assertThat(table.all().limit(9).select(Text.class).list()).containsExactly(new Text(null));
    }
  }

  @Test
  void theRestOfARowMayBeMalformed() throws IOException {
    record Sized(String id, Integer size) {}
    record Id(String id) {}
    record Size(Integer size) {}
    TableDesign<Sized> design =
        TableDesign.of(BackEnd.newTableName("sized"), Sized.class)
            .key(key -> key.part(Sized::id, Parts.textToEnd()))
            .family("s")
            .column(Sized::size, "s:s")
            .build();
    try (RecordTable<Sized> table = RecordTable.create(connection, design);
        Table rows = connection.getTable(design.name())) {
      rows.put(
          new Put(design.key().encode(new Sized("a", null)))
              .addColumn(Bytes.toBytes("s"), Bytes.toBytes("s"), Bytes.toBytes("odd")));
      RecordQuery<Sized> query = table.where(Sized::id).is("a");
      assertThat(query.select(Id.class).list()).containsExactly(new Id("a"));
      assertThatThrownBy(() -> query.select(Size.class).list())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContainingAll("row a of " + design.name(), "Sized.size in column s:s");
      assertThatThrownBy(query::list).hasMessageContaining("Sized.size");
    }
  }

  record Town(String name, String text) {}

  record Texts(String text) {}

  record Names(String name, String text) {}

  /** The field is the key's alone in part: the column tells the rest. */
  @Test
  void aFieldThatTheKeyHoldsLossily() throws IOException {
    TableDesign<Town> design =
        TableDesign.of(BackEnd.newTableName("towns"), Town.class)
            .key(key -> key.hash(Digest.md5(4), Town::name).lossy(Town::name))
            .family("t")
            .column(Town::name, "t:n")
            .column(Town::text, "t:x")
            .build();
    try (RecordTable<Town> table = RecordTable.create(connection, design)) {
      table.put(new Town("rome", "x"));
      table.put(new Town("oslo", null));
      RecordQuery<Town> query = table.where(Town::name).is("rome");
      assertThat(query.select(Texts.class).list()).containsExactly(new Texts("x"));
      assertThat(query.select(Texts.class).explain().sent())
          .isEqualTo("t:n, t:x, and its first two cells"); // the condition is checked
      assertThat(table.all().allowFullScan().select(Names.class).list())
          .containsExactlyInAnyOrder(new Names("rome", "x"), new Names("oslo", null));
    }
  }

  @Test
  void anIndexWithAllFieldsAnswersWithoutTheRow() throws IOException {
    record Citied(String title, String city) {}
    TableDesign<Book> design = design(QuerySelectTest::wideAndIndexed);
    try (RecordTable<Book> table = RecordTable.create(connection, design)) {
      Random random = new Random(1);
      List<Book> books = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        books.add(random(random, i));
      }
      table.putAll(books);
      RecordQuery<Book> ofTitle = table.where(Book::title).is("title1");
      List<Citied> expected =
          ofTitle.list().stream().map(each -> new Citied(each.title(), each.city())).toList();
      assertThat(expected).isNotEmpty();
      RecordQuery<Book> copies = ofTitle.copied("byTitle");
      assertThat(copies.select(Citied.class).list()).isEqualTo(expected);
      assertThat(copies.select(Citied.class).explain().sent())
          .isEqualTo("the entry with its copies, and where it has none the row of its record");
      assertThatThrownBy(() -> copies.select(Counted.class).list())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("is asked for, and index byTitle has no copy of it");
    }
  }

  @Test
  void whatIsSentIsTold() throws IOException {
    try (RecordTable<Book> table = RecordTable.create(connection, design(QuerySelectTest::tall))) {
      RecordQuery<Book> query = table.where(Book::author).is("author1");
      assertThat(query.select(Titled.class).explain().sent())
          .isEqualTo("f:x, g:old, and its first two cells");
      assertThat(query.select(Titled.class).explain().detailScans()).isEmpty();
      assertThat(query.select(Keyed.class).explain().toString())
          .contains("sent of each row: its first two cells, without values");
      assertThat(query.select(Lined.class).explain().sent()).isEqualTo("all of it");
      assertThat(query.select(Lined.class).explain().detailScans()).hasSize(1);
      assertThat(query.explainCount().sent()).isEqualTo("its first two cells, without values");
      assertThat(query.where(Book::pages).is(3).explainCount().sent())
          .isEqualTo("g:x, and its first two cells");
      assertThat(table.where(Book::title).is("x").select(Titled.class).explain().refusal())
          .isPresent();
      assertThatThrownBy(() -> table.where(Book::title).is("x").select(Titled.class).list())
          .isInstanceOf(UnservedReadException.class);
    }
    try (RecordTable<Note> table = RecordTable.create(connection, notes().build())) {
      assertThat(table.where(Note::id).is("a").explainCount().sent())
          .isEqualTo("its first cell, without the value");
    }
  }

  record Unknown(String title, String isbn) {}

  record OfOtherType(Long pages) {}

  record OfOtherList(List<String> lines) {}

  record Primitive(int pages) {}

  record Boxed(Long sold) {}

  record Nothing() {}

  @Test
  void componentsThatAreOfNoFieldAreNamed() throws IOException {
    try (RecordTable<Book> table = RecordTable.create(connection, design(QuerySelectTest::wide))) {
      RecordQuery<Book> query = table.where(Book::author).is("a");
      assertThatThrownBy(() -> query.select(Unknown.class))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Unknown.isbn is selected, and Book has no such field");
      assertThatThrownBy(() -> query.select(OfOtherType.class))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContainingAll("OfOtherType.pages", "java.lang.Long", "java.lang.Integer");
      assertThatThrownBy(() -> query.select(OfOtherList.class))
          .hasMessageContainingAll("OfOtherList.lines", "java.util.List<java.lang.String>");
      assertThatThrownBy(() -> query.select(Primitive.class))
          .hasMessageContaining("Primitive.pages is of a primitive type")
          .hasMessageContaining("Book.pages may be null");
      assertThatThrownBy(() -> query.select(Nothing.class)).hasMessageContaining("no components");
      assertThatThrownBy(() -> query.select(String.class))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> query.select(null)).isInstanceOf(IllegalArgumentException.class);
      table.put(new Book("a", Instant.EPOCH, null, null, null, 0, null, List.of(), List.of()));
      assertThat(query.select(Boxed.class).list()).containsExactly(new Boxed(0L));
    }
  }
}
