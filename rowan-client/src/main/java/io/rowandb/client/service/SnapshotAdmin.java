package io.rowandb.client.service;

import io.rowandb.client.adapter.ExceptionAdapter;
import io.rowandb.client.meta.TableChanges;
import io.rowandb.engine.Database;
import io.rowandb.engine.background.TableView;
import io.rowandb.engine.catalog.SnapshotDescriptor;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.region.RefusedException.Reason;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.DeleteSnapshotRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.DeleteSnapshotResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.GetCompletedSnapshotsRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.GetCompletedSnapshotsResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.IsSnapshotDoneRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.IsSnapshotDoneResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.RestoreSnapshotRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.RestoreSnapshotResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.SnapshotRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.SnapshotResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.SnapshotProtos.SnapshotDescription;
import org.apache.hadoop.hbase.snapshot.SnapshotCreationException;
import org.apache.hadoop.hbase.snapshot.UnknownSnapshotException;

/**
 * The engine's snapshots of tables, in HBase's terms. Each call completes its work before it
 * returns. Safe for many threads.
 *
 * <p>Invariant: a snapshot whose time to live is over can be neither cloned nor restored; while the
 * cleanup is on, the next listing deletes it.
 */
final class SnapshotAdmin {
  /** What a client is told it may have to wait for one, as HBase does; it never waits. */
  static final long EXPECTED_MILLIS = TimeUnit.MINUTES.toMillis(5);

  private static final String TYPE = "TYPE";
  private static final String OWNER = "OWNER";
  private static final String VERSION = "VERSION";
  private static final String MAX_FILE_SIZE = "MAX_FILESIZE";

  /** HBase 2.5 does not have them. */
  private static final boolean HAS_NONCES =
      SnapshotRequest.getDescriptor().findFieldByName("nonce") != null;

  // Fixed at construction.
  private final Database database;
  private final TableChanges changes;
  private final Procedures procedures;
  private final MasterSwitches switches;
  private final ServiceLimits limits;

  SnapshotAdmin(
      Database database,
      TableChanges changes,
      Procedures procedures,
      MasterSwitches switches,
      ServiceLimits limits) {
    this.database = database;
    this.changes = changes;
    this.procedures = procedures;
    this.switches = switches;
    this.limits = limits;
  }

  /** {@code MasterService.Snapshot}. */
  SnapshotResponse take(SnapshotRequest request, RpcCall call) throws IOException {
    boolean withProcedure = HAS_NONCES && request.hasNonceGroup() && request.hasNonce();
    take(request.getSnapshot(), withProcedure);
    SnapshotResponse.Builder response =
        SnapshotResponse.newBuilder().setExpectedTimeout(EXPECTED_MILLIS);
    if (withProcedure) {
      response.setProcId(procedures.finished()); // clients without nonces ask IsSnapshotDone
    }
    return response.build();
  }

  /**
   * Takes a snapshot.
   *
   * @param withProcedure whether HBase's master would make a procedure of it
   */
  void take(SnapshotDescription asked, boolean withProcedure) throws IOException {
    SnapshotDescription wanted = asked;
    TableName table = TableName.of(wanted.getTable());
    if (!withProcedure && isDisabled(table)) {
      // Only what takes snapshots without a procedure tells of the table's state.
      wanted = wanted.toBuilder().setType(SnapshotDescription.Type.DISABLED).build();
    }
    try {
      database.takeSnapshot(
          engine(wanted, table), wanted.getType() != SnapshotDescription.Type.SKIPFLUSH);
    } catch (RefusedException e) {
      throw e.reason() == Reason.TABLE_NOT_FOUND
          ? new SnapshotCreationException(
              "Table '" + table.fullName() + "' doesn't exist, can't take snapshot.")
          : e;
    }
  }

  /** {@code MasterService.IsSnapshotDone}. */
  IsSnapshotDoneResponse isDone(IsSnapshotDoneRequest request, RpcCall call)
      throws UnknownSnapshotException {
    expectTaken(request.getSnapshot().getName());
    return IsSnapshotDoneResponse.newBuilder().setDone(true).build();
  }

  /** Checks that there is a snapshot of this name: none is ever half taken. */
  void expectTaken(String name) throws UnknownSnapshotException {
    if (find(name) == null) {
      throw new UnknownSnapshotException(
          "Snapshot " + name + " is neither being taken nor one that was");
    }
  }

  /** {@code MasterService.DeleteSnapshot}. */
  DeleteSnapshotResponse delete(DeleteSnapshotRequest request, RpcCall call) throws IOException {
    database.deleteSnapshot(request.getSnapshot().getName());
    return DeleteSnapshotResponse.getDefaultInstance();
  }

  /** {@code MasterService.GetCompletedSnapshots}. */
  GetCompletedSnapshotsResponse list(GetCompletedSnapshotsRequest request, RpcCall call)
      throws IOException {
    if (switches.snapshotCleanupOn()) {
      deleteExpired();
    }
    GetCompletedSnapshotsResponse.Builder response = GetCompletedSnapshotsResponse.newBuilder();
    database.snapshots().forEach(snapshot -> response.addSnapshots(hbase(snapshot)));
    return response.build();
  }

  /** {@code MasterService.RestoreSnapshot}: onto the snapshot's table, or as a new one. */
  RestoreSnapshotResponse restore(RestoreSnapshotRequest request, RpcCall call) throws IOException {
    String name = request.getSnapshot().getName();
    TableName table = TableName.of(request.getSnapshot().getTable());
    if (database.namespaces().stream().noneMatch(it -> it.name().equals(table.namespace()))) {
      throw new RefusedException(
          Reason.NAMESPACE_NOT_FOUND,
          table.namespace(),
          "Namespace " + table.namespace() + " not found");
    }
    SnapshotDescriptor snapshot = find(name);
    if (snapshot == null) {
      throw ExceptionAdapter.snapshotNotFound(name);
    }
    changes.apply(
        table,
        it -> {
          if (database.table(it) != null && it.equals(snapshot.table())) {
            database.restoreSnapshot(name);
          } else {
            database.cloneSnapshot(name, it);
          }
        });
    return RestoreSnapshotResponse.newBuilder().setProcId(procedures.finished()).build();
  }

  private void deleteExpired() throws IOException {
    long nowMillis = database.options().clock().millis();
    for (SnapshotDescriptor snapshot : database.snapshots()) {
      if (snapshot.isExpired(nowMillis)) {
        try {
          database.deleteSnapshot(snapshot.name());
        } catch (RefusedException e) {
          if (e.reason() != Reason.SNAPSHOT_NOT_FOUND) {
            throw ExceptionAdapter.translate(e);
          }
          // Somebody else deleted it meanwhile.
        }
      }
    }
  }

  private SnapshotDescriptor find(String name) {
    for (SnapshotDescriptor snapshot : database.snapshots()) {
      if (snapshot.name().equals(name)) {
        return snapshot;
      }
    }
    return null;
  }

  private boolean isDisabled(TableName table) {
    TableView view = database.table(table);
    return view != null && !view.enabled();
  }

  private SnapshotDescriptor engine(SnapshotDescription wanted, TableName table) {
    Map<String, String> attributes = new TreeMap<>();
    attributes.put(TYPE, wanted.getType().name());
    if (wanted.hasOwner()) {
      attributes.put(OWNER, wanted.getOwner());
    }
    if (wanted.hasMaxFileSize()) {
      attributes.put(MAX_FILE_SIZE, Long.toString(wanted.getMaxFileSize()));
    }
    attributes.put(VERSION, Integer.toString(wanted.hasVersion() ? wanted.getVersion() : 2));
    long created = wanted.getCreationTime();
    return new SnapshotDescriptor(
        wanted.getName(),
        table,
        created == 0 ? database.options().clock().millis() : created,
        ttlMillis(wanted.getTtl()),
        attributes);
  }

  private long ttlMillis(long seconds) {
    boolean given = seconds != 0 && seconds <= TimeUnit.MILLISECONDS.toSeconds(Long.MAX_VALUE);
    // What HBase does not understand it takes for no limit.
    return Math.max(0, TimeUnit.SECONDS.toMillis(given ? seconds : limits.snapshotTtlSeconds()));
  }

  private static SnapshotDescription hbase(SnapshotDescriptor snapshot) {
    Map<String, String> attributes = snapshot.attributes();
    SnapshotDescription.Builder description =
        SnapshotDescription.newBuilder()
            .setName(snapshot.name())
            .setTable(snapshot.table().fullName())
            .setCreationTime(snapshot.createdMillis())
            .setTtl(TimeUnit.MILLISECONDS.toSeconds(snapshot.ttlMillis()))
            .setType(SnapshotDescription.Type.valueOf(attributes.get(TYPE)))
            .setVersion(Integer.parseInt(attributes.get(VERSION)));
    if (attributes.containsKey(OWNER)) {
      description.setOwner(attributes.get(OWNER));
    }
    if (attributes.containsKey(MAX_FILE_SIZE)) {
      description.setMaxFileSize(Long.parseLong(attributes.get(MAX_FILE_SIZE)));
    }
    return description.build();
  }
}
