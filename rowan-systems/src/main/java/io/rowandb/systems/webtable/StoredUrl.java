package io.rowandb.systems.webtable;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rowandb.schema.key.Parts;
import io.rowandb.schema.table.Splits;
import io.rowandb.schema.table.TableDesign;
import java.time.Instant;
import java.util.stream.IntStream;
import java.util.zip.CRC32;

/**
 * A row of the table {@code webtable_urls}: a page that is to be fetched, in the queue of its host.
 *
 * @param bucket of the site
 * @param site the host, reversed
 * @param port of the address
 * @param secure whether it is of https
 * @param path with the query
 * @param due from when on it is to be fetched: while it is claimed, when the lease ends
 * @param token of the claim; null when it is not claimed
 */
record StoredUrl(
    int bucket, String site, int port, boolean secure, String path, Instant due, String token) {
  /** Over which hosts are spread, and with them all that is written. */
  static final int BUCKETS = 16;

  static final TableDesign<StoredUrl> DESIGN =
      TableDesign.of("webtable_urls", StoredUrl.class)
          .key(
              key ->
                  key.part(StoredUrl::bucket, Parts.unsignedInt(1))
                      .part(StoredUrl::site)
                      .part(StoredUrl::port, Parts.unsignedInt(Short.BYTES))
                      .part(StoredUrl::secure)
                      .part(StoredUrl::path, Parts.textToEnd()))
          .family("u")
          .column(StoredUrl::due, "u:due")
          .column(StoredUrl::token, "u:token")
          .neverNull(StoredUrl::due)
          .index(
              "byDue",
              index ->
                  index
                      .on(
                          key ->
                              key.part(StoredUrl::bucket, Parts.unsignedInt(1))
                                  .part(StoredUrl::site)
                                  .part(StoredUrl::due))
                      .splits(buckets()))
          .marked()
          .splits(buckets())
          .build();

  /** A region for each bucket. */
  static <R> Splits<R> buckets() {
    return Splits.at(
        IntStream.range(1, BUCKETS)
            .mapToObj(bucket -> String.format("\\x%02X", bucket))
            .toArray(String[]::new));
  }

  /** All pages of a host are of one bucket. */
  static int bucket(String site) {
    CRC32 sum = new CRC32();
    sum.update(site.getBytes(UTF_8));
    return (int) (sum.getValue() % BUCKETS);
  }

  static StoredUrl of(PageUrl url, Instant due) {
    return new StoredUrl(
        bucket(url.site()), url.site(), url.port(), url.secure(), url.path(), due, null);
  }

  StoredUrl with(Instant newDue, String newToken) {
    return new StoredUrl(bucket, site, port, secure, path, newDue, newToken);
  }

  /** The same when it is to be fetched by then: what is being fetched is not fetched sooner. */
  StoredUrl wanted(Instant newDue) {
    return token == null && newDue.isBefore(due) ? with(newDue, null) : this;
  }

  PageUrl url() {
    return StoredPage.url(site, port, secure, path);
  }
}
