package io.rowandb.schema.key;

import io.rowandb.schema.field.Component;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The rows of a key that have the same values of some fields at its beginning: a group. All rows of
 * a group begin with the same bytes, and no other rows do, except those with the same hash. A table
 * whose regions begin only at rows that {@link #cut} leaves unchanged has each group in one region.
 *
 * <p>Immutable; used by any number of threads.
 *
 * @param <R> the record
 */
public final class KeyGroup<R> {
  // Fixed at construction.
  private final RowKey<R> key;
  private final List<Segment> leading;
  private final List<Component> fields;

  /** The bytes by which regions are divided; {@link KeyPart#VARIABLE} if a delimiter says so. */
  private final int width;

  /** Null when the width says by what regions are divided. */
  private final byte[] delimiter;

  private KeyGroup(RowKey<R> key, List<Segment> leading, int width, byte[] delimiter) {
    this.key = key;
    this.leading = List.copyOf(leading);
    this.width = width;
    this.delimiter = delimiter;
    fields = List.copyOf(componentsOf(leading));
  }

  private static Set<Component> componentsOf(List<Segment> segments) {
    return segments.stream()
        .flatMap(segment -> segment.components().stream())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /**
   * The groups of rows that have one value of each of these fields.
   *
   * @throws IllegalArgumentException naming the rule, when the key does not begin with parts that
   *     depend on all of these fields and on no others, or HBase cannot be told where these parts
   *     end
   */
  static <R> KeyGroup<R> of(RowKey<R> key, Set<Component> wanted) {
    List<Segment> leading = leading(key, wanted);
    if (wanted.isEmpty() || !componentsOf(leading).equals(wanted)) {
      throw new IllegalArgumentException(
          "rows with the same "
              + names(wanted)
              + " are not together: the key does not begin with parts that depend on all of these"
              + " fields and on no others; it is "
              + key);
    }
    List<Segment> fixed = ofFixedWidth(leading);
    if (fixed.size() == leading.size() || componentsOf(withoutSalt(fixed)).equals(wanted)) {
      return new KeyGroup<>(key, leading, fixed.stream().mapToInt(Segment::width).sum(), null);
    }
    byte[] delimiter =
        delimiter(leading)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "HBase keeps rows together that begin with the same bytes, a fixed number of"
                            + " them or those before a delimiter, and the rows with the same "
                            + names(wanted)
                            + " begin with "
                            + leading.stream()
                                .map(Segment::describe)
                                .collect(Collectors.joining(" | "))
                            + ": declare these parts with a fixed width (fixedText, or a hash"
                            + " before them), or one terminated text alone"));
    return new KeyGroup<>(key, leading, KeyPart.VARIABLE, delimiter);
  }

  private static String names(Set<Component> fields) {
    return fields.stream().map(Component::name).sorted().toList().toString();
  }

  private static List<Segment> leading(RowKey<?> key, Set<Component> fields) {
    List<Segment> leading = new ArrayList<>();
    for (Segment segment : key.segments()) {
      boolean ofRest = segment instanceof Segment.Salt salt && salt.sources().isEmpty();
      if (ofRest || !fields.containsAll(segment.components())) {
        return leading;
      }
      leading.add(segment);
    }
    return leading;
  }

  private static List<Segment> ofFixedWidth(List<Segment> leading) {
    List<Segment> fixed = new ArrayList<>();
    for (Segment segment : leading) {
      if (segment.width() == KeyPart.VARIABLE) {
        return fixed;
      }
      fixed.add(segment);
    }
    return fixed;
  }

  /** There are too few buckets to divide a table by them alone. */
  private static List<Segment> withoutSalt(List<Segment> segments) {
    return segments.stream().filter(segment -> !(segment instanceof Segment.Salt)).toList();
  }

  /**
   * The bytes that end the first part which is no literal, if its width is variable. Their first
   * occurrence in a row is there: the literals before it do not have them.
   */
  private static Optional<byte[]> delimiter(List<Segment> leading) {
    for (Segment segment : leading) {
      if (segment instanceof Segment.OfField field) {
        return field.source().part().end().filter(end -> literalsLack(leading, end));
      }
      if (!(segment instanceof Segment.Literal)) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  private static boolean literalsLack(List<Segment> leading, byte[] end) {
    KeyWriter before = new KeyWriter();
    for (Segment segment : leading) {
      if (!(segment instanceof Segment.Literal literal)) {
        break;
      }
      before.write(literal.bytes());
    }
    byte[] withEnd = before.write(end).toByteArray();
    return indexOf(withEnd, end) == withEnd.length - end.length;
  }

  /** The fields whose values a group has, in the order in which the key names them. */
  public List<Component> fields() {
    return fields;
  }

  /** By how many bytes at the beginning of rows regions are divided; empty if by a delimiter. */
  public OptionalInt width() {
    return delimiter == null ? OptionalInt.of(width) : OptionalInt.empty();
  }

  /**
   * The bytes before whose first occurrence in rows regions are divided, all of them below 0x80;
   * empty if by a width.
   */
  public Optional<byte[]> delimiter() {
    return Optional.ofNullable(delimiter).map(byte[]::clone);
  }

  /**
   * What the rows of a group begin with.
   *
   * @throws IllegalArgumentException as {@link RowKey#encode(Function)}
   */
  public byte[] encode(Function<Component, Object> values) {
    KeyWriter out = new KeyWriter();
    leading.forEach(segment -> key.write(segment, values, out));
    return out.toByteArray();
  }

  /** The row at which a region begins instead of at another one, so that no group is divided. */
  public byte[] cut(byte[] row) {
    int index = delimiter == null ? width : indexOf(row, delimiter);
    return index < 0 ? row.clone() : Arrays.copyOf(row, Math.min(index, row.length));
  }

  private static int indexOf(byte[] bytes, byte[] wanted) {
    for (int i = 0; i + wanted.length <= bytes.length; i++) {
      if (Arrays.equals(bytes, i, i + wanted.length, wanted, 0, wanted.length)) {
        return i;
      }
    }
    return -1;
  }

  /** What decides where regions are divided, for people. */
  @Override
  public String toString() {
    return delimiter == null
        ? "the first " + width + " bytes"
        : "what is before the first " + Bytes.toStringBinary(delimiter);
  }
}
