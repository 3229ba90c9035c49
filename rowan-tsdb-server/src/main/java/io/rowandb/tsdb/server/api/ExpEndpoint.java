package io.rowandb.tsdb.server.api;

import com.fasterxml.jackson.core.JsonGenerator;
import io.rowandb.tsdb.aggregate.Range;
import io.rowandb.tsdb.aggregate.Samples;
import io.rowandb.tsdb.expression.JoinedSeries;
import io.rowandb.tsdb.expression.NamedSeries;
import io.rowandb.tsdb.expression.SeriesFunctions;
import io.rowandb.tsdb.expression.SeriesJoin;
import io.rowandb.tsdb.query.AnnotatedAnswer;
import io.rowandb.tsdb.query.GroupAnswer;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** {@code /api/query/exp}: formulas of series of several metrics. */
final class ExpEndpoint {
  private final QueryEndpoint queries;

  ExpEndpoint(QueryEndpoint queries) {
    this.queries = queries;
  }

  void answer(ApiRequest request, ApiAnswer answer, AnswerBudget budget) throws IOException {
    Map<String, Object> members = JsonTree.readObject(request.body());
    try {
      ExpQuestion question = ExpReader.read(members);
      queries.followed(
          request,
          question.asked(),
          running -> send(members, question, new Evaluation(question, budget).run(), answer));
    } catch (IllegalArgumentException e) {
      throw ApiException.badRequest(e.getMessage());
    }
  }

  private static void send(
      Map<String, Object> members,
      ExpQuestion question,
      Map<String, List<NamedSeries>> outputs,
      ApiAnswer answer)
      throws IOException {
    OutputStream out = answer.stream();
    JsonGenerator json = JsonTree.generator(out);
    json.writeStartObject();
    json.writeArrayFieldStart("outputs");
    for (ExpQuestion.Output each : question.outputs()) {
      write(json, each, outputs.get(each.id()));
    }
    json.writeEndArray();
    json.writeFieldName("query");
    JsonTree.write(json, members);
    json.writeEndObject();
    json.close();
    out.close();
  }

  /** Of one request. */
  private final class Evaluation {
    private final ExpQuestion question;
    private final AnswerBudget budget;
    private final AnswerWork work;
    private final Range range;
    private final Map<String, SeriesJoin.Variable> known = new HashMap<>();

    /** Metrics may ask the same under several names. */
    private final Map<List<Object>, List<NamedSeries>> read = new HashMap<>();

    Evaluation(ExpQuestion question, AnswerBudget budget) {
      this.question = question;
      this.budget = budget;
      work = new AnswerWork(budget);
      range = queries.range(question.asked());
    }

    Map<String, List<NamedSeries>> run() throws IOException {
      for (ExpQuestion.Metric each : question.metrics()) {
        known.put(each.id(), new SeriesJoin.Variable(read(each), each.filteredTags(), each.fill()));
      }
      for (ExpQuestion.Expression each : question.inOrder()) {
        known.put(each.id(), new SeriesJoin.Variable(evaluate(each), Set.of(), each.fill()));
      }
      Map<String, List<NamedSeries>> outputs = new LinkedHashMap<>();
      for (ExpQuestion.Output each : question.outputs()) {
        SeriesJoin.Variable of = known.get(each.id());
        outputs.put(
            each.id(),
            question.isMetric(each.id())
                ? JoinedSeries.filled(of.series(), of.fill(), work)
                : of.series());
        for (NamedSeries series : outputs.get(each.id())) {
          budget.took(series.numbers().size());
        }
      }
      return outputs;
    }

    private List<NamedSeries> read(ExpQuestion.Metric metric) throws IOException {
      List<Object> key = List.of(metric.query(), metric.backMillis());
      List<NamedSeries> series = read.get(key);
      if (series == null) {
        series = List.copyOf(readAnew(metric.query(), metric.backMillis()));
        read.put(key, series);
      }
      return series;
    }

    private List<NamedSeries> readAnew(SubQuery query, long backMillis) throws IOException {
      long to = range.toMillis() - backMillis;
      if (to <= 0) {
        return List.of(); // before 1970
      }
      Range times = new Range(Math.max(0, range.fromMillis() - backMillis), to);
      List<NamedSeries> series = read(query, times);
      return backMillis == 0 ? series : SeriesFunctions.shift(series, backMillis, work);
    }

    private List<NamedSeries> read(SubQuery query, Range times) throws IOException {
      List<NamedSeries> series = new ArrayList<>();
      for (AnnotatedAnswer each :
          queries.ask(question.asked().toQuery(query, times), query.source(), false, budget)) {
        GroupAnswer answer = each.answer();
        if (answer.numbers().size() > 0) {
          series.add(
              new NamedSeries(
                  new TreeSet<>(Set.of(answer.metric())),
                  answer.tags(),
                  answer.aggregatedTags(),
                  answer.numbers(),
                  List.of()));
        }
      }
      return series;
    }

    private List<NamedSeries> evaluate(ExpQuestion.Expression expression) throws IOException {
      List<SeriesJoin.Variable> variables =
          expression.formula().variables().stream().map(known::get).toList();
      List<NamedSeries> made =
          JoinedSeries.atAllTimes(expression.formula(), expression.join(), variables, work);
      boolean any = variables.stream().anyMatch(each -> !each.series().isEmpty());
      if (made.isEmpty() && any && expression.join().intersection()) {
        throw ApiException.badRequest(
            "No intersections found: no tags are those of a series of every variable of "
                + expression.id());
      }
      return made;
    }
  }

  /** All series have the same times. */
  private static void write(JsonGenerator json, ExpQuestion.Output output, List<NamedSeries> series)
      throws IOException {
    Samples first = series.isEmpty() ? new Samples() : series.get(0).numbers();
    json.writeStartObject();
    json.writeStringField("id", output.id());
    if (output.alias() != null) {
      json.writeStringField("alias", output.alias());
    }
    json.writeArrayFieldStart("dps");
    for (int i = 0; i < first.size(); i++) {
      json.writeStartArray();
      json.writeNumber(first.timeMillis(i));
      for (NamedSeries each : series) {
        json.writeNumber(each.numbers().doubleValue(i));
      }
      json.writeEndArray();
    }
    json.writeEndArray();
    json.writeObjectFieldStart("dpsMeta");
    json.writeNumberField("firstTimestamp", first.size() == 0 ? 0 : first.timeMillis(0));
    json.writeNumberField(
        "lastTimestamp", first.size() == 0 ? 0 : first.timeMillis(first.size() - 1));
    json.writeNumberField("setCount", first.size());
    json.writeNumberField("series", series.size());
    json.writeEndObject();
    if (!series.isEmpty()) {
      writeNames(json, series);
    }
    json.writeEndObject();
  }

  private static void writeNames(JsonGenerator json, List<NamedSeries> series) throws IOException {
    json.writeArrayFieldStart("meta");
    json.writeStartObject();
    json.writeNumberField("index", 0);
    json.writeFieldName("metrics");
    JsonTree.write(json, List.of("timestamp"));
    json.writeEndObject();
    int index = 1;
    for (NamedSeries each : series) {
      json.writeStartObject();
      json.writeNumberField("index", index++);
      json.writeFieldName("metrics");
      JsonTree.write(json, each.metrics());
      json.writeFieldName("commonTags");
      JsonTree.write(json, each.tags());
      json.writeFieldName("aggregatedTags");
      JsonTree.write(json, each.aggregatedTags());
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
