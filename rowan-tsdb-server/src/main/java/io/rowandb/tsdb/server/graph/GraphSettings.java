package io.rowandb.tsdb.server.graph;

import io.rowandb.tsdb.aggregate.Range;
import java.time.ZoneId;
import java.util.Objects;

/**
 * What a graph shows beside its series.
 *
 * @param width in pixels, {@value #LEAST} to {@value #MOST}
 * @param height in pixels, {@value #LEAST} to {@value #MOST}
 * @param times of its axis
 * @param zone of the times at the axis
 * @param title above it; empty for none
 * @param left the axis of most series
 * @param right the axis of those that want it
 * @param lines whether points are joined
 * @param points whether points are marked
 * @param background a colour, 0xRRGGBB
 * @param foreground the colour of axes and texts, 0xRRGGBB
 */
public record GraphSettings(
    int width,
    int height,
    Range times,
    ZoneId zone,
    String title,
    GraphAxis left,
    GraphAxis right,
    GraphKey key,
    boolean lines,
    boolean points,
    int background,
    int foreground) {
  /** Pixels in a direction, at least. */
  public static final int LEAST = 100;

  /** Pixels in a direction, at most. */
  public static final int MOST = 4096;

  /**
   * Checks them.
   *
   * @throws IllegalArgumentException when it is too small or too large
   */
  public GraphSettings {
    Objects.requireNonNull(times, "times");
    Objects.requireNonNull(zone, "zone");
    check("width", width, width, height);
    check("height", height, width, height);
  }

  private static void check(String what, int pixels, int width, int height) {
    if (pixels < LEAST || pixels > MOST) {
      throw new IllegalArgumentException(
          what
              + (pixels < LEAST ? " smaller than " + LEAST : " larger than " + MOST)
              + " in "
              + width
              + 'x'
              + height);
    }
  }
}
