package io.rowandb.schema.key;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.Field;
import io.rowandb.schema.field.RecordShape;
import io.rowandb.schema.value.Utf8;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Builds the declaration of a {@link RowKey}. Used by one thread.
 *
 * @param <R> the record
 */
public final class RowKeyBuilder<R> {
  /** A bucket is one byte. */
  private static final int MAX_BUCKETS = 256;

  // Fixed at construction.
  private final RecordShape<R> shape;

  private final List<Segment> segments = new ArrayList<>();
  private final Set<Component> lossy = new LinkedHashSet<>();

  RowKeyBuilder(RecordShape<R> shape) {
    this.shape = shape;
  }

  /** Bytes that all keys have there: several keys may share a table, {@code D-} and {@code I-}. */
  public RowKeyBuilder<R> literal(String text) {
    byte[] bytes = Utf8.encode(text);
    if (bytes.length == 0) {
      throw new IllegalArgumentException("a literal of no bytes separates nothing");
    }
    segments.add(new Segment.Literal(bytes));
    return this;
  }

  /** A field in the default form of its type: {@link Parts#forType}. */
  public <T> RowKeyBuilder<R> part(Field<R, T> field) {
    segments.add(new Segment.OfField(usual(shape.component(field), /* last= */ false)));
    return this;
  }

  /** A field in this form. */
  public <T> RowKeyBuilder<R> part(Field<R, T> field, KeyPart<T> part) {
    segments.add(new Segment.OfField(source(plain(field), part)));
    return this;
  }

  /**
   * An optional field with its value in this form. It counts as null when it is empty, which only
   * {@link Parts#optional} has a form for.
   */
  public <T> RowKeyBuilder<R> optionalPart(Field<R, Optional<T>> field, KeyPart<T> part) {
    segments.add(new Segment.OfField(source(shape.component(field), part)));
    return this;
  }

  private Component plain(Field<R, ?> field) {
    return shape.plainComponent(field, "optionalPart(field, part)");
  }

  /**
   * A digest of one or more fields: of the plain bytes of one, of several in the forms that are
   * usual for their types, one behind the other.
   */
  @SafeVarargs
  public final RowKeyBuilder<R> hash(Digest digest, Field<R, ?>... fields) {
    segments.add(new Segment.OfHash(digest, sources(fields)));
    return this;
  }

  /** A digest of a field in this form. */
  public <T> RowKeyBuilder<R> hash(Digest digest, Field<R, T> field, KeyPart<T> part) {
    segments.add(new Segment.OfHash(digest, List.of(source(plain(field), part))));
    return this;
  }

  /**
   * The number of a bucket, so that rows which follow one another are in different places: reads of
   * a range look into each bucket, reads of a row into one.
   *
   * @param buckets how many, from 2 to 256
   * @param fields whose values choose it; none for all that follows in the key
   */
  @SafeVarargs
  public final RowKeyBuilder<R> salt(int buckets, Field<R, ?>... fields) {
    if (buckets < 2 || buckets > MAX_BUCKETS) {
      throw new IllegalArgumentException(
          "a salt has 2 to " + MAX_BUCKETS + " buckets, not " + buckets);
    }
    segments.add(new Segment.Salt(buckets, fields.length == 0 ? List.of() : sources(fields)));
    return this;
  }

  /** Allows that records share a key which differ in these fields alone. */
  @SafeVarargs
  public final RowKeyBuilder<R> lossy(Field<R, ?>... fields) {
    for (Field<R, ?> field : fields) {
      lossy.add(shape.component(field));
    }
    return this;
  }

  @SafeVarargs
  private List<Segment.Source> sources(Field<R, ?>... fields) {
    if (fields.length == 0) {
      throw new IllegalArgumentException("a hash of no field is the same for all records");
    }
    List<Segment.Source> sources = new ArrayList<>();
    for (int i = 0; i < fields.length; i++) {
      sources.add(usual(shape.component(fields[i]), i == fields.length - 1));
    }
    return sources;
  }

  /** The last one need not tell where it ends, so text and bytes are hashed as they are. */
  private Segment.Source usual(Component component, boolean last) {
    KeyPart<?> part =
        last && component.type() == String.class
            ? Parts.textToEnd()
            : last && component.type() == byte[].class
                ? Parts.bytesToEnd()
                : Parts.forType(component.type());
    return source(component, part);
  }

  @SuppressWarnings("unchecked") // the field's type is the part's, as the compiler has checked
  private static Segment.Source source(Component component, KeyPart<?> part) {
    return new Segment.Source(component, (KeyPart<Object>) part);
  }

  /**
   * The key.
   *
   * @throws IllegalArgumentException when a rule of keys is broken: no part, a part in the middle
   *     that is not self-delimiting, or a field that is held only lossily
   */
  public RowKey<R> build() {
    checkEnds(/* followed= */ false);
    checkLosses();
    return new RowKey<>(shape, segments, lossy, /* followed= */ false);
  }

  /**
   * The prefix of keys that continue with bytes that distinguish records, as in an index; so fields
   * may be held lossily.
   *
   * @throws IllegalArgumentException when it has no part, or a part is not self-delimiting
   */
  public RowKey<R> buildFollowed() {
    checkEnds(/* followed= */ true);
    return new RowKey<>(shape, segments, Set.of(), /* followed= */ true);
  }

  private void checkEnds(boolean followed) {
    if (segments.isEmpty()) {
      throw new IllegalArgumentException("the key of " + shape.name() + " has no part");
    }
    for (int i = 0; i < segments.size(); i++) {
      boolean last = !followed && i == segments.size() - 1;
      if (!last
          && segments.get(i) instanceof Segment.OfField field
          && !field.source().part().isSelfDelimiting()) {
        throw new IllegalArgumentException(
            shape.describe(field.source().component())
                + " ("
                + field.source().part().describe()
                + ") does not tell where it ends, and more follows in the key: different records"
                + " would share keys. Make it the last part, or of fixed width, or terminated");
      }
      if (last && segments.get(i) instanceof Segment.Salt salt && salt.sources().isEmpty()) {
        throw new IllegalArgumentException("a salt of what follows, and nothing follows it");
      }
    }
  }

  private void checkLosses() {
    Set<Component> held = RowKey.held(segments);
    for (Segment segment : segments) {
      for (Component component : segment.components()) {
        if (!held.contains(component) && !lossy.contains(component)) {
          throw new IllegalArgumentException(
              shape.describe(component)
                  + " is in the key only as "
                  + segment.describe()
                  + ": records that differ in it could share a key and overwrite one another."
                  + " Add it as a part of its own, or declare it lossy");
        }
      }
    }
    for (Component component : lossy) {
      if (held.contains(component)) {
        throw new IllegalArgumentException(
            shape.describe(component) + " is declared lossy, but the key holds all of it");
      }
    }
  }
}
