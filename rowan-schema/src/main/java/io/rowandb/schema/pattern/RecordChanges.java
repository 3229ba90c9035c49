package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Given;
import io.rowandb.schema.pattern.calls.Steps;
import java.io.IOException;

/**
 * Changes of one record that are made as one: {@code posts.together("p7")
 * .set(Post::title).to("x").increment(Post::edits, 1).add(Post::comments, comment).run()}.
 *
 * @param <R> the record
 */
public final class RecordChanges<R> extends ChangesTogether<R, RecordChanges<R>> {
  /**
   * Makes changes, as by {@link #runBy} of a table that it chooses.
   *
   * @param <R> the record
   */
  @FunctionalInterface
  public interface Run<R> {
    /** Says whether it did. */
    boolean of(RecordChanges<R> changes) throws IOException;
  }

  // Fixed at construction.
  private final Run<R> run;

  private RecordChanges(Run<R> run) {
    this.run = run;
  }

  /** None yet, of what {@link #run} makes so. */
  public static <R> RecordChanges<R> of(Run<R> run) {
    return new RecordChanges<>(Given.notNull(run, "what makes changes of a record"));
  }

  /**
   * Makes the changes in a table, as {@link #run} does in that of its own.
   *
   * @param key as for {@link RecordTable#get}
   */
  public boolean runBy(RecordWrites<R> table, Object... key) throws IOException {
    return Steps.ended(table.conditional().together(this, key));
  }

  @Override
  RecordChanges<R> self() {
    return this;
  }

  /**
   * Makes the changes, as {@link RecordWrites#update} does: no other write of the record comes
   * between, none is made twice, and indexes, views and the version are as after an update.
   *
   * @return whether it did; not if there is no record, or it does not meet the condition
   * @throws IllegalArgumentException when there is no change, and as {@link RecordWrites#update}
   * @throws IllegalStateException when a field has its details in rows of their own, and as {@link
   *     RecordWrites#update}
   * @throws IOException as {@link RecordWrites#putIfAbsent}, which says what else is thrown
   */
  public boolean run() throws IOException {
    return run.of(this);
  }
}
