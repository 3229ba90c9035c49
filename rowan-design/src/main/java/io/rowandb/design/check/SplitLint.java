package io.rowandb.design.check;

import io.rowandb.design.plan.PlannedPart;
import io.rowandb.design.plan.PlannedPart.Form;
import io.rowandb.design.plan.PlannedPart.Hash;
import io.rowandb.design.plan.PlannedPart.Salt;
import io.rowandb.design.plan.PlannedPart.Value;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Faults of the regions that a table begins with. */
final class SplitLint {
  /** The largest region has so many times its part. */
  private static final double UNEVEN = 1.6;

  private final Checked checked;
  private final List<String> splits;

  private SplitLint(Checked checked) {
    this.checked = checked;
    this.splits = checked.plan.splits().keys();
  }

  static void check(Checked checked) {
    SplitLint lint = new SplitLint(checked);
    lint.bulk();
    if (!lint.splits.isEmpty()) {
      lint.impossible();
      lint.uneven();
    }
  }

  private void bulk() {
    if (checked.plan.isLoadedByFiles() && checked.plan.splits().regions() == 1) {
      checked.warning(
          FindingKind.BULK_UNSPLIT,
          0.4,
          "load: bulk",
          "The table begins as one region.",
          "One reducer sorts all rows"
              + (checked.rows() > 0 ? ", " + checked.rowsText() : "")
              + ", and one server gets them.",
          "Split it before the load.",
          "regions: " + 2 * checked.plan.cluster().servers() + "\n");
    }
  }

  private void impossible() {
    String allowed = allowed(checked.plan.key().get(0));
    List<String> wrong =
        splits.stream()
            .filter(each -> allowed.indexOf(each.charAt(0)) < 0 && !allowed.isEmpty())
            .toList();
    if (!wrong.isEmpty()) {
      checked.error(
          FindingKind.SPLIT_IMPOSSIBLE,
          (double) wrong.size() / splits.size(),
          "splits",
          "Keys begin with "
              + checked.plan.key().get(0).describe()
              + ", one of \""
              + allowed
              + "\"; split keys with others: "
              + String.join(", ", wrong)
              + ".",
          "Regions stay empty, and others have their rows.",
          "Make split keys of the digits that keys have.",
          "regions: " + checked.plan.splits().regions() + "\n");
    }
  }

  /** The characters that keys may begin with; empty for any. */
  private static String allowed(PlannedPart first) {
    if (first instanceof Hash hash) {
      return hash.isHex() ? "0123456789abcdef" : "";
    }
    boolean isDigits =
        first instanceof Value value
            && (value.form() == Form.DIGITS
                || value.form() == Form.NUMBER
                || (value.form() == Form.TIME
                    && value.written().matches("[yuMdHms]{3,}|[Md]{2}.*")));
    return isDigits ? "0123456789" : "";
  }

  private void uneven() {
    if (!checked.hasShares()) {
      return;
    }
    int[] counts = new int[splits.size() + 1];
    List<byte[]> bounds =
        splits.stream().map(each -> each.getBytes(StandardCharsets.UTF_8)).toList();
    for (KeptRow each : checked.kept) {
      counts[Spread.region(each.key(), bounds)]++;
    }
    int most = 0;
    int empty = 0;
    for (int i = 0; i < counts.length; i++) {
      most = counts[i] > counts[most] ? i : most;
      empty += counts[i] == 0 ? 1 : 0;
    }
    double share = counts[most] / (double) checked.kept.size();
    if (share * counts.length < UNEVEN) {
      return;
    }
    checked.add(
        FindingKind.SPLITS_UNEVEN,
        share >= SkewLint.ALL ? FindingSeverity.ERROR : FindingSeverity.WARNING,
        share,
        "splits",
        counts.length
            + " regions; the one from "
            + (most == 0 ? "the start" : Say.quoted(splits.get(most - 1)))
            + " to "
            + (most == splits.size() ? "the end" : Say.quoted(splits.get(most)))
            + " has "
            + Say.percent(share)
            + " of the rows"
            + (empty > 0 ? ", " + empty + " have none" : "")
            + "; evenly it would be "
            + Say.percent(1.0 / counts.length)
            + "."
            + (checked.plan.key().get(0) instanceof Salt
                ? " A salt is a byte from 0 up, no text."
                : ""),
        "Its server has " + Say.count(share * counts.length) + " times the load of an even one.",
        "Take split keys that cut the sample evenly.",
        "splits: " + evenSplits() + "\n");
  }

  /** Texts that cut the kept keys about evenly, as short as can be; where keys are text. */
  private String evenSplits() {
    byte[][] keys =
        checked.kept.stream()
            .map(KeptRow::key)
            .sorted(Arrays::compareUnsigned)
            .toArray(byte[][]::new);
    List<String> list = new ArrayList<>();
    for (int i = 1; i <= splits.size(); i++) {
      String text = shortestNear((int) ((long) i * keys.length / (splits.size() + 1)), keys);
      if (!text.chars().allMatch(c -> c >= ' ' && c < 0x7F)) {
        return "[]  # keys are bytes: leave it out and say regions: " + (splits.size() + 1);
      }
      String quoted = '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
      if (!list.contains(quoted)) {
        list.add(quoted);
      }
    }
    return list.toString();
  }

  /** The shortest text that parts two neighbours among the keys near a place. */
  private String shortestNear(int place, byte[][] keys) {
    int around = keys.length / (splits.size() + 1) / 4;
    int best = place;
    int bestCommon = Integer.MAX_VALUE;
    for (int away = 0; away <= around; away++) {
      for (int at : new int[] {place - away, place + away}) {
        if (at > 0 && at < keys.length) {
          int common = Arrays.mismatch(keys[at - 1], keys[at]);
          if (common >= 0 && common < bestCommon) {
            best = at;
            bestCommon = common;
          }
        }
      }
    }
    int length = bestCommon == Integer.MAX_VALUE ? keys[best].length : bestCommon + 1;
    return new String(keys[best], 0, Math.min(length, keys[best].length), StandardCharsets.UTF_8);
  }
}
