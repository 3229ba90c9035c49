package io.rowandb.testkit.oracle;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.ArrayBackedTag;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.Tag;
import org.apache.hadoop.hbase.TagType;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.io.TimeRange;
import org.apache.hadoop.hbase.util.Bytes;

/** Random changes of the small world. Used by one thread. */
final class WriteGenerator {
  private static final byte[] UNKNOWN_FAMILY = Bytes.toBytes("nofamily");

  /** Among those that HBase leaves to its users. */
  private static final byte OWN_TAG_TYPE = 70;

  private final World world;
  private final Scope scope;
  private final FilterGenerator filters;
  private final ReadGenerator reads;

  WriteGenerator(World world, Scope scope, FilterGenerator filters, ReadGenerator reads) {
    this.world = world;
    this.scope = scope;
    this.filters = filters;
    this.reads = reads;
  }

  Put put() throws IOException {
    return put(world.row());
  }

  Delete delete() {
    return delete(world.row());
  }

  /** An increment or an append. */
  Mutation delta() throws IOException {
    return delta(world.row());
  }

  /** Several changes of one row. */
  RowMutations several() throws IOException {
    return several(world.row());
  }

  CheckAndMutate check() throws IOException {
    return check(world.row());
  }

  /** Actions of any kind, also on one row; some may be refused. */
  List<Row> batch() throws IOException {
    List<Row> actions = new ArrayList<>();
    for (int i = 0; i < world.upTo(8); i++) {
      byte[] row = world.row();
      switch (world.random().nextInt(3)) {
        case 0 -> actions.add(put(row));
        case 1 -> actions.add(delete(row));
        default -> actions.add(other(row));
      }
    }
    return actions;
  }

  private Row other(byte[] row) throws IOException {
    return switch (world.random().nextInt(5)) {
      case 0 -> several(row);
      case 1 -> check(row);
      case 2 -> reads.get(row);
      default -> delta(row);
    };
  }

  private Put put(byte[] row) throws IOException {
    Put put = new Put(row);
    for (int i = 0; i < world.upTo(4); i++) {
      byte[] qualifier = world.qualifier();
      if (scope != Scope.ROOMS && world.once(20)) {
        put.add(tagged(row, qualifier));
      } else if (leavesTimeOut(qualifier)) {
        put.addColumn(family(), qualifier, world.newValue());
      } else {
        put.addColumn(family(), qualifier, world.timestamp(), world.newValue());
      }
    }
    if (world.once(8)) {
      put.setTTL(World.TIME_STEP_MILLIS * world.random().nextInt(15));
    }
    return put;
  }

  /** HBase's client sends no tags, not even one that would end the cell's life. */
  private KeyValue tagged(byte[] row, byte[] qualifier) {
    Tag tag =
        world.once(2)
            ? new ArrayBackedTag(TagType.TTL_TAG_TYPE, Bytes.toBytes(World.TIME_STEP_MILLIS))
            : new ArrayBackedTag(OWN_TAG_TYPE, "tag");
    return new KeyValue(
        row,
        world.family(),
        qualifier,
        world.timestamp(),
        KeyValue.Type.Put,
        world.newValue(),
        List.of(tag));
  }

  private Delete delete(byte[] row) {
    if (scope != Scope.ROOMS && world.once(20)) {
      return world.once(2)
          ? new Delete(row)
          : new Delete(row, world.timestamp() + World.FAMILY_MARKER_MILLIS);
    }
    Delete delete = new Delete(row);
    for (int i = 0; i < world.upTo(2); i++) {
      byte[] qualifier = world.qualifier();
      if (leavesTimeOut(qualifier)) {
        deleteNow(delete, qualifier);
        continue;
      }
      long timestamp = world.timestamp();
      switch (world.random().nextInt(6)) {
        case 0 -> delete.addFamily(family(), timestamp + World.FAMILY_MARKER_MILLIS);
        case 1 -> delete.addFamilyVersion(family(), timestamp);
        case 2, 3 -> delete.addColumns(family(), qualifier, besideOthers(qualifier, timestamp));
        default -> delete.addColumn(family(), qualifier, besideOthers(qualifier, timestamp));
      }
    }
    return delete;
  }

  /** Markers that get their time from the region: now, or that of the newest version. */
  private void deleteNow(Delete delete, byte[] qualifier) {
    switch (world.random().nextInt(4)) {
      case 0 -> delete.addFamily(family());
      case 1 -> delete.addColumns(family(), qualifier);
      default -> delete.addColumn(family(), qualifier);
    }
  }

  /** Now and then a family that the table does not have. */
  private byte[] family() {
    return scope != Scope.ROOMS && world.once(200) ? UNKNOWN_FAMILY : world.family();
  }

  private boolean leavesTimeOut(byte[] qualifier) {
    return scope != Scope.ROOMS && qualifier.length > 0 && world.once(6);
  }

  /**
   * A time at which nothing else of the empty qualifier is. HBase never ends a seek from a marker
   * of the empty qualifier when a cell of the next lower type has the same time: a reseek there
   * ignores sequence ids, the heap above it does not.
   */
  private long besideOthers(byte[] qualifier, long timestamp) {
    return qualifier.length > 0 ? timestamp : timestamp + world.upTo(99);
  }

  private Mutation delta(byte[] row) throws IOException {
    return world.once(3) && !world.hasOnlyNumbers() ? append(row) : increment(row);
  }

  private Increment increment(byte[] row) throws IOException {
    Increment increment = new Increment(row);
    for (int i = 0; i < world.upTo(3); i++) {
      long amount = world.random().nextInt(7) - 2L;
      if (world.once(30)) {
        increment.add(narrow(row, (int) amount));
      } else {
        increment.addColumn(family(), counter(), amount);
      }
    }
    if (world.once(5)) {
      increment.setTimestamp(world.timestamp());
    }
    if (mayReadTimes()) {
      TimeRange range = timeRange();
      increment.setTimeRange(range.getMin(), range.getMax());
    }
    if (world.once(8)) {
      increment.setTTL(World.TIME_STEP_MILLIS * world.random().nextInt(15));
    }
    return increment.setReturnResults(!world.once(6));
  }

  private Append append(byte[] row) {
    Append append = new Append(row);
    for (int i = 0; i < world.upTo(3); i++) {
      append.addColumn(family(), world.namedQualifier(), world.value());
    }
    if (world.once(5)) {
      append.setTimestamp(world.timestamp());
    }
    if (mayReadTimes()) {
      TimeRange range = timeRange();
      append.setTimeRange(range.getMin(), range.getMax());
    }
    if (world.once(8)) {
      append.setTTL(World.TIME_STEP_MILLIS * world.random().nextInt(15));
    }
    return append.setReturnResults(!world.once(6));
  }

  private boolean mayReadTimes() {
    return !world.splitsUnseen() && world.once(5);
  }

  /** An amount of four bytes, which HBase refuses. */
  private KeyValue narrow(byte[] row, int amount) {
    return new KeyValue(
        row, world.family(), counter(), HConstants.LATEST_TIMESTAMP, Bytes.toBytes(amount));
  }

  /** Mostly the same few columns, so that they hold numbers. */
  private byte[] counter() {
    return world.once(4) ? world.namedQualifier() : Bytes.toBytes("n");
  }

  private RowMutations several(byte[] row) throws IOException {
    RowMutations mutations = new RowMutations(row);
    for (int i = 0; i < world.upTo(4); i++) {
      mutations.add(mutation(row));
    }
    return mutations;
  }

  private Mutation mutation(byte[] row) throws IOException {
    return switch (world.random().nextInt(5)) {
      case 0, 1 -> put(row);
      case 2 -> delete(row);
      default -> delta(row);
    };
  }

  private CheckAndMutate check(byte[] row) throws IOException {
    CheckAndMutate.Builder check = CheckAndMutate.newBuilder(row);
    byte[] family = family();
    byte[] qualifier = world.qualifier();
    switch (world.random().nextInt(6)) {
      case 0 -> check.ifNotExists(family, qualifier);
      case 1 -> check.ifEquals(family, qualifier, world.once(6) ? null : world.value());
      case 2 -> check.ifMatches(filters.next(false, true));
      default -> check.ifMatches(family, qualifier, operator(), world.value());
    }
    if (!world.splitsUnseen() && world.once(4)) {
      check.timeRange(timeRange());
    }
    if (world.once(4)) {
      return check.build(several(row));
    }
    Mutation action = mutation(row);
    if (action instanceof Put put) {
      return check.build(put);
    } else if (action instanceof Delete delete) {
      return check.build(delete);
    } else if (action instanceof Increment increment) {
      return check.build(increment);
    }
    return check.build((Append) action);
  }

  private CompareOperator operator() {
    // NO_OP is no comparison: HBase refuses it.
    CompareOperator[] all = CompareOperator.values();
    return all[world.random().nextInt(all.length - 1)];
  }

  private TimeRange timeRange() {
    long from = world.timestamp();
    return world.once(2)
        ? TimeRange.between(
            from, from + World.TIME_STEP_MILLIS * world.random().nextInt(World.TIMES))
        : TimeRange.from(from);
  }
}
