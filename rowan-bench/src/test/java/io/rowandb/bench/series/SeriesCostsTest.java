package io.rowandb.bench.series;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A time series costs what it did in the decision on its policy. */
@Tag("slow")
class SeriesCostsTest {
  @Test
  void windowsOfTimeSaveWritingAndScansByTime() throws IOException {
    try (KeptSeries all = keep(SeriesCosts.DEFAULT);
        KeptSeries tiered = keep(SeriesCosts.TIERED)) {
      assertThat(tiered.rewrittenShare()).isPositive().isLessThan(all.rewrittenShare());
      assertThat(tiered.byTime().bytes()).isPositive().isLessThan(all.byTime().bytes());
      assertThat(tiered.byKey().files()).isGreaterThan(all.byKey().files());
    }
  }

  private static KeptSeries keep(Map<String, String> policy) throws IOException {
    KeptSeries series = new KeptSeries(policy, 3, 0);
    for (int hour = 0; hour < 6 * 24; hour++) {
      series.addHour();
    }
    return series;
  }
}
