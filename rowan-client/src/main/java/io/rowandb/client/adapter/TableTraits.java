package io.rowandb.client.adapter;

import io.rowandb.client.filter.FilterLimit;
import io.rowandb.engine.catalog.FamilyDescriptor;
import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.cell.Durability;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.DoNotRetryIOException;

/**
 * What requests need to know about their table, read once from its descriptor, and about their
 * client: whether it carries tags and how long its filters may work. Immutable.
 *
 * @see #of
 */
public final class TableTraits {
  private static final String DURABILITY = "DURABILITY";
  private static final String READ_ONLY = "READONLY";
  private static final Pattern COPROCESSOR_KEY =
      Pattern.compile("coprocessor\\$[0-9]+", Pattern.CASE_INSENSITIVE);

  private final String name;
  private final List<byte[]> families;
  private final Durability defaultDurability;
  private final boolean readOnly;
  private final Set<String> coprocessors;
  private final int replicas;
  private final Tags tags;
  private final FilterLimit filterLimit;

  private TableTraits(
      String name,
      List<byte[]> families,
      Durability defaultDurability,
      boolean readOnly,
      Set<String> coprocessors,
      int replicas,
      Tags tags,
      FilterLimit filterLimit) {
    this.name = name;
    this.families = families;
    this.defaultDurability = defaultDurability;
    this.readOnly = readOnly;
    this.coprocessors = coprocessors;
    this.replicas = replicas;
    this.tags = tags;
    this.filterLimit = filterLimit;
  }

  /**
   * The traits of a table, for a client to and from which no tags travel.
   *
   * @param forceByDefault hbase.wal.hsync: whether the default of a table that names no durability
   *     is FSYNC_WAL
   * @param filterLimit how long a filter of a request may work on a row
   */
  public static TableTraits of(
      TableDescriptor table, boolean forceByDefault, FilterLimit filterLimit) {
    List<byte[]> families = new ArrayList<>(table.families().size());
    for (FamilyDescriptor family : table.families()) {
      families.add(family.name().getBytes(StandardCharsets.UTF_8));
    }
    Durability fallback = forceByDefault ? Durability.FSYNC_WAL : Durability.SYNC_WAL;
    return new TableTraits(
        table.name().toString(),
        Collections.unmodifiableList(families),
        durability(table, fallback),
        Boolean.parseBoolean(table.attributes().get(READ_ONLY)),
        coprocessors(table),
        Replicas.count(table),
        Tags.DROPPED,
        filterLimit);
  }

  /** The same for another client. */
  public TableTraits withTags(Tags others) {
    return others == tags
        ? this
        : new TableTraits(
            name,
            families,
            defaultDurability,
            readOnly,
            coprocessors,
            replicas,
            others,
            filterLimit);
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

  /** Whether the descriptor names this class as a coprocessor. */
  public boolean loads(String coprocessor) {
    return coprocessors.contains(coprocessor);
  }

  /** The table's name. */
  String name() {
    return name;
  }

  /** See {@link Replicas#count}. */
  int replicas() {
    return replicas;
  }

  /** Whether tags travel between the table and the client whose requests need these traits. */
  Tags tags() {
    return tags;
  }

  /** How long a filter of a request may work on a row. */
  FilterLimit filterLimit() {
    return filterLimit;
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

  /** HBase writes them as {@code coprocessor$1 = path|class|priority|arguments}. */
  private static Set<String> coprocessors(TableDescriptor table) {
    Set<String> classes = new HashSet<>();
    table
        .attributes()
        .forEach(
            (key, value) -> {
              int from = value.indexOf('|') + 1;
              int to = value.indexOf('|', from);
              if (COPROCESSOR_KEY.matcher(key).matches() && from > 0) {
                classes.add(value.substring(from, to < 0 ? value.length() : to).trim());
              }
            });
    return Collections.unmodifiableSet(classes);
  }

  private static Durability durability(TableDescriptor table, Durability fallback) {
    String name = table.attributes().get(DURABILITY);
    if (name == null || name.equalsIgnoreCase("USE_DEFAULT")) {
      return fallback;
    }
    return Durability.valueOf(name.toUpperCase(Locale.ROOT));
  }
}
