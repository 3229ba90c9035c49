package io.rowandb.tsdb.tree;

import io.rowandb.tsdb.codec.DamagedDataException;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.meta.FoundSeries;
import io.rowandb.tsdb.meta.MetaStore;
import io.rowandb.tsdb.store.ReadLimits;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;

/**
 * Puts new series into all trees that are enabled. A series on which the rules of a tree cannot be
 * used is logged and left out; so is a tree whose rules cannot be searched with. Used by any number
 * of threads.
 */
public final class TreeTracker {
  /** How long a change of trees by another program may be unknown. */
  public static final Duration LEASE = Duration.ofSeconds(30);

  private static final System.Logger LOG = System.getLogger(TreeTracker.class.getName());

  private final Connection connection;
  private final TableName name;
  private final TreeStore trees;
  private final MetaStore meta;
  private final LongSupplier nanoTime;

  /** Read anew when it is older than the lease, or a definition was changed here. */
  private volatile Optional<Known> known = Optional.empty();

  private record Known(List<TreeBuilder> builders, long readNanos) {}

  /**
   * Beside the trees.
   *
   * @param name of the table of trees
   * @param nanoTime by which the lease ends
   */
  public TreeTracker(
      Connection connection,
      TableName name,
      TreeStore trees,
      MetaStore meta,
      LongSupplier nanoTime) {
    this.connection = connection;
    this.name = name;
    this.trees = trees;
    this.meta = meta;
    this.nanoTime = nanoTime;
  }

  /** A definition was changed. */
  public void forget() {
    known = Optional.empty();
  }

  /** A series is new, and its names have UIDs. May be called again for it. */
  public void put(SeriesId series) throws IOException {
    List<TreeBuilder> builders = builders();
    if (builders.isEmpty()) {
      return;
    }
    FoundSeries found;
    try {
      found = meta.names(series);
    } catch (DamagedDataException e) {
      warn("series " + series + " is in no tree: " + e.getMessage());
      return;
    }
    for (TreeBuilder each : builders) {
      try {
        each.put(series, found);
      } catch (RuleFailedException | DamagedDataException e) {
        warn("series " + series + " is not in a tree: " + e.getMessage());
      }
    }
  }

  private List<TreeBuilder> builders() throws IOException {
    Optional<Known> before = known;
    long now = nanoTime.getAsLong();
    if (before.isPresent() && now - before.get().readNanos < LEASE.toNanos()) {
      return before.get().builders;
    }
    List<TreeBuilder> builders = builders(connection, name, trees);
    known = Optional.of(new Known(builders, now));
    return builders;
  }

  /** Those of the trees that are enabled. */
  static List<TreeBuilder> builders(Connection connection, TableName name, TreeStore trees)
      throws IOException {
    List<TreeBuilder> builders = new ArrayList<>();
    for (TreeDefinition each : trees.all(ReadLimits.DEFAULT)) {
      if (each.isEnabled()) {
        try {
          builders.add(new TreeBuilder(connection, name, each));
        } catch (RuleFailedException e) {
          warn("no series are put into tree " + each.id() + ": " + e.getMessage());
        }
      }
    }
    return builders;
  }

  static void warn(String what) {
    LOG.log(System.Logger.Level.WARNING, what);
  }
}
