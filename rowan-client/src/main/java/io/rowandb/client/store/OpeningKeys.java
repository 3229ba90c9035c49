package io.rowandb.client.store;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.security.Key;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.io.crypto.KeyProvider;
import org.apache.hadoop.hbase.io.crypto.KeyStoreKeyProvider;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * The keys that one opening of a store has asked the configured key provider for. Each opening asks
 * a provider of its own, so that it finds what was changed in a key store since the last one; and
 * for each key once, since a key store needs a tenth of a second for an answer, on purpose, and one
 * is needed for each file. Safe for use by many threads.
 */
final class OpeningKeys {
  private static final String DEFAULT_PROVIDER = KeyStoreKeyProvider.class.getName();

  // Fixed at construction.
  private final Configuration conf;

  @GuardedBy("this")
  private KeyProvider provider;

  @GuardedBy("this")
  private final Map<String, Key> keys = new HashMap<>();

  OpeningKeys(Configuration conf) {
    this.conf = conf;
  }

  /**
   * The key of this name, or null when there is none.
   *
   * @throws IllegalArgumentException when the configuration leads to no key provider
   */
  synchronized Key key(String alias) {
    Key known = keys.get(alias);
    if (known == null) {
      if (provider == null) {
        provider = newProvider();
      }
      known = provider.getKey(alias);
      if (known != null) {
        keys.put(alias, known);
      }
    }
    return known;
  }

  private KeyProvider newProvider() {
    String name = conf.getTrimmed(HConstants.CRYPTO_KEYPROVIDER_CONF_KEY, DEFAULT_PROVIDER);
    String parameters = conf.get(HConstants.CRYPTO_KEYPROVIDER_PARAMETERS_KEY, "");
    if (name.equals(DEFAULT_PROVIDER) && parameters.isBlank()) {
      throw new IllegalArgumentException(
          HConstants.CRYPTO_KEYPROVIDER_PARAMETERS_KEY
              + " is not set; it says where the key store is, as"
              + " jceks:///path/of/hbase.jks?password=SECRET");
    }
    KeyProvider made = ReflectionUtils.newInstance(providerClass(name), conf);
    made.init(parameters);
    return made;
  }

  private Class<? extends KeyProvider> providerClass(String name) {
    Class<?> found = conf.getClassByNameOrNull(name);
    if (found == null) {
      throw new IllegalArgumentException("there is no class " + name);
    }
    if (!KeyProvider.class.isAssignableFrom(found)) {
      throw new IllegalArgumentException(
          "the class " + name + " is no " + KeyProvider.class.getName());
    }
    return found.asSubclass(KeyProvider.class);
  }
}
