package io.rowandb.client.service;

import io.rowandb.engine.TableName;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
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
import org.apache.hadoop.hbase.util.Strings;

/**
 * {@code MasterService.ExecProcedure}: what clients ask for by a name, and HBase's master knows
 * without anything built into it: the flush of a table, and a snapshot. Each has ended when its
 * call returns. Safe for many threads.
 */
final class NamedProcedures {
  /** What a flush was called before it became a method of its own; its instance is the table. */
  private static final String FLUSH = "flush-table-proc";

  /** A snapshot; its instance is the name. */
  private static final String SNAPSHOT = "online-snapshot";

  private final TableAdmin tables;
  private final SnapshotAdmin snapshots;

  NamedProcedures(TableAdmin tables, SnapshotAdmin snapshots) {
    this.tables = tables;
    this.snapshots = snapshots;
  }

  ExecProcedureResponse execute(ExecProcedureRequest request, RpcCall call) throws IOException {
    ProcedureDescription procedure = request.getProcedure();
    switch (procedure.getSignature()) {
      case FLUSH -> tables.flush(TableName.of(procedure.getInstance()), families(procedure));
      case SNAPSHOT -> snapshots.take(snapshot(procedure), false);
      default -> throw unknown(procedure);
    }
    return ExecProcedureResponse.newBuilder()
        .setExpectedTimeout(SnapshotAdmin.EXPECTED_MILLIS)
        .build();
  }

  IsProcedureDoneResponse isDone(IsProcedureDoneRequest request, RpcCall call) throws IOException {
    ProcedureDescription procedure = request.getProcedure();
    switch (procedure.getSignature()) {
      case FLUSH -> {}
      case SNAPSHOT -> snapshots.expectTaken(procedure.getInstance());
      default -> throw unknown(procedure);
    }
    return IsProcedureDoneResponse.newBuilder().setDone(true).build();
  }

  /** Those to flush; none for all. */
  private static List<byte[]> families(ProcedureDescription flush) {
    List<byte[]> families = new ArrayList<>();
    for (NameStringPair setting : flush.getConfigurationList()) {
      if (setting.getName().equals(HConstants.FAMILY_KEY_STR)) {
        Strings.SPLITTER
            .split(setting.getValue())
            .forEach(each -> families.add(Bytes.toBytes(each)));
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
