package io.rowandb.tsdb.server.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.tsdb.aggregate.Range;
import io.rowandb.tsdb.aggregate.Samples;
import io.rowandb.tsdb.expression.Work;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where the pixels of graphs are, and that no number is too large or too small for one. */
class GraphPainterTest {
  private static final Range TIMES = new Range(1_309_687_200_000L, 1_309_687_800_000L);

  private static final Work FREE =
      new Work() {
        @Override
        public void did(long steps) {}

        @Override
        public void makes(long numbers) {}
      };

  private static GraphSettings settings(GraphAxis axis) {
    return new GraphSettings(
        640,
        480,
        TIMES,
        ZoneOffset.UTC,
        "",
        axis,
        GraphAxis.PLAIN,
        new GraphKey(false, false, false, false),
        true,
        false,
        0xFFFFFF,
        0);
  }

  private static Samples numbers(double... values) {
    Samples samples = new Samples();
    for (int i = 0; i < values.length; i++) {
      samples.add(TIMES.fromMillis() + i * 600_000L / Math.max(1, values.length - 1), values[i]);
    }
    return samples;
  }

  private static BufferedImage draw(GraphAxis axis, double... values) throws IOException {
    return draw(settings(axis), List.of(new GraphLine("m{}", numbers(values), false)));
  }

  private static BufferedImage draw(GraphSettings settings, List<GraphLine> lines)
      throws IOException {
    byte[] png = GraphPainter.png(settings, lines, List.of(), FREE);
    return ImageIO.read(new ByteArrayInputStream(png));
  }

  /** Rows of a column that have some of the first colour. */
  private static List<Integer> rows(BufferedImage image, int column) {
    List<Integer> rows = new ArrayList<>();
    for (int row = 0; row < image.getHeight(); row++) {
      int rgb = image.getRGB(column, row);
      int red = (rgb >> 16) & 0xFF;
      int green = (rgb >> 8) & 0xFF;
      int blue = rgb & 0xFF;
      if (red - green > 60 && red - blue > 60) {
        rows.add(row);
      }
    }
    return rows;
  }

  private static double middle(BufferedImage image, int column) {
    return rows(image, column).stream().mapToInt(each -> each).average().orElseThrow();
  }

  @Test
  void aSeriesThatRisesDoesSoInTheGraph() throws IOException {
    BufferedImage image = draw(GraphAxis.PLAIN, 0, 10);
    double before = Double.MAX_VALUE;
    for (int column = 100; column < 590; column += 70) {
      double here = middle(image, column);
      assertThat(here).isLessThan(before);
      before = here;
    }
    BufferedImage flat = draw(GraphAxis.PLAIN, 5, 5, 5);
    assertThat(middle(flat, 150)).isEqualTo(middle(flat, 500));
  }

  @Test
  void aGapIsLeftWhereThereIsNoNumber() throws IOException {
    BufferedImage image = draw(GraphAxis.PLAIN, 1, 2, Double.NaN, 2, 1);
    int middle = columnOf(0.5);
    assertThat(rows(image, middle)).isEmpty();
    assertThat(rows(image, columnOf(0.2))).isNotEmpty();
    assertThat(rows(image, columnOf(0.8))).isNotEmpty();
    BufferedImage logarithm = draw(new GraphAxis("", Double.NaN, Double.NaN, true), 1, 2, 0, 2, 1);
    assertThat(rows(logarithm, middle)).isEmpty();
  }

  /** In a graph of 640 pixels. */
  private static int columnOf(double part) {
    return (int) (76 + part * (640 - 41 - 76));
  }

  @Test
  void anAxisThatIsGivenCutsOffWhatIsBeyond() throws IOException {
    BufferedImage image = draw(new GraphAxis("", 0, 10, false), 5, 5000, 5);
    assertThat(rows(image, columnOf(0.5))).isEmpty();
    assertThat(rows(image, columnOf(0.0) + 1)).isNotEmpty();
  }

  private static BufferedImage marked(GraphMark... marks) throws IOException {
    byte[] png =
        GraphPainter.png(
            settings(GraphAxis.PLAIN),
            List.of(new GraphLine("m{}", numbers(1, 1), false)),
            List.of(marks),
            FREE);
    return ImageIO.read(new ByteArrayInputStream(png));
  }

  private static GraphMark mark(double part, String label) {
    return new GraphMark(TIMES.fromMillis() + (long) (part * 600_000), label);
  }

  /** Pixels of a column that have the colour of what is noted. */
  private static int bluePixels(BufferedImage image, int column) {
    int count = 0;
    for (int row = 0; row < image.getHeight(); row++) {
      int rgb = image.getRGB(column, row);
      int blue = rgb & 0xFF;
      count += blue - ((rgb >> 16) & 0xFF) > 60 && blue - ((rgb >> 8) & 0xFF) > 60 ? 1 : 0;
    }
    return count;
  }

  /** Dark pixels of the rows above the axis of times, where labels stand. */
  private static int darkPixels(BufferedImage image, int from, int to) {
    int count = 0;
    for (int column = from; column < to; column++) {
      for (int row = 430; row < 452; row++) {
        count += (image.getRGB(column, row) & 0xFF) < 100 ? 1 : 0;
      }
    }
    return count;
  }

  @Test
  void whatIsNotedIsALineWithItsLabelAtTheBottom() throws IOException {
    BufferedImage plain = marked();
    BufferedImage image = marked(mark(0.5, "deployed"), mark(1.5, "later"), mark(-0.1, "before"));
    int middle = columnOf(0.5);
    List<Integer> lines =
        IntStream.range(0, image.getWidth())
            .filter(column -> bluePixels(image, column) > 300)
            .boxed()
            .toList();
    assertThat(lines).hasSize(1);
    assertThat(lines.get(0)).isBetween(middle - 2, middle + 2);
    assertThat(bluePixels(plain, lines.get(0))).isZero();
    assertThat(darkPixels(plain, middle - 20, middle + 20)).isZero();
    assertThat(darkPixels(image, middle - 20, middle + 20)).isGreaterThan(50);
    assertThat(darkPixels(marked(mark(0.5, "")), middle - 20, middle + 20)).isZero();
  }

  @Tag("slow")
  @Test
  void ofLabelsThatWouldCoverOneAnotherTheFirstIsShown() throws IOException {
    GraphMark[] many = new GraphMark[5_000];
    for (int i = 0; i < many.length; i++) {
      many[i] = mark(0.1 + i * 0.8 / many.length, "note\n" + "x".repeat(i % 2 == 0 ? 5 : 100_000));
    }
    BufferedImage image = marked(many);
    int first = columnOf(0.1);
    BufferedImage alone = marked(many[0]);
    assertThat(darkPixels(image, first - 15, first + 15))
        .isEqualTo(darkPixels(alone, first - 15, first + 15));
    assertThat(bluePixels(image, columnOf(0.5))).isGreaterThan(200);
  }

  /** A spike of one among a million points is seen. */
  @Test
  void aSpikeIsNeverLost() throws IOException {
    Samples many = new Samples();
    for (int i = 0; i < 600_000; i++) {
      many.add(TIMES.fromMillis() + i, i == 300_001 ? 100.0 : 0.0);
    }
    BufferedImage image =
        draw(settings(GraphAxis.PLAIN), List.of(new GraphLine("m{}", many, false)));
    List<Integer> rows =
        IntStream.rangeClosed(columnOf(0.5) - 2, columnOf(0.5) + 2)
            .mapToObj(column -> rows(image, column))
            .max((a, b) -> Integer.compare(a.size(), b.size()))
            .orElseThrow();
    assertThat(rows.size()).isGreaterThan(300);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "-1.7976931348623157E308, 1.7976931348623157E308",
    "4.9E-324, 9.9E-324",
    "0, 4.9E-324",
    "1.7976931348623157E308, 1.7976931348623157E308",
    "-1.7976931348623157E308, -1.7976931348623157E308",
    "1e15, 1000000000000000.1",
    "0, 0",
    "-0.0, 1e-300",
    "9.223372036854775807E18, -9.223372036854775808E18"
  })
  void anyNumbersAreDrawn(double one, double other) throws IOException {
    for (boolean log : new boolean[] {false, true}) {
      BufferedImage image = draw(new GraphAxis("y", Double.NaN, Double.NaN, log), one, other, one);
      if (!log) {
        assertThat(rows(image, columnOf(0.25))).isNotEmpty();
      }
      draw(new GraphAxis("y", one, other, log), 1, 2, 3);
      draw(new GraphAxis("y", other, one, log), -1);
    }
  }

  @Test
  void ticksAreRoundAndWithinTheAxis() {
    assertThat(GraphScale.within(0, 10, false).ticks(5))
        .extracting(GraphScale.Tick::label)
        .containsExactly("0", "2", "4", "6", "8", "10");
    assertThat(GraphScale.within(-0.25, 0.31, false).ticks(6))
        .extracting(GraphScale.Tick::label)
        .containsExactly("-0.2", "-0.1", "0", "0.1", "0.2", "0.3");
    assertThat(GraphScale.within(1, 100_000, true).ticks(3))
        .extracting(GraphScale.Tick::label)
        .containsExactly("1", "100", "10000");
    assertThat(GraphScale.within(1e15, 1e15 + 0.125, false).ticks(50).size()).isLessThan(4);
    assertThat(GraphScale.label(1.5e300)).isEqualTo("1.5e+300");
    assertThat(GraphScale.label(1234567)).isEqualTo("1234567");
  }

  @Test
  void timesAreThoseOfTheZone() {
    ZoneId berlin = ZoneId.of("Europe/Berlin");
    long hour = 3_600_000L;
    long night = 1_301_176_800_000L; // 23:00 before the clocks go forward
    assertThat(TimeTicks.of(new Range(night, night + 5 * hour), berlin, 10))
        .extracting(TimeTicks.Tick::label)
        .containsExactly("23:00", "00:00", "01:00", "03:00", "04:00", "05:00");
    assertThat(TimeTicks.of(new Range(0, 4_294_967_295_000L), berlin, 5).size()).isBetween(1, 5);
    assertThat(TimeTicks.of(new Range(0, 1_000), berlin, 1)).hasSize(1);
    assertThat(TimeTicks.of(TIMES, ZoneId.of("Asia/Kathmandu"), 4))
        .extracting(TimeTicks.Tick::label)
        .containsExactly("15:45:00", "15:50:00", "15:55:00");
  }

  @Test
  void theSmallestGraphWithTheLongestTextsIsDrawn() throws IOException {
    List<GraphLine> lines =
        Collections.nCopies(50, new GraphLine("m".repeat(5_000) + "{}", numbers(1, 2, 3), true));
    GraphSettings small =
        new GraphSettings(
            100,
            100,
            TIMES,
            ZoneOffset.UTC,
            "t".repeat(200),
            new GraphAxis("l".repeat(200), Double.NaN, Double.NaN, false),
            new GraphAxis("指标".repeat(100), Double.NaN, Double.NaN, true),
            GraphKey.TOP_RIGHT,
            true,
            true,
            0,
            0xFFFFFF);
    assertThat(draw(small, lines).getWidth()).isEqualTo(100);
    assertThat(draw(small, List.of()).getHeight()).isEqualTo(100);
    assertThat(draw(small, List.of(new GraphLine("m{}", new Samples(), false))).getHeight())
        .isEqualTo(100);
  }

  @Test
  void drawingEndsWhenItsWorkIsEnded() {
    Work ended =
        new Work() {
          @Override
          public void did(long steps) throws IOException {
            throw new IOException("ended");
          }

          @Override
          public void makes(long numbers) {}
        };
    List<GraphLine> lines = List.of(new GraphLine("m{}", numbers(1, 2), false));
    assertThatThrownBy(() -> GraphPainter.png(settings(GraphAxis.PLAIN), lines, List.of(), ended))
        .hasMessage("ended");
  }

  @Test
  void memoryForGraphsIsBoundAndGivenBack() throws InterruptedException {
    GraphMemory memory = new GraphMemory(64 << 20);
    assertThat(memory.pixels()).isEqualTo(1 << 20);
    assertThat(memory.take(1 << 20, Duration.ZERO)).isTrue();
    assertThat(memory.take(1, Duration.ZERO)).isFalse();
    memory.give(1 << 20);
    assertThat(memory.take(1, Duration.ZERO)).isTrue();
    assertThat(new GraphMemory(Long.MAX_VALUE).pixels()).isEqualTo(4096 * 4096);
  }
}
