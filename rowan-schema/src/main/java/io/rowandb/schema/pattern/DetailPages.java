package io.rowandb.schema.pattern;

import io.rowandb.schema.key.Digest;
import io.rowandb.schema.key.KeyRange;
import io.rowandb.schema.key.KeyReader;
import io.rowandb.schema.table.DetailDesign;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.util.Bytes;

/** Which details of one record a read is of, and what a page of them is. Reads nothing itself. */
final class DetailPages<D> {
  // Fixed at construction.
  private final DetailPlace<D> place;
  private final DetailDesign<D> design;
  private final KeyFields<D> keyFields;

  DetailPages(DetailPlace<D> place) {
    this.place = place;
    design = place.design();
    keyFields = new KeyFields<>("a " + design.shape().type().getSimpleName(), design.key());
  }

  /** A detail and its key. */
  record Keyed<D>(byte[] key, D detail) {}

  /** The detail of a key's values. */
  KeyRange rangeOf(Object... key) {
    return design.rangeOf(keyFields.encode(key));
  }

  /**
   * The details behind a page; may be none.
   *
   * @throws IllegalArgumentException when the token is of other details, or none
   */
  KeyRange behind(String token) {
    byte[] last = Position.ofToken(token, fingerprint(), List.of(design.range())).row();
    byte[] start = design.rangeOf(last).stop();
    return start.length == 0
        ? new KeyRange(last, last)
        : new KeyRange(start, design.range().stop());
  }

  /**
   * How many details a page looks for: one more tells whether it is the last.
   *
   * @throws IllegalArgumentException when there is no page of this size
   */
  int wanted(int size) {
    if (size < 1 || size == Integer.MAX_VALUE) {
      throw new IllegalArgumentException("a page has 1 to 2147483646 details, and not " + size);
    }
    return size + 1;
  }

  /** Of what was looked for. */
  Page<D> page(int size, List<Keyed<D>> found) {
    List<Keyed<D>> page = found.subList(0, Math.min(size, found.size()));
    Optional<String> next =
        found.size() <= size
            ? Optional.empty()
            : Optional.of(new Position(0, page.get(size - 1).key()).toToken(fingerprint()));
    return new Page<>(page.stream().map(Keyed::detail).toList(), next);
  }

  /** The same for the same details in every process. */
  private long fingerprint() {
    byte[] hash = Digest.md5(Long.BYTES).of(Bytes.toBytes(place.name()));
    return new KeyReader(hash).readBigEndian(Long.BYTES);
  }
}
