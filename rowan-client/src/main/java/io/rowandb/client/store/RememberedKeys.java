package io.rowandb.client.store;

import java.lang.ref.WeakReference;
import java.security.Key;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.io.crypto.KeyProvider;

/**
 * The key provider of one opening of a store, in the form that HBase can find. HBase makes key
 * providers by their class and caches them forever by their parameters. So the parameters are just
 * the number of the opening; the keys are in {@link OpeningKeys}, which ends with the opening.
 * Public because HBase makes it. Safe for use by many threads.
 */
public final class RememberedKeys implements KeyProvider {
  private static final AtomicLong LAST_OPENING = new AtomicLong();
  private static final Map<String, WeakReference<OpeningKeys>> OPENINGS = new ConcurrentHashMap<>();

  private volatile String opening;

  /** For HBase. */
  public RememberedKeys() {}

  /**
   * The number under which HBase gets these keys, as long as they are reachable.
   *
   * @return the parameters of this key provider
   */
  static String register(OpeningKeys keys) {
    OPENINGS.values().removeIf(other -> other.get() == null);
    String number = Long.toString(LAST_OPENING.incrementAndGet());
    OPENINGS.put(number, new WeakReference<>(keys));
    return number;
  }

  @Override
  public void init(String parameters) {
    opening = parameters;
  }

  @Override
  public Key getKey(String alias) {
    WeakReference<OpeningKeys> held = OPENINGS.get(opening);
    OpeningKeys keys = held == null ? null : held.get();
    if (keys == null) {
      throw new IllegalStateException("The store that asked for the key " + alias + " is closed");
    }
    return keys.key(alias);
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
