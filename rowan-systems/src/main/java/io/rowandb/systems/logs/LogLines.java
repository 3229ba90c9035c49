package io.rowandb.systems.logs;

import io.rowandb.systems.lines.DataLines;
import java.io.BufferedReader;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Files of tab-separated values; empty lines are skipped. The first line names the columns. Group
 * and time must be there, as {@code 2020-06-10T02:50:56.537Z}; guid1, guid2, code, source and text
 * may. Guids may have braces; an empty value is none. Other columns are passed over.
 */
public final class LogLines {
  private static final List<String> FIELDS =
      List.of("group", "time", "guid1", "guid2", "code", "source", "text");

  /** Ten times the longest text: a file of longer lines is no log, and need not fit in memory. */
  private static final int MOST_LINE_CHARS = DataLines.USUAL_CHARS;

  private static final int GUID_CHARS = 36;

  private LogLines() {}

  /**
   * The columns of a file that have other names.
   *
   * @param text as {@code group=hostname,guid1=process_guid}; empty for none
   * @return the name of the column for each field, its own unless the text says another
   * @throws IllegalArgumentException when it names no field, or one twice
   */
  public static Map<String, String> columns(String text) {
    Map<String, String> named = new LinkedHashMap<>();
    for (String each : text.isEmpty() ? List.<String>of() : Arrays.asList(text.split(",", -1))) {
      int equals = each.indexOf('=');
      if (equals < 0 || equals == each.length() - 1) {
        throw new IllegalArgumentException("\"" + each + "\" is not FIELD=COLUMN");
      }
      String field = each.substring(0, equals);
      if (!FIELDS.contains(field)) {
        throw new IllegalArgumentException(
            "there is no field \"" + field + "\", only " + String.join(", ", FIELDS));
      }
      if (named.put(field, each.substring(equals + 1)) != null) {
        throw new IllegalArgumentException("field " + field + " is named twice");
      }
    }
    return named;
  }

  /**
   * The lines of a file, which have its line numbers and the file 0; empty lines are skipped.
   *
   * @param name of the file, for errors
   * @param lines are read while the stream is, and closed by it
   * @param columns those that have other names than the fields ({@link #columns})
   * @return a stream that throws IllegalArgumentException at a line that is wrong, with its number
   *     and its text, and UncheckedIOException when the file cannot be read on
   * @throws IllegalArgumentException when a column is missing, or is there twice
   */
  public static Stream<LogRecord> read(
      String name, BufferedReader lines, Map<String, String> columns) throws IOException {
    return DataLines.read(
        name,
        lines,
        MOST_LINE_CHARS,
        first -> {
          Map<String, Integer> places = places(name, first, columns);
          int values = first.split("\t", -1).length;
          return (number, line) -> List.of(record(number, line, places, values));
        });
  }

  private static LogRecord record(
      int number, String line, Map<String, Integer> places, int values) {
    String[] each = line.split("\t", -1);
    if (each.length != values) {
      throw new IllegalArgumentException("not " + values + " values, but " + each.length);
    }
    return record(number, field -> value(each, places.get(field)));
  }

  /** Where each field stands; those that may be missing may be missing here. */
  private static Map<String, Integer> places(
      String name, String header, Map<String, String> columns) {
    List<String> there = Arrays.asList(header.split("\t", -1));
    Map<String, Integer> places = new HashMap<>();
    List<String> missing = new ArrayList<>();
    for (String field : FIELDS) {
      String column = columns.getOrDefault(field, field);
      int place = there.indexOf(column);
      if (place != there.lastIndexOf(column)) {
        throw new IllegalArgumentException(name + ": column " + column + " is there twice");
      }
      if (place >= 0) {
        places.put(field, place);
      } else if (columns.containsKey(field) || field.equals("group") || field.equals("time")) {
        missing.add(column);
      }
    }
    if (!missing.isEmpty()) {
      throw new IllegalArgumentException(
          name
              + ": the first line names no column "
              + String.join(", ", missing)
              + ": "
              + (header.isEmpty() ? "it is empty" : DataLines.beginning(header)));
    }
    return places;
  }

  private static String value(String[] values, Integer place) {
    return place == null || values[place].isEmpty() ? null : values[place];
  }

  /** The values of a line. */
  private interface Values {
    /** Null when the line has none. */
    String of(String field);
  }

  private static LogRecord record(int number, Values values) {
    String group = values.of("group");
    if (group == null) {
      throw new IllegalArgumentException("there is no group");
    }
    return new LogRecord(
        0,
        number,
        time(values.of("time")),
        group,
        guid("guid1", values.of("guid1")),
        guid("guid2", values.of("guid2")),
        values.of("code"),
        values.of("source"),
        values.of("text"));
  }

  private static Instant time(String text) {
    try {
      return Instant.parse(text == null ? "" : text);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "time is \""
              + DataLines.beginning(Objects.toString(text, ""))
              + "\", not as 2020-06-10T02:50:56.537Z",
          e);
    }
  }

  /**
   * A guid, with braces or without.
   *
   * @param what it is called in the error
   * @param text null for none
   * @throws IllegalArgumentException when it is no guid
   */
  public static UUID guid(String what, String text) {
    if (text == null) {
      return null;
    }
    boolean braces = text.startsWith("{") && text.endsWith("}");
    String plain = braces ? text.substring(1, text.length() - 1) : text;
    try {
      // Shorter ones would be read too, as if zeros were missing, and too long parts cut.
      if (plain.length() == GUID_CHARS) {
        UUID guid = UUID.fromString(plain);
        if (guid.toString().equalsIgnoreCase(plain)) {
          return guid;
        }
      }
    } catch (IllegalArgumentException e) {
      throw noGuid(what, text, e);
    }
    throw noGuid(what, text, /* cause= */ null);
  }

  private static IllegalArgumentException noGuid(String what, String text, Exception cause) {
    return new IllegalArgumentException(
        what
            + " is \""
            + DataLines.beginning(text)
            + "\", not as 123e4567-e89b-12d3-a456-426614174000",
        cause);
  }
}
