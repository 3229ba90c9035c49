package io.rowandb.schema.packed;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hbase.thirdparty.com.google.protobuf.CodedOutputStream;
import org.apache.hbase.thirdparty.com.google.protobuf.InvalidProtocolBufferException;
import org.apache.hbase.thirdparty.com.google.protobuf.WireFormat;

/**
 * The form of a sealed interface whose classes are records: a message with one field, whose number
 * tells the record. To Protobuf it is a message with a {@code oneof}: of several fields the last
 * counts, and those of one number are merged.
 *
 * @param <T> the interface
 */
final class UnionType<T> extends SingleType<T> {
  /** A record of the interface, under its number. */
  record Member<T>(int number, Class<? extends T> type, SingleType<T> form) {}

  /** What was read of a record so far. */
  private record Found<T>(Member<T> member, Object gathered) {}

  // Fixed at construction.
  private final Map<Integer, Member<T>> byNumber = new TreeMap<>();
  private final Map<Class<?>, Member<T>> byType = new HashMap<>();

  /**
   * Of all records that the interface permits.
   *
   * @throws IllegalArgumentException when the interface is not sealed, permits others than records,
   *     or others than the members
   */
  UnionType(Class<T> type, List<Member<T>> members) {
    super(type.getSimpleName(), WireFormat.WIRETYPE_LENGTH_DELIMITED);
    for (Member<T> member : members) {
      byNumber.put(member.number(), member);
      byType.put(member.type(), member);
    }
    Set<Class<?>> permitted = Set.copyOf(records(type));
    if (!permitted.equals(byType.keySet()) || byNumber.size() != permitted.size()) {
      throw new IllegalArgumentException(
          "sealed interface "
              + type.getName()
              + " permits "
              + names(permitted)
              + ", each of which has one number, and not "
              + names(byType.keySet()));
    }
  }

  private static Set<String> names(Set<Class<?>> types) {
    Set<String> names = new TreeSet<>();
    types.forEach(each -> names.add(each.getName()));
    return names;
  }

  /**
   * The records that a sealed interface permits, in the order of its declaration.
   *
   * @throws IllegalArgumentException when it is none, or permits others
   */
  static List<Class<?>> records(Class<?> type) {
    if (!type.isInterface() || !type.isSealed()) {
      throw new IllegalArgumentException(type.getName() + " is not a sealed interface");
    }
    List<Class<?>> permitted = List.of(type.getPermittedSubclasses());
    for (Class<?> each : permitted) {
      if (!each.isRecord()) {
        throw new IllegalArgumentException(
            "sealed interface "
                + type.getName()
                + " permits "
                + each.getName()
                + ", which is not a record");
      }
    }
    return permitted;
  }

  /** As {@code 2 Iban}. */
  @Override
  List<String> constants() {
    return byNumber.values().stream()
        .map(each -> each.number() + " " + each.type().getSimpleName())
        .toList();
  }

  private int fieldSize(T value) {
    Member<T> member = byType.get(value.getClass());
    return member.form().size(member.number(), value);
  }

  @Override
  int payloadSize(T value) {
    int size = fieldSize(value);
    return CodedOutputStream.computeUInt32SizeNoTag(size) + size;
  }

  @Override
  void writePayload(T value, CodedOutputStream out) throws IOException {
    Member<T> member = byType.get(value.getClass());
    out.writeUInt32NoTag(fieldSize(value));
    member.form().write(member.number(), value, out);
  }

  @Override
  Object readPayload(WireInput input, Object soFar) throws IOException {
    Found<T> found = soFar == null ? null : found(soFar);
    int entered = input.enter();
    for (int tag = input.in().readTag(); tag != 0; tag = input.in().readTag()) {
      found = readField(tag, input, found);
    }
    input.leave(entered);
    if (found == null) {
      throw new InvalidProtocolBufferException(
          "a " + name() + " has one of the fields " + byNumber.keySet() + ", and this has none");
    }
    return found;
  }

  private Found<T> readField(int tag, WireInput input, Found<T> before) throws IOException {
    int number = WireFormat.getTagFieldNumber(tag);
    Member<T> member = byNumber.get(number);
    if (member == null) {
      throw new InvalidProtocolBufferException(
          "a "
              + name()
              + " has one of the fields "
              + byNumber.keySet()
              + ", and this has field "
              + number);
    }
    boolean merged = before != null && before.member().number() == number;
    Object soFar = merged ? before.gathered() : null;
    return new Found<>(member, member.form().read(WireFormat.getTagWireType(tag), input, soFar));
  }

  @Override
  T finish(Object gathered) throws IOException {
    Found<T> found = found(gathered);
    return found.member().form().finish(found.gathered());
  }

  @SuppressWarnings("unchecked") // Made by readPayload.
  private Found<T> found(Object gathered) {
    return (Found<T>) gathered;
  }
}
