package io.rowandb.client.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.region.RefusedException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.client.OperationTimeoutExceededException;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When repetitions end; the store allows three, with pauses of a millisecond and more. */
class TableAccessTest extends DoorTest {
  private final IOException busy =
      new RefusedException(RefusedException.Reason.REGION_TOO_BUSY, "no memory");
  private TableAccess access;

  @BeforeEach
  void access() {
    access = connection.access(T);
  }

  @Test
  void aBusyRegionIsTriedAsOftenAsSettingsSay() throws IOException {
    OperationTime call = OperationTime.ofCall(60_000);
    for (int failures = 0; failures < 3; failures++) {
      access.awaitRetry(busy, failures, call);
    }
    assertThatThrownBy(() -> access.awaitRetry(busy, 3, call))
        .isExactlyInstanceOf(RetriesExhaustedException.class)
        .hasCauseInstanceOf(RegionTooBusyException.class);
    assertThatThrownBy(() -> access.awaitRetry(busy, 3, OperationTime.ofBatch(60_000)))
        .isExactlyInstanceOf(RegionTooBusyException.class);
  }

  @Test
  void aBusyRegionIsNotTriedWhenThePauseOutlastsTheTime() throws IOException {
    assertThatThrownBy(() -> access.awaitRetry(busy, 0, OperationTime.ofCall(0)))
        .isExactlyInstanceOf(SocketTimeoutException.class)
        .hasMessageStartingWith("callTimeout=0, callDuration=1: ")
        .hasCauseInstanceOf(RegionTooBusyException.class);
    assertThat(access.end(busy, 0, 11, OperationTime.ofBatch(10)))
        .isExactlyInstanceOf(OperationTimeoutExceededException.class)
        .hasCauseInstanceOf(RegionTooBusyException.class);
    assertThat(access.end(busy, 0, 11, OperationTime.ofBatch(0))).isNull();
    assertThat(access.end(busy, 0, 11, OperationTime.ofScan(10)))
        .isExactlyInstanceOf(RetriesExhaustedException.class)
        .hasCauseInstanceOf(SocketTimeoutException.class)
        .hasRootCauseInstanceOf(RegionTooBusyException.class);
  }

  @Test
  void pausesAddUp() throws IOException {
    IOException throttled =
        new RpcThrottlingException(RpcThrottlingException.Type.NumRequestsExceeded, 40, "wait");
    OperationTime call = OperationTime.ofCall(79);
    access.awaitRetry(throttled, 0, call);
    assertThatThrownBy(() -> access.awaitRetry(throttled, 1, call))
        .isExactlyInstanceOf(SocketTimeoutException.class)
        .hasCause(throttled);
  }
}
