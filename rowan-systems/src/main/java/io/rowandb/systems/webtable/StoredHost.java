package io.rowandb.systems.webtable;

import io.rowandb.schema.key.Parts;
import io.rowandb.schema.table.TableDesign;
import java.time.Instant;

/**
 * A row of the table {@code webtable_hosts}: a host of which something is to be fetched, in the
 * queue of hosts of its bucket.
 *
 * @param bucket of the site
 * @param site the host, reversed
 * @param ready from when on it may be claimed: while it is claimed, when the lease ends; null when
 *     nothing of it is to be fetched
 * @param polite from when on it may be asked again; null when it was not asked yet
 * @param wanted when the first page is due of those that were scheduled while it is claimed; null
 *     for none
 * @param token of the claim; null when it is not claimed
 */
record StoredHost(
    int bucket, String site, Instant ready, Instant polite, Instant wanted, String token) {
  static final TableDesign<StoredHost> DESIGN =
      TableDesign.of("webtable_hosts", StoredHost.class)
          .key(key -> key.part(StoredHost::bucket, Parts.unsignedInt(1)).part(StoredHost::site))
          .family("h")
          .column(StoredHost::ready, "h:ready")
          .column(StoredHost::polite, "h:polite")
          .column(StoredHost::wanted, "h:wanted")
          .column(StoredHost::token, "h:token")
          .index(
              "byReady",
              index ->
                  index
                      .on(
                          key ->
                              key.part(StoredHost::bucket, Parts.unsignedInt(1))
                                  .part(StoredHost::ready))
                      .splits(StoredUrl.buckets()))
          .marked()
          .splits(StoredUrl.buckets())
          .build();

  /** Of which the first page is due. */
  static StoredHost announced(int bucket, String site, Instant due) {
    return new StoredHost(bucket, site, due, null, null, null);
  }

  /** The same when another page of it is due. */
  StoredHost announced(Instant due) {
    return token == null
        ? new StoredHost(bucket, site, earlier(ready, later(polite, due)), polite, null, null)
        : new StoredHost(bucket, site, ready, polite, earlier(wanted, due), token);
  }

  StoredHost claimed(String newToken, Instant until) {
    return new StoredHost(bucket, site, until, polite, null, newToken);
  }

  /**
   * The same without its claim.
   *
   * @param due when the first of its pages is due; null for none
   * @param newPolite from when on it may be asked again
   */
  StoredHost released(Instant due, Instant newPolite) {
    Instant first = earlier(wanted, due);
    return new StoredHost(
        bucket, site, first == null ? null : later(newPolite, first), newPolite, null, null);
  }

  /** Null is no time. */
  private static Instant earlier(Instant a, Instant b) {
    return b == null || (a != null && a.isBefore(b)) ? a : b;
  }

  private static Instant later(Instant a, Instant b) {
    return a != null && a.isAfter(b) ? a : b;
  }
}
