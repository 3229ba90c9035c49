package io.rowandb.systems.board;

import io.rowandb.systems.lines.DataLines;
import java.io.BufferedReader;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * Files of scores: lines of values with commas between, and a first line that names them.
 *
 * <ul>
 *   <li>{@code player,score,time}: a score a line, of which the player's best counts.
 *   <li>{@code player,points,time,id}: points a line, which are added up, once an id of the player.
 * </ul>
 *
 * <p>The time is as {@code 2026-11-28T10:15:30.250Z}, or a day such as {@code 2026-11-28}, which
 * stands for its first moment in UTC.
 */
public final class ScoreFile {
  private static final String SCORES = "player,score,time";
  private static final String POINTS = "player,points,time,id";

  private ScoreFile() {}

  /**
   * The events of a file. Empty lines are none.
   *
   * @param name of the file, for errors
   * @param lines are read while the stream is, and closed by it
   * @return a stream that throws IllegalArgumentException at a line that is wrong, with its number
   *     and its text, and UncheckedIOException when the file cannot be read on
   * @throws IllegalArgumentException when the first line names other values
   */
  public static Stream<ScoreEvent> read(String name, BufferedReader lines) throws IOException {
    return DataLines.read(name, lines, DataLines.USUAL_CHARS, first -> parser(name, first));
  }

  private static DataLines.Parser<ScoreEvent> parser(String name, String header) {
    boolean points = POINTS.equals(header);
    if (!points && !SCORES.equals(header)) {
      throw new IllegalArgumentException(
          name
              + ": the first line is "
              + DataLines.shown(header)
              + ", not "
              + SCORES
              + " or "
              + POINTS);
    }
    return (number, line) -> List.of(event(line.split(",", -1), points));
  }

  private static ScoreEvent event(String[] values, boolean points) {
    int expected = points ? 4 : 3;
    if (values.length != expected) {
      throw new IllegalArgumentException("not " + expected + " values, but " + values.length);
    }
    long number = number(points ? "points" : "score", values[1]);
    return points
        ? ScoreEvent.points(values[0], number, time(values[2]), values[3])
        : ScoreEvent.score(values[0], number, time(values[2]));
  }

  private static long number(String what, String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          what + " is \"" + text + "\", not a whole number from 0 to " + ScoreEvent.MOST, e);
    }
  }

  private static Instant time(String text) {
    try {
      return Instant.parse(text.contains("T") ? text : text + "T00:00:00Z");
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "time is \"" + text + "\", not as 2026-11-28T10:15:30.250Z or 2026-11-28", e);
    }
  }
}
