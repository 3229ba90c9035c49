package io.rowandb.tsdb.tree;

import io.rowandb.tsdb.codec.DamagedDataException;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.meta.FoundSeries;
import io.rowandb.tsdb.meta.MetaStore;
import io.rowandb.tsdb.store.PointStore;
import io.rowandb.tsdb.store.TsdbTables;
import io.rowandb.tsdb.uid.NoSuchNameException;
import io.rowandb.tsdb.uid.Uids;
import java.io.IOException;
import java.time.Clock;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Connection;

/**
 * Puts all series that have meta data into the trees that are enabled, while others read and write,
 * as OpenTSDB's {@code uid treesync} does. What is there stays, so after a death the same call adds
 * what is missing. Used by one thread, once.
 */
public final class TreeSync {
  private final Connection connection;
  private final TsdbTables tables;
  private final MetaStore meta;
  private final TreeStore trees;
  private final Map<TreeBuilder.Outcome, Long> outcomes = new EnumMap<>(TreeBuilder.Outcome.class);
  private long series;
  private long nameless;
  private long damaged;
  private long failed;

  /**
   * What it did.
   *
   * @param trees that are enabled, and whose rules can be searched with
   * @param series that have meta data
   * @param outcomes what became of series, counted for each tree
   * @param nameless series that were left out, as one of their UIDs has no name
   * @param damaged series that were left out, as their meta data cannot be read, or a leaf
   * @param failed how often the rules of a tree could not be used on a series
   */
  public record Report(
      int trees,
      long series,
      Map<TreeBuilder.Outcome, Long> outcomes,
      long nameless,
      long damaged,
      long failed) {
    /** How often it came to that. */
    public long count(TreeBuilder.Outcome outcome) {
      return outcomes.getOrDefault(outcome, 0L);
    }
  }

  /** Beside points, whose names these are. */
  public TreeSync(Connection connection, PointStore points, Uids uids) {
    this.connection = connection;
    tables = points.options().tables();
    meta = new MetaStore(connection, points, uids);
    trees = new TreeStore(connection, points, uids, Clock.systemUTC(), () -> {});
  }

  /** Reads the keys of all meta data, and puts each series into each tree. */
  public Report run() throws IOException {
    List<TreeBuilder> builders = TreeTracker.builders(connection, tables.tree(), trees);
    if (!builders.isEmpty()) {
      meta.forEach(each -> put(each, builders));
    }
    return new Report(builders.size(), series, Map.copyOf(outcomes), nameless, damaged, failed);
  }

  private void put(SeriesId each, List<TreeBuilder> builders) throws IOException {
    Optional<FoundSeries> found;
    try {
      found = meta.series(each);
    } catch (NoSuchNameException e) {
      nameless++;
      return;
    } catch (DamagedDataException e) {
      damaged++;
      return;
    }
    if (found.isPresent()) {
      series++;
      for (TreeBuilder builder : builders) {
        put(each, found.get(), builder);
      }
    }
  }

  private void put(SeriesId each, FoundSeries found, TreeBuilder builder) throws IOException {
    try {
      outcomes.merge(builder.put(each, found), 1L, Long::sum);
    } catch (DamagedDataException e) {
      damaged++;
    } catch (RuleFailedException e) {
      failed++;
      TreeTracker.warn("series " + each + " is not in a tree: " + e.getMessage());
    }
  }
}
