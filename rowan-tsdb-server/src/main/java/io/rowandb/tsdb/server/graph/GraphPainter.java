package io.rowandb.tsdb.server.graph;

import io.rowandb.tsdb.aggregate.Range;
import io.rowandb.tsdb.expression.Work;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.AffineTransform;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/**
 * Draws a graph. An image takes 4 bytes a pixel while it is drawn, 64 MB at most. Used once, by one
 * thread.
 */
public final class GraphPainter {
  private static final int[] COLOURS = {
    0xD62728, 0x2CA02C, 0x1F77B4, 0xE377C2, 0x17BECF, 0xFF7F0E, 0x9467BD, 0x8C564B
  };

  private static final int GRID = 0xC8C8C8;
  private static final int PAD = 6;
  private static final int LABEL_ROOM = 70;
  private static final int LEAST_BOX = 10;
  private static final int TICK_ROOM = 40;
  private static final Font FONT = new Font(Font.SANS_SERIF, Font.PLAIN, 11);

  private final GraphSettings settings;
  private final List<GraphLine> lines;
  private final List<GraphMark> marks;
  private final Work work;
  private final BufferedImage image;
  private final Graphics2D graphics;
  private final FontMetrics font;
  private final GraphBox box;

  private GraphPainter(
      GraphSettings settings, List<GraphLine> lines, List<GraphMark> marks, Work work) {
    this.settings = settings;
    this.lines = lines;
    this.marks = marks;
    this.work = work;
    image = new BufferedImage(settings.width(), settings.height(), BufferedImage.TYPE_INT_RGB);
    graphics = image.createGraphics();
    graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    graphics.setFont(FONT);
    font = graphics.getFontMetrics();
    box = box();
  }

  /** The colour of a series, 0xRRGGBB. */
  static int colour(int line) {
    return COLOURS[line % COLOURS.length];
  }

  /**
   * Draws one.
   *
   * @param lines in the order of the key
   * @param marks what is noted; those outside of the times are not drawn
   * @param work told of what is done
   * @return a PNG
   * @throws NoFontsException when this Java cannot draw
   * @throws IOException that the work throws to end it
   */
  public static byte[] png(
      GraphSettings settings, List<GraphLine> lines, List<GraphMark> marks, Work work)
      throws IOException {
    checkFonts();
    GraphPainter painter = new GraphPainter(settings, lines, marks, work);
    try {
      painter.draw();
    } finally {
      painter.graphics.dispose();
    }
    return painter.encode();
  }

  /** Java without fonts fails in many ways, of which only some are exceptions. */
  private static void checkFonts() {
    try {
      Graphics2D one = new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB).createGraphics();
      one.getFontMetrics(FONT).stringWidth("0");
      one.dispose();
    } catch (LinkageError | InternalError | RuntimeException e) {
      throw new NoFontsException(e);
    }
  }

  private GraphBox box() {
    boolean right = lines.stream().anyMatch(GraphLine::right);
    int line = font.getHeight();
    int left = PAD + LABEL_ROOM + (settings.left().label().isEmpty() ? 0 : line);
    int rightRoom =
        right
            ? PAD + LABEL_ROOM + (settings.right().label().isEmpty() ? 0 : line)
            : PAD + LABEL_ROOM / 2;
    int top = PAD + line / 2 + (settings.title().isEmpty() ? 0 : line + PAD);
    int bottom = settings.height() - PAD - line - PAD;
    return new GraphBox(
        Math.min(left, settings.width() / 2 - LEAST_BOX),
        Math.min(top, settings.height() / 2 - LEAST_BOX),
        Math.max(settings.width() - rightRoom, settings.width() / 2 + LEAST_BOX),
        Math.max(bottom, settings.height() / 2 + LEAST_BOX));
  }

  private void draw() throws IOException {
    graphics.setColor(new Color(settings.background()));
    graphics.fillRect(0, 0, settings.width(), settings.height());
    List<GraphLine> leftLines = lines.stream().filter(each -> !each.right()).toList();
    List<GraphLine> rightLines = lines.stream().filter(GraphLine::right).toList();
    GraphScale left = GraphScale.of(settings.left(), leftLines);
    GraphScale right = GraphScale.of(settings.right(), rightLines);
    drawTimes();
    boolean onlyRight = leftLines.isEmpty() && !rightLines.isEmpty();
    if (!onlyRight) {
      drawValues(left, false, true);
    }
    if (!rightLines.isEmpty()) {
      drawValues(right, true, onlyRight);
    }
    drawTexts(!rightLines.isEmpty());
    graphics.setColor(new Color(settings.foreground()));
    graphics.drawRect(box.left(), box.top(), box.width(), box.height());
    drawSeries(left, right);
    graphics.setClip(box.left(), box.top(), box.width() + 1, box.height() + 1);
    new MarkPainter(graphics, box, settings, work).draw(marks);
    graphics.setClip(null);
    if (lines.isEmpty()) {
      text("No data", (box.left() + box.right()) / 2, box.top() + box.height() / 5, 0.5);
    } else if (settings.key().shown()) {
      drawKey();
    }
  }

  private void drawTimes() {
    Range times = settings.times();
    String begin = TimeTicks.label(times, settings.zone(), times.fromMillis());
    int each = font.stringWidth(begin) + TICK_ROOM;
    int most = Math.max(1, box.width() / each);
    for (TimeTicks.Tick tick : TimeTicks.of(times, settings.zone(), most)) {
      int column =
          box.column(
              (double) (tick.millis() - times.fromMillis())
                  / (double) (times.toMillis() - times.fromMillis()));
      graphics.setColor(new Color(GRID));
      graphics.drawLine(column, box.top(), column, box.bottom());
      text(tick.label(), column, box.bottom() + PAD + font.getAscent(), 0.5);
    }
  }

  private void drawValues(GraphScale scale, boolean right, boolean grid) {
    int most = Math.max(1, box.height() / TICK_ROOM);
    for (GraphScale.Tick tick : scale.ticks(most)) {
      int row = box.row(scale.position(tick.value()));
      graphics.setColor(new Color(GRID));
      if (grid) {
        graphics.drawLine(box.left(), row, box.right(), row);
      }
      text(
          tick.label(),
          right ? box.right() + PAD : box.left() - PAD,
          row + font.getAscent() / 2,
          right ? 0 : 1);
    }
  }

  /** A text whose part of the width stands at the left of the column. */
  private void text(String text, int column, int row, double part) {
    graphics.setColor(new Color(settings.foreground()));
    graphics.drawString(text, (int) (column - part * font.stringWidth(text)), row);
  }

  private void drawTexts(boolean right) {
    text(settings.title(), settings.width() / 2, PAD + font.getAscent(), 0.5);
    upright(settings.left().label(), PAD + font.getAscent() / 2);
    if (right) {
      upright(settings.right().label(), settings.width() - PAD);
    }
  }

  private void upright(String label, int column) {
    AffineTransform before = graphics.getTransform();
    int middle = (box.top() + box.bottom()) / 2;
    graphics.rotate(-Math.PI / 2, column, middle);
    text(label, column, middle + font.getAscent() / 2, 0.5);
    graphics.setTransform(before);
  }

  private void drawSeries(GraphScale left, GraphScale right) throws IOException {
    graphics.setClip(box.left(), box.top(), box.width() + 1, box.height() + 1);
    graphics.setStroke(new BasicStroke(1.2f));
    for (int i = 0; i < lines.size(); i++) {
      GraphLine line = lines.get(i);
      graphics.setColor(new Color(colour(i)));
      new LinePainter(graphics, box, settings, work)
          .draw(line.numbers(), line.right() ? right : left);
    }
    graphics.setClip(null);
    graphics.setStroke(new BasicStroke(1));
  }

  /** As many names as have room in half of the box. */
  private void drawKey() {
    int line = font.getHeight();
    int room = Math.max(1, box.height() / 2 / line);
    int shown = lines.size() <= room ? lines.size() : Math.max(0, room - 1);
    List<String> names =
        Stream.concat(
                lines.stream().limit(shown).map(each -> shortened(each.name(), font, nameRoom())),
                lines.size() > shown
                    ? Stream.of("… " + (lines.size() - shown) + " more")
                    : Stream.empty())
            .toList();
    int sample = 3 * PAD;
    int width = names.stream().mapToInt(font::stringWidth).max().orElse(0) + sample + 3 * PAD;
    int height = names.size() * line + PAD;
    int x = keyColumn(width);
    int y = settings.key().bottom() ? box.bottom() - PAD - height : box.top() + PAD;
    graphics.setColor(new Color(settings.background()));
    graphics.fillRect(x, y, width, height);
    graphics.setColor(new Color(settings.foreground()));
    graphics.drawRect(x, y, width, height);
    for (int i = 0; i < names.size(); i++) {
      int row = y + PAD / 2 + i * line + font.getAscent();
      text(names.get(i), x + PAD, row, 0);
      if (i < shown) {
        graphics.setColor(new Color(colour(i)));
        graphics.fillRect(x + width - PAD - sample, row - font.getAscent() / 2, sample, 2);
      }
    }
  }

  private int keyColumn(int width) {
    if (settings.key().left()) {
      return box.left() + PAD;
    }
    return settings.key().center()
        ? (box.left() + box.right() - width) / 2
        : box.right() - PAD - width;
  }

  /** Names have room in half of the box. */
  private int nameRoom() {
    return Math.max(TICK_ROOM, box.width() / 2);
  }

  /** As much of a text as there is room for. */
  static String shortened(String name, FontMetrics font, int room) {
    int end = Math.min(name.length(), room); // a letter has a pixel at least
    if (font.stringWidth(name.substring(0, end)) <= room && end == name.length()) {
      return name;
    }
    while (end > 0 && font.stringWidth(name.substring(0, end) + "…") > room) {
      end--;
    }
    return name.substring(0, end) + "…";
  }

  private byte[] encode() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ImageWriter writer = ImageIO.getImageWritersByFormatName("png").next();
    try (ImageOutputStream out = new MemoryCacheImageOutputStream(bytes)) {
      writer.setOutput(out);
      writer.write(image);
    } finally {
      writer.dispose();
    }
    return bytes.toByteArray();
  }
}
