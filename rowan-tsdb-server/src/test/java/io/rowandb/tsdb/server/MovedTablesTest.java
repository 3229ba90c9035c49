package io.rowandb.tsdb.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.layout.LayoutChange;
import io.rowandb.tsdb.layout.LayoutMove;
import io.rowandb.tsdb.store.TsdbTables;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A server whose tables are moved goes on in the new ones. */
class MovedTablesTest extends TsdbServerCase {
  private String point(int seconds, int value) {
    return "{\"metric\":\""
        + metric
        + "\",\"timestamp\":"
        + (BASE + seconds)
        + ",\"value\":"
        + value
        + ",\"tags\":{\"host\":\"web"
        + value
        + "\"}}";
  }

  /** The server knows of it when a write is refused; nothing that it answered is lost. */
  @Tag("slow")
  @Test
  void pointsThatAreRefusedMeanwhileMayBeSentAgain() throws Exception {
    assumeFalse(BackEnd.isHBase()); // the move itself runs there in its own module
    assertThat(post("/api/put", point(0, 1)).statusCode()).isEqualTo(204);
    TsdbTables target = TsdbTables.named(tables.data() + "_new");
    LayoutChange change =
        new LayoutChange(tables, PointKeyLayout.DEFAULT, target, new PointKeyLayout(1, 4, 4, 4, 4));
    int[] refused = {0};
    new LayoutMove(
            connection,
            change,
            Duration.ZERO,
            time -> {},
            step -> {
              if (step.startsWith("Comparing") || step.startsWith("Waiting")) {
                assertRefused(put(point(1, 2)));
                refused[0]++;
              }
            })
        .run();
    assertThat(refused[0]).isEqualTo(3);
    assertThat(post("/api/put", point(1, 2)).statusCode()).isEqualTo(204);
    String asked = "/api/query?start=1309687000&end=1309688000&m=none:" + metric;
    assertThat(ok(get(asked))).contains("\"1309687200\":1", "\"1309687201\":2");
    for (TableName each : List.of(target.data(), target.uid())) {
      BackEnd.drop(connection, each.getNameAsString());
    }
  }

  private HttpResponse<String> put(String point) {
    try {
      return post("/api/put?details", point);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static void assertRefused(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isGreaterThanOrEqualTo(400);
    assertThat(answer.body()).contains("moved to keys of another layout");
  }
}
