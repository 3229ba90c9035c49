package io.rowandb.schema.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rowandb.schema.backend.Death;
import io.rowandb.schema.backend.ServerCall;
import io.rowandb.schema.pattern.Milliseconds;
import io.rowandb.schema.view.Bookshop.Book;
import io.rowandb.schema.view.Bookshop.Note;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A client dies at each of its calls, before it, after it and within it, while it writes a table
 * with a view and indexes. Whatever it leaves behind, reads through the indexes of both tables are
 * right; and when the write was ended, by a repair or by the next one, so is the view.
 */
@Tag("slow")
@OnBackEnd
class ViewAndIndexDeathTest {
  /** What the client is at. */
  enum Deed {
    INSERT,
    UPDATE,
    UPDATE_TO_NULLS,
    TAKE_A_TITLE,
    INSERT_AGAIN,
    DELETE,
    CHANGE,
    LOAD,
    PUT_ALL_IF_ABSENT;

    /** What is there before. */
    List<Book> before(long run) {
      return switch (this) {
        case INSERT, INSERT_AGAIN, LOAD, PUT_ALL_IF_ABSENT -> List.of();
        case UPDATE, UPDATE_TO_NULLS, DELETE, CHANGE, TAKE_A_TITLE -> List.of(former(run));
      };
    }

    /** What is there when it is done. */
    List<Book> after(long run) {
      return switch (this) {
        case INSERT, UPDATE, INSERT_AGAIN, CHANGE -> List.of(changed(run));
        case UPDATE_TO_NULLS -> List.of(Bookshop.book(run, 1, null, null, null));
        case TAKE_A_TITLE ->
            List.of(changed(run), Bookshop.book(run, 2, "t", "art", "north,window", 1, 2));
        case DELETE -> List.of();
        case LOAD, PUT_ALL_IF_ABSENT ->
            List.of(
                changed(run),
                Bookshop.book(run, 2, "v", "art", "north,window", 1, 2),
                Bookshop.book(run, 3, "w", null, null));
      };
    }

    void run(ViewedTable<Book> table, long run) throws IOException {
      if (this == LOAD) {
        table.load(after(run).stream());
      } else if (this == PUT_ALL_IF_ABSENT) {
        table.putAllIfAbsent(after(run));
      } else if (this == DELETE) {
        table.delete(former(run));
      } else if (this == CHANGE) {
        assertThat(table.putIf(changed(run), there -> true)).isTrue();
      } else {
        for (Book book : after(run)) {
          table.put(book);
        }
      }
    }
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

  static Book former(long run) {
    return Bookshop.book(run, 1, "t", "art", "north,south,window", 1, 2, 3);
  }

  /** Some shelves stay, some go, some come; so do chapters. */
  private static Book changed(long run) {
    return Bookshop.book(run, 1, "u", "bio", "south,cellar,window", 2, 3, 4, 5);
  }

  private void prepare(Deed deed) throws IOException {
    shop.clear();
    run++;
    try (ViewedTable<Book> table = shop.open()) {
      for (Book book : deed.before(run)) {
        table.put(book);
      }
      if (deed == Deed.INSERT_AGAIN) {
        table.put(former(run));
        Milliseconds.pass();
        table.delete(former(run));
      }
    }
    Milliseconds.pass(); // what is deleted of details, or before them, hides what is of its time
  }

  /** Returns whether it came to that. */
  private boolean die(Deed deed, Death death) throws IOException {
    try {
      deed(deed, death);
    } catch (Death.ClientDied e) {
      assertThat(death.happened()).isTrue();
    }
    Milliseconds.pass();
    return death.happened();
  }

  /** As a client does it that dies. */
  void deed(Deed deed, Death death) throws IOException {
    try (ViewedTable<Book> table = shop.openLater(death)) {
      deed.run(table, run);
    }
  }

  Bookshop shop() {
    return shop;
  }

  long run() {
    return run;
  }

  private static Optional<Book> ofId(List<Book> books, int id) {
    return books.stream().filter(each -> each.id() == id).findFirst();
  }

  /** Each book is as before or as after; its notes, which are not of one step, are of either. */
  private void checkBooks(Deed deed, String when) throws IOException {
    for (int id = 1; id <= 3; id++) {
      Optional<Book> before = ofId(deed.before(run), id);
      Optional<Book> after = ofId(deed.after(run), id);
      Optional<Book> found = ofId(shop.of(run), id);
      assertThat(found.map(Book::withoutNotes))
          .as(when)
          .isIn(before.map(Book::withoutNotes), after.map(Book::withoutNotes));
      List<Note> known = new ArrayList<>();
      Stream.of(before, after).flatMap(Optional::stream).map(Book::notes).forEach(known::addAll);
      assertThat(known).as(when).containsAll(found.map(Book::notes).orElse(List.of()));
    }
  }

  @ParameterizedTest
  @EnumSource(Deed.class)
  void aRepairEndsIt(Deed deed) throws IOException {
    int deaths = 0;
    for (Death.Moment moment : Death.Moment.values()) {
      boolean died = true;
      for (int call = moment.firstCall(Death.CALLS_APART); died; call += Death.CALLS_APART) {
        Death death = new Death(call, moment);
        prepare(deed);
        died = die(deed, death);
        deaths += died ? 1 : 0;
        checkBooks(deed, death.toString());
        shop.checkReads(run, death.toString());
        repair(death.toString());
        checkBooks(deed, death + ", repaired");
        again(deed, death.toString());
      }
    }
    assertThat(deaths)
        .isPositive()
        .isGreaterThanOrEqualTo(4 * Death.Moment.values().length / Death.CALLS_APART);
  }

  private void repair(String death) throws IOException {
    try (ViewedTable<Book> table = shop.open()) {
      RepairCounts repaired = table.repair(Duration.ZERO);
      assertThat(repaired.finished()).as(death).isEqualTo(repaired.pending());
    }
    shop.checkView(run, death + ", repaired");
    shop.checkReads(run, death + ", repaired");
    shop.checkEntries(death + ", repaired");
    Milliseconds.pass();
  }

  /** The deed once more is whole; and both repairs find what there is. */
  private void again(Deed deed, String death) throws IOException {
    try (ViewedTable<Book> table = shop.openLater(ServerCall::make)) {
      deed.run(table, run);
      assertThat(shop.of(run)).as("%s, and once more", death).isEqualTo(deed.after(run));
      assertThat(table.rebuild()).singleElement().matches(ViewCounts::isClean);
    }
    shop.checkView(run, death + ", and once more");
    shop.checkReads(run, death + ", and once more");
    shop.repairIndexes(death + ", and once more");
  }

  @ParameterizedTest
  @EnumSource(Deed.class)
  void theNextWriteEndsIt(Deed deed) throws IOException {
    assumeTrue(!BackEnd.isHBase() || deed == Deed.INSERT, "the others take a minute there");
    for (Death.Moment moment : Death.Moment.values()) {
      boolean died = true;
      for (int call = moment.firstCall(Death.CALLS_APART); died; call += Death.CALLS_APART) {
        Death death = new Death(call, moment);
        prepare(deed);
        died = die(deed, death);
        List<Book> last = new ArrayList<>();
        try (ViewedTable<Book> table = shop.openLater(ServerCall::make)) {
          for (int id = 1; id <= 3; id++) {
            last.add(
                Bookshop.book(
                    run, id, "xyt".substring(id - 1, id), "crime", "window,attic", id, 7));
            table.put(last.get(id - 1));
          }
        }
        assertThat(shop.of(run)).as(death.toString()).isEqualTo(last);
        shop.checkView(run, death.toString());
        shop.checkReads(run, death.toString());
        shop.repairIndexes(death.toString());
      }
    }
  }

  /** A repair that dies, and a rebuild, are repeated. */
  @ParameterizedTest
  @EnumSource(
      value = Deed.class,
      names = {"UPDATE", "DELETE", "LOAD"})
  void aRepairThatDiesIsRepeated(Deed deed) throws IOException {
    int fatalCall = callThatLeavesMost(deed);
    for (boolean rebuilds : new boolean[] {false, true}) {
      boolean died = true;
      for (int call = 0; died; call += (Death.CALLS_APART + 2) / 3) {
        prepare(deed);
        assertThat(die(deed, new Death(fatalCall, Death.Moment.AFTER))).isTrue();
        Death death = new Death(call, Death.Moment.HALF_WAY);
        try (ViewedTable<Book> table = shop.open(death)) {
          if (rebuilds) {
            table.rebuild();
          } else {
            assertThat(table.repair(Duration.ZERO).finished()).isPositive();
          }
        } catch (Death.ClientDied e) {
          assertThat(death.happened()).isTrue();
        }
        died = death.happened();
        String when = (rebuilds ? "rebuild: " : "repair: ") + death;
        shop.checkReads(run, when);
        repair(when);
        assertThat(shop.of(run).stream().map(Book::withoutNotes))
            .as(when)
            .containsExactlyElementsOf(deed.after(run).stream().map(Book::withoutNotes).toList());
      }
    }
  }

  /** The first call behind which books are written and their views are not. */
  private int callThatLeavesMost(Deed deed) throws IOException {
    for (int call = 0; ; call++) {
      prepare(deed);
      assertThat(die(deed, new Death(call, Death.Moment.AFTER))).isTrue();
      try (ViewedTable<Book> table = shop.open()) {
        if (table.repair(Duration.ZERO).pending() > 0) {
          return call;
        }
      }
    }
  }
}
