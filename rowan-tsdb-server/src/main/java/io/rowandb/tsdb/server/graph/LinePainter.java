package io.rowandb.tsdb.server.graph;

import io.rowandb.tsdb.aggregate.Range;
import io.rowandb.tsdb.aggregate.Samples;
import io.rowandb.tsdb.expression.Work;
import java.awt.Graphics2D;
import java.io.IOException;

/**
 * Draws a series. Of the points in one column of pixels the first, the least, the largest and the
 * last are joined, which looks as all of them would, so that a million points take no longer than
 * some thousands. Used once.
 */
final class LinePainter {
  /** A segment takes as long as so many steps of other work. */
  private static final int SEGMENT_STEPS = 100;

  private static final int MARK = 2;

  private final Graphics2D graphics;
  private final GraphBox box;
  private final GraphSettings settings;
  private final Work work;

  private int column = Integer.MIN_VALUE; // none yet
  private int first;
  private int least;
  private int largest;
  private int last;
  private boolean joined; // whether the column before is to be joined with this one
  private int beforeColumn;
  private int beforeRow;

  LinePainter(Graphics2D graphics, GraphBox box, GraphSettings settings, Work work) {
    this.graphics = graphics;
    this.box = box;
    this.settings = settings;
    this.work = work;
  }

  void draw(Samples numbers, GraphScale scale) throws IOException {
    Range times = settings.times();
    double millis = (double) (times.toMillis() - times.fromMillis());
    for (int i = 0; i < numbers.size(); i++) {
      double value = numbers.doubleValue(i);
      if (scale.shows(value)) {
        double at = (double) (numbers.timeMillis(i) - times.fromMillis()) / millis;
        add(box.column(at), box.row(scale.position(value)));
      } else {
        gap();
      }
      work.did(1);
    }
    gap();
  }

  private void add(int atColumn, int row) throws IOException {
    if (atColumn != column) {
      finish();
      column = atColumn;
      first = row;
      least = row;
      largest = row;
    }
    least = Math.min(least, row);
    largest = Math.max(largest, row);
    last = row;
  }

  private void gap() throws IOException {
    finish();
    joined = false;
  }

  /** Draws the column that has been collected. */
  private void finish() throws IOException {
    if (column == Integer.MIN_VALUE) {
      return;
    }
    if (settings.lines()) {
      if (joined) {
        graphics.drawLine(beforeColumn, beforeRow, column, first);
      }
      if (least < largest || !settings.points()) {
        graphics.drawLine(column, least, column, largest);
      }
    }
    if (settings.points()) {
      mark(least);
      if (largest > least) {
        mark(largest);
      }
    }
    work.did(SEGMENT_STEPS);
    joined = true;
    beforeColumn = column;
    beforeRow = last;
    column = Integer.MIN_VALUE;
  }

  private void mark(int row) {
    graphics.drawLine(column - MARK, row, column + MARK, row);
    graphics.drawLine(column, row - MARK, column, row + MARK);
  }
}
