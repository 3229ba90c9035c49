package io.rowandb.client;

import io.rowandb.engine.storefile.BloomOptions;
import io.rowandb.engine.storefile.BloomType;
import io.rowandb.engine.storefile.StoreFileOptions;
import org.apache.hadoop.conf.Configuration;

/** How store files are written, from HBase's keys; a key that is not set leaves what there is. */
final class StoreFileKeys {
  private StoreFileKeys() {}

  static StoreFileOptions read(Configuration conf, StoreFileOptions defaults) {
    return new StoreFileOptions(
        defaults.compression(),
        defaults.encoding(),
        defaults.blockBytes(),
        bloom(conf, defaults.bloom()),
        conf.getInt("hfile.index.block.max.size", defaults.indexChunkBytes()),
        conf.getInt("hbase.hstore.bytes.per.checksum", defaults.checksumChunkBytes()),
        defaults.tags(),
        defaults.sequences());
  }

  private static BloomOptions bloom(Configuration conf, BloomOptions defaults) {
    BloomType type =
        conf.getBoolean("io.storefile.bloom.enabled", true) ? defaults.type() : BloomType.NONE;
    return new BloomOptions(
        type,
        defaults.prefixBytes(),
        conf.getDouble("io.storefile.bloom.error.rate", defaults.errorRate()),
        conf.getInt("io.storefile.bloom.block.size", defaults.chunkBytes()),
        conf.getInt("io.storefile.bloom.max.fold", defaults.maxFolds()));
  }
}
