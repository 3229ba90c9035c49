package io.rowandb.systems.calls;

import io.rowandb.systems.lines.DataLines;
import java.io.BufferedReader;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * Files of call records: lines of values with commas between, and a first line that names them.
 *
 * <ul>
 *   <li>{@code phone,time,peer,outgoing,seconds,area,cell}: a record a line. The time is as {@code
 *       2011-07-03T10:15:30.250Z}; outgoing is true or false; seconds are -1 when nobody answered;
 *       area and cell may be empty, and may be left out of all lines.
 *   <li>{@code timestamp,from,to,duration}: a call a line, which gives a record for each side. The
 *       time is in seconds since a moment that has to be said. This is the form of the Copenhagen
 *       Networks Study, whose persons are numbers, and taken as phones.
 * </ul>
 */
public final class CallFile {
  private static final String RECORDS = "phone,time,peer,outgoing,seconds";
  private static final String RECORDS_WITH_PLACE = RECORDS + ",area,cell";
  private static final String CALLS = "timestamp,from,to,duration";

  private CallFile() {}

  /**
   * The records of a file. Empty lines are none.
   *
   * @param name of the file, for errors
   * @param lines are read while the stream is, and closed by it
   * @param epoch what a file of calls counts seconds from
   * @return a stream that throws IllegalArgumentException at a line that is wrong, with its number
   *     and its text, and UncheckedIOException when the file cannot be read on
   * @throws IllegalArgumentException when the first line names other values
   */
  public static Stream<CallRecord> read(String name, BufferedReader lines, Instant epoch)
      throws IOException {
    return DataLines.read(name, lines, DataLines.USUAL_CHARS, first -> parser(name, first, epoch));
  }

  private static DataLines.Parser<CallRecord> parser(String name, String header, Instant epoch) {
    boolean records = RECORDS.equals(header) || RECORDS_WITH_PLACE.equals(header);
    if (!records && !CALLS.equals(header)) {
      throw new IllegalArgumentException(
          name
              + ": the first line is "
              + DataLines.shown(header)
              + ", not "
              + RECORDS_WITH_PLACE
              + " or "
              + CALLS);
    }
    int values = header.split(",", -1).length;
    return (number, line) -> {
      String[] each = line.split(",", -1);
      if (each.length != values) {
        throw new IllegalArgumentException("not " + values + " values, but " + each.length);
      }
      return records ? List.of(record(each)) : sides(each, epoch);
    };
  }

  private static CallRecord record(String[] values) {
    boolean placed = values.length > 5 && !(values[5].isEmpty() && values[6].isEmpty());
    return new CallRecord(
        number("phone", values[0], CallRecord.LAST_PHONE),
        time(values[1]),
        number("peer", values[2], CallRecord.LAST_PHONE),
        bool(values[3]),
        (int) number("seconds", values[4], Integer.MAX_VALUE),
        placed ? (int) number("area", values[5], CallRecord.LAST_PLACE) : null,
        placed ? (int) number("cell", values[6], CallRecord.LAST_PLACE) : null);
  }

  /** A whole number; the record says how small it may be. */
  private static long number(String what, String text, long most) {
    try {
      long number = Long.parseLong(text);
      if (number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          what + " is \"" + text + "\", not a whole number up to " + most, e);
    }
    throw new IllegalArgumentException(
        what + " is \"" + text + "\", not a whole number up to " + most);
  }

  private static Instant time(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "time is \"" + text + "\", not as 2011-07-03T10:15:30.250Z", e);
    }
  }

  private static boolean bool(String text) {
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default ->
          throw new IllegalArgumentException("outgoing is \"" + text + "\", not true or false");
    };
  }

  private static List<CallRecord> sides(String[] values, Instant epoch) {
    Instant time = epoch.plusSeconds(number("timestamp", values[0], Long.MAX_VALUE));
    long from = number("from", values[1], CallRecord.LAST_PHONE);
    long to = number("to", values[2], CallRecord.LAST_PHONE);
    int seconds = (int) number("duration", values[3], Integer.MAX_VALUE);
    return List.of(
        new CallRecord(from, time, to, true, seconds, null, null),
        new CallRecord(to, time, from, false, seconds, null, null));
  }
}
