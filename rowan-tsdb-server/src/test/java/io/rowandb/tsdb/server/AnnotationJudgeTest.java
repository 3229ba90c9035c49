package io.rowandb.tsdb.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.text.PointLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.opentsdb.meta.AnnotationJudge;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Annotations of random times, as OpenTSDB stores them and as they are stored here. */
class AnnotationJudgeTest extends TsdbServerCase {
  private static final byte[] FAMILY = Bytes.toBytes("t");

  private final Random random = new Random(5);

  /** Each in an hour of its own; some are those that OpenTSDB takes for milliseconds. */
  private List<Long> times() {
    List<Long> times = new ArrayList<>();
    for (int i = 1; i <= 60; i++) {
      long hour = 1_000_000_800L + i * 36_000L;
      long seconds = hour + random.nextInt(3_600);
      times.add(
          switch (i % 3) {
            case 0 -> seconds;
            case 1 -> (hour / 1000 + 1) * 1000;
            default -> seconds * 1000 + 1 + random.nextInt(999);
          });
    }
    return times;
  }

  @Test
  void theirBytesAreThoseOfOpenTsdb() throws Exception {
    series.put(List.of(PointLine.parse(metric + " 1309687200 1 host=web1")));
    String tsuid =
        series.last(metric, Map.of(), 1_309_687_200_000L, 0, ReadLimits.DEFAULT).get(0).tsuid();
    for (long each : times()) {
      for (String of : new String[] {"", tsuid}) {
        AnnotationJudge judge = new AnnotationJudge(of, each, "at " + each);
        ok(
            post(
                "/api/annotation",
                "{\"tsuid\":\""
                    + of
                    + "\",\"startTime\":"
                    + each
                    + ",\"description\":\"at "
                    + each
                    + "\"}"));
        byte[] row = judge.row(of.isEmpty() ? null : Bytes.fromHex(of));
        try (Table table = connection.getTable(tables.data())) {
          byte[] value =
              table
                  .get(new Get(row).addColumn(FAMILY, judge.qualifier()))
                  .getValue(FAMILY, judge.qualifier());
          assertThat(value).as("%s of %s", each, of).isEqualTo(judge.json());
        }
      }
    }
  }

  @Test
  void whatOpenTsdbWroteIsFound() throws Exception {
    for (long each : times()) {
      if (each % 1_000 == 0) {
        AnnotationJudge judge = new AnnotationJudge("", each, "theirs " + each);
        try (Table table = connection.getTable(tables.data())) {
          table.put(new Put(judge.row(null)).addColumn(FAMILY, judge.qualifier(), judge.json()));
        }
        assertThat(ok(get("/api/annotation?start_time=" + each))).contains("theirs " + each);
        assertThat(ok(get("/api/annotations?start_time=" + each + "&end_time=" + each)))
            .contains("theirs " + each);
      }
    }
  }
}
