package io.rowandb.client.adapter;

import org.apache.hadoop.hbase.KeyValue;

/**
 * A {@code KeyValue} over bytes the engine vouches for: made without checking them again.
 *
 * <p>Its range ends before the tags, and its sequence id is 0: clients of HBase see neither.
 */
final class StoredCell extends KeyValue {
  StoredCell(byte[] array, int offset, int lengthWithoutTags) {
    this.bytes = array;
    this.offset = offset;
    this.length = lengthWithoutTags;
  }
}
