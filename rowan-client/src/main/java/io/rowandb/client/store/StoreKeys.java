package io.rowandb.client.store;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.rowandb.client.conf.CheckedKeys;
import io.rowandb.engine.io.DataKey;
import io.rowandb.engine.io.FileKeys;
import io.rowandb.engine.io.MissingKeyException;
import java.io.IOException;
import java.lang.ref.Reference;
import java.net.URISyntaxException;
import java.security.Key;
import java.security.KeyException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import javax.crypto.spec.SecretKeySpec;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.io.crypto.Encryption;
import org.apache.hadoop.hbase.security.EncryptionUtil;

/**
 * The master keys of a store. They come from HBase's key provider, are configured by HBase's keys
 * and have HBase's format: HBase can unwrap a file key that was wrapped here, and vice versa. Safe
 * for use by many threads.
 */
public final class StoreKeys implements FileKeys {
  private static final String MODE_KEY = "hbase.crypto.algorithm.aes.mode";
  private static final String MODE = "AES/CTR/NoPadding";

  // Fixed at construction.
  private final Supplier<Configuration> source;

  @GuardedBy("this")
  private Configuration named;

  /** Held, so that HBase finds them. */
  @GuardedBy("this")
  private OpeningKeys keys;

  private StoreKeys(Supplier<Configuration> source) {
    this.source = source;
  }

  /**
   * The keys of a configuration; a missing key is noticed only when it is needed.
   *
   * @throws IllegalArgumentException when it requests an unsupported cipher
   */
  public static StoreKeys of(Configuration conf) {
    Configuration checked = named(conf);
    return new StoreKeys(() -> checked);
  }

  /** Those of the program's own configuration, hbase-site.xml, which is read when it is needed. */
  public static StoreKeys ofProgram() {
    return new StoreKeys(() -> named(HBaseConfiguration.create()));
  }

  /** A copy in which the master key has a name: by default, as for HBase, that of the user. */
  private static Configuration named(Configuration conf) {
    CheckedKeys keys = new CheckedKeys(conf);
    if (keys.isSet(MODE_KEY) && !conf.getTrimmed(MODE_KEY).equalsIgnoreCase(MODE)) {
      throw keys.refused(MODE_KEY, MODE);
    }
    requireAes(keys, conf, HConstants.CRYPTO_WAL_ALGORITHM_CONF_KEY);
    requireAes(keys, conf, HConstants.CRYPTO_KEY_ALGORITHM_CONF_KEY);
    boolean checked = keys.flag(HConstants.ENABLE_WAL_ENCRYPTION, false);
    Configuration named = new Configuration(conf);
    named.setBoolean(HConstants.ENABLE_WAL_ENCRYPTION, checked);
    if (!keys.isSet(HConstants.CRYPTO_MASTERKEY_NAME_CONF_KEY)) {
      named.set(HConstants.CRYPTO_MASTERKEY_NAME_CONF_KEY, System.getProperty("user.name"));
    }
    return named;
  }

  /** The settings by which HBase's classes find the keys of this opening; made when needed. */
  private synchronized Configuration settings() {
    if (named == null) {
      Configuration found = source.get();
      keys = new OpeningKeys(found);
      named = new Configuration(found);
      named.set(HConstants.CRYPTO_KEYPROVIDER_CONF_KEY, RememberedKeys.class.getName());
      named.set(HConstants.CRYPTO_KEYPROVIDER_PARAMETERS_KEY, RememberedKeys.register(keys));
      named.setIfUnset(HConstants.CRYPTO_CIPHERPROVIDER_CONF_KEY, AesProvider.class.getName());
    }
    return named;
  }

  private static void requireAes(CheckedKeys keys, Configuration conf, String key) {
    if (keys.isSet(key)
        && !conf.getTrimmed(key).toUpperCase(Locale.ROOT).equals(DataKey.ALGORITHM)) {
      throw keys.refused(key, DataKey.ALGORITHM);
    }
  }

  @Override
  public byte[] wrap(DataKey key, Use use) throws MissingKeyException {
    Configuration settings = settings();
    if (use == Use.STORE_FILE && !Encryption.isEncryptionEnabled(settings)) {
      throw new MissingKeyException(
          "encryption is disabled, " + Encryption.CRYPTO_ENABLED_CONF_KEY + " is false", null);
    }
    String master = names(settings, use).get(0);
    try {
      return EncryptionUtil.wrapKey(
          settings, master, new SecretKeySpec(key.bytes(), DataKey.ALGORITHM));
    } catch (IOException | RuntimeException e) {
      throw missing(List.of(master), e);
    } finally {
      Reference.reachabilityFence(this); // HBase finds the keys as long as this is there
    }
  }

  @Override
  public DataKey unwrap(byte[] wrapped, Use use) throws MissingKeyException {
    Configuration settings = settings();
    List<String> names = names(settings, use);
    Exception first = null;
    try {
      for (String name : names) {
        try {
          return dataKey(EncryptionUtil.unwrapKey(settings, name, wrapped));
        } catch (IOException | KeyException | RuntimeException e) {
          first = first == null ? e : first;
        }
      }
    } finally {
      Reference.reachabilityFence(this);
    }
    throw missing(names, first);
  }

  private static DataKey dataKey(Key key) throws KeyException {
    if (!key.getAlgorithm().equalsIgnoreCase(DataKey.ALGORITHM)) {
      throw new KeyException("a key of the cipher " + key.getAlgorithm());
    }
    return DataKey.of(key.getEncoded());
  }

  /** The names of the master keys in the order in which HBase tries them. */
  private static List<String> names(Configuration conf, Use use) {
    List<String> names = new ArrayList<>();
    String log = conf.getTrimmed(HConstants.CRYPTO_WAL_KEY_NAME_CONF_KEY, "");
    if (use == Use.LOG && !log.isEmpty()) {
      names.add(log);
    }
    names.add(conf.getTrimmed(HConstants.CRYPTO_MASTERKEY_NAME_CONF_KEY));
    String alternate = conf.getTrimmed(HConstants.CRYPTO_MASTERKEY_ALTERNATE_NAME_CONF_KEY, "");
    if (!alternate.isEmpty()) {
      names.add(alternate);
    }
    return names;
  }

  private static MissingKeyException missing(List<String> names, Exception cause) {
    Throwable root = cause;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    String text =
        "master key "
            + names
            + " of "
            + HConstants.CRYPTO_KEYPROVIDER_CONF_KEY
            + " does not serve: ";
    if (root instanceof URISyntaxException malformed) { // which quotes all of it, with the password
      return new MissingKeyException(
          text
              + HConstants.CRYPTO_KEYPROVIDER_PARAMETERS_KEY
              + " is no URI: "
              + malformed.getReason()
              + " at index "
              + malformed.getIndex(),
          null);
    }
    return new MissingKeyException(
        text + (root.getMessage() == null ? root.toString() : root.getMessage()), cause);
  }

  @Override
  public boolean encryptsLog() {
    return settings().getBoolean(HConstants.ENABLE_WAL_ENCRYPTION, false);
  }
}
