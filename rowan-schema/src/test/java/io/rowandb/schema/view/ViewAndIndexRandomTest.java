package io.rowandb.schema.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.backend.Death;
import io.rowandb.schema.backend.ServerCall;
import io.rowandb.schema.pattern.Milliseconds;
import io.rowandb.schema.pattern.UniqueViolationException;
import io.rowandb.schema.view.Bookshop.Book;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random writes, deaths and repairs: tables, views and indexes are as a map of books says. */
@Tag("slow")
@OnBackEnd
class ViewAndIndexRandomTest {
  private static final long SEED = Long.getLong("rowan.seed", 20_261_122L);
  private static final int STEPS = BackEnd.isHBase() && !BackEnd.isFull() ? 40 : 150;
  private static final long RUN = 1;
  private static final int BOOKS = 5;

  /** More than a write has. */
  private static final int CALLS = 14;

  private final Random random = new Random(SEED);
  private final Map<Integer, Book> model = new TreeMap<>();
  private Bookshop shop;

  @BeforeEach
  void create(Connection connection) throws IOException {
    shop = new Bookshop(connection);
  }

  @AfterEach
  void close() throws IOException {
    shop.close();
  }

  private <T> T oneOf(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  private Book book() {
    String title = random.nextInt(6) == 0 ? null : oneOf(Bookshop.TITLES);
    return book(1 + random.nextInt(BOOKS), title);
  }

  private Book book(int id, String title) {
    StringBuilder shelves = new StringBuilder();
    for (String shelf : List.of("attic", "cellar", "", "window", "\0\uFFFF")) {
      if (random.nextBoolean()) {
        shelves.append(shelves.isEmpty() ? "" : ",").append(shelf);
      }
    }
    return Bookshop.book(
        RUN,
        id,
        title,
        random.nextInt(5) == 0 ? null : oneOf(Bookshop.GENRES),
        shelves.isEmpty() ? null : shelves.toString(),
        random.ints(random.nextInt(4), -2, 4).distinct().sorted().toArray());
  }

  private boolean isTaken(Book book) {
    return book.title() != null
        && model.values().stream()
            .anyMatch(each -> each.id() != book.id() && Objects.equals(each.title(), book.title()));
  }

  private void putIntoModel(Book book) {
    model.merge(book.id(), book, (old, written) -> written.sold(old.sold()));
  }

  private void put(ViewedTable<Book> table, Book book) throws IOException {
    boolean taken = isTaken(book);
    try {
      table.put(book);
      putIntoModel(book);
      assertThat(taken).isFalse();
    } catch (UniqueViolationException e) {
      assertThat(taken).as("%s", e).isTrue();
    }
  }

  private void delete(ViewedTable<Book> table, Book book) throws IOException {
    table.delete(book);
    model.remove(book.id());
  }

  /** A client dies; a repair, or the next write of the book, ends what it began. */
  private void die() throws IOException {
    Book book = book();
    boolean deletes = random.nextBoolean();
    Death death = new Death(random.nextInt(CALLS), oneOf(List.of(Death.Moment.values())));
    try (ViewedTable<Book> table = shop.openLater(death)) {
      if (deletes) {
        delete(table, book);
      } else {
        put(table, book);
      }
    } catch (Death.ClientDied e) {
      assertThat(death.happened()).isTrue();
      shop.checkReads(RUN, death.toString());
      Milliseconds.pass();
      endWriteOf(book, deletes);
    }
  }

  private void endWriteOf(Book book, boolean deletes) throws IOException {
    try (ViewedTable<Book> table = shop.openLater(ServerCall::make)) {
      if (random.nextBoolean()) {
        Book next = book(book.id(), null);
        table.put(next);
        Book found = shop.get(next).orElseThrow(); // a counter goes with its row
        assertThat(found).isEqualTo(next.sold(found.sold()));
        model.put(found.id(), found);
        return;
      }
      table.repair(Duration.ZERO);
    }
    Optional<Book> before = Optional.ofNullable(model.get(book.id()));
    Optional<Book> after =
        deletes ? Optional.empty() : Optional.of(book.sold(before.map(Book::sold).orElse(0L)));
    Optional<Book> found = shop.get(book);
    assertThat(found.map(Book::withoutNotes))
        .isIn(before.map(Book::withoutNotes), after.map(Book::withoutNotes));
    model.remove(book.id());
    found.ifPresent(each -> model.put(each.id(), each)); // notes are of either
  }

  private void step() throws IOException {
    try (ViewedTable<Book> table = shop.openLater(ServerCall::make)) {
      switch (random.nextInt(10)) {
        case 0, 1, 2 -> put(table, book());
        case 3 -> delete(table, book());
        case 4 -> increment();
        case 5 -> assertThat(table.rebuild()).singleElement().matches(ViewCounts::isClean);
        case 6 -> shop.repairIndexes("repair");
        default -> die();
      }
    }
  }

  private void increment() throws IOException {
    Book book = book();
    if (model.containsKey(book.id())) {
      shop.books.increment(Book::sold, 2, RUN, book.id());
      model.computeIfPresent(book.id(), (id, each) -> each.sold(each.sold() + 2));
    }
  }

  @Test
  void allIsAsTheMapSays() throws IOException {
    System.out.println("-Drowan.seed=" + SEED);
    for (int i = 0; i < STEPS; i++) {
      String when = "seed " + SEED + ", step " + i;
      try {
        step();
        Milliseconds.pass(); // what is deleted of notes hides what is written at the same time
        assertThat(shop.of(RUN)).isEqualTo(List.copyOf(model.values()));
        shop.checkReads(RUN, when);
        shop.checkView(RUN, when);
        shop.checkEntries(when);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError(when, e);
      }
    }
    assertThat(model).isNotEmpty();
    shop.repairIndexes("in the end");
  }
}
