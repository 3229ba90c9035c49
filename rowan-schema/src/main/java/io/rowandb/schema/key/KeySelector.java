package io.rowandb.schema.key;

import io.rowandb.schema.field.Component;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Finds the ranges of rows that conditions select. From the left, parts of the key are determined
 * as long as each has one value; the first with a range of values, or without a value, ends this.
 * Each of several values of a field makes a separate range. So does each form of a value range that
 * the key holds lossily before a determined part, and each bucket of a salt that is not determined.
 * Used once, by one thread.
 */
final class KeySelector<R> {
  /** More would be read one after the other: the caller's design is wrong, or the read. */
  static final int MAX_RANGES = 10_000;

  private static final KeyRange NONE = new KeyRange(new byte[1], new byte[1]);

  // Fixed at construction.
  private final RowKey<R> key;
  private final Map<Component, Condition> conditions;

  /** Whether all that keys depend on has values, so that no bucket need be guessed. */
  private final boolean complete;

  private final Set<Component> served = new HashSet<>();
  private final Set<Component> used = new HashSet<>();

  KeySelector(RowKey<R> key, Map<Component, Condition> conditions) {
    this.key = key;
    this.conditions = conditions;
    complete = haveValues(key.components());
  }

  KeySelection select() {
    int determined = 0;
    boolean salted = false;
    List<Prefix> prefixes = List.of(new Prefix(new byte[0], new byte[0], singleValues()));
    List<Segment> segments = key.segments();
    while (determined < segments.size()) {
      Segment segment = segments.get(determined);
      if (isDetermined(segment)) {
        prefixes = extend(prefixes, segment);
      } else {
        Optional<List<Object>> forms = forms(determined, prefixes.size());
        if (forms.isEmpty()) {
          break;
        }
        prefixes = extend(prefixes, (Segment.OfField) segment, forms.get());
      }
      if (isUnknownSalt(segment)) {
        salted = true;
      } else {
        used.addAll(segment.components());
      }
      determined++;
    }
    boolean whole = determined == segments.size();
    Segment next = whole ? null : segments.get(determined);
    Condition.Between between = next == null ? null : between(next);
    Optional<byte[]> beginning = next == null ? Optional.empty() : beginning(next);
    List<KeySelection.Selected> ranges = new ArrayList<>();
    for (Prefix prefix : prefixes) {
      KeyRange range = whole ? whole(prefix) : range(prefix.bytes(), next, between, beginning);
      if (!range.isEmpty()) {
        ranges.add(new KeySelection.Selected(range, prefix.bytes().length, prefix.unsalted()));
      }
    }
    Segment.Source sortedBy = next instanceof Segment.OfField field ? field.source() : null;
    Direction direction = sortedBy == null ? Direction.OTHER : key.direction(determined);
    return new KeySelection(
        ranges.size() <= 1 ? List.copyOf(ranges) : inOrder(distinct(ranges)),
        Set.copyOf(served),
        Set.copyOf(used),
        determined,
        used.isEmpty(),
        salted,
        sortedBy == null ? null : sortedBy.component(),
        direction);
  }

  /** The fields with one value, which all prefixes have alike. */
  private Map<Component, Object> singleValues() {
    Map<Component, Object> values = new HashMap<>();
    for (Map.Entry<Component, Condition> each : conditions.entrySet()) {
      if (each.getValue() instanceof Condition.Equal equal) {
        values.put(each.getKey(), equal.value());
      }
    }
    return values;
  }

  private static List<KeySelection.Selected> inOrder(List<KeySelection.Selected> sorted) {
    return sorted.stream()
        .sorted(
            Comparator.comparing(KeySelection.Selected::unsaltedPrefix, Arrays::compareUnsigned))
        .toList();
  }

  /** Values that a part makes equal have one range. */
  private static List<KeySelection.Selected> distinct(List<KeySelection.Selected> ranges) {
    List<KeySelection.Selected> sorted = new ArrayList<>(ranges);
    sorted.sort(Comparator.comparing(range -> range.keys().start(), Arrays::compareUnsigned));
    List<KeySelection.Selected> distinct = new ArrayList<>();
    byte[] last = null;
    for (KeySelection.Selected range : sorted) {
      if (last == null || !Arrays.equals(last, range.keys().start())) {
        distinct.add(range);
      }
      last = range.keys().start();
    }
    return List.copyOf(distinct);
  }

  private boolean isDetermined(Segment segment) {
    return segment instanceof Segment.Salt || haveValues(segment.components());
  }

  private boolean haveValues(Collection<Component> components) {
    for (Component component : components) {
      if (!hasValues(component)) {
        return false;
      }
    }
    return true;
  }

  private boolean hasValues(Component component) {
    Condition condition = conditions.get(component);
    return condition instanceof Condition.Equal || condition instanceof Condition.OneOf;
  }

  private boolean isUnknownSalt(Segment segment) {
    return segment instanceof Segment.Salt salt
        && (salt.sources().isEmpty() || !haveValues(salt.components()));
  }

  private List<Prefix> extend(List<Prefix> prefixes, Segment segment) {
    List<Prefix> longer = new ArrayList<>();
    for (Prefix prefix : prefixes) {
      if (isUnknownSalt(segment)) {
        int buckets = complete ? 1 : ((Segment.Salt) segment).buckets();
        for (int bucket = 0; bucket < buckets; bucket++) {
          longer.add(prefix.ofBucket(bucket));
        }
      } else {
        for (Map<Component, Object> values : assignments(prefix.values(), segment)) {
          KeyWriter out = new KeyWriter();
          key.write(segment, values::get, out);
          longer.add(prefix.with(out.toByteArray(), values));
        }
      }
      checkCount(longer.size());
    }
    if (segment instanceof Segment.OfField field && field.source().part().isLossless()) {
      served.add(field.source().component());
    }
    return longer;
  }

  /**
   * The forms of a range of values, when the key holds them with a loss and goes on with what has
   * one value: rows of a month, of which each has those of a number. A range for each then, in the
   * place of one with the rows of all numbers; that one again when there would be too many.
   *
   * @param prefixes how many beginnings of rows each of them would go behind
   */
  private Optional<List<Object>> forms(int segment, int prefixes) {
    boolean goesOn =
        segment + 1 < key.segments().size()
            && !key.segments().get(segment + 1).components().isEmpty()
            && isDetermined(key.segments().get(segment + 1));
    if (!goesOn
        || !(key.segments().get(segment) instanceof Segment.OfField field)
        || field.source().part().isLossless()) {
      return Optional.empty();
    }
    Condition.Between between = between(field);
    if (between == null || between.from() == null || between.to() == null) {
      return Optional.empty();
    }
    long most = MAX_RANGES / (prefixes * combinationsAfter(segment));
    return field.source().part().forms(between.from(), between.to(), (int) most);
  }

  /** Into how many ranges what is behind a segment may divide each; {@link #MAX_RANGES} is many. */
  private long combinationsAfter(int segment) {
    Set<Component> components = new HashSet<>();
    long combinations = 1;
    for (Segment each : key.segments().subList(segment + 1, key.segments().size())) {
      if (isUnknownSalt(each)) {
        combinations *= ((Segment.Salt) each).buckets();
      }
      for (Component component : each.components()) {
        if (hasValues(component) && components.add(component)) {
          combinations *= values(component).size();
        }
      }
      if (combinations > MAX_RANGES) {
        return MAX_RANGES;
      }
    }
    return combinations;
  }

  private List<Prefix> extend(List<Prefix> prefixes, Segment.OfField field, List<Object> forms) {
    List<Prefix> longer = new ArrayList<>();
    for (Prefix prefix : prefixes) {
      for (Object form : forms) {
        longer.add(prefix.with(bytes(new byte[0], field.source(), form), prefix.values()));
        checkCount(longer.size());
      }
    }
    return longer;
  }

  private static void checkCount(int prefixes) {
    if (prefixes > MAX_RANGES) {
      throw new IllegalArgumentException(
          "the conditions leave more than " + MAX_RANGES + " ranges of rows");
    }
  }

  /** All values that the fields of a segment may have, beside those already chosen. */
  private List<Map<Component, Object>> assignments(Map<Component, Object> chosen, Segment segment) {
    List<Map<Component, Object>> all = List.of(chosen);
    for (Component component : segment.components()) {
      if (all.get(0).containsKey(component)) { // then each has it
        continue;
      }
      List<Map<Component, Object>> longer = new ArrayList<>();
      for (Map<Component, Object> each : all) {
        for (Object value : values(component)) {
          Map<Component, Object> with = new HashMap<>(each);
          with.put(component, value);
          longer.add(with);
          checkCount(longer.size()); // before there are millions: each is a range
        }
      }
      all = longer;
    }
    return all;
  }

  private List<?> values(Component component) {
    if (conditions.get(component) instanceof Condition.Equal equal) {
      List<Object> one = new ArrayList<>();
      one.add(equal.value());
      return one;
    }
    return ((Condition.OneOf) conditions.get(component)).values().stream().distinct().toList();
  }

  private Condition.Between between(Segment next) {
    return next instanceof Segment.OfField field
            && field.source().part().direction() != Direction.OTHER
            && conditions.get(field.source().component()) instanceof Condition.Between between
        ? between
        : null;
  }

  /** A bucket that depends on what is behind it is known when all of that is. */
  private KeyRange whole(Prefix prefix) {
    boolean salted = prefix.unsalted().length < prefix.bytes().length;
    byte[] row = salted && complete ? key.encode(prefix.values()::get) : prefix.bytes();
    return key.isFollowed() ? KeyRange.startingWith(row) : KeyRange.of(row);
  }

  /** What the rest of each row begins with that is asked for; checked again with the records. */
  private Optional<byte[]> beginning(Segment next) {
    if (next instanceof Segment.OfField field && conditions.containsKey(component(field))) {
      Optional<byte[]> bytes = field.source().part().beginning(conditions.get(component(field)));
      bytes.ifPresent(known -> used.add(component(field)));
      return bytes;
    }
    return Optional.empty();
  }

  private static Component component(Segment.OfField field) {
    return field.source().component();
  }

  private KeyRange range(
      byte[] prefix, Segment next, Condition.Between between, Optional<byte[]> beginning) {
    if (beginning.isPresent()) {
      return KeyRange.startingWith(Bytes.add(prefix, beginning.get()));
    }
    if (between == null) {
      return KeyRange.startingWith(prefix);
    }
    Segment.Source source = ((Segment.OfField) next).source();
    used.add(source.component());
    boolean exact = source.part().isLossless();
    if (exact) {
      served.add(source.component());
    }
    Object least = ceiling(source, between.from());
    if (least == null && between.from() != null) {
      return NONE;
    }
    byte[] from = least == null ? null : bytes(prefix, source, least);
    Object end = ceiling(source, between.to());
    byte[] to = end == null ? null : bytes(prefix, source, end);
    boolean without = end != null && source.part().isFirstOfItsForm(end);
    KeyRange all = present(prefix, source, between.from() == null ? between.to() : between.from());
    if (source.part().direction() == Direction.ASCENDING) {
      if (exact && to != null && to.length == 0) {
        return NONE; // before the empty text; as the stop of a range it would mean the end
      }
      return new KeyRange(
          from == null ? all.start() : from,
          to == null ? all.stop() : without ? to : KeyRange.behind(to));
    }
    byte[] start = to == null ? all.start() : without ? KeyRange.behind(to) : to;
    byte[] stop = from == null ? all.stop() : KeyRange.behind(from);
    return to != null && start.length == 0 ? NONE : new KeyRange(start, stop);
  }

  /** All that begin so, but those with null, which is in no range of values. */
  private static KeyRange present(byte[] prefix, Segment.Source source, Object value) {
    KeyRange all = KeyRange.startingWith(prefix);
    if (!source.part().isOptional()) {
      return all;
    }
    byte[] absent = bytes(prefix, source, null);
    return source.part().order().compare(null, value) < 0
        ? new KeyRange(KeyRange.behind(absent), all.stop())
        : new KeyRange(all.start(), absent);
  }

  /** The end of a range as the part writes it; null for none, and when all values are before it. */
  private static Object ceiling(Segment.Source source, Object end) {
    return end == null ? null : source.part().ceiling(end).orElse(null);
  }

  private static byte[] bytes(byte[] prefix, Segment.Source source, Object value) {
    KeyWriter out = new KeyWriter();
    out.write(prefix);
    source.write(value, out);
    return out.toByteArray();
  }

  /**
   * The beginning of keys.
   *
   * @param unsalted the same without buckets that were guessed
   * @param values that it was made of
   */
  private record Prefix(byte[] bytes, byte[] unsalted, Map<Component, Object> values) {
    Prefix with(byte[] more, Map<Component, Object> newValues) {
      return new Prefix(Bytes.add(bytes, more), Bytes.add(unsalted, more), newValues);
    }

    Prefix ofBucket(int bucket) {
      return new Prefix(Bytes.add(bytes, new byte[] {(byte) bucket}), unsalted, values);
    }
  }
}
