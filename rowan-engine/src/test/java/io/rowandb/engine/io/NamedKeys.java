package io.rowandb.engine.io;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Master keys with names, of which one is the present one and another may be the one before. A
 * wrapped key is a check of four bytes and the key, both encrypted with the master key.
 */
public final class NamedKeys implements FileKeys {
  private static final byte[] CHECK = {'k', 'e', 'y', ':'};

  private final Map<String, DataKey> masters = new LinkedHashMap<>();
  private volatile String present;
  private volatile String before;
  private volatile boolean encryptsLog;

  /** With one master key. */
  public NamedKeys(String present) {
    use(present, null);
  }

  /** Uses other master keys from now on; a name has always the same key. */
  public synchronized NamedKeys use(String newPresent, String newBefore) {
    masters.computeIfAbsent(newPresent, NamedKeys::master);
    present = newPresent;
    before = newBefore;
    return this;
  }

  /** Whether new segments of the log are encrypted. */
  public NamedKeys encryptLog(boolean encrypts) {
    encryptsLog = encrypts;
    return this;
  }

  private static DataKey master(String name) {
    return DataKey.of(Arrays.copyOf(name.getBytes(java.nio.charset.StandardCharsets.UTF_8), 16));
  }

  @Override
  public byte[] wrap(DataKey key, Use use) {
    byte[] iv = DataKey.randomIv();
    byte[] secret = Arrays.copyOf(CHECK, CHECK.length + key.bytes().length);
    System.arraycopy(key.bytes(), 0, secret, CHECK.length, key.bytes().length);
    byte[] wrapped = Arrays.copyOf(iv, iv.length + secret.length);
    masters.get(present).apply(iv, 0, secret, 0, secret.length, wrapped, iv.length);
    return wrapped;
  }

  @Override
  public DataKey unwrap(byte[] wrapped, Use use) throws MissingKeyException {
    for (String name : new String[] {present, before}) {
      DataKey key = name == null ? null : unwrap(wrapped, masters.get(name));
      if (key != null) {
        return key;
      }
    }
    throw new MissingKeyException("no key " + present + " unwraps it", null);
  }

  private static DataKey unwrap(byte[] wrapped, DataKey master) {
    int bytes = wrapped.length - DataKey.IV_BYTES;
    if (master == null || bytes < CHECK.length) {
      return null;
    }
    byte[] secret = new byte[bytes];
    master.apply(
        Arrays.copyOf(wrapped, DataKey.IV_BYTES), 0, wrapped, DataKey.IV_BYTES, bytes, secret, 0);
    byte[] key = Arrays.copyOfRange(secret, CHECK.length, bytes);
    return Arrays.equals(secret, 0, CHECK.length, CHECK, 0, CHECK.length) && key.length == 16
        ? DataKey.of(key)
        : null;
  }

  @Override
  public boolean encryptsLog() {
    return encryptsLog;
  }
}
