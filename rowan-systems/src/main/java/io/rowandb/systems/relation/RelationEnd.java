package io.rowandb.systems.relation;

import io.rowandb.schema.key.Digest;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.key.RowKey;
import io.rowandb.systems.relation.RelationRow.State;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.ColumnRangeFilter;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * All relations as one kind of end sees them: a row for each source, or for each target. Used by
 * one thread.
 *
 * @param <V> what is said of a relation
 */
public final class RelationEnd<V> {
  static final RowKey<End> KEY =
      RowKey.of(End.class)
          .hash(Digest.md5(Integer.BYTES), End::name)
          .part(End::name, Parts.textToEnd())
          .build();

  /** The key of a row. */
  record End(String name) {}

  private static final int PAGE = 500;

  // Fixed at construction.
  private final Table table;
  private final RelationRow<V> form;

  RelationEnd(Table table, RelationRow<V> form) {
    this.table = table;
    this.form = form;
  }

  static byte[] row(String name) {
    return KEY.encode(new End(name));
  }

  static String name(byte[] row) {
    return Bytes.toString(row, Integer.BYTES, row.length - Integer.BYTES);
  }

  /** What a row is to say about one name. */
  record Pair(String name, String other) {}

  State<V> state(Pair pair) throws IOException {
    return states(List.of(pair)).get(0);
  }

  /** The states of pairs, in their order, with one call. */
  List<State<V>> states(List<Pair> pairs) throws IOException {
    List<Get> gets = new ArrayList<>();
    for (Pair pair : pairs) {
      gets.add(stateOf(pair));
    }
    Result[] found = table.get(gets);
    List<State<V>> states = new ArrayList<>();
    for (int i = 0; i < found.length; i++) {
      states.add(form.state(found[i], pairs.get(i).other()));
    }
    return states;
  }

  private static Get stateOf(Pair pair) {
    return new Get(row(pair.name()))
        .addColumn(RelationRow.FAMILY, RelationRow.stepQualifier(pair.other()))
        .addColumn(RelationRow.FAMILY, RelationRow.qualifier(RelationRow.VALUE, pair.other()));
  }

  /**
   * A change of what a row says about one name.
   *
   * @param from what was read
   * @param number behind that of {@code from}
   */
  record Step<V>(Pair pair, State<V> from, long number, Optional<V> to) {}

  /**
   * Takes steps of different pairs, each if its row is as it was read, with one call.
   *
   * @param change tells it apart from all others
   * @param unfinished whether to note that the other ends are still to be changed
   * @return those whose rows were not as they were read
   */
  List<Step<V>> refused(List<Step<V>> steps, long change, boolean unfinished) throws IOException {
    if (steps.isEmpty()) {
      return List.of();
    }
    List<CheckAndMutate> checked = new ArrayList<>();
    for (Step<V> step : steps) {
      checked.add(form.change(row(step.pair().name()), step, change, unfinished));
    }
    List<CheckAndMutateResult> results = table.checkAndMutate(checked);
    List<Step<V>> refused = new ArrayList<>();
    for (int i = 0; i < results.size(); i++) {
      if (!results.get(i).isSuccess()) {
        refused.add(steps.get(i));
      }
    }
    return refused;
  }

  /** How many relations it has. */
  public long count(String name) throws IOException {
    Get get = new Get(row(name)).addColumn(RelationRow.FAMILY, RelationRow.COUNT);
    byte[] count = table.get(get).getValue(RelationRow.FAMILY, RelationRow.COUNT);
    return count == null ? 0 : Bytes.toLong(count);
  }

  /** What is said of its relations to some others; those to which it has none are missing. */
  public Map<String, V> with(String name, Collection<String> others) throws IOException {
    Map<String, V> found = new TreeMap<>();
    if (!others.isEmpty()) {
      Get get = new Get(row(name));
      for (String other : others) {
        get.addColumn(RelationRow.FAMILY, RelationRow.qualifier(RelationRow.VALUE, other));
      }
      for (Map.Entry<String, V> each : values(table.get(get))) {
        found.put(each.getKey(), each.getValue());
      }
    }
    return found;
  }

  /**
   * Some of its relations, by the names of the others in the order of their UTF-8.
   *
   * @param after the name behind which they begin; null for the first ones
   * @param most at least 1
   */
  public List<Map.Entry<String, V>> list(String name, String after, int most) throws IOException {
    return values(table.get(range(name, RelationRow.VALUE, after, most)));
  }

  /** What is done with a relation. */
  public interface Use<V> {
    /** Called with the name of the other and what is said. */
    void with(String other, V value) throws IOException;
  }

  /** Goes through all relations in the order of {@link #list}; they may change meanwhile. */
  public void forEach(String name, Use<V> use) throws IOException {
    String after = null;
    while (true) {
      List<Map.Entry<String, V>> some = list(name, after, PAGE);
      if (some.isEmpty()) {
        return;
      }
      for (Map.Entry<String, V> each : some) {
        use.with(each.getKey(), each.getValue());
      }
      after = some.get(some.size() - 1).getKey();
    }
  }

  /** The others to which it has a duty, as {@link #list}. */
  public List<String> duties(String name, String after, int most) throws IOException {
    List<String> names = new ArrayList<>();
    for (Cell cell : cells(table.get(range(name, RelationRow.DUTY, after, most)))) {
      names.add(other(cell));
    }
    return names;
  }

  private static Get range(String name, byte kind, String after, int most) throws IOException {
    if (most < 1) {
      throw new IllegalArgumentException("most " + most + ": at least 1");
    }
    byte[] begin = RelationRow.qualifier(kind, after == null ? "" : after);
    byte[] end = {(byte) (kind + 1)};
    return new Get(row(name))
        .addFamily(RelationRow.FAMILY)
        .setFilter(new ColumnRangeFilter(begin, after == null, end, false))
        .setMaxResultsPerColumnFamily(most);
  }

  private List<Map.Entry<String, V>> values(Result result) throws IOException {
    List<Map.Entry<String, V>> values = new ArrayList<>();
    for (Cell cell : cells(result)) {
      V value = form.decode(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength());
      values.add(Map.entry(other(cell), value));
    }
    return values;
  }

  private static Cell[] cells(Result result) {
    return result.isEmpty() ? new Cell[0] : result.rawCells();
  }

  private static String other(Cell cell) {
    byte[] qualifier = CellUtil.cloneQualifier(cell);
    return Bytes.toString(qualifier, 1, qualifier.length - 1);
  }
}
