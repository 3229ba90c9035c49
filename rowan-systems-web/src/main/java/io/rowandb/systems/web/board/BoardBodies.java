package io.rowandb.systems.web.board;

import io.rowandb.systems.board.BoardPeriod;
import io.rowandb.systems.board.Leaderboard;
import io.rowandb.systems.board.ScoreEvent;
import io.rowandb.systems.board.ScoreFile;
import io.rowandb.systems.web.JsonBody;
import io.rowandb.systems.web.Values;
import io.rowandb.systems.web.WebException;
import io.rowandb.systems.web.WebRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Scores, points and names in requests, and places in answers. */
final class BoardBodies {
  static final String JSON = "application/json";

  /** Of a request, which takes some seconds. */
  static final int MOST_EVENTS = 2_000;

  static final String[] FIELDS = {"player", "score", "points", "id", "time"};

  private static final String JSON_LINES = "application/x-ndjson";
  private static final String CSV = "text/csv";
  private static final int MOST_PERIOD_CHARS = 20;

  private BoardBodies() {}

  /** The name of a board, which must be there. */
  static String board(Values values) {
    String name = values.text("board");
    return WebException.checked(
        () -> {
          Leaderboard.checkBoard(name);
          return name;
        });
  }

  /** The name of a player, which must be there. */
  static String player(Values values, String member) {
    String name = values.text(member);
    return WebException.checked(() -> ScoreEvent.score(name, 0, Instant.EPOCH).player());
  }

  /** All time unless it is given. */
  static BoardPeriod period(Values values) {
    String text = values.given("period").orElse("all");
    if (text.length() > MOST_PERIOD_CHARS) {
      throw WebException.wrong(
          "period has " + text.length() + " characters: all, 2026-11-28 or 2026-W48 have fewer");
    }
    return WebException.checked(() -> BoardPeriod.parse(text));
  }

  static long score(Values values, String name) {
    return values.whole(name, 0, ScoreEvent.MOST);
  }

  /**
   * A score, or points with an id.
   *
   * @param clock its time, unless one is given
   */
  static ScoreEvent event(Values values, InstantSource clock) {
    if (values.has("score") == values.has("points")) {
      throw WebException.wrong(
          "give a score, of which the best counts, or points, which are added, and not both");
    }
    if (values.has("score") && values.has("id")) {
      throw WebException.wrong("an id goes with points; a score may come again without");
    }
    String player = values.text("player");
    Instant time =
        values.has("time") ? values.time("time") : clock.instant().truncatedTo(ChronoUnit.MILLIS);
    if (values.has("score")) {
      long score = score(values, "score");
      return WebException.checked(() -> ScoreEvent.score(player, score, time));
    }
    long points = score(values, "points");
    String id = values.text("id");
    return WebException.checked(() -> ScoreEvent.points(player, points, time, id));
  }

  /** The events of a request, all checked: one as JSON, or lines of JSON or of a ScoreFile. */
  static List<ScoreEvent> events(WebRequest request, InstantSource clock) throws IOException {
    String type = request.requireType(JSON, JSON_LINES, CSV);
    String text = request.text();
    List<ScoreEvent> events =
        switch (type) {
          case JSON -> List.of(event(object(text, FIELDS), clock));
          case JSON_LINES -> lines(text, clock);
          default -> csv(text);
        };
    if (events.isEmpty()) {
      throw WebException.wrong("the body has no score and no points");
    }
    if (events.size() > MOST_EVENTS) {
      throw WebException.wrong(
          "the body has more than " + MOST_EVENTS + " lines; send the others by themselves");
    }
    return events;
  }

  private static List<ScoreEvent> lines(String text, InstantSource clock) {
    List<ScoreEvent> events = new ArrayList<>();
    int number = 0;
    for (String line : text.split("\n", -1)) {
      number++;
      if (!line.isBlank()) {
        try {
          events.add(event(object(line, FIELDS), clock));
        } catch (WebException e) {
          throw WebException.wrong("line " + number + ": " + e.getMessage());
        }
      }
    }
    return events;
  }

  private static List<ScoreEvent> csv(String text) throws IOException {
    try (Stream<ScoreEvent> events =
        ScoreFile.read("the body", new BufferedReader(new StringReader(text)))) {
      return events.toList();
    } catch (IllegalArgumentException e) {
      throw WebException.wrong(e.getMessage());
    }
  }

  static Values object(String text, String... known) {
    return JsonBody.plain(text, known);
  }
}
