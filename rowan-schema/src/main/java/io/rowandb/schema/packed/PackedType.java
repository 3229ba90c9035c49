package io.rowandb.schema.packed;

import java.io.IOException;
import java.util.List;
import org.apache.hbase.thirdparty.com.google.protobuf.CodedOutputStream;

/**
 * The form of a field in a message; see {@link PackedTypes} for all of them. Immutable; used by any
 * number of threads.
 *
 * <p>A field may occur several times; then the last value counts, lists, sets and maps grow, and
 * nested messages are merged. So reading has two steps: {@link #read} for each occurrence, and
 * {@link #finish} at the end.
 *
 * @param <T> the value's type
 */
public abstract sealed class PackedType<T> permits SingleType, ListType, SetType, MapType {
  PackedType() {}

  /**
   * Bytes that a value takes, with all its tags.
   *
   * @throws IllegalArgumentException naming the value and the rule, when it has no such form
   */
  abstract int size(int number, T value);

  /** Writes a value that {@link #size} took, with all its tags. */
  abstract void write(int number, T value, CodedOutputStream out) throws IOException;

  /** Takes what is behind a tag, given what this method answered the last time, or null. */
  abstract Object read(int wireType, WireInput input, Object soFar) throws IOException;

  /** The value of what {@link #read} gathered. */
  abstract T finish(Object gathered) throws IOException;

  /** What a field that is not there is read as, where nothing else is declared; may be null. */
  abstract T absent();

  /**
   * What the numbers within its values stand for, which tables keep, in the order of the numbers;
   * empty when there are none, or others tell.
   */
  List<String> constants() {
    return List.of();
  }

  /** As a definition in Protobuf's language has it before the name: {@code optional string}. */
  abstract String describe();

  @Override
  public final String toString() {
    return describe();
  }
}
