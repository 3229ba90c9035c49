package io.rowandb.client;

import java.security.Key;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.io.crypto.Encryption;
import org.apache.hadoop.hbase.io.crypto.KeyProvider;

/**
 * A key provider that asks another for each key once. A key store needs a tenth of a second for
 * each answer, on purpose, and HBase asks for each file that it opens. Public for HBase, which
 * makes one by its name. Safe for use by many threads.
 */
public final class RememberedKeys extends Configured implements KeyProvider {
  /** Between the class of the other provider and its parameters. */
  private static final char BETWEEN = '|';

  private final Map<String, Key> keys = new ConcurrentHashMap<>();
  private volatile KeyProvider provider;

  /** For HBase. */
  public RememberedKeys() {}

  /** Puts one in front of the provider that a configuration names, if it names one. */
  static void remember(Configuration conf) {
    String name = conf.getTrimmed(HConstants.CRYPTO_KEYPROVIDER_CONF_KEY, "");
    String parameters = conf.get(HConstants.CRYPTO_KEYPROVIDER_PARAMETERS_KEY, "");
    if (!name.isEmpty() && !name.equals(RememberedKeys.class.getName())) {
      conf.set(HConstants.CRYPTO_KEYPROVIDER_CONF_KEY, RememberedKeys.class.getName());
      conf.set(HConstants.CRYPTO_KEYPROVIDER_PARAMETERS_KEY, name + BETWEEN + parameters);
    }
  }

  @Override
  public void init(String parameters) {
    int between = parameters.indexOf(BETWEEN);
    Configuration conf = new Configuration(getConf());
    conf.set(HConstants.CRYPTO_KEYPROVIDER_CONF_KEY, parameters.substring(0, between));
    conf.set(HConstants.CRYPTO_KEYPROVIDER_PARAMETERS_KEY, parameters.substring(between + 1));
    provider = Encryption.getKeyProvider(conf);
  }

  @Override
  public Key getKey(String alias) {
    Key known = keys.get(alias);
    if (known == null) {
      known = provider.getKey(alias);
      if (known != null) {
        keys.put(alias, known);
      }
    }
    return known;
  }

  @Override
  public Key[] getKeys(String[] aliases) {
    Key[] found = new Key[aliases.length];
    for (int i = 0; i < aliases.length; i++) {
      found[i] = getKey(aliases[i]);
    }
    return found;
  }
}
