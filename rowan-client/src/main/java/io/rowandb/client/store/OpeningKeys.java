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
 * The keys that one opening of a store has got from the configured key provider. Each opening makes
 * its own provider, so that it sees changes in a key store since the last one. It asks for each key
 * only once, since a key store deliberately takes a tenth of a second to answer and each file needs
 * a key. Safe for use by many threads.
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
