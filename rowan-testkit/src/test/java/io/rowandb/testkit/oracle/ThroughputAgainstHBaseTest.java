package io.rowandb.testkit.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.compaction.CompactionThroughput;
import java.lang.reflect.Method;
import java.time.ZoneOffset;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.regionserver.compactions.CurrentHourProvider;
import org.apache.hadoop.hbase.regionserver.compactions.OffPeakHours;
import org.apache.hadoop.hbase.regionserver.throttle.PressureAwareCompactionThroughputController;
import org.junit.jupiter.api.Test;

/** How much compactions may write in a second is what HBase's own class finds. */
class ThroughputAgainstHBaseTest {
  private static final String PREFIX = "hbase.hstore.compaction.throughput.";
  private static final int CASES = 2_000;

  @Test
  void theRateIsHBases() throws ReflectiveOperationException {
    Random random = new Random(1);
    for (int i = 0; i < CASES; i++) {
      CompactionThroughput ours =
          new CompactionThroughput(
              1 + random.nextInt(1_000_000),
              1 + random.nextInt(1_000_000),
              random.nextBoolean() ? Long.MAX_VALUE : 1 + random.nextInt(1_000_000),
              1_000);
      boolean offPeak = random.nextBoolean();
      double pressure = random.nextInt(5) == 0 ? random.nextInt(3) : random.nextDouble() * 1.5;
      assertThat(ours.bytesPerSecond(pressure, offPeak))
          .as("%s at pressure %s, off-peak %s", ours, pressure, offPeak)
          .isEqualTo(theirs(ours, pressure, offPeak));
    }
  }

  @Test
  void theBoundsThatAreNotSetAreHBases() throws ReflectiveOperationException {
    PressureAwareCompactionThroughputController theirs = controller(new Configuration(false));
    for (double pressure : new double[] {0, 0.25, 1, 2}) {
      tune(theirs, pressure);
      assertThat(CompactionThroughput.HBASES.bytesPerSecond(pressure, false))
          .isEqualTo(theirs.getMaxThroughput());
    }
  }

  @Test
  void theHoursAreHBases() {
    for (int start = 0; start < 24; start++) {
      for (int end = 0; end < 24; end++) {
        var ours = new io.rowandb.engine.compaction.OffPeakHours(start, end, ZoneOffset.UTC);
        OffPeakHours theirs = OffPeakHours.getInstance(start, end);
        for (int hour = 0; hour < 24; hour++) {
          assertThat(ours.contains(TimeUnit.HOURS.toMillis(hour)))
              .as("%d o'clock, from %d to %d", hour, start, end)
              .isEqualTo(theirs.isOffPeakHour(hour));
        }
      }
    }
  }

  private static double theirs(CompactionThroughput bounds, double pressure, boolean offPeak)
      throws ReflectiveOperationException {
    Configuration conf = new Configuration(false);
    conf.setLong(PREFIX + "lower.bound", bounds.lowerBytesPerSecond());
    conf.setLong(PREFIX + "higher.bound", bounds.higherBytesPerSecond());
    conf.setLong(PREFIX + "offpeak", bounds.offPeakBytesPerSecond());
    // Its hours are those of the system: some that have the present one, and the next, or not.
    int from = CurrentHourProvider.getCurrentHour() + (offPeak ? 0 : 6);
    conf.setInt("hbase.offpeak.start.hour", from % 24);
    conf.setInt("hbase.offpeak.end.hour", (from + 2) % 24);
    PressureAwareCompactionThroughputController controller = controller(conf);
    tune(controller, pressure);
    return controller.getMaxThroughput();
  }

  private static PressureAwareCompactionThroughputController controller(Configuration conf) {
    PressureAwareCompactionThroughputController controller =
        new PressureAwareCompactionThroughputController();
    controller.setConf(conf);
    return controller;
  }

  /** What the server's chore calls. */
  private static void tune(PressureAwareCompactionThroughputController controller, double pressure)
      throws ReflectiveOperationException {
    Method tune =
        PressureAwareCompactionThroughputController.class.getDeclaredMethod("tune", double.class);
    tune.setAccessible(true);
    tune.invoke(controller, pressure);
  }
}
