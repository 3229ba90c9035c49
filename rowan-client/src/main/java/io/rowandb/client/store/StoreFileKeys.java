package io.rowandb.client.store;

import io.rowandb.client.conf.CheckedKeys;
import io.rowandb.engine.storefile.BloomOptions;
import io.rowandb.engine.storefile.BloomType;
import io.rowandb.engine.storefile.StoreFileOptions;
import org.apache.hadoop.conf.Configuration;

/**
 * Reads from HBase's keys how store files are written; a key that is not set keeps the current
 * setting.
 */
final class StoreFileKeys {
  /** Of an index block, and of what is under one checksum: far below the largest block. */
  private static final int MAX_BYTES = BloomOptions.MAX_CHUNK_BYTES;

  /** The header of a block has its checksum alone. */
  private static final int MIN_CHECKSUMMED_BYTES = 33;

  private StoreFileKeys() {}

  static StoreFileOptions read(Configuration conf, StoreFileOptions defaults) {
    CheckedKeys keys = new CheckedKeys(conf);
    return new StoreFileOptions(
        defaults.compression(),
        defaults.encoding(),
        defaults.blockBytes(),
        bloom(keys, defaults.bloom()),
        (int) keys.number("hfile.index.block.max.size", 1, MAX_BYTES, defaults.indexChunkBytes()),
        checksumChunkBytes(keys, defaults.checksumChunkBytes()),
        defaults.tags(),
        defaults.sequences());
  }

  /** Of HBase's default file it is no wish: files of shorter stretches are as readable. */
  private static int checksumChunkBytes(CheckedKeys keys, int absent) {
    String key = "hbase.hstore.bytes.per.checksum";
    return keys.isChosen(key)
        ? (int) keys.number(key, MIN_CHECKSUMMED_BYTES, MAX_BYTES, absent)
        : absent;
  }

  private static BloomOptions bloom(CheckedKeys keys, BloomOptions defaults) {
    boolean enabled = keys.flag("io.storefile.bloom.enabled", true);
    return new BloomOptions(
        enabled ? defaults.type() : BloomType.NONE,
        defaults.prefixBytes(),
        errorRate(keys, defaults.errorRate()),
        (int)
            keys.number(
                "io.storefile.bloom.block.size",
                1,
                BloomOptions.MAX_CHUNK_BYTES,
                defaults.chunkBytes()),
        (int)
            keys.number(
                "io.storefile.bloom.max.fold", 0, BloomOptions.MAX_FOLDS, defaults.maxFolds()));
  }

  private static double errorRate(CheckedKeys keys, double absent) {
    String key = "io.storefile.bloom.error.rate";
    double rate = keys.share(key, 0, 1, absent);
    if (!BloomOptions.isErrorRate(rate)) {
      throw keys.refused(key, BloomOptions.RATES);
    }
    return rate;
  }
}
