package io.rowandb.tsdb.server.api;

import com.fasterxml.jackson.core.JsonGenerator;
import io.rowandb.tsdb.aggregate.Samples;
import io.rowandb.tsdb.query.GroupAnswer;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Answers to questions as OpenTSDB writes them: {@code
 * [{"metric":…,"tags":{…},"aggregateTags":[…],"dps":{"TIME":NUMBER}}]}. A double has a point or an
 * exponent; one that is none is the text "NaN".
 */
final class QueryWriter {
  private final JsonGenerator json;
  private final AskedQueries asked;

  QueryWriter(JsonGenerator json, AskedQueries asked) {
    this.json = json;
    this.asked = asked;
  }

  /**
   * Writes all.
   *
   * @param answers of each question its groups
   * @param nanos since the request began
   */
  void write(List<List<GroupAnswer>> answers, long nanos) throws IOException {
    long emitted = 0;
    json.writeStartArray();
    for (int i = 0; i < answers.size(); i++) {
      for (GroupAnswer each : answers.get(i)) {
        write(i, each);
        emitted += each.numbers().size();
      }
    }
    if (asked.show().summary()) {
      json.writeStartObject();
      json.writeFieldName("statsSummary");
      Map<String, Object> summary = new LinkedHashMap<>();
      summary.put("emittedDPs", emitted);
      summary.put("totalTime", new JsonTree.Number(Double.toString(nanos / 1e6)));
      JsonTree.write(json, summary);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void write(int index, GroupAnswer answer) throws IOException {
    json.writeStartObject();
    json.writeStringField("metric", answer.metric());
    json.writeFieldName("tags");
    JsonTree.write(json, answer.tags());
    json.writeFieldName("aggregateTags");
    JsonTree.write(json, answer.aggregatedTags());
    SubQuery query = asked.queries().get(index);
    if (asked.show().query()) {
      json.writeFieldName("query");
      JsonTree.write(json, query.members(index));
    }
    if (asked.show().tsuids()) {
      json.writeFieldName("tsuids");
      JsonTree.write(json, new TreeSet<>(answer.tsuids()));
    }
    json.writeFieldName("dps");
    if (asked.show().arrays()) {
      writePairs(answer.numbers(), query.fillsWithNull());
    } else {
      writeMembers(answer.numbers(), query.fillsWithNull());
    }
    if (asked.show().stats()) {
      json.writeFieldName("stats");
      JsonTree.write(json, Map.of("emittedDPs", (long) answer.numbers().size()));
    }
    json.writeEndObject();
  }

  private void writePairs(Samples numbers, boolean nulls) throws IOException {
    json.writeStartArray();
    for (int i = 0; i < numbers.size(); i++) {
      json.writeStartArray();
      json.writeNumber(time(numbers, i));
      writeNumber(numbers, i, nulls);
      json.writeEndArray();
    }
    json.writeEndArray();
  }

  private void writeMembers(Samples numbers, boolean nulls) throws IOException {
    json.writeStartObject();
    for (int i = 0; i < numbers.size(); i++) {
      json.writeFieldName(Long.toString(time(numbers, i)));
      writeNumber(numbers, i, nulls);
    }
    json.writeEndObject();
  }

  private long time(Samples numbers, int index) {
    long millis = numbers.timeMillis(index);
    return asked.show().millis() ? millis : millis / 1000;
  }

  private void writeNumber(Samples numbers, int index, boolean nulls) throws IOException {
    if (numbers.isInteger(index)) {
      json.writeNumber(numbers.longValue(index));
      return;
    }
    double number = numbers.doubleValue(index);
    if (nulls && Double.isNaN(number)) {
      json.writeNull();
    } else {
      json.writeNumber(number);
    }
  }
}
