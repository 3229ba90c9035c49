package io.rowandb.tsdb.upkeep;

import io.rowandb.tsdb.rows.WrongLayoutException;
import io.rowandb.tsdb.store.PointStoreOptions;
import io.rowandb.tsdb.uid.UidKind;
import io.rowandb.tsdb.uid.Uids;
import io.rowandb.tsdb.upkeep.UidUse.TagUids;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Takes away names that no row uses. Rows are looked for before and after a name is taken away, so
 * that nobody learns it between; if there is one then, it is put back. Programs that know a name
 * since before go on with its UID: their rows can be read, but are not found by the name. So nobody
 * should write by the names meanwhile, or later by what he knew.
 */
public final class NameRemoval {
  private static final List<UidKind> OF_TAGS = List.of(UidKind.TAG_KEY, UidKind.TAG_VALUE);
  private static final byte[] NO_METRIC = {};

  private final Uids uids;
  private final UidUse use;

  /** By the table of points of these options, and its rollups. */
  public NameRemoval(Connection connection, PointStoreOptions options, Uids uids) {
    this.uids = uids;
    use = new UidUse(connection, options);
  }

  /**
   * Takes a name away.
   *
   * @return whether it is; not, if a row uses it
   * @throws io.rowandb.tsdb.uid.NoSuchNameException when it has no UID
   * @throws WrongLayoutException when more than a tenth of a sample of rows are no rows of the
   *     layout, or have UIDs without names: by another layout no use would be found
   */
  public boolean remove(UidKind kind, String name) throws IOException {
    byte[] uid = uids.uid(kind, name);
    use.checkLayout(uids);
    return remove(kind, uid);
  }

  boolean remove(UidKind kind, byte[] uid) throws IOException {
    if (use.isUsed(kind, uid) || !uids.deleteUid(kind, uid)) {
      return false;
    }
    if (use.isUsed(kind, uid)) {
      putBack(kind, uid);
      return false;
    }
    return true;
  }

  private void putBack(UidKind kind, byte[] uid) throws IOException {
    if (!uids.restoreUid(kind, uid)) {
      throw new IOException(
          "the "
              + kind
              + " with the UID "
              + Bytes.toStringBinary(uid)
              + " came in use while its name was taken away, and somebody gave the name another UID");
    }
  }

  /**
   * Takes the names of tags away.
   *
   * @param exceptMetric whose rows do not count
   * @return those that are gone
   */
  TagUids remove(TagUids tags, byte[] exceptMetric) throws IOException {
    TagUids unused = tags.copy();
    use.removeUsed(unused, exceptMetric);
    for (UidKind kind : OF_TAGS) {
      for (Bytes each : tags.of(kind)) {
        if (!unused.of(kind).contains(each)) {
          uids.restoreUid(kind, each.copyBytes()); // a call before may have died
        }
      }
    }
    TagUids taken = new TagUids();
    for (UidKind kind : OF_TAGS) {
      for (Bytes each : unused.of(kind)) {
        if (uids.deleteUid(kind, each.copyBytes())) {
          taken.of(kind).add(each);
        }
      }
    }
    return putBackUsed(taken, exceptMetric);
  }

  /** Those that are not put back. */
  TagUids putBackUsed(TagUids taken) throws IOException {
    return putBackUsed(taken, NO_METRIC);
  }

  private TagUids putBackUsed(TagUids taken, byte[] exceptMetric) throws IOException {
    TagUids unused = taken.copy();
    if (!taken.isEmpty()) {
      use.removeUsed(unused, exceptMetric);
    }
    for (UidKind kind : OF_TAGS) {
      for (Bytes each : taken.of(kind)) {
        if (!unused.of(kind).contains(each)) {
          putBack(kind, each.copyBytes());
        }
      }
    }
    return unused;
  }
}
