package io.rowandb.schema.table;

import java.util.Arrays;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The details that a record had, to compare others with: by what would be written of them, since
 * their class need not have an equality. Those of ordinary classes may have been changed since.
 * Immutable.
 */
final class KeptDetails<R, D> {
  // Fixed at construction.
  private final DetailMapping<R, D> mapping;

  /**
   * By their keys; records, which nobody changes, and of other classes what they are written as.
   */
  private final SortedMap<byte[], Object> kept = new TreeMap<>(Arrays::compareUnsigned);

  private KeptDetails(DetailMapping<R, D> mapping, R record) {
    this.mapping = mapping;
    boolean areRecords = mapping.design().shape().isRecord();
    mapping
        .of(record)
        .forEach((key, detail) -> kept.put(key, areRecords ? detail : written(detail)));
  }

  static <R, D> KeptDetails<R, D> of(DetailMapping<R, D> mapping, R record) {
    return new KeptDetails<>(mapping, record);
  }

  private Map<String, String> written(D detail) {
    Map<String, String> written = new TreeMap<>();
    mapping
        .design()
        .cells()
        .write(detail)
        .forEach((name, value) -> written.put(name, Bytes.toStringBinary(value)));
    return written;
  }

  /**
   * Refuses a record that has others.
   *
   * @throws IllegalArgumentException naming the field
   */
  void checkKept(R record) {
    SortedMap<byte[], D> now = mapping.of(record);
    boolean same = now.size() == kept.size();
    for (Map.Entry<byte[], D> each : now.entrySet()) {
      same = same && isSame(kept.get(each.getKey()), each.getValue());
    }
    if (!same) {
      throw new IllegalArgumentException(
          mapping.name()
              + " has other details, which an update leaves as they are: details() changes them");
    }
  }

  private boolean isSame(Object before, D now) {
    if (before == null || before.equals(now)) {
      return before != null;
    }
    return written(now)
        .equals(mapping.design().shape().isRecord() ? written(detail(before)) : before);
  }

  private D detail(Object before) {
    return mapping.design().shape().type().cast(before);
  }
}
