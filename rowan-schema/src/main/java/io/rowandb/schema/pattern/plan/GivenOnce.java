package io.rowandb.schema.pattern.plan;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.pattern.rows.Found;
import io.rowandb.schema.pattern.rows.RecentRows;
import java.util.function.BiFunction;

/**
 * Tells which records of a union were given before. Used by one thread at a time.
 *
 * <p>While it remembers all of them, it knows: a record that changes between two plans is given
 * once. When they have become too many, it also passes over what an earlier plan finds. Then no
 * record that stays as it is comes twice, however many there are; one that changes during the read
 * may be missed if it moves to what an earlier plan has passed, and may come twice if it was given
 * so long ago that it was forgotten, as in a read of one index.
 *
 * @param <V> what is read: the record, or values of its fields
 */
public final class GivenOnce<V> {
  /** Of memory: some hundred thousand rows. */
  public static final long USUAL_BYTES = 32 << 20;

  // Fixed at construction.
  private final PlanUnion<?> union;
  private final BiFunction<V, Component, Object> fields;
  private final RecentRows given;

  /**
   * None yet.
   *
   * @param fields tells the values of the fields that the union's condition is on
   * @param mostBytes of memory for rows of records that were given
   */
  public GivenOnce(PlanUnion<?> union, BiFunction<V, Component, Object> fields, long mostBytes) {
    this.union = union;
    this.fields = fields;
    given = new RecentRows(mostBytes);
  }

  /**
   * Whether a record is to be given, and takes it for given.
   *
   * @param plan the number of the plan that finds it; these ascend
   */
  public boolean isFirst(int plan, Found<V> found) {
    return given.add(found.ownRow())
        && !(given.hasForgotten()
            && union.isOfEarlier(plan, field -> fields.apply(found.record(), field)));
  }

  /** How many rows it remembers. */
  public int remembered() {
    return given.count();
  }
}
