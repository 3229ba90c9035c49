package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Field;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.rows.KeyFields;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The writes of records, of a {@link RecordTable} and of a table with views: those of the methods
 * up to {@link #deleteAll}, and those that depend on what is there.
 *
 * <p>The latter are for tables with marks: those with unique indexes, copies, details in their own
 * rows, a version, or views, and those declared {@code marked()}. No other write of the row comes
 * between the question and the write, and no write is made twice, whatever clients and servers do
 * or when they die; entries, details, unique values and views are as after a put. When another
 * client is faster, the question is asked again. A call costs what a put does, and two calls more
 * if the row has no mark yet. Of the writes of the last hour the row remembers one of each client
 * and thread, in 24 bytes, also when it is deleted.
 *
 * @param <R> the record
 */
public abstract class RecordWrites<R> implements AutoCloseable {
  /** Of a table. */
  protected RecordWrites() {}

  /** Writes a record: {@link RecordTable#put}. */
  public abstract void put(R record) throws IOException;

  /** Writes records, many per call: {@link RecordTable#putAll}. */
  public abstract void putAll(Iterable<R> records) throws IOException;

  /** Writes new records, the fast way: {@link RecordTable#load}. */
  public abstract long load(Stream<R> records) throws IOException;

  /** Deletes the row of a record's key: {@link RecordTable#delete}. */
  public abstract void delete(R record) throws IOException;

  /** Deletes the record of a key: {@link RecordTable#deleteKey}. */
  public abstract void deleteKey(Object... key) throws IOException;

  /**
   * Deletes the records of keys, as {@link #deleteKey} does, one after the other. Keys of which
   * there is no record are passed over. When a call fails, the records before are deleted.
   *
   * @param keys the values of each as for {@link RecordTable#get}
   * @throws IllegalArgumentException as {@link RecordTable#get}, for any of them; none is deleted
   *     then
   */
  public void deleteKeys(List<? extends List<?>> keys) throws IOException {
    checkKeys(keys);
    for (List<?> key : keys) {
      deleteKey(key.toArray());
    }
  }

  /** Refuses keys that {@link RecordTable#get} refuses. */
  protected abstract void checkKeys(List<? extends List<?>> keys);

  /**
   * Deletes what a read finds: {@link RecordTable#deleteAll}.
   *
   * @return how many
   */
  public abstract long deleteAll(RecordQuery<R> query) throws IOException;

  @Override
  public abstract void close() throws IOException;

  /**
   * What makes the calls that depend on what is there.
   *
   * @throws IllegalStateException when the table has no marks
   */
  protected abstract ConditionalWriter<R> conditional();

  /**
   * Writes a record if its row holds none.
   *
   * @return whether it did
   * @throws UniqueViolationException as {@link RecordTable#put}
   * @throws LateWriteException as {@link RecordTable#put}
   * @throws IllegalArgumentException as {@link RecordTable#put}
   * @throws IllegalStateException when the table has no marks, or the row remembers 4,096 writes
   * @throws IOException also when other clients write the row again and again; and when no answer
   *     came, of which it is unknown whether the write is done
   */
  public boolean putIfAbsent(R record) throws IOException {
    return Steps.ended(conditional().putIfAbsent(record));
  }

  /**
   * Writes records whose rows hold none, as {@link #putIfAbsent} does, many per call. Each is a
   * step of its own. Of records with the same key the first is written.
   *
   * @return of each, in their order, whether it was written
   * @throws UniqueViolationException as {@link #putIfAbsent}, and when two of the records have the
   *     same values of a unique index
   * @throws IOException as {@link #putIfAbsent}, of some of the records; others may be written
   */
  public List<Boolean> putAllIfAbsent(Iterable<R> records) throws IOException {
    return Steps.ended(conditional().putAllIfAbsent(records));
  }

  /**
   * Writes each record, or if its row holds one, what is merged from that and it, {@code
   * mergeAll(visits, (there, visit) -> there.plus(visit))}: many per call, each as a step of its
   * own. Those with the same key are merged one after the other.
   *
   * @param merge gets what is there first; gives what {@link #update} takes from a change, to which
   *     the same applies. It may be asked several times
   * @throws UniqueViolationException as {@link #update}, and when one of the records is given
   *     values of a unique index that another one has, even if that one gives them up
   * @throws IllegalStateException as {@link #update}
   * @throws IOException as {@link #putIfAbsent}, of some of the records; others may be written
   */
  public void mergeAll(Iterable<R> records, BinaryOperator<R> merge) throws IOException {
    Steps.ended(conditional().mergeAll(records, merge));
  }

  /**
   * Writes a record over another that meets a condition, as {@link #putIfAbsent} does: {@code
   * putIf(next, there -> there.version() == 6)}.
   *
   * @param condition of the record that the row holds, in which counters are 0, and histories and
   *     details in their own rows are empty; details in columns are those that were read, though
   *     one may be changed alone meanwhile. It may be asked several times, and must depend on the
   *     record alone. What it throws comes out of this call
   * @return whether it did; not if the row holds no record
   * @throws IOException as {@link #putIfAbsent}, which says what else is thrown
   */
  public boolean putIf(R record, Predicate<? super R> condition) throws IOException {
    return Steps.ended(conditional().putIf(record, condition));
  }

  /**
   * Changes a record: of several that are changed at once each is counted, {@code update(user ->
   * user.withPosts(user.posts() + 1), id)}.
   *
   * @param change gives the record that is to be there, of the same key and with the same details,
   *     which stay as they are. In what it gets counters are 0, histories and details in their own
   *     rows are empty, and in what it gives they must be; versions of a history are added. It may
   *     be asked several times. What it throws comes out of this call
   * @param key as for {@link RecordTable#get}
   * @return what was written, without counts, histories and details in their own rows; empty if
   *     there is no record
   * @throws IllegalArgumentException also when the change gives null, or a record of another key or
   *     version, or with other details
   * @throws IllegalStateException also when records have details in rows of their own, or an index
   *     is of some records only, and may depend on what the change does not get: use {@link #putIf}
   * @throws IOException as {@link #putIfAbsent}, which says what else is thrown
   */
  public Optional<R> update(UnaryOperator<R> change, Object... key) throws IOException {
    return Steps.ended(conditional().update(change, key));
  }

  /**
   * One field of a record, to be changed: {@code field(Account::balance, "ada").set(5L)}. Nothing
   * is read or written, and nothing checked, before that.
   *
   * @param key as for {@link RecordTable#get}
   */
  public <T> RecordField<T> field(Field<R, T> field, Object... key) {
    Object[] kept = KeyFields.kept(key);
    return new RecordField<>() {
      @Override
      public boolean set(T value) throws IOException {
        return Steps.ended(conditional().set(field, value, kept));
      }

      @Override
      public boolean compareAndSet(T expected, T value) throws IOException {
        return Steps.ended(conditional().compareAndSet(field, expected, value, kept));
      }
    };
  }

  /**
   * Changes of one record that are made as one step, {@code together("p7")
   * .set(Post::title).to("x").increment(Post::edits, 1).add(Post::comments, comment).run()}.
   * Nothing is read or written, and nothing checked, before {@link RecordChanges#run}.
   *
   * @param key as for {@link RecordTable#get}
   */
  public RecordChanges<R> together(Object... key) {
    Object[] kept = KeyFields.kept(key);
    return RecordChanges.of(changes -> changes.runBy(this, kept));
  }

  /**
   * Writes a record over the one that it was made from: that which has its version. One with
   * version 0 is new, and its row must hold none.
   *
   * @return what was written: the record with the next version
   * @throws StaleRecordException when the row has another version, or none
   * @throws IllegalStateException also when no field is declared to be the version
   * @throws IOException as {@link #putIfAbsent}, which says what else is thrown
   */
  public R save(R record) throws IOException {
    return Steps.ended(conditional().save(record));
  }

  /**
   * Deletes a record that meets a condition, as {@link RecordTable#delete} does.
   *
   * @param condition as for {@link #putIf}
   * @param key as for {@link RecordTable#get}
   * @return whether it did; not if there is no record
   * @throws IOException as {@link #putIfAbsent}, which says what else is thrown
   */
  public boolean deleteIf(Predicate<? super R> condition, Object... key) throws IOException {
    return Steps.ended(conditional().deleteIf(condition, key));
  }
}
