package io.rowandb.systems.relation;

import io.rowandb.schema.packed.PackedRecord;
import io.rowandb.systems.relation.RelationEnd.Pair;
import io.rowandb.systems.relation.RelationEnd.Step;
import io.rowandb.systems.relation.RelationRow.State;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Who is related to whom, from both ends: two tables, one with a row for each source and one with a
 * row for each target. A row holds the relations of its end, and how many they are. Any number of
 * threads and programs change it, each by an object of its own.
 *
 * <p>Both ends and their counts are right, whoever dies and whatever is executed late or twice. The
 * source's row decides: it changes in one step, with its count and a note that the change is not
 * ended ({@link RelationRow}). Then the target's row is brought to the same step, and the note is
 * taken back. If a program dies between these, the note stays; {@link #forEachUnfinished} finds it
 * and {@link #end(Unfinished)} does the rest. Until then the target's row shows what was before.
 *
 * <p>A relation that was taken back keeps its names and 17 bytes in both rows for ever, so that its
 * number does not begin anew. A row cannot be split: it should not pass a million relations.
 *
 * @param <V> what is said of a relation
 */
public final class Relations<V> implements AutoCloseable {
  // Fixed at construction.
  private final Table notes;
  private final Table mirror;
  private final RelationEnd<V> sources;
  private final RelationEnd<V> targets;

  private Relations(Table sources, Table targets, PackedRecord<V> form, Duties<V> duties) {
    notes = sources;
    mirror = targets;
    this.sources = new RelationEnd<>(sources, new RelationRow<>(form, duties.ofSource()));
    this.targets = new RelationEnd<>(targets, new RelationRow<>(form, duties.ofTarget()));
  }

  /**
   * Opens the tables, and makes those that are missing.
   *
   * @param connection stays open, and stays the caller's
   * @param sources the table with a row for each source
   * @param targets the table with a row for each target
   * @param regions how many regions a new table begins with, at least 1
   */
  public static <V> Relations<V> open(
      Connection connection,
      String sources,
      String targets,
      int regions,
      PackedRecord<V> form,
      Duties<V> duties)
      throws IOException {
    TableName first = TableName.valueOf(sources);
    TableName second = TableName.valueOf(targets);
    make(connection, first, regions);
    make(connection, second, regions);
    return new Relations<>(connection.getTable(first), connection.getTable(second), form, duties);
  }

  private static void make(Connection connection, TableName table, int regions) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      if (admin.tableExists(table)) {
        return;
      }
      TableDescriptorBuilder descriptor = TableDescriptorBuilder.newBuilder(table);
      for (byte[] family : List.of(RelationRow.FAMILY, RelationRow.NOTES)) {
        descriptor.setColumnFamily(ColumnFamilyDescriptorBuilder.of(family));
      }
      byte[][] splits =
          regions == 1 ? new byte[0][] : RelationEnd.KEY.evenSplits(regions).toArray(byte[][]::new);
      try {
        admin.createTable(descriptor.build(), splits);
      } catch (TableExistsException e) {
        // Another program made it meanwhile, which is as good.
        return;
      }
    }
  }

  /** What sources are related to. */
  public RelationEnd<V> sources() {
    return sources;
  }

  /** What is related to targets. */
  public RelationEnd<V> targets() {
    return targets;
  }

  /** What becomes of what is said of a pair. */
  public interface Change<V> {
    /** Gets nothing if the two are not related, and gives nothing to part them. */
    Optional<V> of(Optional<V> there) throws IOException;
  }

  /**
   * Changes what is said of a pair, at both ends.
   *
   * @param change may be asked several times; it is made if the source's row is still what it was
   *     asked about
   * @return what was changed: also when an answer was lost and the call was made again, unless
   *     others have changed the pair and taken back its note meanwhile
   * @throws IOException after which the change may be made, or be made later
   */
  public Begun<V> change(String source, String target, Change<V> change) throws IOException {
    Begun<V> begun = begin(source, target, change);
    end(begun);
    return begun;
  }

  /**
   * A change that the source's row has and the target's may not have.
   *
   * @param step its number among those of the pair
   * @param before what was said
   * @param value what is said now
   */
  public record Begun<V>(
      String source, String target, long step, Optional<V> before, Optional<V> value) {
    /** Whether it changes anything. */
    public boolean changes() {
      return !before.equals(value);
    }
  }

  /**
   * Changes what is said of a pair, as {@link #change} does, at the source's end alone, and notes
   * that it is not ended: for callers who have more to do, which must not be forgotten.
   */
  public Begun<V> begin(String source, String target, Change<V> change) throws IOException {
    return beginAll(List.of(new RelatedPair(source, target)), (pair, there) -> change.of(there))
        .get(0);
  }

  /** Two that may be related. */
  public record RelatedPair(String source, String target) {
    private Pair ofSource() {
      return new Pair(source, target);
    }
  }

  /** Of each pair, whether the two are related. */
  public List<Boolean> areRelated(List<RelatedPair> pairs) throws IOException {
    return sources.states(pairs.stream().map(RelatedPair::ofSource).toList()).stream()
        .map(each -> each.value().isPresent())
        .toList();
  }

  /** What becomes of what is said of each pair. */
  public interface ChangeOfEach<V> {
    /** As {@link Change#of}, of this pair. */
    Optional<V> of(RelatedPair pair, Optional<V> there) throws IOException;
  }

  /**
   * Begins changes as {@link #begin} does, each as a step of its own, with two calls for all.
   *
   * @param pairs each once
   * @return in their order
   */
  public List<Begun<V>> beginAll(List<RelatedPair> pairs, ChangeOfEach<V> change)
      throws IOException {
    for (RelatedPair pair : pairs) {
      RelationEnd.row(pair.target()); // refuses what cannot be a name before anything is written
    }
    long mine = ThreadLocalRandom.current().nextLong();
    Map<Pair, Begun<V>> begun = new HashMap<>();
    List<Pair> left = pairs.stream().map(RelatedPair::ofSource).toList();
    while (!left.isEmpty()) {
      left = tryToBegin(left, change, mine, begun);
    }
    return pairs.stream().map(each -> begun.get(each.ofSource())).toList();
  }

  /**
   * Begins changes of pairs, those with which no other was faster.
   *
   * @param begun gets them all
   * @return the others
   */
  private List<Pair> tryToBegin(
      List<Pair> pairs, ChangeOfEach<V> change, long mine, Map<Pair, Begun<V>> begun)
      throws IOException {
    List<State<V>> states = sources.states(pairs);
    List<Step<V>> steps = new ArrayList<>();
    for (int i = 0; i < pairs.size(); i++) {
      Pair pair = pairs.get(i);
      State<V> there = states.get(i);
      Optional<V> next = change.of(new RelatedPair(pair.name(), pair.other()), there.value());
      long number = there.step();
      if (!next.equals(there.value())) {
        number++;
        steps.add(new Step<>(pair, there, number, next));
      }
      begun.put(pair, new Begun<>(pair.name(), pair.other(), number, there.value(), next));
    }
    List<Pair> left = new ArrayList<>();
    for (Step<V> step : sources.refused(steps, mine, /* unfinished= */ true)) {
      if (!isMade(step, mine)) {
        left.add(step.pair());
      }
    }
    return left;
  }

  /** Whether a change that was refused is there: its answer was lost, and it was made again. */
  private boolean isMade(Step<V> step, long change) throws IOException {
    if (sources.state(step.pair()).isBy(step.number(), change)) {
      return true;
    }
    byte[] note = RelationRow.noteQualifier(step.pair().other(), step.number());
    Get get = new Get(RelationEnd.row(step.pair().name())).addColumn(RelationRow.NOTES, note);
    byte[] noted = notes.get(get).getValue(RelationRow.NOTES, note);
    return noted != null && Bytes.toLong(noted) == change;
  }

  /** Brings the targets' rows to changes of different pairs, as {@link #mirror} does. */
  public void mirrorAll(List<Begun<V>> all) throws IOException {
    Map<Pair, Begun<V>> behind = new LinkedHashMap<>();
    all.forEach(each -> behind.put(new Pair(each.target(), each.source()), each));
    while (!behind.isEmpty()) {
      List<Pair> ends = List.copyOf(behind.keySet());
      List<State<V>> states = targets.states(ends);
      List<Step<V>> steps = new ArrayList<>();
      for (int i = 0; i < ends.size(); i++) {
        Begun<V> begun = behind.get(ends.get(i));
        if (states.get(i).step() < begun.step()) {
          steps.add(new Step<>(ends.get(i), states.get(i), begun.step(), begun.value()));
        }
      }
      List<Step<V>> refused = targets.refused(steps, /* change= */ 0, /* unfinished= */ false);
      behind.keySet().retainAll(refused.stream().map(Step::pair).toList());
    }
  }

  /** Ends changes of different pairs, as {@link #end(Begun)} does. */
  public void endAll(List<Begun<V>> all) throws IOException {
    mirrorAll(all);
    List<Delete> deletes = new ArrayList<>();
    for (Begun<V> each : all) {
      if (each.changes()) {
        deletes.add(withoutNote(new Unfinished(each.source(), each.target(), each.step())));
      }
    }
    notes.delete(deletes);
  }

  /** Brings the target's row to a change, unless it has a later one. */
  public void mirror(Begun<V> begun) throws IOException {
    mirrorAll(List.of(begun));
  }

  /** Brings the target's row to a change, and takes back its note, if it made one. */
  public void end(Begun<V> begun) throws IOException {
    mirror(begun);
    if (begun.changes()) {
      takeBack(new Unfinished(begun.source(), begun.target(), begun.step()));
    }
  }

  private void takeBack(Unfinished note) throws IOException {
    notes.delete(withoutNote(note));
  }

  private static Delete withoutNote(Unfinished note) {
    return new Delete(RelationEnd.row(note.source()))
        .addColumn(
            RelationRow.NOTES, RelationRow.noteQualifier(note.target(), note.step()), note.step());
  }

  /**
   * The note of a change that was not ended when it was read.
   *
   * @param step its number among those of the pair
   */
  public record Unfinished(String source, String target, long step) {}

  /** What is done with a note. */
  public interface UseNote {
    /** Called with a note that was there when it was read. */
    void with(Unfinished note) throws IOException;
  }

  /**
   * Goes through the notes of changes that are not ended, whose programs died or are still at work.
   *
   * @return how many there were
   */
  public int forEachUnfinished(UseNote use) throws IOException {
    int found = 0;
    Scan scan = new Scan().addFamily(RelationRow.NOTES);
    try (ResultScanner rows = notes.getScanner(scan)) {
      for (Result row : rows) {
        String source = RelationEnd.name(row.getRow());
        for (Cell cell : row.rawCells()) {
          byte[] note = CellUtil.cloneQualifier(cell);
          use.with(new Unfinished(source, RelationRow.nameOfNote(note), cell.getTimestamp()));
          found++;
        }
      }
    } catch (UncheckedIOException e) {
      throw new IOException("the notes could not be read", e);
    }
    return found;
  }

  /** The present value of a noted pair. */
  public Begun<V> now(Unfinished note) throws IOException {
    State<V> there = sources.state(new Pair(note.source(), note.target()));
    return new Begun<>(note.source(), note.target(), there.step(), there.value(), there.value());
  }

  /** Brings the target's row to what the source's says now, and takes back a note. */
  public void end(Unfinished note) throws IOException {
    mirror(now(note));
    takeBack(note);
  }

  @Override
  public void close() throws IOException {
    notes.close();
    mirror.close();
  }
}
