package io.rowandb.design.advise;

import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.sample.SampleFile;
import io.rowandb.design.sample.SampleSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which fields tell records apart, and which of the others change. A key with a field that changes
 * is another row for the new value, and the row of the old one stays. Immutable.
 */
final class SteadyFields {
  /** Records whose values are compared; those that come later are not looked at. Some 30 MB. */
  private static final int MOST_RECORDS = 200_000;

  private static final long FNV_BASIS = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private final Set<String> identity;
  private final Set<String> changing;

  private SteadyFields(Set<String> identity, Set<String> changing) {
    this.identity = identity;
    this.changing = changing;
  }

  /** Of a plan's records; where it has no identity, rows of its key are taken for records. */
  static SteadyFields of(TablePlan plan, SampleSpec sample) throws IOException {
    Set<String> identity = new LinkedHashSet<>(plan.identity());
    if (identity.isEmpty()) {
      plan.key().forEach(part -> identity.addAll(part.fields()));
    }
    try (SampleFile file = SampleFile.open(sample)) {
      List<String> asked = new ArrayList<>(asked(plan));
      asked.removeAll(identity);
      asked.retainAll(file.fields());
      Set<String> changing = new LinkedHashSet<>();
      if (asked.isEmpty()) {
        return new SteadyFields(identity, changing);
      }
      int[] same = places(file, identity);
      int[] others = places(file, asked);
      Map<Long, long[]> values = new HashMap<>();
      long read = 0;
      for (String[] row = file.next(); row != null && read < sample.limit(); row = file.next()) {
        read++;
        compare(row, same, others, values).forEach(place -> changing.add(asked.get(place)));
      }
      return new SteadyFields(identity, changing);
    }
  }

  private static Set<String> asked(TablePlan plan) {
    Set<String> asked = new LinkedHashSet<>();
    plan.patterns()
        .forEach(
            each -> {
              asked.addAll(each.equal());
              asked.add(each.range());
              asked.add(each.order());
            });
    return asked;
  }

  private static int[] places(SampleFile file, Iterable<String> fields) {
    List<Integer> places = new ArrayList<>();
    fields.forEach(each -> places.add(file.fields().indexOf(each)));
    return places.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Which of the others are not what they were when the record was seen first. */
  private static List<Integer> compare(
      String[] row, int[] same, int[] others, Map<Long, long[]> values) {
    long record = FNV_BASIS;
    for (int place : same) {
      record = hash(record, row[place]);
    }
    long[] first = values.get(record);
    long[] now = new long[others.length];
    List<Integer> changed = new ArrayList<>();
    for (int i = 0; i < others.length; i++) {
      now[i] = hash(FNV_BASIS, row[others[i]]);
      if (first != null && first[i] != now[i]) {
        changed.add(i);
      }
    }
    if (first == null && values.size() < MOST_RECORDS) {
      values.put(record, now);
    }
    return changed;
  }

  private static long hash(long before, String value) {
    long hash = (before ^ value.length()) * FNV_PRIME;
    for (int i = 0; i < value.length(); i++) {
      hash = (hash ^ value.charAt(i)) * FNV_PRIME;
    }
    return hash;
  }

  /** Whether a field tells records apart, so that it is the same for ever. */
  boolean isIdentity(String field) {
    return identity.contains(field);
  }

  /** Whether some record of the sample has two values of a field. */
  boolean changes(String field) {
    return changing.contains(field);
  }
}
