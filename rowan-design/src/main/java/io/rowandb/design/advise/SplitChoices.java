package io.rowandb.design.advise;

import io.rowandb.design.key.PlannedKey;
import io.rowandb.design.plan.PlannedPart.Salt;
import io.rowandb.design.plan.PlannedPart.Value;
import io.rowandb.design.plan.PlannedSplits;
import io.rowandb.design.plan.TablePlan;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The regions that a table begins with: quantiles of the sample's keys, where these are text. */
final class SplitChoices {
  /** More of them are left to HBase's own splitting. */
  private static final int MOST = 64;

  private SplitChoices() {}

  static TablePlan split(TablePlan plan, SampleRows sample) {
    int wanted = Math.max(plan.splits().regions(), 2 * plan.cluster().servers());
    int regions =
        plan.key().get(0) instanceof Salt salt ? salt.buckets() : Math.min(MOST, wanted);
    List<String> keys =
        plan.key().get(0) instanceof Value ? quantiles(plan, sample, regions) : List.of();
    return plan.withSplits(
        keys.isEmpty()
            ? new PlannedSplits(List.of(), regions)
            : new PlannedSplits(keys, keys.size() + 1));
  }

  /** The shortest printable texts that part the keys evenly; none when keys are bytes. */
  private static List<String> quantiles(TablePlan plan, SampleRows sample, int regions) {
    PlannedKey writer = new PlannedKey(plan, sample::place);
    List<byte[]> keys = new ArrayList<>();
    for (String[] row : sample.rows()) {
      if (writer.write(row)) {
        keys.add(writer.copy());
      }
    }
    keys.sort(Arrays::compareUnsigned);
    List<String> quantiles = new ArrayList<>();
    for (int i = 1; i < regions && keys.size() > regions; i++) {
      int at = (int) ((long) i * keys.size() / regions);
      int common = Arrays.mismatch(keys.get(at - 1), keys.get(at));
      byte[] key = keys.get(at);
      String text = new String(key, 0, common < 0 ? key.length : common + 1, StandardCharsets.UTF_8);
      if (!text.chars().allMatch(c -> c >= ' ' && c < 0x7F)) {
        return List.of();
      }
      if (quantiles.isEmpty() || !quantiles.get(quantiles.size() - 1).equals(text)) {
        quantiles.add(text);
      }
    }
    return quantiles;
  }
}
