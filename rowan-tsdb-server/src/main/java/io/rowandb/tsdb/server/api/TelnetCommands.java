package io.rowandb.tsdb.server.api;

import io.rowandb.tsdb.server.api.ServerStats.Count;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Answers lines, as OpenTSDB's telnet interface does. Used by many workers. */
public final class TelnetCommands {
  private static final String HELP =
      "available commands: put rollup histogram stats dropcaches version exit help \n";

  /** Letters of a reply; then it is sent, before more lines are answered. */
  private static final int MAX_REPLY = 64 << 10;

  private final ServedStore store;
  private final ServerStats stats;
  private final List<PointKind<?>> kinds;
  private final Clock clock;
  private final int maxLineBytes;

  /**
   * On a store.
   *
   * @param maxLineBytes for messages
   */
  public TelnetCommands(ServedStore store, ServerStats stats, Clock clock, int maxLineBytes) {
    this.store = store;
    this.stats = stats;
    this.clock = clock;
    this.maxLineBytes = maxLineBytes;
    kinds = List.of(new PlainPoints(store), new RollupPoints(store), new HistogramPoints(store));
  }

  /**
   * What lines came to.
   *
   * @param text to be sent; often empty
   * @param done how many lines it answers
   * @param exits whether the session ends, and lines behind that are left
   */
  public record Reply(String text, int done, boolean exits) {}

  /**
   * Answers lines in their order, until the reply has some 64 KB. When it returns, their points are
   * written.
   *
   * @param lines without their ends; null for one that was too long
   */
  public Reply answer(List<String> lines) {
    Session session = new Session();
    boolean exits = false;
    int done = 0;
    while (done < lines.size() && session.text.length() < MAX_REPLY && !exits) {
      String line = lines.get(done);
      done++;
      stats.add(Count.LINES);
      if (line == null) {
        session.refuse("error: a line has at most " + maxLineBytes + " bytes\n");
      } else if (!session.take(line.split(" ", -1))) {
        exits = true;
      }
    }
    session.flush();
    return new Reply(session.text.toString(), done, exits);
  }

  /** Points wait here, until the next other command or the end. */
  private final class Session {
    private final StringBuilder text = new StringBuilder();
    private final Map<String, LinesOfKind<?>> lines = new LinkedHashMap<>();

    Session() {
      for (PointKind<?> each : kinds) {
        lines.put(each.command(), new LinesOfKind<>(each, stats, text));
      }
    }

    void refuse(String message) {
      flush();
      text.append(message);
      stats.add(Count.ILLEGAL);
    }

    /** Whether the session goes on. */
    boolean take(String[] words) {
      LinesOfKind<?> kind = lines.get(words[0]);
      if (kind != null) {
        kind.take(words);
        return true;
      }
      flush();
      switch (words[0]) {
        case "stats" -> text.append(statLines());
        case "help" -> text.append(HELP);
        case "version" -> text.append(ServerVersion.lines());
        case "dropcaches" -> {
          store.dropCaches();
          text.append("Caches dropped.\n");
        }
        case "exit" -> {
          return false;
        }
        default -> text.append("unknown command: " + words[0] + ".  Try `help'.\n");
      }
      return true;
    }

    void flush() {
      lines.values().forEach(LinesOfKind::flush);
    }
  }

  private String statLines() {
    long seconds = clock.millis() / 1000;
    return String.join("\n", stats.lines(seconds)) + "\n";
  }
}
