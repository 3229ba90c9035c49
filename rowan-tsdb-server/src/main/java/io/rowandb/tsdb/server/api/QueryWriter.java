package io.rowandb.tsdb.server.api;

import com.fasterxml.jackson.core.JsonGenerator;
import io.rowandb.tsdb.aggregate.Samples;
import io.rowandb.tsdb.query.AnnotatedAnswer;
import io.rowandb.tsdb.query.GroupAnswer;
import java.io.IOException;
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
  private final List<Map<String, Object>> globalNotes;
  private final QueryFigures figures;

  /**
   * To JSON.
   *
   * @param globalNotes annotations of no series, which each group shows
   * @param figures shown if they are asked for
   */
  QueryWriter(
      JsonGenerator json,
      AskedQueries asked,
      List<Map<String, Object>> globalNotes,
      QueryFigures figures) {
    this.json = json;
    this.asked = asked;
    this.globalNotes = globalNotes;
    this.figures = figures;
  }

  /**
   * A group.
   *
   * @param query to which question it is
   */
  record Answered(int query, AnnotatedAnswer answer) {}

  /**
   * Writes all.
   *
   * @param answers in their order
   * @param budget of the request
   */
  void write(List<Answered> answers, AnswerBudget budget) throws IOException {
    long before = budget.nanos();
    if (asked.show().stats() || asked.show().summary()) {
      answers.forEach(each -> figures.emits(each.query(), each.answer().answer().numbers()));
    }
    json.writeStartArray();
    for (Answered each : answers) {
      write(each.query(), each.answer());
    }
    if (asked.show().summary()) {
      json.writeStartObject();
      json.writeFieldName("statsSummary");
      JsonTree.write(json, figures.summary(before, budget.nanos()));
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void write(int index, AnnotatedAnswer annotated) throws IOException {
    GroupAnswer answer = annotated.answer();
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
    writeNotes("annotations", Notes.shown(annotated.annotations()));
    writeNotes("globalAnnotations", globalNotes);
    json.writeFieldName("dps");
    if (asked.show().arrays()) {
      writePairs(answer.numbers(), query.fillsWithNull());
    } else {
      writeMembers(answer.numbers(), query.fillsWithNull());
    }
    if (asked.show().stats()) {
      json.writeFieldName("stats");
      JsonTree.write(json, figures.shown(index));
    }
    json.writeEndObject();
  }

  private void writeNotes(String name, List<Map<String, Object>> notes) throws IOException {
    if (!notes.isEmpty()) {
      json.writeFieldName(name);
      JsonTree.write(json, notes);
    }
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
