package io.rowandb.schema.pattern.details;

import io.rowandb.schema.key.Digest;
import io.rowandb.schema.key.KeyRange;
import io.rowandb.schema.key.KeyReader;
import io.rowandb.schema.pattern.rows.KeyFields;
import io.rowandb.schema.pattern.rows.PageToken;
import io.rowandb.schema.pattern.rows.Position;
import io.rowandb.schema.pattern.rows.Stretch;
import io.rowandb.schema.table.DetailDesign;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.util.Bytes;

/** Defines which details of one record a read covers, and its pages. Reads nothing itself. */
public final class DetailPages<D> {
  // Fixed at construction.
  private final DetailPlace<D> place;
  private final DetailDesign<D> design;
  private final KeyFields<D> keyFields;

  public DetailPages(DetailPlace<D> place) {
    this.place = place;
    design = place.design();
    keyFields = new KeyFields<>("a " + design.shape().name(), design.key());
  }

  /** A detail and its key. */
  public record Keyed<D>(byte[] key, D detail) {}

  /** The detail of a key's values. */
  public KeyRange rangeOf(Object... key) {
    return design.rangeOf(keyFields.encode(key));
  }

  /**
   * The details behind a page; may be none.
   *
   * @throws IllegalArgumentException when the token is of other details, or none
   */
  public KeyRange behind(String token) {
    byte[] last = PageToken.read(token, fingerprint(), List.of(design.range())).after().row();
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
  public int wanted(int size) {
    if (size < 1 || size == Integer.MAX_VALUE) {
      throw new IllegalArgumentException("a page has 1 to 2147483646 details, and not " + size);
    }
    return size + 1;
  }

  /** What the next page is asked for with; empty when less was found than was looked for. */
  public Optional<String> next(int size, List<Keyed<D>> found) {
    return found.size() <= size
        ? Optional.empty()
        : Optional.of(
            PageToken.of(
                Stretch.behind(new Position(0, found.get(size - 1).key())), fingerprint()));
  }

  /** The same for the same details in every process. */
  private long fingerprint() {
    byte[] hash = Digest.md5(Long.BYTES).of(Bytes.toBytes(place.name()));
    return new KeyReader(hash).readBigEndian(Long.BYTES);
  }
}
