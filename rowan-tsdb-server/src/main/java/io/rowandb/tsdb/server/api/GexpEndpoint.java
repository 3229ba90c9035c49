package io.rowandb.tsdb.server.api;

import com.fasterxml.jackson.core.JsonGenerator;
import io.rowandb.tsdb.aggregate.Range;
import io.rowandb.tsdb.expression.NamedSeries;
import io.rowandb.tsdb.expression.SeriesExpression;
import io.rowandb.tsdb.expression.SeriesFunctions;
import io.rowandb.tsdb.query.AnnotatedAnswer;
import io.rowandb.tsdb.query.GroupAnswer;
import io.rowandb.tsdb.store.StoredObject;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** {@code /api/query/gexp}: functions of series, as {@code exp=scale(sum:sys.cpu,10)}. */
final class GexpEndpoint {
  private final QueryEndpoint queries;

  GexpEndpoint(QueryEndpoint queries) {
    this.queries = queries;
  }

  void answer(ApiRequest request, ApiAnswer answer, AnswerBudget budget) throws IOException {
    if (!request.method().equals("GET")) {
      throw ApiException.badRequest("Expressions are parameters of a GET: exp=function(m)");
    }
    try {
      Evaluation evaluation = new Evaluation(request, budget);
      queries.followed(
          request,
          evaluation.asked,
          running -> {
            evaluation.run();
            send(evaluation, answer, budget);
          });
    } catch (IllegalArgumentException e) {
      throw ApiException.badRequest(e.getMessage());
    }
  }

  private static void send(Evaluation evaluation, ApiAnswer answer, AnswerBudget budget)
      throws IOException {
    OutputStream out = answer.stream();
    JsonGenerator json = JsonTree.generator(out);
    new QueryWriter(json, evaluation.asked, evaluation.globalNotes, evaluation.figures)
        .write(evaluation.answers, budget);
    json.close();
    out.close();
  }

  /** Of one request. */
  private final class Evaluation implements SeriesFunctions.Answers {
    private final AnswerBudget budget;
    private final List<SeriesExpression> expressions = new ArrayList<>();
    private final Map<String, SubQuery> questions = new HashMap<>();
    private final AskedQueries asked;
    private final Range range;
    private final QueryFigures figures = new QueryFigures();

    /** Those that were read, which series tell by their index that they come from. */
    private final List<QueryWriter.Answered> sources = new ArrayList<>();

    private final Map<List<Object>, List<NamedSeries>> read = new HashMap<>();
    private final List<QueryWriter.Answered> answers = new ArrayList<>();
    private List<Map<String, Object>> globalNotes = List.of();

    Evaluation(ApiRequest request, AnswerBudget budget) {
      this.budget = budget;
      List<SubQuery> all = new ArrayList<>();
      for (String each : request.all("exp")) {
        SeriesExpression expression = SeriesExpression.parse(each);
        expressions.add(expression);
        for (String text : expression.questions()) {
          all.add(questions.computeIfAbsent(text, QueryParameters::query));
        }
      }
      if (all.isEmpty()) {
        throw ApiException.badRequest("Missing sub queries");
      }
      asked = QueryParameters.read(request, all);
      range = queries.range(asked);
    }

    void run() throws IOException {
      AnswerWork work = new AnswerWork(budget);
      for (SeriesExpression each : expressions) {
        for (NamedSeries series : SeriesFunctions.evaluate(each, this, range, work)) {
          budget.took(series.numbers().size());
          answers.add(answered(series));
        }
      }
      globalNotes = queries.globalNotes(asked, range, budget);
      budget.took((long) globalNotes.size() * answers.size()); // each group shows them
    }

    @Override
    public List<NamedSeries> of(String text, long backMillis) throws IOException {
      SubQuery question = questions.get(text);
      List<Object> key = List.of(question, backMillis);
      List<NamedSeries> known = read.get(key);
      if (known == null) {
        known = read(question, backMillis);
        read.put(key, known);
      }
      return known;
    }

    private List<NamedSeries> read(SubQuery question, long backMillis) throws IOException {
      List<NamedSeries> series = new ArrayList<>();
      long to = range.toMillis() - backMillis;
      if (to <= 0) {
        return series; // before 1970
      }
      Range times = new Range(Math.max(0, range.fromMillis() - backMillis), to);
      boolean notes = asked.show().notes() && backMillis == 0;
      int index = asked.queries().indexOf(question);
      long before = budget.nanos();
      for (AnnotatedAnswer each :
          queries.ask(asked.toQuery(question, times), question.source(), notes, budget)) {
        GroupAnswer answer = each.answer();
        series.add(
            new NamedSeries(
                new TreeSet<>(Set.of(answer.metric())),
                answer.tags(),
                answer.aggregatedTags(),
                answer.numbers(),
                List.of(sources.size())));
        sources.add(new QueryWriter.Answered(index, each));
      }
      figures.took(index, budget.nanos() - before);
      return series;
    }

    private QueryWriter.Answered answered(NamedSeries series) {
      Set<String> tsuids = new LinkedHashSet<>();
      List<StoredObject> annotations = new ArrayList<>();
      for (int each : new LinkedHashSet<>(series.source())) {
        tsuids.addAll(sources.get(each).answer().answer().tsuids());
        annotations.addAll(sources.get(each).answer().annotations());
      }
      GroupAnswer answer =
          new GroupAnswer(
              series.metrics().first(),
              series.tags(),
              series.aggregatedTags(),
              series.numbers(),
              List.copyOf(tsuids));
      return new QueryWriter.Answered(
          sources.get(series.source().get(0)).query(), new AnnotatedAnswer(answer, annotations));
    }
  }
}
