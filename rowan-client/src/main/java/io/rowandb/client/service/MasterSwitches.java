package io.rowandb.client.service;

import io.rowandb.engine.Database;
import java.io.IOException;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.BalanceRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.BalanceResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.EnableCatalogJanitorRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.EnableCatalogJanitorResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.IsBalancerEnabledRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.IsBalancerEnabledResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.IsCatalogJanitorEnabledRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.IsCatalogJanitorEnabledResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.IsCleanerChoreEnabledRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.IsCleanerChoreEnabledResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.IsNormalizerEnabledRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.IsNormalizerEnabledResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.IsSnapshotCleanupEnabledRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.IsSnapshotCleanupEnabledResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.IsSplitOrMergeEnabledRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.IsSplitOrMergeEnabledResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.MasterSwitchType;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.NormalizeRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.NormalizeResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.RunCatalogScanRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.RunCatalogScanResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.RunCleanerChoreRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.RunCleanerChoreResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.SetBalancerRunningRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.SetBalancerRunningResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.SetCleanerChoreRunningRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.SetCleanerChoreRunningResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.SetNormalizerRunningRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.SetNormalizerRunningResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.SetSnapshotCleanupRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.SetSnapshotCleanupResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.SetSplitOrMergeEnabledRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.SetSplitOrMergeEnabledResponse;

/**
 * The switches of the master's helpers, kept in the store as HBase keeps them in its own. Programs
 * turn them off before their work and back on after it. As on a cluster of one server, most of them
 * have no other visible effect: the helpers find nothing to do. Safe for many threads.
 */
final class MasterSwitches {
  // Names of switches in the store; frozen.
  private static final String BALANCER = "balancer";
  private static final String NORMALIZER = "normalizer";
  private static final String CATALOG_JANITOR = "catalog janitor";
  private static final String CLEANER = "cleaner";
  private static final String SPLIT = Database.SPLIT_SWITCH;
  private static final String MERGE = "merge";
  private static final String SNAPSHOT_CLEANUP = "snapshot cleanup";

  private final Database database;

  MasterSwitches(Database database) {
    this.database = database;
  }

  SetBalancerRunningResponse setBalancer(SetBalancerRunningRequest request, RpcCall call)
      throws IOException {
    return SetBalancerRunningResponse.newBuilder()
        .setPrevBalanceValue(database.setSwitch(BALANCER, request.getOn()))
        .build();
  }

  IsBalancerEnabledResponse balancer(IsBalancerEnabledRequest request, RpcCall call) {
    return IsBalancerEnabledResponse.newBuilder().setEnabled(database.isSwitchOn(BALANCER)).build();
  }

  /** Unless it is switched off the balancer runs, and with one server finds nothing to move. */
  BalanceResponse balance(BalanceRequest request, RpcCall call) {
    return BalanceResponse.newBuilder()
        .setBalancerRan(balancerOn() || request.getDryRun())
        .setMovesCalculated(0)
        .setMovesExecuted(0)
        .build();
  }

  SetNormalizerRunningResponse setNormalizer(SetNormalizerRunningRequest request, RpcCall call)
      throws IOException {
    return SetNormalizerRunningResponse.newBuilder()
        .setPrevNormalizerValue(database.setSwitch(NORMALIZER, request.getOn()))
        .build();
  }

  IsNormalizerEnabledResponse normalizer(IsNormalizerEnabledRequest request, RpcCall call) {
    return IsNormalizerEnabledResponse.newBuilder()
        .setEnabled(database.isSwitchOn(NORMALIZER))
        .build();
  }

  /** Unless it is switched off the normalizer runs; it leaves regions to users. */
  NormalizeResponse normalize(NormalizeRequest request, RpcCall call) {
    return NormalizeResponse.newBuilder().setNormalizerRan(database.isSwitchOn(NORMALIZER)).build();
  }

  EnableCatalogJanitorResponse setCatalogJanitor(EnableCatalogJanitorRequest request, RpcCall call)
      throws IOException {
    return EnableCatalogJanitorResponse.newBuilder()
        .setPrevValue(database.setSwitch(CATALOG_JANITOR, request.getEnable()))
        .build();
  }

  IsCatalogJanitorEnabledResponse catalogJanitor(
      IsCatalogJanitorEnabledRequest request, RpcCall call) {
    return IsCatalogJanitorEnabledResponse.newBuilder()
        .setValue(database.isSwitchOn(CATALOG_JANITOR))
        .build();
  }

  /** The catalogue keeps no split parents: nothing is cleaned. */
  RunCatalogScanResponse runCatalogScan(RunCatalogScanRequest request, RpcCall call) {
    return RunCatalogScanResponse.newBuilder().setScanResult(0).build();
  }

  SetCleanerChoreRunningResponse setCleaner(SetCleanerChoreRunningRequest request, RpcCall call)
      throws IOException {
    return SetCleanerChoreRunningResponse.newBuilder()
        .setPrevValue(database.setSwitch(CLEANER, request.getOn()))
        .build();
  }

  IsCleanerChoreEnabledResponse cleaner(IsCleanerChoreEnabledRequest request, RpcCall call) {
    return IsCleanerChoreEnabledResponse.newBuilder()
        .setValue(database.isSwitchOn(CLEANER))
        .build();
  }

  /**
   * Files are deleted as soon as they are no longer read: the cleaner finds none. On request it
   * runs even when it is switched off.
   */
  RunCleanerChoreResponse runCleaner(RunCleanerChoreRequest request, RpcCall call) {
    return RunCleanerChoreResponse.newBuilder().setCleanerChoreRan(true).build();
  }

  SetSplitOrMergeEnabledResponse setSplitOrMerge(
      SetSplitOrMergeEnabledRequest request, RpcCall call) throws IOException {
    SetSplitOrMergeEnabledResponse.Builder response = SetSplitOrMergeEnabledResponse.newBuilder();
    for (MasterSwitchType type : request.getSwitchTypesList()) {
      response.addPrevValue(database.setSwitch(name(type), request.getEnabled()));
    }
    return response.build();
  }

  IsSplitOrMergeEnabledResponse splitOrMerge(IsSplitOrMergeEnabledRequest request, RpcCall call) {
    return IsSplitOrMergeEnabledResponse.newBuilder()
        .setEnabled(database.isSwitchOn(name(request.getSwitchType())))
        .build();
  }

  /** Whether regions may be split. */
  boolean splitOn() {
    return database.isSwitchOn(SPLIT);
  }

  /** Whether regions may be merged. */
  boolean mergeOn() {
    return database.isSwitchOn(MERGE);
  }

  /** Where the balancer's switch stands. */
  boolean balancerOn() {
    return database.isSwitchOn(BALANCER);
  }

  SetSnapshotCleanupResponse setSnapshotCleanup(SetSnapshotCleanupRequest request, RpcCall call)
      throws IOException {
    return SetSnapshotCleanupResponse.newBuilder()
        .setPrevSnapshotCleanup(database.setSwitch(SNAPSHOT_CLEANUP, request.getEnabled()))
        .build();
  }

  IsSnapshotCleanupEnabledResponse snapshotCleanup(
      IsSnapshotCleanupEnabledRequest request, RpcCall call) {
    return IsSnapshotCleanupEnabledResponse.newBuilder().setEnabled(snapshotCleanupOn()).build();
  }

  /** Whether snapshots go when their time to live is over. */
  boolean snapshotCleanupOn() {
    return database.isSwitchOn(SNAPSHOT_CLEANUP);
  }

  private static String name(MasterSwitchType type) {
    return switch (type) {
      case SPLIT -> SPLIT;
      case MERGE -> MERGE;
    };
  }
}
