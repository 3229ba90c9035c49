package io.rowandb.tsdb.server.api;

import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.query.Queries;
import io.rowandb.tsdb.store.PointStore;
import io.rowandb.tsdb.store.PointStoreOptions;
import io.rowandb.tsdb.store.TsdbTables;
import io.rowandb.tsdb.uid.UidOptions;
import io.rowandb.tsdb.uid.Uids;
import org.apache.hadoop.hbase.client.Connection;

/** The tables that are served. Used by many workers. */
public final class ServedStore {
  private static final System.Logger LOG = System.getLogger(ServedStore.class.getName());

  /** What knows names, and is made anew to forget them. */
  private record Opened(Uids uids, PointStore points, Queries queries) {}

  private final Connection connection;
  private final TsdbTables tables;
  private final PointKeyLayout layout;
  private volatile Opened opened;

  /** Of tables that are there. */
  public ServedStore(Connection connection, TsdbTables tables, PointKeyLayout layout) {
    this.connection = connection;
    this.tables = tables;
    this.layout = layout;
    opened = open();
  }

  private Opened open() {
    UidOptions usual = UidOptions.DEFAULT;
    UidOptions options =
        new UidOptions(tables.uid(), layout, usual.cachedNames(), usual.moreCharacters());
    Uids uids =
        new Uids(
            connection,
            options,
            room ->
                LOG.log(
                    System.Logger.Level.WARNING,
                    "{0} of {1} UIDs of {2} names are used",
                    room.used(),
                    room.max(),
                    room.kind()));
    PointStore points =
        new PointStore(connection, uids, PointStoreOptions.of(tables).withLayout(layout));
    return new Opened(uids, points, new Queries(points));
  }

  Uids uids() {
    return opened.uids();
  }

  PointStore points() {
    return opened.points();
  }

  Queries queries() {
    return opened.queries();
  }

  /** Forgets all names; requests under way go on with what they know. */
  void dropCaches() {
    opened = open();
  }

  /** Their names. */
  public TsdbTables tables() {
    return tables;
  }

  PointKeyLayout layout() {
    return layout;
  }
}
