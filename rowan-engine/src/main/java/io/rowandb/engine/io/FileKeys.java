package io.rowandb.engine.io;

import java.nio.file.Path;

/**
 * The master keys of a store's encrypted files. An encrypted file contains its data key, wrapped by
 * a master key; only the holder of the master key can read it. Safe for use by many threads.
 */
public interface FileKeys {
  /** Those of a store that has no encrypted files. */
  static FileKeys none() {
    return NoFileKeys.NONE;
  }

  /** What a key is for; the log may have a master key of its own. */
  enum Use {
    /** Files of a family. */
    STORE_FILE,
    /** Segments of the log. */
    LOG
  }

  /**
   * A data key as it may stand in a file, wrapped by the present master key.
   *
   * @throws MissingKeyException when there is no such master key
   */
  byte[] wrap(DataKey key, Use use) throws MissingKeyException;

  /**
   * The inverse of {@link #wrap}, also with the master key before the present one.
   *
   * @throws MissingKeyException when no master key fits, or these bytes are no wrapped key
   */
  DataKey unwrap(byte[] wrapped, Use use) throws MissingKeyException;

  /** Whether new segments of the log are encrypted: hbase.regionserver.wal.encryption. */
  boolean encryptsLog();

  /**
   * The data key of a file.
   *
   * @throws MissingKeyException names the file too
   */
  default DataKey unwrap(byte[] wrapped, Use use, Path file) throws MissingKeyException {
    try {
      return unwrap(wrapped, use);
    } catch (MissingKeyException e) {
      throw e.of(file);
    }
  }
}
