package io.rowandb.tsdb.server.api;

import io.rowandb.tsdb.given.NoSuchRollupException;
import io.rowandb.tsdb.server.api.ServerStats.Count;
import io.rowandb.tsdb.uid.NoSuchNameException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The points that lines of one command put. They wait until the next other command or the end. Used
 * by one thread.
 */
final class LinesOfKind<P> {
  private final PointKind<P> kind;
  private final ServerStats stats;
  private final PointIntake<P> intake;
  private final StringBuilder reply;
  private final List<P> points = new ArrayList<>();

  /**
   * None yet.
   *
   * @param reply takes what is wrong
   */
  LinesOfKind(PointKind<P> kind, ServerStats stats, StringBuilder reply) {
    this.kind = kind;
    this.stats = stats;
    this.reply = reply;
    intake = new PointIntake<>(kind::write, stats);
  }

  void take(String[] words) {
    try {
      points.add(kind.toPoint(kind.ofWords(words)));
    } catch (NumberFormatException e) {
      say("invalid value: " + e.getMessage());
      stats.add(Count.INVALID);
    } catch (NoSuchRollupException e) {
      say("No such rollup: " + e.getMessage());
      stats.add(Count.ILLEGAL);
    } catch (IllegalArgumentException e) {
      say("illegal argument: " + e.getMessage());
      stats.add(Count.ILLEGAL);
    }
  }

  private void say(String message) {
    reply.append(kind.command()).append(": ").append(message).append('\n');
  }

  /** Writes them. */
  void flush() {
    if (points.isEmpty()) {
      return;
    }
    for (Exception each : intake.write(points)) {
      if (each != null) {
        say(reason(each));
      }
    }
    points.clear();
  }

  private static String reason(Exception failure) {
    if (failure instanceof NoSuchNameException unknown) {
      return "unknown metric: " + UidNamesText.noSuchName(unknown);
    }
    return (failure instanceof IOException ? "HBase error: " : "illegal argument: ")
        + String.valueOf(failure.getMessage()).replace('\n', ' ').replace('\r', ' ');
  }
}
