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

  /** Characters before the buffer. */
  private long passed;

  /** Characters before the record. */
  private long recordStart;

  private long line;
  private long lastLine;

  /** A value that is quoted, or not in one buffer. */
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
    List<String> values = new ArrayList<>();
    do {
      while (peek() == '\n') { // a gzip file of a megabyte may have a thousand million of them
        at++;
        line++;
      }
      lastLine = line + 1;
      if (peek() < 0) {
        return null;
      }
      values.clear();
      read(values);
    } while (values.size() == 1 && values.get(0).isEmpty());
    return values;
  }

  private void read(List<String> values) throws IOException {
    recordStart = passed + at;
    boolean isLast;
    do {
      isLast = addValue(values);
    } while (!isLast);
    line++;
  }

  /** Returns whether it was the last of its record. */
  private boolean addValue(List<String> values) throws IOException {
    value.setLength(0);
    if (quotes && peek() == '"') {
      at++;
      takeQuoted();
    }
    while (fill()) {
      int stop = stop();
      if (stop < end) {
        boolean isLast = buffer[stop] == '\n';
        values.add(valueTo(stop, isLast));
        at = stop + 1;
        return isLast;
      }
      take(end);
    }
    values.add(valueTo(at, true));
    return true;
  }

  /** Where the next separator or end of a line is in the buffer; its end for none. */
  private int stop() {
    int stop = at;
    while (stop < end && buffer[stop] != separator && buffer[stop] != '\n') {
      stop++;
    }
    return stop;
  }

  /** What was taken of a value, and what the buffer has up to a place; most values are there. */
  private String valueTo(int stop, boolean isLast) {
    if (value.length() == 0) {
      int last = isLast && stop > at && buffer[stop - 1] == '\r' ? stop - 1 : stop;
      return new String(buffer, at, last - at);
    }
    value.append(buffer, at, stop - at);
    int last = value.length() - 1;
    if (isLast && value.charAt(last) == '\r') {
      value.setLength(last);
    }
    return value.toString();
  }

  /** Up to the quote that ends it, which is passed. */
  private void takeQuoted() throws IOException {
    while (fill()) {
      int stop = at;
      while (stop < end && buffer[stop] != '"') {
        line += buffer[stop] == '\n' ? 1 : 0;
        stop++;
      }
      boolean isQuote = stop < end;
      take(stop);
      if (isQuote) {
        at++;
        if (peek() != '"') {
          return;
        }
        value.append('"');
        at++;
      }
    }
    throw new SampleException(name + ", line " + lastLine + ": a quote is not closed");
  }

  private void take(int stop) throws SampleException {
    value.append(buffer, at, stop - at);
    at = stop;
    if (passed + at - recordStart > LONGEST) {
      throw new SampleException(
          name
              + ", line "
              + lastLine
              + ": a row has more than "
              + LONGEST
              + " characters; perhaps a quote is not closed");
    }
  }

  private int peek() throws IOException {
    return fill() ? buffer[at] : -1;
  }

  private boolean fill() throws IOException {
    if (at == end) {
      if (Thread.currentThread().isInterrupted()) { // a record, or empty lines, may have no end
        throw new InterruptedIOException("the reading of " + name + " was given up");
      }
      passed += end;
      end = Math.max(0, reader.read(buffer, 0, BUFFER));
      at = 0;
    }
    return end > 0;
  }
}
