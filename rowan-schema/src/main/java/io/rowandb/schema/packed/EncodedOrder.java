package io.rowandb.schema.packed;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import org.apache.hbase.thirdparty.com.google.protobuf.CodedOutputStream;

/**
 * The order in which the elements of a set and the keys of a map are written: that of their bytes,
 * compared without a sign; of texts the shorter ones come first, since their lengths stand before
 * them. So equal sets have equal bytes, whatever order they have in the program.
 */
final class EncodedOrder {
  private EncodedOrder() {}

  /**
   * Values in the order of their bytes.
   *
   * @param what they are in, as the subject of a sentence
   * @throws IllegalArgumentException when one is null, or two have the same bytes
   */
  static <T> List<T> sorted(SingleType<T> form, Collection<T> values, String what) {
    TreeMap<byte[], T> sorted = new TreeMap<>(Arrays::compareUnsigned);
    for (T value : values) {
      if (value == null) {
        throw new IllegalArgumentException(what + " has a null, which has no form: " + values);
      }
      T other = sorted.put(bytes(form, value), value);
      if (other != null) {
        throw new IllegalArgumentException(
            what + " has both " + other + " and " + value + ", which have the same form");
      }
    }
    return List.copyOf(sorted.values());
  }

  private static <T> byte[] bytes(SingleType<T> form, T value) {
    byte[] bytes = new byte[form.payloadSize(value)];
    try {
      form.writePayload(value, CodedOutputStream.newInstance(bytes));
    } catch (IOException e) {
      throw new IllegalStateException(value + " was changed while it was written", e);
    }
    return bytes;
  }
}
