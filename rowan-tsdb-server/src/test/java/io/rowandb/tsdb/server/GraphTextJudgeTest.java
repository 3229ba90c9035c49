package io.rowandb.tsdb.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.tsdb.aggregate.Range;
import io.rowandb.tsdb.aggregate.Samples;
import io.rowandb.tsdb.query.GroupAnswer;
import io.rowandb.tsdb.query.MetricQueryText;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.text.PointLine;
import io.rowandb.tsdb.uid.UidKind;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.opentsdb.tsd.GraphJudge;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code /q?ascii}: its lines are those of OpenTSDB's own handler, byte for byte. */
class GraphTextJudgeTest extends TsdbServerCase {
  private static final String[] VALUES = {
    "0", "-1", "9223372036854775807", "-9223372036854775808", "1.5", "-0.0", "1e300", "4.9e-324",
    "0.1", "1e7", "123456.789", "1.0E-5", "16777217.0", "3.4e38", "255", "-129"
  };

  private static final String[] KEYS = {"host", "dc", "rack", "cpu", "zone", "Aa", "BB", "größe"};

  @TempDir private Path directory;

  @Test
  void linesAreByteForByteThoseOfOpenTsdb() throws Exception {
    Random random = new Random(20_26);
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      StringBuilder tags = new StringBuilder();
      int count = 1 + random.nextInt(7);
      List<String> keys = new ArrayList<>(List.of(KEYS));
      for (int k = 0; k < count; k++) {
        tags.append(' ').append(keys.remove(random.nextInt(keys.size()))).append("=v").append(i);
      }
      for (int p = 0; p < 5; p++) {
        long millis = BASE * 1000 + 60_000L * p + random.nextInt(60_000);
        String time = random.nextBoolean() ? String.valueOf(millis) : String.valueOf(millis / 1000);
        lines.add(metric + " " + time + " " + VALUES[random.nextInt(VALUES.length)] + tags);
      }
    }
    series.put(lines.stream().map(PointLine::parse).toList());
    for (String question : new String[] {"none:M", "sum:M", "avg:7s-avg-nan:M{host=*}"}) {
      String m = question.replace("M", metric);
      byte[] expected =
          GraphJudge.load(directory.resolve(name(question))).apply(directory, known(m));
      String answer =
          ok(
              get(
                  "/q?start="
                      + BASE
                      + "&end="
                      + (BASE + 300)
                      + "&ascii&m="
                      + m.replace("{", "%7B").replace("}", "%7D")));
      assertThat(answer).isEqualTo(new String(expected, StandardCharsets.UTF_8)).isNotEmpty();
    }
  }

  private static String name(String question) {
    return question.replaceAll("[^a-z]", "");
  }

  private List<Map<String, Object>> known(String question) throws Exception {
    List<Map<String, Object>> groups = new ArrayList<>();
    Range range = new Range(BASE * 1000, (BASE + 300) * 1000);
    for (GroupAnswer each :
        series.ask(MetricQueryText.parse(question, range, ZoneOffset.UTC), ReadLimits.DEFAULT)) {
      Map<String, Object> group = new HashMap<>();
      group.put("metric", each.metric());
      group.put("tags", byUid(each.tags()));
      group.put("points", points(each.numbers()));
      groups.add(group);
    }
    return groups;
  }

  private static Map<String, String> byUid(Map<String, String> tags) throws Exception {
    Map<String, byte[]> uids = new HashMap<>();
    for (String each : tags.keySet()) {
      uids.put(each, series.uids().uid(UidKind.TAG_KEY, each));
    }
    Map<String, String> ordered = new LinkedHashMap<>();
    uids.entrySet().stream()
        .sorted((a, b) -> Arrays.compareUnsigned(a.getValue(), b.getValue()))
        .forEach(each -> ordered.put(each.getKey(), tags.get(each.getKey())));
    return ordered;
  }

  private static Map<Long, Object> points(Samples numbers) {
    Map<Long, Object> points = new LinkedHashMap<>();
    for (int i = 0; i < numbers.size(); i++) {
      if (numbers.isInteger(i)) {
        points.put(numbers.timeMillis(i), numbers.longValue(i));
      } else {
        points.put(numbers.timeMillis(i), numbers.doubleValue(i));
      }
    }
    return points;
  }
}
