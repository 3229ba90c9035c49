package io.rowandb.tsdb.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.tsdb.store.ReadLimits;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which workers answer which requests. */
class ApiRoutesTest {
  private static final ApiRoutes ROUTES =
      new ApiRoutes(null, null, ReadLimits.DEFAULT, false, Map.of(), Clock.systemUTC());

  @ParameterizedTest
  @CsvSource({
    "GET, uid/tsmeta, '', READ",
    "GET, uid/UidMeta, GET, READ",
    "GET, uid/tsmeta, delete, WRITE",
    "POST, uid/tsmeta, '', WRITE",
    "DELETE, uid/uidmeta, '', WRITE",
    "GET, uid/assign, '', WRITE",
    "GET, uid/rename, '', WRITE",
    "GET, annotations, '', READ",
    "GET, annotation, '', READ",
    "GET, annotation/bulk, DELETE, WRITE",
    "PUT, annotation, '', WRITE",
    "GET, search/lookup, '', READ",
    "POST, put, '', WRITE"
  })
  void readsDoNotTakeTheWorkersOfWrites(
      String method, String path, String override, ApiRoutes.Work expected) {
    ApiRequest request =
        new ApiRequest(
            method,
            List.of(path.split("/")),
            true,
            override.isEmpty() ? Map.of() : Map.of("method_override", List.of(override)),
            new byte[0],
            "");
    assertThat(ROUTES.find(request).orElseThrow().work()).isEqualTo(expected);
  }
}
