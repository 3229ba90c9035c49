package io.rowandb.engine.io;

/** The keys of a store without any master key. */
final class NoFileKeys implements FileKeys {
  static final FileKeys NONE = new NoFileKeys();

  private NoFileKeys() {}

  @Override
  public byte[] wrap(DataKey key, Use use) throws MissingKeyException {
    throw missing();
  }

  @Override
  public DataKey unwrap(byte[] wrapped, Use use) throws MissingKeyException {
    throw missing();
  }

  @Override
  public boolean encryptsLog() {
    return false;
  }

  private static MissingKeyException missing() {
    return new MissingKeyException(
        "no master key is known: hbase.crypto.keyprovider and"
            + " hbase.crypto.keyprovider.parameters are not set",
        null);
  }
}
