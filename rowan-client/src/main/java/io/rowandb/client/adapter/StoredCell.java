package io.rowandb.client.adapter;

import org.apache.hadoop.hbase.KeyValue;

/**
 * A {@code KeyValue} over bytes that the engine has already checked, so they are not checked again.
 *
 * <p>Its range ends before the tags, unless the client's codec carries them, and its sequence id is
 * 0, which no client of HBase sees.
 */
final class StoredCell extends KeyValue {
  StoredCell(byte[] array, int offset, int length) {
    this.bytes = array;
    this.offset = offset;
    this.length = length;
  }
}
