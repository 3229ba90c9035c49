package io.rowandb.client.service;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.AbortProcedureRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.AbortProcedureResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.GetProcedureResultRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.GetProcedureResultResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.GetProcedureResultResponse.State;

/**
 * The master's procedures: on a cluster a change of tables continues after its call has returned,
 * and the client polls for its end. Here it has ended before the call returns; a procedure is just
 * a number that was handed out. Safe for many threads.
 *
 * <p>Invariant: every number up to the last one stands for a change that succeeded; one that failed
 * gave its call an exception and no number.
 */
final class Procedures {
  private final AtomicLong last = new AtomicLong();

  /** The number of a change that has just succeeded. */
  long finished() {
    return last.incrementAndGet();
  }

  /** {@code MasterService.getProcedureResult}. */
  GetProcedureResultResponse result(GetProcedureResultRequest request, RpcCall call) {
    boolean known = request.getProcId() > 0 && request.getProcId() <= last.get();
    return GetProcedureResultResponse.newBuilder()
        .setState(known ? State.FINISHED : State.NOT_FOUND)
        .build();
  }

  /** {@code MasterService.AbortProcedure}: what has ended cannot be aborted. */
  AbortProcedureResponse abort(AbortProcedureRequest request, RpcCall call) {
    return AbortProcedureResponse.newBuilder().setIsProcedureAborted(false).build();
  }
}
