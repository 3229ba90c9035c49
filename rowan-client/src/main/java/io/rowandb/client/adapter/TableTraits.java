package io.rowandb.client.adapter;

import io.rowandb.engine.FamilyDescriptor;
import io.rowandb.engine.TableDescriptor;
import io.rowandb.engine.cell.Durability;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.hbase.DoNotRetryIOException;

/**
 * What requests need to know of their table, read from its descriptor once. Immutable.
 *
 * @see #of
 */
public final class TableTraits {
  private static final String DURABILITY = "DURABILITY";
  private static final String READ_ONLY = "READONLY";

  private final String name;
  private final List<byte[]> families;
  private final Durability defaultDurability;
  private final boolean readOnly;

  private TableTraits(
      String name, List<byte[]> families, Durability defaultDurability, boolean readOnly) {
    this.name = name;
    this.families = families;
    this.defaultDurability = defaultDurability;
    this.readOnly = readOnly;
  }

  /**
   * The traits of a table.
   *
   * @param forceByDefault hbase.wal.hsync: whether the default of a table that names no durability
   *     is FSYNC_WAL
   */
  public static TableTraits of(TableDescriptor table, boolean forceByDefault) {
    List<byte[]> families = new ArrayList<>(table.families().size());
    for (FamilyDescriptor family : table.families()) {
      families.add(family.name().getBytes(StandardCharsets.UTF_8));
    }
    Durability fallback = forceByDefault ? Durability.FSYNC_WAL : Durability.SYNC_WAL;
    return new TableTraits(
        table.name().toString(),
        Collections.unmodifiableList(families),
        durability(table, fallback),
        Boolean.parseBoolean(table.attributes().get(READ_ONLY)));
  }

  /**
   * Refuses changes of a table that its descriptor calls read-only.
   *
   * @throws DoNotRetryIOException as HBase's region does
   */
  public void checkWritable() throws DoNotRetryIOException {
    if (readOnly) {
      throw new DoNotRetryIOException("region is read only: table " + name + " has READONLY set");
    }
  }

  /** The names of the families, in byte order. Do not change the arrays. */
  List<byte[]> families() {
    return families;
  }

  /** What HBase's four values and USE_DEFAULT mean on this table. */
  Durability durability(org.apache.hadoop.hbase.client.Durability asked) {
    return switch (asked) {
      case USE_DEFAULT -> defaultDurability;
      case SKIP_WAL -> Durability.SKIP_WAL;
      case ASYNC_WAL -> Durability.ASYNC_WAL;
      case SYNC_WAL -> Durability.SYNC_WAL;
      case FSYNC_WAL -> Durability.FSYNC_WAL;
    };
  }

  private static Durability durability(TableDescriptor table, Durability fallback) {
    String name = table.attributes().get(DURABILITY);
    if (name == null || name.equalsIgnoreCase("USE_DEFAULT")) {
      return fallback;
    }
    return Durability.valueOf(name.toUpperCase(Locale.ROOT));
  }
}
