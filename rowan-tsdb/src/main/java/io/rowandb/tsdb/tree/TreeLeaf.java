package io.rowandb.tsdb.tree;

import io.rowandb.tsdb.codec.DamagedDataException;
import io.rowandb.tsdb.json.FlatObject;
import java.util.Map;
import java.util.TreeMap;

/**
 * A leaf of a branch.
 *
 * @param name that it is shown by
 * @param tsuid of its series, in hexadecimal
 * @param metric empty if it was not asked for
 * @param tags by their keys; likewise
 */
public record TreeLeaf(String name, String tsuid, String metric, Map<String, String> tags) {
  /** Copies it. */
  public TreeLeaf {
    tags = Map.copyOf(new TreeMap<>(tags));
  }

  /** The bytes that OpenTSDB stores. */
  static byte[] toStored(String name, String tsuid) {
    return FlatObject.bytes(
        json -> {
          json.writeStringField("displayName", name);
          json.writeStringField("tsuid", tsuid);
        });
  }

  /** Of the bytes that were stored, without metric and tags. */
  static TreeLeaf ofStored(byte[] stored) throws DamagedDataException {
    FlatObject json = FlatObject.read(stored, TreeBranch.PATH);
    return new TreeLeaf(json.text("displayName"), json.text("tsuid"), "", Map.of());
  }
}
