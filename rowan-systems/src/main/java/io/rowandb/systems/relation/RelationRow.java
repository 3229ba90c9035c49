package io.rowandb.systems.relation;

import io.rowandb.schema.packed.PackedRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The cells of a row that holds all relations of one end:
 *
 * <pre>
 * f:c          how many there are
 * f:d NAME     the relation to NAME is a duty
 * f:f NAME     the value of the relation to NAME
 * f:g NAME     how often it changed (8 bytes), whether there is one, and by which change (8 bytes)
 * w:NAME STEP  the change of that number (8 bytes) is not ended; its value says which it was
 * </pre>
 *
 * <p>A change replaces the cells of one name and the count in one step, if {@code f:g} is still
 * what was read. Its number only grows, so a change that is executed late, or twice, meets another
 * number and does nothing. The cells have this number as their time: a deletion hides nothing that
 * is written after it, whatever the clocks say.
 */
final class RelationRow<V> {
  static final byte[] FAMILY = Bytes.toBytes("f");
  static final byte[] NOTES = Bytes.toBytes("w");
  static final byte[] COUNT = Bytes.toBytes("c");
  static final byte DUTY = 'd';
  static final byte VALUE = 'f';
  private static final byte STEP = 'g';

  // Fixed at construction.
  private final PackedRecord<V> form;
  private final Predicate<V> duty;

  RelationRow(PackedRecord<V> form, Predicate<V> duty) {
    this.form = form;
    this.duty = duty;
  }

  /** What a row says about one name. */
  record State<V>(byte[] stored, long step, Optional<V> value) {
    /** Whether the last change was this one. */
    boolean isBy(long otherStep, long change) {
      return step == otherStep && Bytes.toLong(stored, stored.length - Long.BYTES) == change;
    }
  }

  static byte[] qualifier(byte kind, String name) {
    byte[] bytes = Bytes.toBytes(name);
    byte[] qualifier = new byte[bytes.length + 1];
    qualifier[0] = kind;
    System.arraycopy(bytes, 0, qualifier, 1, bytes.length);
    return qualifier;
  }

  static byte[] stepQualifier(String name) {
    return qualifier(STEP, name);
  }

  State<V> state(Result result, String name) throws IOException {
    byte[] stored = result.getValue(FAMILY, stepQualifier(name));
    byte[] value = result.getValue(FAMILY, qualifier(VALUE, name));
    return new State<>(
        stored,
        stored == null ? 0 : Bytes.toLong(stored),
        value == null ? Optional.empty() : Optional.of(decode(value, 0, value.length)));
  }

  V decode(byte[] bytes, int offset, int length) throws IOException {
    return form.decode(bytes, offset, length);
  }

  /**
   * Takes a step of a row.
   *
   * @param change tells it apart from all others
   * @param unfinished whether to note that the other end is still to be changed
   */
  CheckAndMutate change(byte[] row, RelationEnd.Step<V> taken, long change, boolean unfinished)
      throws IOException {
    String name = taken.pair().other();
    State<V> from = taken.from();
    long step = taken.number();
    Optional<V> to = taken.to();
    byte[] value = qualifier(VALUE, name);
    byte[] onDuty = qualifier(DUTY, name);
    Put put = new Put(row, step);
    Delete delete = new Delete(row);
    put.addColumn(FAMILY, stepQualifier(name), guard(step, to.isPresent(), change));
    if (to.isPresent()) {
      put.addColumn(FAMILY, value, form.encode(to.get()));
    } else if (from.value().isPresent()) {
      delete.addColumns(FAMILY, value, step);
    }
    if (to.filter(duty).isPresent()) {
      put.addColumn(FAMILY, onDuty, new byte[0]);
    } else if (from.value().filter(duty).isPresent()) {
      delete.addColumns(FAMILY, onDuty, step);
    }
    if (unfinished) {
      put.addColumn(NOTES, noteQualifier(name, step), Bytes.toBytes(change));
    }
    List<Mutation> together = new ArrayList<>();
    together.add(put);
    if (!delete.isEmpty()) {
      together.add(delete);
    }
    int more = (to.isPresent() ? 1 : 0) - (from.value().isPresent() ? 1 : 0);
    if (more != 0) {
      together.add(new Increment(row).addColumn(FAMILY, COUNT, more));
    }
    CheckAndMutate.Builder check = CheckAndMutate.newBuilder(row);
    byte[] guard = stepQualifier(name);
    return (from.stored() == null
            ? check.ifNotExists(FAMILY, guard)
            : check.ifEquals(FAMILY, guard, from.stored()))
        .build(RowMutations.of(together));
  }

  private static byte[] guard(long step, boolean related, long change) {
    return Bytes.add(
        Bytes.toBytes(step), new byte[] {(byte) (related ? 1 : 0)}, Bytes.toBytes(change));
  }

  static byte[] noteQualifier(String name, long step) {
    return Bytes.add(Bytes.toBytes(name), Bytes.toBytes(step));
  }

  static String nameOfNote(byte[] qualifier) {
    return Bytes.toString(Arrays.copyOf(qualifier, qualifier.length - Long.BYTES));
  }
}
