package net.opentsdb.tree;

import java.lang.reflect.Field;
import java.util.Collection;
import java.util.Map;
import net.opentsdb.core.TSDB;
import net.opentsdb.meta.TSMeta;

/** OpenTSDB's own way of putting a series into a tree. */
public final class BuilderJudge {
  private BuilderJudge() {}

  /** Puts a series that has meta data into a tree. */
  public static void process(TSDB tsdb, int treeId, String tsuid) throws Exception {
    forget();
    Tree tree = Tree.fetchTree(tsdb, treeId).joinUninterruptibly();
    TSMeta meta = TSMeta.getTSMeta(tsdb, tsuid).joinUninterruptibly();
    new TreeBuilder(tsdb, tree).processTimeseriesMeta(meta).joinUninterruptibly();
  }

  /** It remembers trees and roots for all that use it, which tests must not see of one another. */
  public static void forget() throws ReflectiveOperationException {
    ((Map<?, ?>) field("tree_roots").get(null)).clear();
    ((Collection<?>) field("trees").get(null)).clear();
    field("last_tree_load").set(null, 0L);
  }

  private static Field field(String name) throws ReflectiveOperationException {
    Field field = TreeBuilder.class.getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }
}
