package io.rowandb.schema.packed;

import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hbase.thirdparty.com.google.protobuf.CodedOutputStream;
import org.apache.hbase.thirdparty.com.google.protobuf.InvalidProtocolBufferException;
import org.apache.hbase.thirdparty.com.google.protobuf.WireFormat;

/**
 * The form of a map: a message for each entry, with the key in field 1 and the value in field 2.
 * Entries are in the {@link EncodedOrder} of their keys. A field that an entry lacks is read as
 * zero, false or nothing, as Protobuf requires; a key that is there twice is refused, of which
 * Protobuf takes the last.
 */
final class MapType<K, V> extends PackedType<Map<K, V>> {
  private static final int KEY = 1;
  private static final int VALUE = 2;

  /** As much memory as an entry takes. */
  private static final int ENTRY_FIELDS = 10;

  /** Those that Protobuf allows, of the types that this package has. */
  private static final Set<String> KEY_TYPES =
      Set.of(
          "bool", "int32", "int64", "uint32", "sint32", "sint64", "sfixed32", "sfixed64", "string");

  // Fixed at construction.
  private final SingleType<K> key;
  private final SingleType<V> value;

  MapType(SingleType<K> key, SingleType<V> value) {
    if (!KEY_TYPES.contains(key.name())) {
      throw new IllegalArgumentException(
          "a map's keys are whole numbers, booleans or text in Protobuf, and not " + key.name());
    }
    this.key = key;
    this.value = value;
  }

  private Iterable<K> sortedKeys(Map<K, V> map) {
    return EncodedOrder.sorted(key, map.keySet(), "the map");
  }

  private int entrySize(K entryKey, V entryValue) {
    return key.size(KEY, entryKey) + value.size(VALUE, entryValue);
  }

  @Override
  int size(int number, Map<K, V> map) {
    int size = 0;
    for (K each : sortedKeys(map)) {
      V of = map.get(each);
      if (of == null) {
        throw new IllegalArgumentException("the map has null of " + each + ", which has no form");
      }
      int entrySize = entrySize(each, of);
      size +=
          CodedOutputStream.computeTagSize(number)
              + CodedOutputStream.computeUInt32SizeNoTag(entrySize)
              + entrySize;
    }
    return size;
  }

  @Override
  void write(int number, Map<K, V> map, CodedOutputStream out) throws IOException {
    for (K each : sortedKeys(map)) {
      V of = map.get(each);
      out.writeTag(number, WireFormat.WIRETYPE_LENGTH_DELIMITED);
      out.writeUInt32NoTag(entrySize(each, of));
      key.write(KEY, each, out);
      value.write(VALUE, of, out);
    }
  }

  @Override
  Object read(int wireType, WireInput input, Object soFar) throws IOException {
    if (wireType != WireFormat.WIRETYPE_LENGTH_DELIMITED) {
      throw new InvalidProtocolBufferException(
          "an entry of a map is of wire type "
              + WireFormat.WIRETYPE_LENGTH_DELIMITED
              + " and not "
              + wireType);
    }
    Map<K, V> map = soFar == null ? new LinkedHashMap<>() : gathered(soFar);
    input.began(ENTRY_FIELDS);
    int entered = input.enter();
    readEntry(input, map);
    input.leave(entered);
    return map;
  }

  private void readEntry(WireInput input, Map<K, V> map) throws IOException {
    Object foundKey = null;
    Object foundValue = null;
    for (int tag = input.in().readTag(); tag != 0; tag = input.in().readTag()) {
      int wireType = WireFormat.getTagWireType(tag);
      switch (WireFormat.getTagFieldNumber(tag)) {
        case KEY -> foundKey = key.read(wireType, input, foundKey);
        case VALUE -> foundValue = value.read(wireType, input, foundValue);
        default -> input.skip(tag);
      }
    }
    K entryKey = foundKey == null ? key.zero(input) : key.finish(foundKey);
    V entryValue = foundValue == null ? value.zero(input) : value.finish(foundValue);
    if (map.put(entryKey, entryValue) != null) {
      throw new InvalidProtocolBufferException("key " + entryKey + " of a map is there twice");
    }
  }

  @Override
  Map<K, V> finish(Object gathered) {
    return Collections.unmodifiableMap(gathered(gathered));
  }

  @SuppressWarnings("unchecked") // Made by read.
  private Map<K, V> gathered(Object soFar) {
    return (Map<K, V>) soFar;
  }

  @Override
  Map<K, V> absent() {
    return Map.of();
  }

  @Override
  List<String> constants() {
    return value.constants();
  }

  @Override
  String describe() {
    return "map<" + key.name() + ", " + value.name() + ">";
  }
}
