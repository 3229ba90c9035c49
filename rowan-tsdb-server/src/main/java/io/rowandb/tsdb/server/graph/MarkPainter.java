package io.rowandb.tsdb.server.graph;

import io.rowandb.tsdb.aggregate.Range;
import io.rowandb.tsdb.expression.Work;
import java.awt.Color;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Draws what is noted at times, as OpenTSDB does: a line over the whole height, and its label on a
 * box at the bottom. Of several in one column of pixels, and of labels that would cover one
 * another, the first is shown. Used once.
 */
final class MarkPainter {
  private static final int LINE = 0x4455DD;
  private static final int PAD = 3;

  /** A line as high as the graph takes as long as so many steps of other work. */
  private static final int LINE_STEPS = 100;

  private final Graphics2D graphics;
  private final GraphBox box;
  private final GraphSettings settings;
  private final Work work;
  private final FontMetrics font;

  MarkPainter(Graphics2D graphics, GraphBox box, GraphSettings settings, Work work) {
    this.graphics = graphics;
    this.box = box;
    this.settings = settings;
    this.work = work;
    font = graphics.getFontMetrics();
  }

  /** Lines first, as labels stand in front of them. */
  void draw(List<GraphMark> marks) throws IOException {
    SortedMap<Integer, String> labels = byColumn(marks);
    for (int column : labels.keySet()) {
      graphics.setColor(new Color(LINE));
      graphics.drawLine(column, box.top(), column, box.bottom());
      work.did(LINE_STEPS);
    }
    int covered = Integer.MIN_VALUE; // none yet
    for (Map.Entry<Integer, String> each : labels.entrySet()) {
      covered = drawLabel(each.getValue(), each.getKey(), covered);
      work.did(LINE_STEPS);
    }
  }

  /** The first of each column. */
  private SortedMap<Integer, String> byColumn(List<GraphMark> marks) throws IOException {
    Range times = settings.times();
    double length = (double) (times.toMillis() - times.fromMillis());
    SortedMap<Integer, String> labels = new TreeMap<>();
    for (GraphMark mark : marks.stream().sorted(Comparator.comparing(GraphMark::millis)).toList()) {
      if (mark.millis() >= times.fromMillis() && mark.millis() <= times.toMillis()) {
        double at = (double) (mark.millis() - times.fromMillis()) / length;
        labels.putIfAbsent(box.column(at), mark.label());
      }
      work.did(1);
    }
    return labels;
  }

  /**
   * The label, unless it would cover another.
   *
   * @param covered the last column that has a label
   * @return the same, after it
   */
  private int drawLabel(String label, int column, int covered) {
    String shown = GraphPainter.shortened(label, font, box.width() / 2);
    int width = font.stringWidth(shown) + 2 * PAD;
    int left = column - width / 2;
    if (label.isEmpty() || left <= covered) {
      return covered;
    }
    int top = box.bottom() - font.getHeight() - PAD;
    graphics.setColor(new Color(settings.background()));
    graphics.fillRect(left, top, width, font.getHeight());
    graphics.setColor(new Color(settings.foreground()));
    graphics.drawString(shown, left + PAD, top + font.getAscent());
    return left + width;
  }
}
