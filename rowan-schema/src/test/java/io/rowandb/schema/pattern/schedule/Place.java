package io.rowandb.schema.pattern.schedule;

import io.rowandb.schema.pattern.calls.AsyncCarrier;
import io.rowandb.schema.pattern.calls.Carrier;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.calls.WaitingCarrier;
import io.rowandb.testkit.model.ModelStore;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;

/** Where the tables of schedules are, and what time it is there. Used by one thread. */
public interface Place {
  /** To the tables. */
  Connection connection();

  /**
   * Carries calls to the tables: one for all clients, which the caller closes if that is needed.
   */
  Carrier carrier();

  /** By which the servers stamp and expire. */
  Clock clock();

  /** Begins a schedule; returns the time that it is. */
  long begin(List<TableName> tables) throws IOException;

  /** Whether a schedule finds nothing of those before it. */
  boolean isEmptied();

  /** Tells what time it is. */
  void setTime(long nowMillis);

  /** Lets the time pass that a client waits for, at the end of which it is that late. */
  void pause(long nowMillis, long nanos);

  /** Lets time pass; says whether it can. */
  boolean pass(Duration time);

  /** Of a server, or of an embedded store: its time is the system's. */
  static Place of(Connection connection) {
    return new Served(connection, null);
  }

  /**
   * The same by the asynchronous form of the client.
   *
   * @param async to the same tables
   */
  static Place of(Connection connection, AsyncConnection async) {
    return new Served(connection, async);
  }

  /**
   * The model, each schedule of which begins at the same time with empty tables: it has fewer rows
   * than a store has files, and makes no threads.
   */
  static Place ofModel() {
    return new Modelled();
  }

  /** Flushes and compacts tables. */
  default void compact(List<TableName> tables) throws IOException {
    try (Admin admin = connection().getAdmin()) {
      for (TableName each : tables) {
        admin.flush(each);
        admin.majorCompact(each);
      }
    }
  }

  /**
   * See {@link #of}.
   *
   * @param async null when calls block
   */
  record Served(Connection connection, AsyncConnection async) implements Place {
    @Override
    public Carrier carrier() {
      return async == null ? new WaitingCarrier(connection) : new AsyncCarrier(async);
    }

    @Override
    public Clock clock() {
      return Clock.systemUTC();
    }

    @Override
    public long begin(List<TableName> tables) {
      return System.currentTimeMillis();
    }

    @Override
    public boolean isEmptied() {
      return false;
    }

    @Override
    public void setTime(long nowMillis) {
      // It has its own.
    }

    @Override
    public void pause(long nowMillis, long nanos) {
      Steps.called(() -> carrier().pause(nanos)).join();
    }

    @Override
    public boolean pass(Duration time) {
      return false;
    }
  }

  /** See {@link #ofModel}. */
  final class Modelled implements Place {
    private static final long BEGINNING = 1_700_000_000_000L;

    private final Ticking clock = new Ticking(() -> this.nowMillis);
    private final ModelStore store = new ModelStore(clock::millis);
    private final Connection connection = store.connect();
    private long nowMillis = BEGINNING;

    @Override
    public Connection connection() {
      return connection;
    }

    @Override
    public Carrier carrier() {
      return new WaitingCarrier(connection);
    }

    @Override
    public Clock clock() {
      return clock;
    }

    @Override
    public long begin(List<TableName> tables) throws IOException {
      for (TableName each : tables) {
        store.empty(each);
      }
      nowMillis = BEGINNING;
      return nowMillis;
    }

    @Override
    public boolean isEmptied() {
      return true;
    }

    @Override
    public void setTime(long millis) {
      nowMillis = millis;
    }

    @Override
    public void pause(long millis, long nanos) {
      setTime(millis);
    }

    @Override
    public boolean pass(Duration time) {
      nowMillis += time.toMillis();
      return true;
    }

    @Override
    public void compact(List<TableName> tables) throws IOException {
      for (TableName each : tables) {
        store.flush(each);
        store.majorCompact(each);
      }
    }
  }
}
