package io.rowandb.client.service;

import io.rowandb.client.service.OpenScanner.Answer;
import io.rowandb.client.service.RegionDirectory.Target;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.metrics.ServerSideScanMetrics;
import org.apache.hadoop.hbase.exceptions.OutOfOrderScannerNextException;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ScanRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ScanResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.NameInt64Pair;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MapReduceProtos.ScanMetrics;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;

/**
 * {@code ClientService.Scan}: opens a scan of one region, continues it, renews its lease or closes
 * it; one call may do several of these.
 *
 * <p>Invariants: 1. The call that finds that the region has no more rows, or that the client wants
 * no more, closes the scanner. 2. After a failure the scanner is closed, because the failure may
 * have lost rows. Safe for many threads; one call at a time uses a given scanner.
 */
final class ScanService {
  private final RegionDirectory regions;
  private final ScannerLeases leases;
  private final ServiceLimits limits;

  ScanService(RegionDirectory regions, ScannerLeases leases, ServiceLimits limits) {
    this.regions = regions;
    this.leases = leases;
    this.limits = limits;
  }

  /** Answers a call. */
  ScanResponse scan(ScanRequest request, RpcCall call) throws IOException {
    if (!request.hasScannerId() && !request.hasScan()) {
      throw new DoNotRetryIOException("Missing required input: scannerId or scan");
    }
    if (!request.hasScannerId()) {
      return open(request, call);
    }
    if (isOnlyClose(request)) {
      // Closing what is closed already is no mistake: the answer to the last call may have been
      // the end of the scan.
      OpenScanner scanner = leases.takeIfOpen(request.getScannerId());
      if (scanner != null) {
        scanner.close();
      }
      return ScanResponse.newBuilder().setMoreResultsInRegion(false).setMoreResults(false).build();
    }
    return next(request, call);
  }

  private ScanResponse open(ScanRequest request, RpcCall call) throws IOException {
    Target target = regions.find(request.getRegion(), call);
    Scan scan = ProtobufUtil.toScan(ProtoFilters.checked(request.getScan()));
    OpenScanner scanner =
        OpenScanner.open(
            leases.newId(),
            target,
            scan,
            request.getScan().getMvccReadPoint(),
            limits,
            leases.clock());
    ScanResponse.Builder response =
        ScanResponse.newBuilder()
            .setScannerId(scanner.id())
            .setMvccReadPoint(scanner.readPoint())
            .setTtl((int) Math.min(Integer.MAX_VALUE, leases.leaseMillis()));
    return read(request, call, scanner, response);
  }

  private ScanResponse next(ScanRequest request, RpcCall call) throws IOException {
    OpenScanner scanner = leases.take(request.getScannerId());
    if (!regions.serves(scanner.target())) {
      scanner.close();
      throw RegionDirectory.notServing(scanner.target().region().info().toString());
    }
    if (request.getRenew()) {
      leases.put(scanner);
      expectCall(request, scanner);
      return ScanResponse.getDefaultInstance();
    }
    try {
      expectCall(request, scanner);
    } catch (OutOfOrderScannerNextException e) {
      leases.put(scanner);
      throw e;
    }
    return read(request, call, scanner, ScanResponse.newBuilder());
  }

  private static void expectCall(ScanRequest request, OpenScanner scanner)
      throws OutOfOrderScannerNextException {
    if (request.hasNextCallSeq()) {
      scanner.expectCall(request.getNextCallSeq());
    }
  }

  /** Reads what the request wants, and keeps the scanner if there may be more. */
  private ScanResponse read(
      ScanRequest request, RpcCall call, OpenScanner scanner, ScanResponse.Builder response)
      throws IOException {
    boolean keep = false;
    try {
      int rows = rowsWanted(request);
      if (rows > 0) {
        int rowLimit = request.hasLimitOfRows() ? Math.max(0, request.getLimitOfRows()) : 0;
        Answer answer =
            scanner.next(
                rows,
                rowLimit,
                request.getClientHandlesPartials(),
                request.getClientHandlesHeartbeats());
        fill(call, answer, response);
        if (request.getTrackScanMetrics()) {
          response.setScanMetrics(metrics(answer));
        }
      } else {
        response.setMoreResultsInRegion(true).setMoreResults(true);
      }
      keep =
          response.getMoreResults()
              && response.getMoreResultsInRegion()
              && !request.getCloseScanner();
      return response.build();
    } finally {
      if (keep) {
        leases.put(scanner);
      } else {
        scanner.close();
      }
    }
  }

  private static void fill(RpcCall call, Answer answer, ScanResponse.Builder response) {
    List<Result> results = answer.results();
    addResults(results, call, response);
    response.setMoreResultsInRegion(answer.moreInRegion());
    boolean ended = answer.limitReached() || (answer.filterEnded() && results.isEmpty());
    response.setMoreResults(!ended);
    if (answer.heartbeat()) {
      response.setHeartbeatMessage(true);
    }
    if (answer.cursor() != null) {
      response.setCursor(
          ClientProtos.Cursor.newBuilder().setRow(ByteString.copyFrom(answer.cursor())));
    }
  }

  private static void addResults(
      List<Result> results, RpcCall call, ScanResponse.Builder response) {
    response.setStale(false);
    if (!call.takesCellBlocks()) {
      results.forEach(result -> response.addResults(ProtobufUtil.toResult(result)));
      return;
    }
    for (Result result : results) {
      response.addCellsPerResult(result.size());
      response.addPartialFlagPerResult(result.mayHaveMoreCellsInRow());
    }
    if (!results.isEmpty()) {
      call.respondCells(CellUtil.createCellScanner(results));
    }
  }

  /** The rows of this answer; the client adds up. */
  private static ScanMetrics metrics(Answer answer) {
    return ScanMetrics.newBuilder()
        .addMetrics(
            metric(
                ServerSideScanMetrics.COUNT_OF_ROWS_SCANNED_KEY_METRIC_NAME, answer.rowsScanned()))
        .addMetrics(
            metric(
                ServerSideScanMetrics.COUNT_OF_ROWS_FILTERED_KEY_METRIC_NAME,
                answer.rowsFiltered()))
        .build();
  }

  private static NameInt64Pair metric(String name, long value) {
    return NameInt64Pair.newBuilder().setName(name).setValue(value).build();
  }

  private static int rowsWanted(ScanRequest request) {
    if (request.hasNumberOfRows()) {
      return request.getNumberOfRows();
    }
    return request.getCloseScanner() ? 0 : 1;
  }

  private static boolean isOnlyClose(ScanRequest request) {
    return request.getCloseScanner() && rowsWanted(request) == 0;
  }
}
