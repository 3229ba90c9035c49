package io.rowandb.systems.calls;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
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
   * The records of a file.
   *
   * @param name of the file, for errors
   * @param lines are read while the stream is, and closed by it
   * @param epoch what a file of calls counts seconds from
   * @return a stream that throws IllegalArgumentException at a line that is wrong, with its number
   * @throws IllegalArgumentException when the first line names other values
   */
  public static Stream<CallRecord> read(String name, BufferedReader lines, Instant epoch)
      throws IOException {
    try {
      return read(name, lines, lines.readLine(), epoch);
    } catch (IOException | RuntimeException e) {
      lines.close();
      throw e;
    }
  }

  private static Stream<CallRecord> read(
      String name, BufferedReader lines, String header, Instant epoch) {
    boolean records = RECORDS.equals(header) || RECORDS_WITH_PLACE.equals(header);
    if (!records && !CALLS.equals(header)) {
      throw new IllegalArgumentException(
          name
              + ": the first line is "
              + (header == null ? "missing" : '"' + header + '"')
              + ", not "
              + RECORDS_WITH_PLACE
              + " or "
              + CALLS);
    }
    int values = header.split(",", -1).length;
    long[] number = {1};
    return lines
        .lines()
        .<CallRecord>mapMulti(
            (line, to) -> {
              number[0]++;
              List<CallRecord> found;
              try {
                String[] each = line.split(",", -1);
                if (each.length != values) {
                  throw new IllegalArgumentException(each.length + " values, not " + values);
                }
                found = records ? List.of(record(each)) : sides(each, epoch);
              } catch (IllegalArgumentException | DateTimeException | ArithmeticException e) {
                throw new IllegalArgumentException(
                    name + ", line " + number[0] + ": " + e.getMessage() + ": " + line, e);
              }
              found.forEach(to);
            })
        .onClose(
            () -> {
              try {
                lines.close();
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
  }

  private static CallRecord record(String[] values) {
    boolean placed = values.length > 5 && !(values[5].isEmpty() && values[6].isEmpty());
    return new CallRecord(
        Long.parseLong(values[0]),
        Instant.parse(values[1]),
        Long.parseLong(values[2]),
        bool(values[3]),
        Integer.parseInt(values[4]),
        placed ? Integer.valueOf(values[5]) : null,
        placed ? Integer.valueOf(values[6]) : null);
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
    Instant time = epoch.plusSeconds(Long.parseLong(values[0]));
    long from = Long.parseLong(values[1]);
    long to = Long.parseLong(values[2]);
    int seconds = Integer.parseInt(values[3]);
    return List.of(
        new CallRecord(from, time, to, true, seconds, null, null),
        new CallRecord(to, time, from, false, seconds, null, null));
  }
}
