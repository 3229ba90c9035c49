package io.rowandb.design.check;

import io.rowandb.design.plan.PlannedFamily;
import io.rowandb.design.plan.PlannedFamily.Bloom;
import io.rowandb.design.plan.PlannedPattern;
import java.time.Duration;
import java.util.List;

/** Faults of families and their attributes. */
final class FamilyLint {
  private static final int MOST_FAMILIES = 3;

  /** One family has so many times the bytes of another. */
  private static final double VERY_DIFFERENT = 10;

  private static final long HOUR = 3600;
  private static final long DAY = 86_400;

  private final Checked checked;

  private FamilyLint(Checked checked) {
    this.checked = checked;
  }

  static void check(Checked checked) {
    FamilyLint lint = new FamilyLint(checked);
    lint.number();
    lint.sizes();
    for (PlannedFamily family : checked.plan.families()) {
      lint.versions(family);
      lint.expiry(family);
      lint.bloom(family);
      lint.inMemory(family);
    }
  }

  private void number() {
    int families = checked.plan.families().size();
    boolean together =
        families > 1
            && !checked.plan.patterns().isEmpty()
            && checked.plan.patterns().stream().allMatch(each -> each.columns().isEmpty());
    if (families <= MOST_FAMILIES && !together) {
      return;
    }
    checked.add(
        FindingKind.TOO_MANY_FAMILIES,
        families > MOST_FAMILIES ? FindingSeverity.ERROR : FindingSeverity.WARNING,
        0.4,
        "families " + String.join(", ", names()),
        families + " families" + (together ? "; each pattern reads all of them." : "."),
        "Each row is "
            + families
            + " reads; each region has "
            + families
            + " memstores and sets of files, which flush and compact apart.",
        "Put columns that are read together into one family.");
  }

  private List<String> names() {
    return checked.plan.families().stream().map(PlannedFamily::name).toList();
  }

  private void sizes() {
    if (!checked.hasRows() || checked.plan.families().size() < 2) {
      return;
    }
    PlannedFamily smallest = null;
    PlannedFamily largest = null;
    for (PlannedFamily each : checked.plan.families()) {
      double bytes = checked.facts.bytesARow(each);
      smallest =
          bytes > 0 && (smallest == null || bytes < checked.facts.bytesARow(smallest))
              ? each
              : smallest;
      largest = largest == null || bytes > checked.facts.bytesARow(largest) ? each : largest;
    }
    if (smallest == null) {
      return;
    }
    double ratio = checked.facts.bytesARow(largest) / checked.facts.bytesARow(smallest);
    if (ratio >= VERY_DIFFERENT) {
      checked.warning(
          FindingKind.FAMILY_SIZES_DIFFER,
          0.5,
          "families " + smallest.name() + " and " + largest.name(),
          "A row has "
              + Say.bytes(checked.facts.bytesARow(smallest))
              + " in "
              + smallest.name()
              + " and "
              + Say.bytes(checked.facts.bytesARow(largest))
              + " in "
              + largest.name()
              + ", "
              + Say.count(ratio)
              + " times as much.",
          "A scan of "
              + smallest.name()
              + " alone visits "
              + Say.count(Math.ceil(ratio))
              + " times the regions that its bytes would fill.",
          "Give "
              + largest.name()
              + " a table of its own, with the same row key, or put both into one family.");
    }
  }

  private void versions(PlannedFamily family) {
    List<PlannedPattern> readers = checked.readers(family);
    int read = readers.stream().mapToInt(PlannedPattern::versions).max().orElse(1);
    if (read > family.versions()) {
      checked.error(
          FindingKind.VERSIONS_MISSING,
          0.9,
          "family " + family.name(),
          "A pattern reads "
              + read
              + " versions of a cell; the family keeps "
              + family.versions()
              + ".",
          "The older values are gone, without an error.",
          "Set VERSIONS to what the pattern reads.",
          "families:\n  " + family.name() + ":\n    versions: " + read + "\n");
    } else if (family.versions() > 1 && read == 1 && !readers.isEmpty()) {
      checked.warning(
          FindingKind.VERSIONS_UNREAD,
          0.2,
          "family " + family.name(),
          "It keeps " + family.versions() + " versions; no pattern reads more than one.",
          "Up to " + family.versions() + " times the bytes of what is written again.",
          "Keep one.",
          "families:\n  " + family.name() + ":\n    versions: 1\n");
    }
  }

  private void expiry(PlannedFamily family) {
    if (family.minVersions() > 0 && family.ttl().isEmpty()) {
      checked.warning(
          FindingKind.MIN_VERSIONS_WITHOUT_TTL,
          0.2,
          "family " + family.name(),
          "MIN_VERSIONS is " + family.minVersions() + "; nothing expires.",
          "It has no effect; perhaps a TTL was meant.",
          "Give a TTL, or leave it out.",
          "families:\n  "
              + family.name()
              + ":\n    ttl: 90 days\n    min-versions: "
              + family.minVersions()
              + "\n");
    }
    for (PlannedPattern each : checked.readers(family)) {
      Duration back = each.back().orElse(Duration.ZERO);
      if (family.ttl().isPresent() && back.compareTo(family.ttl().get()) > 0) {
        checked.error(
            FindingKind.TTL_TOO_SHORT,
            1 - (double) family.ttl().get().toSeconds() / back.toSeconds(),
            "family " + family.name(),
            "\""
                + each.name()
                + "\" reads "
                + days(back)
                + " back; cells are kept "
                + days(family.ttl().get())
                + ".",
            "The older rows are missing from its answers, without an error.",
            "Keep them longer than they are read.",
            "families:\n  " + family.name() + ":\n    ttl: " + days(longer(back)) + "\n");
      }
    }
  }

  /** A tenth more, in whole units of those that it is said in. */
  private static Duration longer(Duration time) {
    long unit = unit(time);
    return time.plusSeconds((time.toSeconds() / unit + 9) / 10 * unit);
  }

  /** The seconds of the largest unit that a time is made of. */
  private static long unit(Duration time) {
    return time.toSeconds() % DAY == 0 ? DAY : time.toSeconds() % HOUR == 0 ? HOUR : 1;
  }

  private static String days(Duration time) {
    long unit = unit(time);
    long number = time.toSeconds() / unit;
    String name = unit == DAY ? "day" : unit == HOUR ? "hour" : "second";
    return number + " " + name + (number == 1 ? "" : "s");
  }

  private void bloom(PlannedFamily family) {
    List<PlannedPattern> gets =
        checked.readers(family).stream()
            .filter(each -> PatternPath.of(checked.plan, each).kind() == PatternPath.Kind.GET)
            .toList();
    boolean names = gets.stream().anyMatch(each -> !each.columns().isEmpty());
    if (family.bloom() == Bloom.NONE && !gets.isEmpty()) {
      checked.warning(
          FindingKind.BLOOM_NONE,
          0.3,
          "family " + family.name(),
          "It has no Bloom filter; \"" + gets.get(0).name() + "\" is a get.",
          "Each get opens a block of every file of the region, not of one.",
          "Let it have one of row keys.",
          "families:\n  " + family.name() + ":\n    bloom: row\n");
    }
    if (family.bloom() == Bloom.ROWCOL && !names && !checked.plan.patterns().isEmpty()) {
      checked.warning(
          FindingKind.BLOOM_ROWCOL_UNREAD,
          0.2,
          "family " + family.name(),
          "Its Bloom filter has columns; no get names a column of it.",
          "The filter has an entry a cell, not a row, and no read uses it.",
          "Let it have row keys.",
          "families:\n  " + family.name() + ":\n    bloom: row\n");
    }
  }

  /** HBase gives in-memory blocks a quarter of the cache, and the cache two fifths of the heap. */
  private void inMemory(PlannedFamily family) {
    if (!family.isInMemory() || !checked.hasRows()) {
      return;
    }
    double bytes = checked.facts.bytesARow(family) * checked.rows();
    double room =
        0.4 * 0.25 * checked.plan.cluster().heapBytes() * checked.plan.cluster().servers();
    if (bytes > room) {
      checked.warning(
          FindingKind.IN_MEMORY_TOO_LARGE,
          0.4,
          "family " + family.name(),
          "Its "
              + checked.rowsText()
              + " have "
              + Say.bytes(bytes)
              + "; in-memory blocks have "
              + Say.bytes(room)
              + " on "
              + checked.plan.cluster().servers()
              + " servers.",
          "It drives out its own blocks, and those of other in-memory tables.",
          "Leave it to the cache, which keeps what is read.",
          "families:\n  " + family.name() + ":\n    in-memory: false\n");
    }
  }
}
