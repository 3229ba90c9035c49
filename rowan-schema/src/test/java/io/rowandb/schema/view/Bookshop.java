package io.rowandb.schema.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.backend.Calls;
import io.rowandb.schema.backend.UsedTables;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.pattern.IndexReport;
import io.rowandb.schema.pattern.IndexSettings;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.DetailDesign;
import io.rowandb.schema.table.DetailLayout;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;

/**
 * Books and where they stand: a table with a view and with all else that a table may have, and the
 * view's table with indexes too. Books belong to runs, of which one sees nothing of another. And
 * what must hold of each run at any time.
 */
final class Bookshop implements AutoCloseable {
  record Chapter(int number, String name) {}

  record Note(int number, String text) {}

  /**
   * A book.
   *
   * @param title of no other book of the run
   * @param shelves their names, with commas between; null for none
   * @param chapters in the book's row
   * @param notes in rows of their own
   * @param sold a counter
   */
  record Book(
      long run,
      int id,
      String title,
      String genre,
      String shelves,
      int pages,
      String blurb,
      List<Chapter> chapters,
      List<Note> notes,
      long sold) {
    /** As far as one step writes it. */
    Book withoutNotes() {
      return new Book(run, id, title, genre, shelves, pages, blurb, chapters, List.of(), sold);
    }

    Book sold(long newSold) {
      return new Book(run, id, title, genre, shelves, pages, blurb, chapters, notes, newSold);
    }
  }

  /** A book's copy on a shelf. */
  record Copy(long run, String shelf, int id, String title, String genre, List<Chapter> chapters) {}

  static final List<String> TITLES = List.of("t", "u", "v", "w", "x", "y");
  static final List<String> GENRES = List.of("art", "bio", "crime");
  static final List<String> INDEXES = List.of("byTitle", "byGenre");

  private static final Duration GRACE = Duration.ofHours(1);

  // Fixed at construction.
  private final Connection connection;
  final TableDesign<Book> bookDesign;
  final TableDesign<Copy> copyDesign;
  final View<Book, Copy> view;
  final RecordTable<Book> books;
  final RecordTable<Copy> copies;
  private final UsedTables tables;

  Bookshop(Connection connection) throws IOException {
    this.connection = connection;
    bookDesign = books(BackEnd.newTableName("books"));
    copyDesign = copies(BackEnd.newTableName("copies"));
    view = View.of(bookDesign, copyDesign, Bookshop::copies);
    books = RecordTable.create(connection, bookDesign);
    copies = RecordTable.create(connection, copyDesign);
    Set<TableName> names = new HashSet<>(Set.of(bookDesign.name(), copyDesign.name()));
    bookDesign.indexes().forEach(index -> names.add(index.table()));
    copyDesign.indexes().forEach(index -> names.add(index.table()));
    names.add(TableName.valueOf(bookDesign.name() + "_notes"));
    tables = new UsedTables(connection, names);
  }

  private static DetailDesign<Chapter> chapters() {
    return DetailDesign.of(Chapter.class)
        .key(key -> key.part(Chapter::number))
        .cell(Chapter::name, "n")
        .build();
  }

  private static TableDesign<Book> books(String name) {
    return TableDesign.of(name, Book.class)
        .key(key -> key.literal("D-").part(Book::run, Parts.unsigned(8)).part(Book::id))
        .family("b")
        .family("c")
        .column(Book::title, "b:t")
        .column(Book::genre, "b:g")
        .column(Book::shelves, "b:s")
        .packed("b:p", packed -> packed.field(1, Book::pages).field(2, Book::blurb))
        .counter(Book::sold, "b:n")
        .details(Book::chapters, DetailLayout.wide("c"), chapters())
        .details(
            Book::notes,
            DetailLayout.tall(name + "_notes"),
            DetailDesign.of(Note.class)
                .key(key -> key.part(Note::number))
                .packed(packed -> packed.field(1, Note::text))
                .build())
        .index("byTitle", index -> index.on(k -> k.part(Book::run).part(Book::title)).unique())
        .index(
            "byGenre",
            index ->
                index
                    .on(k -> k.part(Book::run).part(Book::genre))
                    .covering(Book::title, Book::shelves)
                    .inTableOfRecords("I-", "b"))
        .build();
  }

  private static TableDesign<Copy> copies(String name) {
    return TableDesign.of(name, Copy.class)
        .key(
            key ->
                key.literal("C-")
                    .part(Copy::run, Parts.unsigned(8))
                    .part(Copy::shelf)
                    .part(Copy::id))
        .family("b")
        .family("c")
        .column(Copy::title, "b:t")
        .column(Copy::genre, "b:g")
        .details(Copy::chapters, DetailLayout.wide("c"), chapters())
        .index("byTitle", index -> index.on(k -> k.part(Copy::run).part(Copy::title)))
        .index(
            "byGenre",
            index -> index.on(k -> k.part(Copy::run).part(Copy::genre)).inTableOfRecords("I-", "b"))
        .build();
  }

  static List<Copy> copies(Book book) {
    assertThat(book.sold()).isZero();
    assertThat(book.notes()).isEmpty();
    if (book.shelves() == null) {
      return List.of();
    }
    return Arrays.stream(book.shelves().split(",", -1))
        .map(
            shelf ->
                new Copy(book.run(), shelf, book.id(), book.title(), book.genre(), book.chapters()))
        .sorted((a, b) -> a.shelf().compareTo(b.shelf()))
        .toList();
  }

  /** A book whose chapters and notes have these numbers. */
  static Book book(long run, int id, String title, String genre, String shelves, int... numbers) {
    return new Book(
        run,
        id,
        title,
        genre,
        shelves,
        numbers.length,
        title,
        Arrays.stream(numbers)
            .mapToObj(number -> new Chapter(number, number % 3 == 0 ? null : title + number))
            .toList(),
        Arrays.stream(numbers).mapToObj(number -> new Note(number, title + number)).toList(),
        0);
  }

  ViewedTable<Book> open() throws IOException {
    return open(connection, IndexSettings.usual());
  }

  ViewedTable<Book> open(Connection watched) throws IOException {
    return open(watched, IndexSettings.usual());
  }

  /** A client whose calls may be stopped. */
  ViewedTable<Book> open(Calls calls) throws IOException {
    return open(watched(calls), IndexSettings.usual());
  }

  /** The same, which takes all entries for old. */
  ViewedTable<Book> openLater(Calls calls) throws IOException {
    return open(watched(calls), later());
  }

  /** The same, with settings. */
  ViewedTable<Book> open(Calls calls, IndexSettings settings) throws IOException {
    return open(watched(calls), settings);
  }

  private ViewedTable<Book> open(Connection watched, IndexSettings settings) throws IOException {
    return ViewedTable.open(watched, Clock.systemUTC(), settings, bookDesign, List.of(view));
  }

  private Connection watched(Calls calls) {
    return io.rowandb.schema.backend.WatchedConnection.of(connection, calls);
  }

  Connection connection() {
    return connection;
  }

  static IndexSettings later() {
    return new IndexSettings(Clock.offset(Clock.systemUTC(), GRACE.multipliedBy(2)), GRACE);
  }

  Optional<Book> get(Book book) throws IOException {
    return books.get(book.run(), book.id());
  }

  List<Book> of(long run) throws IOException {
    return books.where(Book::run).is(run).list();
  }

  List<Copy> copiesOf(long run) throws IOException {
    return copies.where(Copy::run).is(run).list();
  }

  private static Book copied(Book book) {
    return new Book(
        book.run(),
        book.id(),
        book.title(),
        book.genre(),
        book.shelves(),
        0,
        null,
        List.of(),
        List.of(),
        0);
  }

  private void checkCopies(long run, List<Book> allBooks, String when) throws IOException {
    for (String genre : GENRES) {
      assertThat(
              books.where(Book::run).is(run).where(Book::genre).is(genre).copied("byGenre").list())
          .as("%s: copies of books of genre %s", when, genre)
          .extracting(Bookshop::copied)
          .isEqualTo(
              allBooks.stream()
                  .filter(each -> genre.equals(each.genre()))
                  .map(Bookshop::copied)
                  .toList());
    }
  }

  /** Reads through each index give what all rows of the run give. */
  void checkReads(long run, String when) throws IOException {
    List<Book> allBooks = of(run);
    List<Copy> allCopies = copiesOf(run);
    checkCopies(run, allBooks, when);
    for (String title : TITLES) {
      assertThat(
              books.where(Book::run).is(run).where(Book::title).is(title).through("byTitle").list())
          .as("%s: books of title %s", when, title)
          .isEqualTo(allBooks.stream().filter(each -> title.equals(each.title())).toList())
          .hasSizeLessThanOrEqualTo(1);
      assertThat(
              copies
                  .where(Copy::run)
                  .is(run)
                  .where(Copy::title)
                  .is(title)
                  .through("byTitle")
                  .list())
          .as("%s: copies of title %s", when, title)
          .isEqualTo(allCopies.stream().filter(each -> title.equals(each.title())).toList());
    }
    for (String genre : GENRES) {
      assertThat(
              books.where(Book::run).is(run).where(Book::genre).is(genre).through("byGenre").list())
          .as("%s: books of genre %s", when, genre)
          .isEqualTo(allBooks.stream().filter(each -> genre.equals(each.genre())).toList());
      assertThat(
              copies
                  .where(Copy::run)
                  .is(run)
                  .where(Copy::genre)
                  .is(genre)
                  .through("byGenre")
                  .list())
          .as("%s: copies of genre %s", when, genre)
          .isEqualTo(allCopies.stream().filter(each -> genre.equals(each.genre())).toList());
    }
  }

  /** No entry is missing, nor has one copies of what was, whatever happened. */
  void checkEntries(String when) throws IOException {
    for (String index : INDEXES) {
      for (RecordTable<?> table : List.of(books, copies)) {
        IndexReport report = table.verifyIndex(index);
        assertThat(report.missing()).as("%s: %s %s", when, table.design().name(), index).isZero();
        assertThat(report.copies().outdated()).as("%s: %s", when, index).isZero();
      }
    }
  }

  /** All writes have ended: the view is the function of the books. */
  void checkView(long run, String when) throws IOException {
    assertThat(copiesOf(run))
        .as(when)
        .containsExactlyInAnyOrderElementsOf(
            of(run).stream()
                .map(each -> each.withoutNotes().sold(0))
                .flatMap(each -> copies(each).stream())
                .toList());
    try (ViewedTable<Book> table = open()) {
      assertThat(table.verify())
          .as(when)
          .singleElement()
          .satisfies(counts -> assertThat(counts.isClean()).as("%s", counts).isTrue());
      assertThat(table.repair(Duration.ZERO)).as(when).isEqualTo(new RepairCounts(0, 0));
    }
  }

  /** Removes entries of no row; then nothing is missing, and nothing is of no row. */
  void repairIndexes(String when) throws IOException {
    try (RecordTable<Book> laterBooks = RecordTable.open(connection, bookDesign, later());
        RecordTable<Copy> laterCopies = RecordTable.open(connection, copyDesign, later())) {
      for (RecordTable<?> table : List.of(laterBooks, laterCopies)) {
        for (String index : INDEXES) {
          table.repairIndex(index);
          assertThat(table.verifyIndex(index))
              .as("%s: %s of %s", when, index, table.design().name())
              .matches(report -> report.missing() == 0 && report.stale() == 0)
              .matches(report -> report.conflicts() == 0);
        }
      }
    }
  }

  /** So that the next run reads as few rows as this. */
  void clear() throws IOException {
    tables.empty();
  }

  @Override
  public void close() throws IOException {
    books.close();
    copies.close();
  }
}
