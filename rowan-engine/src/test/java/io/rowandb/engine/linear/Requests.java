package io.rowandb.engine.linear;

import io.rowandb.engine.linear.Request.Kind;
import java.util.Random;

/** The random requests of one thread. */
final class Requests {
  private final Mode mode;
  private final int rows;
  private final int thread;
  private final Random random;

  /** The latest texts that this thread wrote, for checks that may hold. */
  private final String[] expected;

  private int texts;

  Requests(Mode mode, int rows, int thread, Random random) {
    this.mode = mode;
    this.rows = rows;
    this.thread = thread;
    this.random = random;
    this.expected = new String[rows];
  }

  /** The next one. */
  Request next() {
    int row = random.nextInt(rows);
    Request request =
        switch (mode) {
          case ROWS -> ofRow(random.nextInt(100), row);
          case REGIONS -> random.nextInt(10) < 4 ? ofRows(row) : ofRow(random.nextInt(100), row);
          case MILLISECONDS -> ofRow(random.nextInt(84), row);
        };
    expected[row] = random.nextInt(4) == 0 ? null : request.text();
    return request;
  }

  private Request ofRows(int row) {
    int last = rows - 1;
    return random.nextInt(3) == 0
        ? Request.putRows(random.nextInt(row + 1), last, text())
        : Request.scan(random.nextInt(row + 1), last);
  }

  /** Of the last 16 in a hundred the answer depends on the clock. */
  private Request ofRow(int percent, int row) {
    if (percent < 30) {
      return Request.of(Kind.GET, row);
    } else if (percent < 44) {
      return Request.of(Kind.PUT, row, text());
    } else if (percent < 52) {
      return Request.of(Kind.DELETE_TEXT, row);
    } else if (percent < 66) {
      return Request.of(Kind.INCREMENT, row, String.valueOf(1 + random.nextInt(3)));
    } else if (percent < 78) {
      return Request.check(Kind.CHECK_AND_PUT, row, expected[row], text());
    } else if (percent < 84) {
      return Request.check(Kind.CHECK_AND_DELETE, row, expected[row], null);
    } else if (percent < 96) {
      return Request.of(Kind.APPEND, row, text());
    }
    return Request.of(Kind.DELETE_ROW, row);
  }

  /** No two are alike. */
  private String text() {
    return (char) ('a' + thread) + Integer.toString(texts++, Character.MAX_RADIX);
  }
}
