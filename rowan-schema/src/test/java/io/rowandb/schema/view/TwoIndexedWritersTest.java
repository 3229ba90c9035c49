package io.rowandb.schema.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.backend.ServerCall;
import io.rowandb.schema.pattern.UniqueViolationException;
import io.rowandb.schema.view.Bookshop.Book;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Two clients write one record of a table with a view and indexes: at each call of the first, the
 * second goes ahead of it. Both have ended then, and all is right without a repair.
 */
@OnBackEnd
class TwoIndexedWritersTest {
  /** More than any write has. */
  private static final int MAX_CALLS = 60;

  private enum Write {
    PUT,
    DELETE
  }

  private Bookshop shop;
  private long run;

  @BeforeEach
  void create(Connection connection) throws IOException {
    shop = new Bookshop(connection);
  }

  @AfterEach
  void close() throws IOException {
    shop.close();
  }

  private void write(Connection connection, Write write, Book book) throws IOException {
    try (ViewedTable<Book> table = shop.open(connection)) {
      if (write == Write.PUT) {
        table.put(book);
      } else {
        table.delete(book);
      }
    }
  }

  private static Optional<Book> result(Write write, Book book) {
    return write == Write.PUT ? Optional.of(book) : Optional.empty();
  }

  private boolean interleave(Write one, Write other, int call) throws IOException {
    shop.clear();
    run++;
    Book mine = Bookshop.book(run, 1, "u", "bio", "south,cellar", 2, 3);
    Book theirs = Bookshop.book(run, 1, "v", "art", "cellar,attic", 3, 4);
    write(shop.connection(), Write.PUT, Bookshop.book(run, 1, "t", "art", "north,south", 1, 2));
    WatchedConnection watched =
        WatchedConnection.withOthers(
            shop.connection(), () -> write(shop.connection(), other, theirs), call);
    write(watched.connection(), one, mine);
    String when = one + " with " + other + " before call " + call;
    assertThat(shop.get(mine)).as(when).isIn(result(one, mine), result(other, theirs));
    shop.checkReads(run, when);
    shop.checkView(run, when);
    shop.checkEntries(when);
    return watched.calls() > call;
  }

  @Test
  @Tag("slow")
  void allIsRightWithoutRepair() throws IOException {
    for (Write one : Write.values()) {
      for (Write other : Write.values()) {
        boolean more = true;
        int call = 0;
        for (; more && call < MAX_CALLS; call++) {
          more = interleave(one, other, call);
        }
        assertThat(more).isFalse();
        assertThat(call).isGreaterThan(5);
      }
    }
    shop.repairIndexes("in the end");
  }

  /**
   * A put of a book with notes and rows of a view, whose title another book may get before: at each
   * call of it. If it is refused, none of its notes is with the record that is there.
   */
  @Test
  void aRefusedPutLeavesNoNotes() throws IOException {
    int refused = 0;
    int written = 0;
    boolean more = true;
    for (int call = 0; more && call < MAX_CALLS; call++) {
      shop.clear();
      run++;
      Book former = Bookshop.book(run, 1, "t", "art", "north,south", 1, 2);
      Book mine = Bookshop.book(run, 1, "u", "bio", "south,cellar", 2, 3);
      Book theirs = Bookshop.book(run, 2, "u", "art", "attic", 4);
      write(shop.connection(), Write.PUT, former);
      WatchedConnection watched =
          WatchedConnection.withOthers(shop.connection(), () -> putIfFree(theirs), call);
      boolean isWritten = put(watched.connection(), mine);
      String when = "before call " + call + (isWritten ? ": written" : ": refused");
      assertThat(shop.get(former)).as(when).contains(isWritten ? mine : former);
      shop.checkReads(run, when);
      shop.checkView(run, when);
      shop.checkEntries(when);
      refused += isWritten ? 0 : 1;
      written += isWritten ? 1 : 0;
      more = watched.calls() > call;
    }
    assertThat(more).isFalse();
    assertThat(refused).isPositive();
    assertThat(written).isGreaterThan(1);
  }

  private void putIfFree(Book book) throws IOException {
    put(shop.connection(), book);
  }

  /** Whether its title was free. */
  private boolean put(Connection connection, Book book) throws IOException {
    try {
      write(connection, Write.PUT, book);
      return true;
    } catch (UniqueViolationException e) {
      return false;
    }
  }

  @Test
  void aTitleIsOfOneBook() throws IOException {
    Book first = Bookshop.book(1, 1, "t", "art", "north", 1);
    Book second = Bookshop.book(1, 2, "t", "bio", "south", 2);
    try (ViewedTable<Book> table = shop.open();
        ViewedTable<Book> later = shop.openLater(ServerCall::make)) {
      table.put(first);
      assertThatThrownBy(() -> table.put(second)).isInstanceOf(UniqueViolationException.class);
      assertThatThrownBy(() -> later.put(second)).isInstanceOf(UniqueViolationException.class);
      assertThat(shop.of(1)).containsExactly(first);
      shop.checkView(1, "refused");
      table.delete(first);
      table.put(second);
      assertThat(shop.of(1)).containsExactly(second);
      shop.checkView(1, "taken");
      shop.checkReads(1, "taken");
    }
  }
}
