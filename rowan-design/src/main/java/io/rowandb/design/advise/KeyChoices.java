package io.rowandb.design.advise;

import io.rowandb.design.plan.FieldType;
import io.rowandb.design.plan.PlannedColumn;
import io.rowandb.design.plan.PlannedPart;
import io.rowandb.design.plan.PlannedPart.Coded;
import io.rowandb.design.plan.PlannedPart.Form;
import io.rowandb.design.plan.PlannedPart.Function;
import io.rowandb.design.plan.PlannedPart.Hash;
import io.rowandb.design.plan.PlannedPart.Literal;
import io.rowandb.design.plan.PlannedPart.Salt;
import io.rowandb.design.plan.PlannedPart.Value;
import io.rowandb.design.plan.PlannedPattern;
import io.rowandb.design.plan.TablePlan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Row keys that hold the same records: each begins with what one of the questions gives. None has a
 * field that changes, unless the present one has it.
 */
final class KeyChoices {
  private static final int LEADERS = 4;

  /** Of a long list of given fields, as many are put in every order. */
  private static final int MOST_TURNED = 3;

  /** Bytes of a hash from which on it tells values apart. */
  private static final int UNIQUE_HASH = 8;

  private final TablePlan plan;
  private final SampleRows sample;
  private final SteadyFields records;

  /** Several records are added or written into one row, by what the key has of their fields. */
  private final boolean isGrouped;

  private final boolean isCounted;

  /** The fields of the present key. */
  private final Set<String> present = new LinkedHashSet<>();

  /** The fields that the key has to hold. */
  private final Set<String> needed = new LinkedHashSet<>();

  private final Set<List<PlannedPart>> keys = new LinkedHashSet<>();

  private KeyChoices(TablePlan plan, SampleRows sample, SteadyFields records) {
    this.plan = plan;
    this.sample = sample;
    this.records = records;
    isCounted = plan.columns().stream().anyMatch(each -> each.count() != PlannedColumn.Count.NONE);
    isGrouped = isCounted || plan.columns().stream().anyMatch(PlannedColumn::isNamedByField);
    plan.key().forEach(part -> present.addAll(part.fields()));
    if (!isCounted) {
      needed.addAll(plan.identity());
    }
    plan.key().stream()
        .filter(part -> part instanceof Value || part instanceof Coded || isUnique(part))
        .forEach(part -> needed.addAll(part.fields()));
    plan.columns().forEach(each -> needed.remove(each.namedBy()));
    if (plan.families().stream().anyMatch(each -> each.versions() > 1)) {
      needed.remove(plan.versionField());
    }
  }

  private static boolean isUnique(PlannedPart part) {
    return part instanceof Hash hash && hash.bytes() >= UNIQUE_HASH;
  }

  /** All of them, in a fixed order; those for the most frequent question first. */
  static List<List<PlannedPart>> of(TablePlan plan, SampleRows sample, SteadyFields records) {
    KeyChoices choices = new KeyChoices(plan, sample, records);
    if (choices.isGrouped && choices.isInParts()) {
      return List.of();
    }
    plan.patterns().stream()
        .filter(each -> !each.asksForAll())
        .sorted(Comparator.comparingDouble(PlannedPattern::perSecond).reversed())
        .limit(LEADERS)
        .forEach(choices::add);
    return List.copyOf(choices.keys);
  }

  /** Whether the key has some field in two parts: day and hour, as an example. */
  private boolean isInParts() {
    List<String> fields =
        plan.key().stream()
            .filter(part -> part instanceof Value)
            .flatMap(part -> part.fields().stream())
            .toList();
    return fields.stream().distinct().count() < fields.size();
  }

  /**
   * Whether a key is of the same rows: none is left behind when a field changes, and no counter is
   * divided.
   */
  private boolean isAllowed(List<PlannedPart> key) {
    return key.stream()
        .flatMap(part -> part.fields().stream())
        .allMatch(each -> present.contains(each) || (!isCounted && !records.changes(each)));
  }

  private void add(PlannedPattern pattern) {
    for (List<String> given : turned(pattern.equal())) {
      for (boolean descending : new boolean[] {true, false}) {
        for (PlannedPart first : firsts(given)) {
          add(pattern, given, descending, first);
        }
      }
    }
  }

  /** The fields in every order. */
  private static List<List<String>> turned(List<String> fields) {
    if (fields.size() < 2 || fields.size() > MOST_TURNED) {
      return List.of(fields);
    }
    List<List<String>> all = new ArrayList<>();
    for (String each : fields) {
      List<String> others = new ArrayList<>(fields);
      others.remove(each);
      for (List<String> rest : turned(others)) {
        List<String> one = new ArrayList<>(List.of(each));
        one.addAll(rest);
        all.add(one);
      }
    }
    return all;
  }

  /** What may stand before the values; null for nothing. */
  private List<PlannedPart> firsts(List<String> given) {
    int buckets = Math.max(2, Math.min(16, 2 * plan.cluster().servers()));
    List<PlannedPart> firsts = new ArrayList<>();
    if (!given.isEmpty()) {
      firsts.add(new Hash(Function.MD5, 2, false, given.subList(0, 1)));
      firsts.add(new Hash(Function.MD5, 2, false, given));
    }
    firsts.add(null);
    for (String each : needed) {
      if (!plan.type(each).isTime()) {
        firsts.add(new Salt(buckets, List.of(each)));
      }
    }
    plan.patterns().stream()
        .flatMap(each -> each.equal().stream())
        .distinct()
        .forEach(each -> firsts.add(new Salt(buckets, List.of(each))));
    return firsts;
  }

  private void add(
      PlannedPattern pattern, List<String> given, boolean descending, PlannedPart first) {
    Set<String> order = new LinkedHashSet<>(given);
    order.add(pattern.range());
    order.add(pattern.order());
    needed.stream().filter(each -> plan.type(each).isTime()).forEach(order::add);
    order.addAll(needed);
    order.remove("");
    List<PlannedPart> key = new ArrayList<>();
    if (first != null) {
      key.add(first);
    }
    List<String> all = List.copyOf(order);
    for (int i = 0; i < all.size(); i++) {
      Value part = part(all.get(i), descending);
      key.add(part);
      if (part.width() == 0 && i < all.size() - 1) {
        key.add(new Literal("\0"));
      }
    }
    if (isAllowed(key)) {
      keys.add(List.copyOf(key));
    }
  }

  /** A field as a part of fixed length, where its values allow one; as bytes that sort. */
  private Value part(String field, boolean descending) {
    Value now = now(field);
    FieldType type = plan.type(field);
    if (isGrouped && now != null) {
      return asGrouped(now, descending);
    }
    if (type.isTime()) {
      boolean isShort = now != null && now.written().equals(FieldType.SECONDS);
      String written = isShort ? FieldType.SECONDS : FieldType.MILLIS;
      return new Value(field, Form.TIME, 0, false, descending, written, null);
    }
    if (now != null && now.form() == Form.DIGITS) {
      return new Value(field, Form.DIGITS, now.length(), false, false, "", null);
    }
    if (now != null && (now.form() == Form.INT || now.form() == Form.LONG)) {
      return new Value(field, now.form(), 0, false, false, "", null);
    }
    boolean isNumber = type.kind() == FieldType.Kind.NUMBER || isNumber(now);
    if (isNumber && sample.isCounted(field)) {
      return new Value(field, Form.LONG, 0, false, false, "", null);
    }
    int digits = sample.digits(field);
    return digits > 0
        ? new Value(field, Form.DIGITS, digits, false, false, "", null)
        : new Value(field, Form.TEXT, 0, false, false, "", null);
  }

  /** As it is written now: a day must not become milliseconds where a row is that of a day. */
  private static Value asGrouped(Value now, boolean descending) {
    return now.form() == Form.TIME
        ? new Value(now.field(), Form.TIME, 0, false, descending, now.written(), now.format())
        : now;
  }

  private static boolean isNumber(Value now) {
    return now != null && now.form() == Form.NUMBER;
  }

  private Value now(String field) {
    return plan.key().stream()
        .filter(part -> part instanceof Value value && value.field().equals(field))
        .map(Value.class::cast)
        .findFirst()
        .orElse(null);
  }
}
