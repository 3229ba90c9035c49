package io.rowandb.client.adapter;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.codec.CellCodecWithTags;
import org.apache.hadoop.hbase.codec.KeyValueCodecWithTags;

/**
 * Whether the tags of cells travel between a client and the store, in both directions. On a cluster
 * that depends on the codec of the client's connection, and HBase's default drops them.
 */
public enum Tags {
  /** A cell arrives without its tags. */
  DROPPED,

  /** A cell arrives as it was sent. */
  CARRIED;

  private static final String DEFAULT_CODEC_KEY = "hbase.client.default.rpc.codec";

  /** What hbase.client.rpc.codec, or else hbase.client.default.rpc.codec, does. */
  public static Tags of(Configuration conf) {
    String codec = conf.get(HConstants.RPC_CODEC_CONF_KEY, conf.get(DEFAULT_CODEC_KEY, ""));
    boolean carried =
        codec.equals(KeyValueCodecWithTags.class.getName())
            || codec.equals(CellCodecWithTags.class.getName());
    return carried ? CARRIED : DROPPED;
  }
}
