package io.rowandb.schema.key;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.RecordShape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The row key of a record, declared part by part from left to right.
 *
 * <pre>{@code
 * RowKey<Tweet> key =
 *     RowKey.of(Tweet.class)
 *         .hash(Digest.md5(16), Tweet::user)
 *         .part(Tweet::time, Parts.descending(Parts.millis()))
 *         .part(Tweet::id, Parts.int64())
 *         .lossy(Tweet::user)
 *         .build();
 * }</pre>
 *
 * <p>Order: keys compare part by part, each part in its declared order. Uniqueness: records whose
 * key fields differ have different keys; a field that the key holds only lossily (as a hash, or as
 * a time without its seconds) must also be in another part, or be declared {@link
 * RowKeyBuilder#lossy lossy}.
 *
 * <p>Immutable; used by any number of threads.
 *
 * @param <R> the record
 */
public final class RowKey<R> {
  /** HBase refuses longer ones. */
  public static final int MAX_BYTES = Short.MAX_VALUE;

  private static final Digest SALT_HASH = Digest.murmur3(4);

  // Fixed at construction.
  private final RecordShape<R> shape;
  private final List<Segment> segments;
  private final Set<Component> components;
  private final Set<Component> held;
  private final Set<Component> required;
  private final Set<Component> lossy;

  /** Whether keys have more behind the declared parts. */
  private final boolean followed;

  RowKey(RecordShape<R> shape, List<Segment> segments, Set<Component> lossy, boolean followed) {
    this.shape = shape;
    this.segments = List.copyOf(segments);
    this.lossy = lossy;
    this.followed = followed;
    components = Collections.unmodifiableSet(components(segments));
    held = held(segments);
    required = required(segments);
  }

  private static Set<Component> components(List<Segment> segments) {
    return segments.stream()
        .flatMap(segment -> segment.components().stream())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static Set<Component> required(List<Segment> segments) {
    return segments.stream()
        .flatMap(segment -> segment.sources().stream())
        .filter(source -> !source.part().isOptional())
        .map(Segment.Source::component)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  static Set<Component> held(List<Segment> segments) {
    Set<Component> held = new LinkedHashSet<>();
    for (Segment segment : segments) {
      if (segment instanceof Segment.OfField field && field.source().part().isLossless()) {
        held.add(field.source().component());
      }
    }
    return held;
  }

  /** Begins the declaration of a record's key. */
  public static <R> RowKeyBuilder<R> of(Class<R> type) {
    return of(RecordShape.of(type));
  }

  /** Begins the declaration of a record's key. */
  public static <R> RowKeyBuilder<R> of(RecordShape<R> shape) {
    return new RowKeyBuilder<>(shape);
  }

  /** The record that it is the key of. */
  public RecordShape<R> shape() {
    return shape;
  }

  /** The fields that can be read from a key. */
  public Set<Component> held() {
    return held;
  }

  /** The fields that a key depends on. */
  public Set<Component> components() {
    return components;
  }

  /** The fields that must not be null in the key. */
  public Set<Component> required() {
    return required;
  }

  /** Whether keys have more bytes after the declared parts, so that these are only a prefix. */
  public boolean isFollowed() {
    return followed;
  }

  /** How many parts it has, literals among them. */
  public int partCount() {
    return segments.size();
  }

  /** Whether it is known where a key ends, so that more may follow it. */
  public boolean isSelfDelimiting() {
    return !(segments.get(segments.size() - 1) instanceof Segment.OfField field)
        || field.source().part().isSelfDelimiting();
  }

  /** From left to right. */
  List<Segment> segments() {
    return segments;
  }

  /**
   * The key of a record.
   *
   * @throws IllegalArgumentException naming the field and the rule, when a value cannot be encoded
   *     there
   */
  public byte[] encode(R record) {
    return encode(component -> shape.get(record, component));
  }

  /**
   * The key of these values of its fields.
   *
   * @throws IllegalArgumentException as {@link #encode(Object)}
   */
  public byte[] encode(Function<Component, Object> values) {
    byte[] key = bytes(0, values);
    if (key.length == 0 || key.length > MAX_BYTES) {
      throw new IllegalArgumentException(
          "a row key has 1 to " + MAX_BYTES + " bytes, and this one " + key.length);
    }
    return key;
  }

  /**
   * Whether its keys and those of another begin with literals neither of which is a prefix of the
   * other.
   */
  public boolean isApartFrom(RowKey<?> other) {
    if (segments.get(0) instanceof Segment.Literal a
        && other.segments.get(0) instanceof Segment.Literal b) {
      int common = Math.min(a.bytes().length, b.bytes().length);
      return !Arrays.equals(a.bytes(), 0, common, b.bytes(), 0, common);
    }
    return false;
  }

  /** Whether all fields that must not be null in the key have a value. */
  public boolean isComplete(Function<Component, Object> values) {
    for (Component component : required) {
      if (values.apply(component) == null) {
        return false;
      }
    }
    return true;
  }

  private byte[] bytes(int first, Function<Component, Object> values) {
    KeyWriter out = new KeyWriter();
    for (int i = first; i < segments.size(); i++) {
      if (segments.get(i) instanceof Segment.Salt salt && salt.sources().isEmpty()) {
        byte[] rest = bytes(i + 1, values);
        return out.writeByte(bucket(salt, rest)).write(rest).toByteArray();
      }
      write(segments.get(i), values, out);
    }
    return out.toByteArray();
  }

  /** Writes a segment that depends on fields alone. */
  void write(Segment segment, Function<Component, Object> values, KeyWriter out) {
    if (segment instanceof Segment.Literal literal) {
      out.write(literal.bytes());
    } else if (segment instanceof Segment.OfField field) {
      write(field.source(), values, out);
    } else if (segment instanceof Segment.OfHash hash) {
      out.write(hash.digest().of(bytes(hash.sources(), values)));
    } else if (segment instanceof Segment.Salt salt) {
      out.writeByte(bucket(salt, bytes(salt.sources(), values)));
    }
  }

  private byte[] bytes(List<Segment.Source> sources, Function<Component, Object> values) {
    KeyWriter out = new KeyWriter();
    for (Segment.Source source : sources) {
      write(source, values, out);
    }
    return out.toByteArray();
  }

  private void write(Segment.Source source, Function<Component, Object> values, KeyWriter out) {
    Object value = values.apply(source.component());
    if (value == null && !source.part().isOptional()) {
      throw new IllegalArgumentException(
          shape.describe(source.component())
              + " is null, for which its part of the key ("
              + source.part().describe()
              + ") has no form; an optional part has");
    }
    try {
      source.write(value, out);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          shape.describe(source.component()) + ": " + e.getMessage(), e);
    }
  }

  private static int bucket(Segment.Salt salt, byte[] bytes) {
    byte[] hash = SALT_HASH.of(bytes);
    return (int) (new KeyReader(hash).readBigEndian(hash.length) % salt.buckets());
  }

  /**
   * Reads the fields that a key holds.
   *
   * @param values where they go, one place for each component of the record; others stay as they
   *     are
   * @throws MalformedKeyException when no record has this key
   */
  public void decode(byte[] key, Object[] values) {
    decodeFrom(key, values);
  }

  /**
   * Reads the fields that a key holds, and what follows them.
   *
   * @param values as for {@link #decode}
   * @return the bytes behind the declared parts, if this key {@link #isFollowed}; else none
   * @throws MalformedKeyException when no record has this key
   */
  public byte[] decodeFrom(byte[] key, Object[] values) {
    KeyReader in = new KeyReader(key);
    for (Segment segment : segments) {
      read(segment, in, values);
    }
    if (in.remaining() > 0 && !followed) {
      throw in.malformed("the key ends here, and " + in.remaining() + " more bytes are there");
    }
    return in.read(in.remaining());
  }

  /**
   * The length of a key that is followed by more bytes.
   *
   * @param longer begins with a key
   * @throws IllegalStateException when it is not known where a key ends
   * @throws MalformedKeyException when no record has a key that it begins with
   */
  public int bytesIn(byte[] longer) {
    if (!isSelfDelimiting()) {
      throw new IllegalStateException("a key does not tell where it ends: " + this);
    }
    KeyReader in = new KeyReader(longer);
    Object[] values = new Object[shape.components().size()];
    for (Segment segment : segments) {
      read(segment, in, values);
    }
    return in.position();
  }

  /**
   * Refuses a key whose hash or bucket does not match its fields, or which is followed by more
   * bytes: no record has it. A key that depends on a field of unknown value is accepted.
   *
   * @param values of the fields, null for those that are not known
   * @throws MalformedKeyException with the key that a record with these fields has
   */
  public void checkWhole(byte[] row, Object[] values) {
    for (Component field : components) {
      if (values[field.index()] == null) {
        return;
      }
    }
    byte[] right = encode(field -> values[field.index()]);
    if (!Arrays.equals(row, right)) {
      throw new MalformedKeyException(
          "row key "
              + Bytes.toStringBinary(row)
              + ": a record with its fields has the key "
              + Bytes.toStringBinary(right));
    }
  }

  private static void read(Segment segment, KeyReader in, Object[] values) {
    if (segment instanceof Segment.Literal literal) {
      int position = in.position();
      if (in.remaining() < literal.bytes().length
          || !Arrays.equals(in.read(literal.bytes().length), literal.bytes())) {
        throw in.malformed(literal.describe() + " is expected at byte " + position);
      }
    } else if (segment instanceof Segment.OfField field) {
      Object value = field.source().part().read(in);
      if (field.source().part().isLossless()) {
        values[field.source().component().index()] = value;
      }
    } else if (segment instanceof Segment.OfHash hash) {
      in.skip(hash.digest().width());
    } else if (segment instanceof Segment.Salt salt && in.readByte() >= salt.buckets()) {
      throw in.malformed("the bucket before this is below " + salt.buckets());
    }
  }

  /**
   * The ranges of the rows that a read requests.
   *
   * @throws IllegalArgumentException when a condition is on a field that a record has not, or its
   *     value has no form in the key
   */
  public KeySelection select(Map<Component, Condition> conditions) {
    return new KeySelector<>(this, conditions).select();
  }

  /**
   * How rows are sorted by the field of a segment. A part that loses something of it (a time to the
   * hour) sorts them no further: the rows of one hour are in no order of time, unless the rest of
   * it follows at once and in the same direction.
   */
  Direction direction(int segment) {
    Segment.Source source = ((Segment.OfField) segments.get(segment)).source();
    Direction direction = source.part().direction();
    if (source.part().isLossless()) {
      return direction;
    }
    boolean goesOn =
        segment + 1 < segments.size()
            && segments.get(segment + 1) instanceof Segment.OfField finer
            && finer.source().component().equals(source.component())
            && direction(segment + 1) == direction;
    return goesOn ? direction : Direction.OTHER;
  }

  /** The common prefix and the sort order of rows in which these fields have one value each. */
  public KeyPrefix prefix(Set<Component> values) {
    Set<Component> determined = new LinkedHashSet<>();
    for (int i = 0; i < segments.size(); i++) {
      Segment segment = segments.get(i);
      boolean salt = segment instanceof Segment.Salt; // of an unknown one all buckets are read
      if (!salt && !values.containsAll(segment.components())) {
        return segment instanceof Segment.OfField field
            ? new KeyPrefix(
                determined,
                Optional.of(field.source().component()),
                direction(i),
                hasRanges(field.source(), direction(i)))
            : new KeyPrefix(determined, Optional.empty(), Direction.OTHER, /* ranges= */ false);
      }
      if (!salt && !losesSomething(segment)) {
        determined.addAll(segment.components());
      }
    }
    return new KeyPrefix(determined, Optional.empty(), Direction.OTHER, /* ranges= */ false);
  }

  /**
   * Rows of one hour more at either end are few; where the rest is elsewhere, that may be asked.
   */
  private boolean hasRanges(Segment.Source source, Direction direction) {
    boolean coarseAlone = !source.part().isLossless() && !held.contains(source.component());
    return (coarseAlone ? source.part().direction() : direction) != Direction.OTHER;
  }

  /** A hash tells values apart, but for few; a time to the hour does not. */
  private static boolean losesSomething(Segment segment) {
    return segment instanceof Segment.OfField field && !field.source().part().isLossless();
  }

  /**
   * The first rows of all but the first of this many regions, which divide the values after the
   * literals of the key evenly: buckets of a salt, values of a hash, its hexadecimal digits,
   * decimal digits. For hashes they are those of HBase's UniformSplit and HexStringSplit.
   *
   * @throws IllegalArgumentException when the key begins with values of unknown distribution, or
   *     with fewer values than regions
   */
  public List<byte[]> evenSplits(int regions) {
    return EvenSplits.of(segments, regions);
  }

  /**
   * The groups of rows that have one value of each of these fields, which the leading parts of the
   * key depend on.
   *
   * @throws IllegalArgumentException naming the rule, when the key does not begin with parts that
   *     depend on all of these fields and on no others, or HBase cannot be told where these end
   */
  public KeyGroup<R> group(Set<Component> fields) {
    return KeyGroup.of(this, fields);
  }

  /** What determines the bytes of keys, from left to right. */
  public List<KeyForm> forms() {
    return segments.stream()
        .map(
            segment ->
                new KeyForm(
                    segment.components().stream().map(Component::name).toList(), segment.form()))
        .toList();
  }

  /**
   * For each part that writes values as their ordinal numbers: the number of the part, and the
   * names of the values in that order: {@link KeyPart#constants}.
   */
  public Map<Integer, List<String>> constants() {
    Map<Integer, List<String>> constants = new TreeMap<>();
    int part = 0;
    for (Segment segment : segments) {
      for (Segment.Source source : segment.sources()) {
        part++;
        if (!source.part().constants().isEmpty()) {
          constants.put(part, source.part().constants());
        }
      }
    }
    return constants;
  }

  /** One line per part, from left to right; then the fields whose values may share a key. */
  public List<String> describe() {
    return withLosses(segments.stream().map(Segment::describe));
  }

  /** How many bytes a key has; then as {@link #describe}, with the bytes that each part has. */
  public List<String> layout() {
    return withLosses(KeyLayout.of(segments).stream());
  }

  private List<String> withLosses(Stream<String> described) {
    List<String> lines = described.collect(Collectors.toCollection(ArrayList::new));
    if (!lossy.isEmpty()) {
      lines.add(
          "records may share a key that differ only in "
              + lossy.stream().map(Component::name).collect(Collectors.joining(", ")));
    }
    return lines;
  }

  @Override
  public String toString() {
    return String.join(" | ", describe());
  }
}
