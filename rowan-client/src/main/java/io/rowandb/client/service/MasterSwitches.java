package io.rowandb.client.service;

import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.BalanceRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.BalanceResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.EnableCatalogJanitorRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.EnableCatalogJanitorResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.IsBalancerEnabledRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.IsBalancerEnabledResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.IsCatalogJanitorEnabledRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.IsCatalogJanitorEnabledResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.IsNormalizerEnabledRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.IsNormalizerEnabledResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.IsSplitOrMergeEnabledRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.IsSplitOrMergeEnabledResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.MasterSwitchType;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.NormalizeRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.NormalizeResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.RunCatalogScanRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.RunCatalogScanResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.SetBalancerRunningRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.SetBalancerRunningResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.SetNormalizerRunningRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.SetNormalizerRunningResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.SetSplitOrMergeEnabledRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.SetSplitOrMergeEnabledResponse;

/**
 * The switches of the master's helpers. Programs turn them off before their work and back on after
 * it; on a cluster of one server nothing else can be seen of them, and so it is here: the position
 * is kept until the store is closed, and the helpers find nothing to do. Safe for many threads.
 */
final class MasterSwitches {
  private final AtomicBoolean balancer = new AtomicBoolean(true);
  private final AtomicBoolean normalizer = new AtomicBoolean(true);
  private final AtomicBoolean catalogJanitor = new AtomicBoolean(true);
  private final AtomicBoolean split = new AtomicBoolean(true);
  private final AtomicBoolean merge = new AtomicBoolean(true);

  SetBalancerRunningResponse setBalancer(SetBalancerRunningRequest request, RpcCall call) {
    return SetBalancerRunningResponse.newBuilder()
        .setPrevBalanceValue(balancer.getAndSet(request.getOn()))
        .build();
  }

  IsBalancerEnabledResponse balancer(IsBalancerEnabledRequest request, RpcCall call) {
    return IsBalancerEnabledResponse.newBuilder().setEnabled(balancer.get()).build();
  }

  /** There is one server: the balancer does not run. */
  BalanceResponse balance(BalanceRequest request, RpcCall call) {
    return BalanceResponse.newBuilder()
        .setBalancerRan(false)
        .setMovesCalculated(0)
        .setMovesExecuted(0)
        .build();
  }

  SetNormalizerRunningResponse setNormalizer(SetNormalizerRunningRequest request, RpcCall call) {
    return SetNormalizerRunningResponse.newBuilder()
        .setPrevNormalizerValue(normalizer.getAndSet(request.getOn()))
        .build();
  }

  IsNormalizerEnabledResponse normalizer(IsNormalizerEnabledRequest request, RpcCall call) {
    return IsNormalizerEnabledResponse.newBuilder().setEnabled(normalizer.get()).build();
  }

  /** Regions are neither split nor merged: the normalizer does not run. */
  NormalizeResponse normalize(NormalizeRequest request, RpcCall call) {
    return NormalizeResponse.newBuilder().setNormalizerRan(false).build();
  }

  EnableCatalogJanitorResponse setCatalogJanitor(
      EnableCatalogJanitorRequest request, RpcCall call) {
    return EnableCatalogJanitorResponse.newBuilder()
        .setPrevValue(catalogJanitor.getAndSet(request.getEnable()))
        .build();
  }

  IsCatalogJanitorEnabledResponse catalogJanitor(
      IsCatalogJanitorEnabledRequest request, RpcCall call) {
    return IsCatalogJanitorEnabledResponse.newBuilder().setValue(catalogJanitor.get()).build();
  }

  /** The catalogue keeps no split parents: nothing is cleaned. */
  RunCatalogScanResponse runCatalogScan(RunCatalogScanRequest request, RpcCall call) {
    return RunCatalogScanResponse.newBuilder().setScanResult(0).build();
  }

  SetSplitOrMergeEnabledResponse setSplitOrMerge(
      SetSplitOrMergeEnabledRequest request, RpcCall call) {
    SetSplitOrMergeEnabledResponse.Builder response = SetSplitOrMergeEnabledResponse.newBuilder();
    for (MasterSwitchType type : request.getSwitchTypesList()) {
      response.addPrevValue(of(type).getAndSet(request.getEnabled()));
    }
    return response.build();
  }

  IsSplitOrMergeEnabledResponse splitOrMerge(IsSplitOrMergeEnabledRequest request, RpcCall call) {
    return IsSplitOrMergeEnabledResponse.newBuilder()
        .setEnabled(of(request.getSwitchType()).get())
        .build();
  }

  /** Where the balancer's switch stands. */
  boolean balancerOn() {
    return balancer.get();
  }

  private AtomicBoolean of(MasterSwitchType type) {
    return switch (type) {
      case SPLIT -> split;
      case MERGE -> merge;
    };
  }
}
