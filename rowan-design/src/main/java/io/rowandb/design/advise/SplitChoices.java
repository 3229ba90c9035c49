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
    int regions = plan.key().get(0) instanceof Salt salt ? salt.buckets() : Math.min(MOST, wanted);
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
      String text = shortestNear(keys, (int) ((long) i * keys.size() / regions), regions);
      if (!text.chars().allMatch(c -> c >= ' ' && c < 0x7F)) {
        return List.of();
      }
      if (quantiles.isEmpty() || !quantiles.get(quantiles.size() - 1).equals(text)) {
        quantiles.add(text);
      }
    }
    return quantiles;
  }

  /** What parts two neighbours near a place, where they have least in common. */
  private static String shortestNear(List<byte[]> keys, int place, int regions) {
    int around = keys.size() / regions / 4;
    int best = place;
    int bestCommon = Integer.MAX_VALUE;
    for (int at = Math.max(1, place - around); at <= place + around && at < keys.size(); at++) {
      int common = Arrays.mismatch(keys.get(at - 1), keys.get(at));
      if (common >= 0 && common < bestCommon) {
        best = at;
        bestCommon = common;
      }
    }
    byte[] key = keys.get(best);
    int length = bestCommon == Integer.MAX_VALUE ? key.length : bestCommon + 1;
    return new String(key, 0, Math.min(length, key.length), StandardCharsets.UTF_8);
  }
}
