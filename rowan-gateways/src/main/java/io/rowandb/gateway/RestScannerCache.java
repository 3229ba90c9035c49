package io.rowandb.gateway;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Policy;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Comparator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.rest.ScannerResource;

/**
 * Controls the cache in which HBase's REST gateway keeps, by name, the scanners that clients can
 * continue. By itself that cache prefers frequently used ones, so a new scanner may be dropped
 * before its first rows are read, and it does not close dropped scanners. Under this control
 *
 * <ol>
 *   <li>beyond the limit the least recently used scanner is dropped;
 *   <li>opening a scanner drops those that have been idle for the time in HBase's setting;
 *   <li>a dropped scanner is closed.
 * </ol>
 *
 * A scanner that was closed because others needed its memory still counts, so that its client is
 * told why. The use of a scanner counts from the beginning of a request; if it is dropped during
 * the request, the request fails. HBase hides its cache, so it is accessed by reflection. Safe for
 * many threads.
 */
final class RestScannerCache {
  /** HBase's key for how many there may be. */
  static final String SIZE_KEY = "hbase.rest.scannercache.size";

  /** HBase's key for how long one may be unused. */
  private static final String EXPIRE_KEY = "hbase.rest.scannercache.expire.time";

  private static final int SIZE = 1_000;
  private static final long EXPIRE_MILLIS = 3_600_000;

  private final Cache<String, ?> cache;
  private final Policy.Expiration<String, ?> uses;
  private final Method delete;
  private final long limit;
  private final long expireNanos;

  private RestScannerCache(
      Cache<String, ?> cache,
      Policy.Expiration<String, ?> uses,
      Method delete,
      long limit,
      long expireNanos) {
    this.cache = cache;
    this.uses = uses;
    this.delete = delete;
    this.limit = limit;
    this.expireNanos = expireNanos;
  }

  /**
   * That of this process, which drops nothing by itself from now on.
   *
   * @throws IllegalArgumentException names a key whose value is not allowed
   * @throws IllegalStateException if HBase has changed
   */
  static RestScannerCache of(Configuration conf) {
    long limit = GatewayLimits.positive(conf, SIZE_KEY, SIZE, Integer.MAX_VALUE);
    long expireNanos =
        TimeUnit.MILLISECONDS.toNanos(
            conf.getTimeDuration(EXPIRE_KEY, EXPIRE_MILLIS, TimeUnit.MILLISECONDS));
    try {
      Field field = ScannerResource.class.getDeclaredField("scanners");
      field.setAccessible(true);
      @SuppressWarnings("unchecked") // a static field of HBase's with this type
      Cache<String, ?> cache = (Cache<String, ?>) field.get(null);
      Method delete = ScannerResource.class.getDeclaredMethod("delete", String.class);
      delete.setAccessible(true);
      cache.policy().eviction().orElseThrow().setMaximum(Long.MAX_VALUE);
      Policy.Expiration<String, ?> uses = cache.policy().expireAfterAccess().orElseThrow();
      uses.setExpiresAfter(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
      return new RestScannerCache(cache, uses, delete, limit, expireNanos);
    } catch (ReflectiveOperationException | ClassCastException | NoSuchElementException e) {
      throw new IllegalStateException(
          "HBase's REST gateway does not keep its scanners as that of version 2.6.1 does: " + e, e);
    }
  }

  /** One was added: closes those that are too many, or too long unused. */
  synchronized void trim() {
    Optional<String> oldest = oldest();
    while (oldest.isPresent() && mustGo(oldest.get())) {
      close(oldest.get());
      oldest = oldest();
    }
  }

  private Optional<String> oldest() {
    return cache.asMap().keySet().stream().max(Comparator.comparingLong(this::unusedNanos));
  }

  private boolean mustGo(String oldest) {
    return cache.estimatedSize() > limit || unusedNanos(oldest) >= expireNanos;
  }

  /** Since the last request for it began. */
  private long unusedNanos(String scanner) {
    // One that its client deletes meanwhile is none of the oldest.
    return uses.ageOf(scanner, TimeUnit.NANOSECONDS).orElse(0);
  }

  private void close(String scanner) {
    try {
      delete.invoke(null, scanner);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException("A scanner could not be closed: " + e.getCause(), e);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("HBase's class cannot be used any more", e);
    }
  }
}
