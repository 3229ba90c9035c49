package io.rowandb.client.store;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.io.crypto.Cipher;
import org.apache.hadoop.hbase.io.crypto.CipherProvider;
import org.apache.hadoop.hbase.io.crypto.aes.AES;

/**
 * HBase's own AES, as in its default provider, but with the settings of the store. The default
 * provider reads all of HBase's settings from their files each time a key is wrapped, which takes
 * milliseconds. Public because HBase makes one for each key. Used by one thread.
 */
public final class AesProvider implements CipherProvider {
  private Configuration conf;

  /** For HBase. */
  public AesProvider() {}

  @Override
  public void setConf(Configuration settings) {
    conf = settings;
  }

  @Override
  public Configuration getConf() {
    return conf;
  }

  @Override
  public String getName() {
    return "AES";
  }

  @Override
  public String[] getSupportedCiphers() {
    return new String[] {"AES"};
  }

  /** Null when it is another cipher. */
  @Override
  public Cipher getCipher(String name) {
    return name.equalsIgnoreCase("AES") ? new AES(this) : null;
  }
}
