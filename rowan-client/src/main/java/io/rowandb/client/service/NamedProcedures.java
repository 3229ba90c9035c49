package io.rowandb.client.service;

import io.rowandb.engine.catalog.TableName;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.NameStringPair;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.ProcedureDescription;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.ExecProcedureRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.ExecProcedureResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.IsProcedureDoneRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.IsProcedureDoneResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.SnapshotProtos.SnapshotDescription;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * {@code MasterService.ExecProcedure}: the procedures that clients request by name and that HBase's
 * master has without plug-ins: the flush of a table and a snapshot. Each is complete when its call
 * returns. Safe for many threads.
 */
final class NamedProcedures {
  /** What a flush was called before it became a method of its own; its instance is the table. */
  private static final String FLUSH = "flush-table-proc";

  /** A snapshot; its instance is the name. */
  private static final String SNAPSHOT = "online-snapshot";

  private final TableAdmin tables;
  private final SnapshotAdmin snapshots;

  /** Names of the tables whose flush was asked for; HBase's master remembers them as long. */
  private final Set<String> flushed = ConcurrentHashMap.newKeySet();

  NamedProcedures(TableAdmin tables, SnapshotAdmin snapshots) {
    this.tables = tables;
    this.snapshots = snapshots;
  }

  ExecProcedureResponse execute(ExecProcedureRequest request, RpcCall call) throws IOException {
    ProcedureDescription procedure = request.getProcedure();
    switch (procedure.getSignature()) {
      case FLUSH -> {
        tables.flush(TableName.of(procedure.getInstance()), families(procedure));
        flushed.add(procedure.getInstance());
      }
      case SNAPSHOT -> snapshots.take(snapshot(procedure), false);
      default -> throw unknown(procedure);
    }
    return ExecProcedureResponse.newBuilder()
        .setExpectedTimeout(SnapshotAdmin.EXPECTED_MILLIS)
        .build();
  }

  /** The form with an answer: neither of the two has one, and HBase does not even run them. */
  ExecProcedureResponse executeForAnswer(ExecProcedureRequest request, RpcCall call)
      throws IOException {
    ProcedureDescription procedure = request.getProcedure();
    switch (procedure.getSignature()) {
      case FLUSH, SNAPSHOT -> {
        return ExecProcedureResponse.getDefaultInstance();
      }
      default -> throw unknown(procedure);
    }
  }

  IsProcedureDoneResponse isDone(IsProcedureDoneRequest request, RpcCall call) throws IOException {
    ProcedureDescription procedure = request.getProcedure();
    boolean done = true;
    switch (procedure.getSignature()) {
      case FLUSH -> done = flushed.contains(procedure.getInstance());
      case SNAPSHOT -> snapshots.expectTaken(snapshot(procedure).getName());
      default -> throw unknown(procedure);
    }
    return IsProcedureDoneResponse.newBuilder().setDone(done).build();
  }

  /** Those to flush; none for all. */
  private static List<byte[]> families(ProcedureDescription flush) {
    List<byte[]> families = new ArrayList<>();
    for (NameStringPair setting : flush.getConfigurationList()) {
      if (setting.getName().equals(HConstants.FAMILY_KEY_STR)) {
        for (String family : setting.getValue().split(",", -1)) {
          families.add(Bytes.toBytes(family));
        }
      }
    }
    return families;
  }

  private static SnapshotDescription snapshot(ProcedureDescription procedure)
      throws DoNotRetryIOException {
    String table = null;
    for (NameStringPair property : procedure.getConfigurationList()) {
      if (property.getName().equalsIgnoreCase("table")) {
        table = property.getValue();
      }
    }
    if (table == null) {
      throw new DoNotRetryIOException("Snapshot table is not defined: " + procedure);
    }
    return SnapshotDescription.newBuilder()
        .setName(procedure.getInstance())
        .setTable(table)
        .setType(SnapshotDescription.Type.FLUSH)
        .build();
  }

  private static IOException unknown(ProcedureDescription procedure) {
    return RpcService.refused(
        "The procedure " + procedure.getSignature(),
        "only " + FLUSH + " and " + SNAPSHOT + " exist");
  }
}
