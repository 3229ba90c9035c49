package io.rowandb.engine.storefile;

import io.rowandb.engine.io.DataKey;
import io.rowandb.engine.io.FileKeys;
import io.rowandb.engine.io.MissingKeyException;
import java.util.Optional;

/**
 * How new store files are encrypted.
 *
 * @param keys wrap the key that is stored in a file
 * @param familyKey ENCRYPTION_KEY of the family, unwrapped; without it each file has its own
 */
public record StoreFileEncryption(FileKeys keys, Optional<DataKey> familyKey) {
  /**
   * Tries whether files can be written.
   *
   * @throws MissingKeyException when not
   */
  public void check() throws MissingKeyException {
    byte[] wrapped = wrap(keyOfNewFile());
    DataKey unused = keys.unwrap(wrapped, FileKeys.Use.STORE_FILE);
  }

  /** What a new file is encrypted with. */
  DataKey keyOfNewFile() {
    return familyKey.orElseGet(DataKey::random);
  }

  /** A file's key as it stands in the file. */
  byte[] wrap(DataKey key) throws MissingKeyException {
    byte[] wrapped = keys.wrap(key, FileKeys.Use.STORE_FILE);
    if (wrapped.length == 0 || wrapped.length > Trailer.MAX_WRAPPED_BYTES) {
      throw new MissingKeyException(
          "a wrapped key of "
              + wrapped.length
              + " bytes, where a file has room for 1 to "
              + Trailer.MAX_WRAPPED_BYTES,
          null);
    }
    return wrapped;
  }
}
