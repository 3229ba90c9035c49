package io.rowandb.design.sample;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;

/** Takes records of values between separators from a text. One thread. */
final class RecordText {
  /** Longer than any row; what is longer comes of a quote that nobody closed. */
  static final int LONGEST = 1 << 24;

  private static final int BUFFER = 1 << 16;

  // Fixed at construction.
  private final Reader reader;
  private final char separator;
  private final boolean quotes;

  private final char[] buffer = new char[BUFFER];
  private int at;
  private int end;
  private long line;
  private long lastLine;
  private final StringBuilder value = new StringBuilder();

  private final String name;

  RecordText(String name, Reader reader, char separator, boolean quotes) {
    this.name = name;
    this.reader = reader;
    this.separator = separator;
    this.quotes = quotes;
  }

  /** The line on which the last record began, from 1. */
  long line() {
    return lastLine;
  }

  /** The next values; null at the end. Empty lines are passed over. */
  List<String> next() throws IOException {
    List<String> values;
    do {
      int before = next1();
      while (before == '\n') { // a gzip file of a megabyte may have a thousand million of them
        line++;
        before = next1();
      }
      lastLine = line + 1;
      values = new ArrayList<>();
      if (before < 0) {
        return null;
      }
      read(before, values);
    } while (values.size() == 1 && values.get(0).isEmpty());
    return values;
  }

  private void read(int first, List<String> values) throws IOException {
    value.setLength(0);
    int length = 0;
    boolean isQuoted = false;
    boolean atStart = true;
    for (int c = first; ; c = next1()) {
      if (c == '"' && quotes && isQuoted) {
        int after = peek();
        if (after == '"') {
          value.append((char) next1());
        } else {
          isQuoted = false;
        }
      } else if (c == '"' && quotes && atStart) {
        isQuoted = true;
        atStart = false;
      } else if (c < 0 || (c == '\n' && !isQuoted)) {
        line++;
        trimReturn();
        values.add(value.toString());
        return;
      } else if (c == separator && !isQuoted) {
        values.add(value.toString());
        value.setLength(0);
        atStart = true;
      } else {
        line += c == '\n' ? 1 : 0;
        value.append((char) c);
        atStart = false;
      }
      if (++length > LONGEST) {
        throw new SampleException(
            name
                + ", line "
                + lastLine
                + ": a row has more than "
                + LONGEST
                + " characters; perhaps a quote is not closed");
      }
    }
  }

  private void trimReturn() {
    int last = value.length() - 1;
    if (last >= 0 && value.charAt(last) == '\r') {
      value.setLength(last);
    }
  }

  private int next1() throws IOException {
    return fill() ? buffer[at++] : -1;
  }

  private int peek() throws IOException {
    return fill() ? buffer[at] : -1;
  }

  private boolean fill() throws IOException {
    if (at == end) {
      if (Thread.currentThread().isInterrupted()) { // a record, or empty lines, may have no end
        throw new InterruptedIOException("the reading of " + name + " was given up");
      }
      end = Math.max(0, reader.read(buffer, 0, BUFFER));
      at = 0;
    }
    return end > 0;
  }
}
