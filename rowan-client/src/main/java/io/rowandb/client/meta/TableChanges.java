package io.rowandb.client.meta;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.rowandb.client.adapter.ExceptionAdapter;
import io.rowandb.client.quota.Quotas;
import io.rowandb.engine.Database;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.region.RefusedException;
import java.io.IOException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableNotDisabledException;

/**
 * The changes that clients make to the tables of one database through either door.
 *
 * <p>Invariants: 1. One change at a time, so that the catalogue and {@code hbase:meta} see them in
 * the same order. 2. Once {@code hbase:meta} is in use, it shows a change when the call that made
 * it returns, or fails after making it. Before its first use it is not maintained.
 *
 * <p>Callers wait for each other; reads and writes of rows never wait. There is one instance per
 * database, which lives as long as the database is open.
 */
public final class TableChanges implements AutoCloseable {
  private final Database database;

  @GuardedBy("this")
  private MetaTable meta;

  /** The changes of {@code database}, which has no {@code hbase:meta} yet. */
  public TableChanges(Database database) {
    this.database = database;
  }

  /** A step of the engine. */
  @FunctionalInterface
  public interface Change {
    /** Changes the table. */
    void of(TableName table) throws IOException;
  }

  /**
   * Creates {@code hbase:meta}; from here on it is kept.
   *
   * @param server the server that clients are told every region is on
   */
  public synchronized MetaTable openMeta(ServerName server) throws IOException {
    meta = MetaTable.create(database, server);
    return meta;
  }

  /** Refuses to create {@code hbase:meta}, which always exists. */
  public static void requireNew(org.apache.hadoop.hbase.TableName table)
      throws TableExistsException {
    if (table.equals(org.apache.hadoop.hbase.TableName.META_TABLE_NAME)) {
      throw new TableExistsException(table);
    }
  }

  /** Refuses to disable {@code hbase:meta}, as HBase's master does. */
  public static void requireDisablable(TableName table) throws IOException {
    if (table.equals(MetaTable.NAME)) {
      throw ExceptionAdapter.constraint("Cannot disable " + table.fullName());
    }
  }

  /**
   * Makes a change.
   *
   * @throws DoNotRetryIOException for {@code hbase:meta} itself
   */
  public synchronized void apply(TableName table, Change change) throws IOException {
    if (table.equals(MetaTable.NAME)) {
      throw new DoNotRetryIOException("hbase:meta is derived from the catalogue: not changeable");
    }
    change.of(table);
    if (meta != null) {
      meta.refresh(table);
    }
    if (database.table(table) == null) {
      Quotas.forget(database, table);
    }
  }

  /** Enables a table. */
  public void enable(TableName table) throws IOException {
    try {
      apply(table, database::enableTable);
    } catch (RefusedException e) {
      throw new ProcedureFailure(
          e.reason() == RefusedException.Reason.TABLE_NOT_DISABLED
              ? new TableNotDisabledException("tableName=" + table.fullName() + ", state=ENABLED")
              : ExceptionAdapter.translate(e));
    }
  }

  /** Deletes a disabled table. */
  public void delete(TableName table) throws IOException {
    try {
      apply(table, database::deleteTable);
    } catch (RefusedException e) {
      throw e.reason() == RefusedException.Reason.TABLE_NOT_DISABLED
          ? new TableNotDisabledException(
              "Not DISABLED; tableName=" + table.fullName() + ", state=ENABLED")
          : e;
    }
  }

  /** Nothing is left to do: each change was complete when its call returned. */
  @Override
  public void close() {}
}
