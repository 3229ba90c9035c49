package io.rowandb.client.quota;

import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.QuotaProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.QuotaProtos.TimedQuota;

/**
 * The limits of one table, namespace or store. A request is admitted according to its number of
 * reads and writes and an estimate of their bytes, which is deducted at once. When the request is
 * done, the true number of bytes replaces the estimate. Safe for many threads.
 */
final class RequestThrottle {
  // Fixed at construction; a limit is null where there is none.
  private final QuotaProtos.Throttle settings;
  private final RateLimit requests;
  private final RateLimit requestBytes;
  private final RateLimit writes;
  private final RateLimit writeBytes;
  private final RateLimit reads;
  private final RateLimit readBytes;

  RequestThrottle(QuotaProtos.Throttle settings) {
    this.settings = settings;
    this.requests = settings.hasReqNum() ? limit(settings.getReqNum()) : null;
    this.requestBytes = settings.hasReqSize() ? limit(settings.getReqSize()) : null;
    this.writes = settings.hasWriteNum() ? limit(settings.getWriteNum()) : null;
    this.writeBytes = settings.hasWriteSize() ? limit(settings.getWriteSize()) : null;
    this.reads = settings.hasReadNum() ? limit(settings.getReadNum()) : null;
    this.readBytes = settings.hasReadSize() ? limit(settings.getReadSize()) : null;
  }

  private static RateLimit limit(TimedQuota quota) {
    TimeUnit unit = ProtobufUtil.toTimeUnit(quota.getTimeUnit());
    return new RateLimit(quota.getSoftLimit(), unit.toMillis(1));
  }

  /** What it was made of. */
  QuotaProtos.Throttle settings() {
    return settings;
  }

  /** Refuses a request for which there is not enough left; the checks are in HBase's order. */
  void check(Cost cost, long nowMillis) throws RpcThrottlingException {
    long wait = wait(requests, cost.writes() + cost.reads(), nowMillis);
    if (wait > 0) {
      RpcThrottlingException.throwNumRequestsExceeded(wait);
    }
    wait = wait(requestBytes, cost.writeBytes() + cost.readBytes(), nowMillis);
    if (wait > 0) {
      RpcThrottlingException.throwRequestSizeExceeded(wait);
    }
    wait = wait(writes, cost.writes(), nowMillis);
    if (wait > 0) {
      RpcThrottlingException.throwNumWriteRequestsExceeded(wait);
    }
    wait = wait(writeBytes, cost.writeBytes(), nowMillis);
    if (wait > 0) {
      RpcThrottlingException.throwWriteSizeExceeded(wait);
    }
    wait = wait(reads, cost.reads(), nowMillis);
    if (wait > 0) {
      RpcThrottlingException.throwNumReadRequestsExceeded(wait);
    }
    wait = wait(readBytes, cost.readBytes(), nowMillis);
    if (wait > 0) {
      RpcThrottlingException.throwReadSizeExceeded(wait);
    }
  }

  /** Takes what a request costs, or gives back what it did not after all. */
  void take(Cost cost) {
    take(requests, cost.writes() + cost.reads());
    take(requestBytes, cost.writeBytes() + cost.readBytes());
    take(writes, cost.writes());
    take(writeBytes, cost.writeBytes());
    take(reads, cost.reads());
    take(readBytes, cost.readBytes());
  }

  private static long wait(RateLimit limit, long units, long nowMillis) {
    return limit == null || units == 0 ? 0 : limit.waitMillis(units, nowMillis);
  }

  private static void take(RateLimit limit, long units) {
    if (limit != null) {
      limit.take(units);
    }
  }
}
