package io.rowandb.client.service;

import io.rowandb.client.adapter.ExceptionAdapter;
import io.rowandb.client.adapter.MutationAdapter;
import io.rowandb.client.service.Nonces.Nonce;
import io.rowandb.client.service.RegionDirectory.Target;
import io.rowandb.engine.cell.RowMutation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.CellScannable;
import org.apache.hadoop.hbase.CellScanner;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.ResponseConverter;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Action;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Condition;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.CoprocessorServiceResult;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionAction;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionActionResult;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ResultOrException;

/**
 * {@code ClientService.Multi}: many actions on many regions in one call.
 *
 * <p>The actions of a region are one of three: a conditional group (check-and-mutate), an atomic
 * group (mutate-row), or a list in which each action succeeds or fails by itself and runs of puts
 * and deletes are applied together. Without state, safe for many threads.
 *
 * <p>Invariant: whatever fails, the cells of the following actions still belong to them.
 */
final class MultiService {
  private static final ClientProtos.Result NO_RESULT = ClientProtos.Result.getDefaultInstance();

  private final RegionDirectory regions;
  private final RowService rows;
  private final EndpointService endpoints;

  MultiService(RegionDirectory regions, RowService rows, EndpointService endpoints) {
    this.regions = regions;
    this.rows = rows;
    this.endpoints = endpoints;
  }

  /** Answers a call; failures of regions and actions are part of the answer. */
  @SuppressWarnings("deprecation") // The fields of the whole call are what older clients use.
  MultiResponse multi(MultiRequest request, RpcCall call) throws IOException {
    MultiResponse.Builder response = MultiResponse.newBuilder();
    List<CellScannable> responseCells = new ArrayList<>();
    for (RegionAction group : request.getRegionActionList()) {
      // Clients before 2.4 put the condition of their only group into the request.
      Condition condition =
          group.hasCondition()
              ? group.getCondition()
              : request.hasCondition() ? request.getCondition() : null;
      RegionActionResult result =
          apply(group, condition, request.getNonceGroup(), call, responseCells);
      if (result.hasProcessed()) {
        response.setProcessed(result.getProcessed());
      }
      response.addRegionActionResult(result);
    }
    if (!responseCells.isEmpty()) {
      call.respondCells(CellUtil.createCellScanner(responseCells));
    }
    return response.build();
  }

  private RegionActionResult apply(
      RegionAction group,
      Condition condition,
      long nonceGroup,
      RpcCall call,
      List<CellScannable> responseCells)
      throws IOException {
    RegionActionResult.Builder result = RegionActionResult.newBuilder();
    Target target;
    try {
      target = regions.find(group.getRegion(), call);
    } catch (IOException e) {
      ProtoMutations.skip(group.getActionList(), call.requestCells());
      return result.setException(ResponseConverter.buildException(e)).build();
    }
    if (condition == null && !group.getAtomic()) {
      new Independent(target, nonceGroup, call, responseCells, result).apply(group.getActionList());
      return result.build();
    }
    try {
      List<Mutation> mutations = readAll(group.getActionList(), call.requestCells());
      Nonce nonce = ProtoMutations.nonce(nonceGroup, group.getActionList());
      if (condition != null) {
        conditional(target, condition, mutations, nonce, result);
      } else {
        addGroupResults(mutations.size(), rows.update(target, mutations, nonce), result);
        result.setProcessed(true);
      }
    } catch (IOException | RuntimeException e) {
      result.clear().setException(exception(e));
    }
    return result.build();
  }

  /** Reads the whole group first, so that a refusal leaves the cells of the next group in place. */
  private static List<Mutation> readAll(List<Action> actions, CellScanner cells)
      throws IOException {
    List<Mutation> mutations = new ArrayList<>(actions.size());
    for (int i = 0; i < actions.size(); i++) {
      try {
        mutations.add(ProtoMutations.readAtomic(actions.get(i), cells));
      } catch (IOException e) {
        ProtoMutations.skip(actions.subList(i + 1, actions.size()), cells);
        throw e;
      }
    }
    return mutations;
  }

  private void conditional(
      Target target,
      Condition condition,
      List<Mutation> mutations,
      Nonce nonce,
      RegionActionResult.Builder out)
      throws IOException {
    if (mutations.isEmpty()) {
      out.setProcessed(true);
      return;
    }
    CheckAndMutate check =
        ProtobufUtil.toCheckAndMutate(ProtoFilters.checked(condition), mutations);
    RowService.Outcome outcome = rows.check(target, check, nonce);
    out.setProcessed(outcome.applied());
    addGroupResults(mutations.size(), outcome.result(), out);
  }

  /** One result for each action; the first holds what all of them together gave. */
  private static void addGroupResults(int count, Result result, RegionActionResult.Builder out) {
    for (int i = 0; i < count; i++) {
      ResultOrException.Builder each = ResultOrException.newBuilder().setIndex(i);
      boolean first = i == 0 && result != null;
      out.addResultOrException(each.setResult(first ? ProtobufUtil.toResult(result) : NO_RESULT));
    }
  }

  private static org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.NameBytesPair
      exception(Exception failure) {
    return ResponseConverter.buildException(
        failure instanceof IOException io
            ? ExceptionAdapter.translate(io)
            : new DoNotRetryIOException(failure.toString(), failure));
  }

  /** The actions of one region that do not depend on each other. Used by one thread, once. */
  private final class Independent {
    private final Target target;
    private final long nonceGroup;
    private final RpcCall call;
    private final List<CellScannable> responseCells;
    private final RegionActionResult.Builder out;

    /** Puts and deletes read but not yet applied, and the indexes of their actions. */
    private final List<RowMutation> pending = new ArrayList<>();

    private final List<Integer> pendingIndexes = new ArrayList<>();

    Independent(
        Target target,
        long nonceGroup,
        RpcCall call,
        List<CellScannable> responseCells,
        RegionActionResult.Builder out) {
      this.target = target;
      this.nonceGroup = nonceGroup;
      this.call = call;
      this.responseCells = responseCells;
      this.out = out;
    }

    void apply(List<Action> actions) {
      for (Action action : actions) {
        try {
          apply(action);
        } catch (IOException | RuntimeException e) {
          addException(action.getIndex(), e);
        }
      }
      applyPending();
    }

    private void apply(Action action) throws IOException {
      if (action.hasGet()) {
        addResult(action.getIndex(), rows.get(target, action.getGet()));
      } else if (action.hasMutation()) {
        Mutation change = ProtoMutations.read(action.getMutation(), call.requestCells());
        if (ProtoMutations.isPlain(action.getMutation())) {
          target.traits().checkWritable();
          pending.add(MutationAdapter.fill(change, target.traits(), new RowMutation()));
          pendingIndexes.add(action.getIndex());
        } else {
          applyPending();
          Nonce nonce = ProtoMutations.nonce(nonceGroup, action.getMutation());
          addResult(action.getIndex(), rows.update(target, List.of(change), nonce));
        }
      } else {
        applyPending();
        out.addResultOrException(
            ResultOrException.newBuilder()
                .setIndex(action.getIndex())
                .setServiceResult(
                    CoprocessorServiceResult.newBuilder()
                        .setValue(endpoints.answer(target, action.getServiceCall()))));
      }
    }

    private void applyPending() {
      if (pending.isEmpty()) {
        return;
      }
      try {
        IOException[] failures = target.region().writeAll(pending);
        for (int i = 0; i < pending.size(); i++) {
          if (failures != null && failures[i] != null) {
            addException(pendingIndexes.get(i), failures[i]);
          } else {
            out.addResultOrException(
                ResultOrException.newBuilder()
                    .setIndex(pendingIndexes.get(i))
                    .setResult(NO_RESULT));
          }
        }
      } catch (IOException | RuntimeException e) {
        for (int index : pendingIndexes) {
          addException(index, e);
        }
      }
      pending.clear();
      pendingIndexes.clear();
    }

    private void addResult(int index, Result result) {
      ResultOrException.Builder each = ResultOrException.newBuilder().setIndex(index);
      if (!call.takesCellBlocks()) {
        each.setResult(ProtobufUtil.toResult(result));
      } else {
        each.setResult(ProtobufUtil.toResultNoData(result));
        if (result.getExists() == null) {
          responseCells.add(result);
        }
      }
      out.addResultOrException(each);
    }

    private void addException(int index, Exception failure) {
      out.addResultOrException(
          ResultOrException.newBuilder().setIndex(index).setException(exception(failure)));
    }
  }
}
