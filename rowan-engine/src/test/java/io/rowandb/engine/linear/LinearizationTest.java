package io.rowandb.engine.linear;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.linear.Request.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The search itself: histories known to be good and bad, and all orders of short ones. */
class LinearizationTest {
  private static final int ROWS = 2;
  private static final Rows EMPTY = Rows.empty(ROWS);

  private final List<Operation> history = new ArrayList<>();

  private void call(Request request, String answer, long begin, long end) {
    history.add(new Operation(history.size(), request, answer, begin, end));
  }

  private boolean isGood() {
    return Linearization.exists(history, EMPTY);
  }

  @Test
  void aReadDuringAWriteMaySeeItOrNot() {
    call(Request.of(Kind.PUT, 0, "a"), "", 10, 40);
    call(Request.of(Kind.GET, 0), "[{|}]", 20, 30);
    assertThat(isGood()).isTrue();
    call(Request.of(Kind.GET, 0), "[{'a'|}]", 31, 35);
    assertThat(isGood()).isTrue();
  }

  @Test
  void aReadDoesNotGoBack() {
    call(Request.of(Kind.PUT, 0, "a"), "", 10, 40);
    call(Request.of(Kind.GET, 0), "[{'a'|}]", 15, 20);
    call(Request.of(Kind.GET, 0), "[{|}]", 25, 30);
    assertThat(isGood()).isFalse();
  }

  @Test
  void aReadAfterAWriteSeesIt() {
    call(Request.of(Kind.PUT, 0, "a"), "", 10, 20);
    call(Request.of(Kind.GET, 0), "[{|}]", 21, 30);
    assertThat(isGood()).isFalse();
  }

  @Test
  void noIncrementIsLost() {
    call(Request.of(Kind.INCREMENT, 0, "1"), "1", 10, 30);
    call(Request.of(Kind.INCREMENT, 0, "1"), "1", 20, 40);
    assertThat(isGood()).isFalse();
    history.set(0, new Operation(0, Request.of(Kind.INCREMENT, 0, "1"), "2", 10, 30));
    assertThat(isGood()).isTrue();
  }

  @Test
  void oneOfTwoChecksHolds() {
    call(Request.check(Kind.CHECK_AND_PUT, 0, null, "a"), "true", 10, 30);
    call(Request.check(Kind.CHECK_AND_PUT, 0, null, "b"), "true", 20, 40);
    assertThat(isGood()).isFalse();
    history.set(
        1, new Operation(1, Request.check(Kind.CHECK_AND_PUT, 0, "a", "b"), "true", 20, 40));
    assertThat(isGood()).isTrue();
  }

  @Test
  void aDeletedTextDoesNotComeBack() {
    call(Request.of(Kind.APPEND, 0, "a"), "a", 10, 20);
    call(Request.of(Kind.DELETE_TEXT, 0), "", 21, 30);
    call(Request.of(Kind.APPEND, 0, "b"), "ab", 31, 40);
    assertThat(isGood()).isFalse();
  }

  @Test
  void twoScansAgreeWhichWriteWasFirst() {
    call(Request.of(Kind.PUT, 0, "a"), "", 10, 90);
    call(Request.of(Kind.PUT, 1, "b"), "", 10, 90);
    call(Request.scan(0, 1), "[{'a'|}, {|}]", 20, 80);
    assertThat(isGood()).isTrue();
    call(Request.scan(0, 1), "[{|}, {'b'|}]", 20, 80);
    assertThat(isGood()).isFalse();
  }

  @Test
  void rowsWrittenAsOneAreSeenAsOne() {
    call(Request.putRows(0, 1, "a"), "", 10, 90);
    call(Request.scan(0, 1), "[{'a'|}, {|}]", 20, 80);
    assertThat(isGood()).isFalse();
  }

  @Test
  void whatHasNotEndedMayHaveHappened() {
    call(Request.of(Kind.PUT, 0, "a"), null, 10, Long.MAX_VALUE);
    call(Request.of(Kind.GET, 0), "[{|}]", 20, 30);
    assertThat(isGood()).isTrue();
    call(Request.of(Kind.GET, 0), "[{'a'|}]", 40, 50);
    assertThat(isGood()).isTrue();
    call(Request.of(Kind.GET, 0), "[{|}]", 60, 70);
    assertThat(isGood()).isFalse();
  }

  @Test
  void theEvidenceIsWhatMatters() {
    for (int i = 0; i < 20; i++) {
      call(Request.of(Kind.PUT, 0, "x" + i), "", 100L * i, 100L * i + 50);
      call(Request.of(Kind.GET, 0), "[{'x" + i + "'|}]", 100L * i + 60, 100L * i + 70);
    }
    call(Request.of(Kind.GET, 0), "[{'x3'|}]", 575, 580);
    List<Operation> evidence = Evidence.reduce(history, EMPTY);
    assertThat(evidence).hasSize(7).last().matches(call -> call.begin() == 575);
    assertThat(Evidence.print(evidence)).contains("575 to       580  GET row 0 -> [{'x3'|}]");
  }

  /** Histories that were made from an order, with overlaps that hide it. */
  @Tag("slow")
  @Test
  void findsTheOrderThatAHistoryWasMadeFrom() {
    Random random = new Random(4);
    for (int round = 0; round < 300; round++) {
      history.clear();
      Rows rows = EMPTY;
      for (int i = 0; i < 60; i++) {
        Request request = request(random);
        long moment = 10L * i;
        call(
            request,
            request.answer(rows),
            moment - random.nextInt(60),
            moment + random.nextInt(60));
        rows = request.after(rows);
      }
      Collections.shuffle(history, random);
      assertThat(isGood()).as("round %d %s", round, Evidence.print(history)).isTrue();
    }
  }

  /** Answers by chance, some of them possible: the search agrees with trying all orders. */
  @Test
  void agreesWithTryingAllOrders() {
    Random random = new Random(5);
    int good = 0;
    int rounds = 3_000;
    for (int round = 0; round < rounds; round++) {
      history.clear();
      Rows rows = EMPTY;
      for (int i = 0; i < 6; i++) {
        Request request = request(random);
        rows = random.nextInt(4) == 0 ? EMPTY : rows;
        long begin = random.nextInt(40);
        String answer = random.nextInt(9) == 0 ? null : request.answer(rows);
        call(request, answer, begin, answer == null ? Long.MAX_VALUE : begin + random.nextInt(30));
        rows = request.after(rows);
      }
      boolean expected = anyOrder(new boolean[history.size()], EMPTY);
      assertThat(isGood()).as("round %d %s", round, Evidence.print(history)).isEqualTo(expected);
      good += expected ? 1 : 0;
    }
    assertThat(good).isBetween(rounds / 10, rounds * 9 / 10);
  }

  private boolean anyOrder(boolean[] done, Rows rows) {
    long firstEnd = Long.MAX_VALUE;
    boolean explained = true;
    for (int i = 0; i < done.length; i++) {
      if (!done[i] && !history.get(i).isPending()) {
        explained = false;
        firstEnd = Math.min(firstEnd, history.get(i).end());
      }
    }
    for (int i = 0; i < done.length && !explained; i++) {
      Operation call = history.get(i);
      boolean fits = call.isPending() || call.request().answer(rows).equals(call.answer());
      if (!done[i] && call.begin() <= firstEnd && fits) {
        boolean[] next = Arrays.copyOf(done, done.length);
        next[i] = true;
        explained = anyOrder(next, call.request().after(rows));
      }
    }
    return explained;
  }

  private static Request request(Random random) {
    int row = random.nextInt(ROWS);
    String text = "" + (char) ('a' + random.nextInt(3));
    return switch (random.nextInt(8)) {
      case 0 -> Request.of(Kind.PUT, row, text);
      case 1 -> Request.of(Kind.DELETE_TEXT, row);
      case 2 -> Request.of(Kind.DELETE_ROW, row);
      case 3 -> Request.of(Kind.APPEND, row, text);
      case 4 -> Request.of(Kind.INCREMENT, row, "1");
      case 5 -> Request.check(Kind.CHECK_AND_PUT, row, random.nextBoolean() ? null : "a", text);
      case 6 -> Request.scan(0, ROWS - 1);
      default -> Request.of(Kind.GET, row);
    };
  }
}
