package io.rowandb.schema.pattern;

import java.io.IOException;

/**
 * Changes of one record that are made as one: {@code posts.together("p7")
 * .set(Post::title).to("x").increment(Post::edits, 1).add(Post::comments, comment).run()}.
 *
 * @param <R> the record
 */
public final class RecordChanges<R> extends ChangesTogether<R, RecordChanges<R>> {
  /** Makes changes. */
  @FunctionalInterface
  interface Run<R> {
    boolean of(RecordChanges<R> changes) throws IOException;
  }

  // Fixed at construction.
  private final Run<R> run;

  RecordChanges(Run<R> run) {
    this.run = run;
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
