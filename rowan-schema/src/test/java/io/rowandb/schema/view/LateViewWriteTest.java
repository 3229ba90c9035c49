package io.rowandb.schema.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.backend.Calls;
import io.rowandb.schema.backend.ServerCall;
import io.rowandb.schema.backend.StoppedClock;
import io.rowandb.schema.pattern.IndexSettings;
import io.rowandb.schema.pattern.LateWriteException;
import io.rowandb.schema.view.Bookshop.Book;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Duration;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A writer of a viewed table that is too slow to write its row behind its entries. */
@OnBackEnd
class LateViewWriteTest {
  private static final Book FORMER = Bookshop.book(1, 1, "t", "art", "a,b", 1, 2);
  private static final Book BOOK = Bookshop.book(1, 1, "u", "bio", "b,c", 1, 2);
  private static final Book OTHER = Bookshop.book(1, 2, "u", "bio", "c", 1);

  private Bookshop shop;
  private final StoppedClock clock = new StoppedClock();

  @BeforeEach
  void create(Connection connection) throws IOException {
    shop = new Bookshop(connection);
    try (ViewedTable<Book> table = shop.open()) {
      table.put(FORMER);
    }
  }

  @AfterEach
  void close() throws IOException {
    shop.close();
  }

  /** Half an hour and more passes with each call. */
  private Object slowly(ServerCall call) throws IOException {
    Object answer = call.make();
    clock.pass(Duration.ofMinutes(31));
    return answer;
  }

  private ViewedTable<Book> openSlow() throws IOException {
    return shop.open(this::slowly, new IndexSettings(clock, Duration.ofHours(1)));
  }

  private void nothingIsWritten() throws IOException {
    assertThat(shop.of(1)).extracting(Book::title).containsExactly("t");
    shop.checkView(1, "behind a late write");
    try (ViewedTable<Book> table = shop.open()) {
      table.put(OTHER); // its title is not claimed any more
    }
    shop.checkReads(1, "behind the next write");
    shop.checkView(1, "behind the next write");
  }

  @Test
  void aPut() throws IOException {
    try (ViewedTable<Book> slow = openSlow()) {
      assertThatThrownBy(() -> slow.put(BOOK)).isInstanceOf(LateWriteException.class);
    }
    nothingIsWritten();
  }

  @Test
  void aLoad() throws IOException {
    try (ViewedTable<Book> slow = openSlow()) {
      assertThatThrownBy(() -> slow.load(Stream.of(OTHER))).isInstanceOf(LateWriteException.class);
    }
    nothingIsWritten();
  }

  /** The source is fast enough, and the view is not: the record is written. */
  @Test
  void rowsOfTheView() throws IOException {
    Calls slowAtTheView =
        call -> shop.of(1).get(0).title().equals("u") ? slowly(call) : call.make();
    try (ViewedTable<Book> slow =
        shop.open(slowAtTheView, new IndexSettings(clock, Duration.ofHours(1)))) {
      assertThatThrownBy(() -> slow.put(BOOK))
          .isInstanceOf(IOException.class)
          .isNotInstanceOf(LateWriteException.class)
          .hasMessageContaining("noted in its source row");
    }
    try (ViewedTable<Book> table = shop.open()) {
      assertThat(table.repair(Duration.ZERO)).isEqualTo(new RepairCounts(1, 1));
    }
    assertThat(shop.of(1)).extracting(Book::title).containsExactly("u");
    shop.checkReads(1, "behind a repair");
    shop.checkView(1, "behind a repair");
  }

  /** The record was to go already; the next who comes by ends it. */
  @Test
  void aDeletion() throws IOException {
    try (ViewedTable<Book> slow = openSlow()) {
      assertThatThrownBy(() -> slow.delete(FORMER))
          .isInstanceOf(IOException.class)
          .isNotInstanceOf(LateWriteException.class)
          .hasMessageContaining("a repair, ends it");
    }
    shop.checkReads(1, "behind a late deletion");
    try (ViewedTable<Book> table = shop.open()) {
      assertThat(table.repair(Duration.ZERO)).isEqualTo(new RepairCounts(1, 1));
    }
    assertThat(shop.of(1)).isEmpty();
    shop.checkView(1, "behind a repair");
    shop.checkEntries("behind a repair");
  }
}
