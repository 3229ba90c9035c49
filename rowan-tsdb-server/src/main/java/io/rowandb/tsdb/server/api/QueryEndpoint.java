package io.rowandb.tsdb.server.api;

import com.fasterxml.jackson.core.JsonGenerator;
import io.rowandb.tsdb.aggregate.Range;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.query.AnnotatedAnswer;
import io.rowandb.tsdb.query.AnnotatedQueries;
import io.rowandb.tsdb.query.MetricQuery;
import io.rowandb.tsdb.server.api.ServerStats.Count;
import io.rowandb.tsdb.store.Erased;
import io.rowandb.tsdb.store.LimitExceededException;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.uid.NoSuchNameException;
import io.rowandb.tsdb.uid.UidKind;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** {@code /api/query}. Interrupting its thread ends a question. */
final class QueryEndpoint implements ApiEndpoint {
  private static final System.Logger LOG = System.getLogger(QueryEndpoint.class.getName());
  private static final int WRONG = 400;
  private static final int TOO_LARGE = 413;
  private static final int FAILED = 500;
  private static final int ENDED = 503;

  /** What a group counts for beside its points: its tags and UIDs take memory too. */
  private static final int GROUP_POINTS = 4;

  private final ServedStore store;
  private final ServerStats stats;
  private final QueryLog log;
  private final ReadLimits limits;
  private final boolean allowsDelete;
  private final Clock clock;
  private final LastEndpoint last;
  private final ExpEndpoint exp = new ExpEndpoint(this);
  private final GexpEndpoint gexp = new GexpEndpoint(this);

  QueryEndpoint(
      ServedStore store,
      ServerStats stats,
      QueryLog log,
      ReadLimits limits,
      boolean allowsDelete,
      Clock clock) {
    this.allowsDelete = allowsDelete;
    this.log = log;
    this.store = store;
    this.stats = stats;
    this.limits = limits;
    this.clock = clock;
    last = new LastEndpoint(store, clock);
  }

  @Override
  public void answer(ApiRequest request, ApiAnswer answer) throws IOException {
    counted(this::answerOne, request, answer);
  }

  /** Answers a question, whose end is counted, and whose refusal is told as that of any. */
  void counted(ApiEndpoint endpoint, ApiRequest request, ApiAnswer answer) throws IOException {
    try {
      endpoint.answer(request, answer);
      stats.add(Count.ANSWERED);
    } catch (ApiException e) {
      stats.add(Count.REFUSED);
      throw e;
    } catch (NoSuchNameException e) {
      stats.add(Count.REFUSED);
      String message = UidNamesText.noSuchName(e);
      throw new ApiException(400, message, message);
    } catch (LimitExceededException e) {
      stats.add(Count.REFUSED);
      throw new ApiException(TOO_LARGE, "Sorry, " + e.getMessage(), "");
    } catch (InterruptedIOException e) {
      throw e; // nobody waits for it
    } catch (IOException e) {
      stats.add(Count.FAILED);
      throw e;
    }
  }

  /** What is told while a question is answered. */
  interface Step {
    void run(QueryLog.Running running) throws IOException;
  }

  /** Answers a question that is shown to those who ask what is answered. */
  void followed(ApiRequest request, AskedQueries asked, Step step) throws IOException {
    QueryLog.Running running = log.begin(request.remote(), asked);
    try {
      step.run(running);
      running.succeeded();
    } catch (IOException | RuntimeException e) {
      running.failed(
          status(e),
          e instanceof NoSuchNameException absent
              ? UidNamesText.noSuchName(absent)
              : String.valueOf(e.getMessage()));
      throw e;
    } finally {
      running.end();
    }
  }

  private static int status(Exception reason) {
    if (reason instanceof ApiException refused) {
      return refused.status();
    }
    if (reason instanceof LimitExceededException) {
      return TOO_LARGE;
    }
    if (reason instanceof InterruptedIOException) {
      return ENDED;
    }
    boolean wrong =
        reason instanceof NoSuchNameException || reason instanceof IllegalArgumentException;
    return wrong ? WRONG : FAILED;
  }

  private static long points(AnnotatedAnswer group) {
    return group.answer().numbers().size();
  }

  private void answerOne(ApiRequest request, ApiAnswer answer) throws IOException {
    AnswerBudget budget = new AnswerBudget(limits);
    request.allow("GET", "POST", "DELETE");
    if (isDelete(request) && (!allowsDelete || !request.word(1).isEmpty())) {
      throw QueryReader.deletes();
    }
    switch (request.word(1).toLowerCase(Locale.ROOT)) {
      case "" -> query(request, answer, budget);
      case "last" -> last.answer(request, answer, budget);
      case "exp" -> exp.answer(request, answer, budget);
      case "gexp" -> gexp.answer(request, answer, budget);
      default -> throw new ApiException(404, "Endpoint not found", "");
    }
  }

  private static boolean isDelete(ApiRequest request) {
    return request.meantMethod().equals("DELETE");
  }

  private void query(ApiRequest request, ApiAnswer answer, AnswerBudget budget) throws IOException {
    AskedQueries read =
        request.method().equals("POST") ? QueryReader.read(request) : QueryParameters.read(request);
    AskedQueries asked = isDelete(request) ? read.deleting() : read;
    checkDelete(asked);
    Range range = range(asked);
    followed(request, asked, running -> query(asked, range, answer, budget, running));
  }

  private void query(
      AskedQueries asked,
      Range range,
      ApiAnswer answer,
      AnswerBudget budget,
      QueryLog.Running running)
      throws IOException {
    List<MetricQuery> queries = queries(asked, range);
    if (asked.deletes()) {
      checkOfPoints(asked, queries);
    }
    QueryFigures figures = new QueryFigures();
    List<QueryWriter.Answered> answers = new ArrayList<>();
    for (int i = 0; i < queries.size(); i++) {
      long before = budget.nanos();
      for (AnnotatedAnswer each : answers(asked, i, queries.get(i), budget)) {
        answers.add(new QueryWriter.Answered(i, each));
      }
      figures.took(i, budget.nanos() - before);
    }
    List<Map<String, Object>> globalNotes = globalNotes(asked, range, budget);
    budget.took((long) globalNotes.size() * answers.size()); // each group shows them
    if (asked.deletes()) {
      delete(queries);
    }
    running.found(answers.stream().mapToLong(each -> points(each.answer())).sum());
    OutputStream out = answer.stream(); // closed when all is written, and only then
    JsonGenerator json = JsonTree.generator(out);
    new QueryWriter(json, asked, globalNotes, figures).write(answers, budget);
    json.close();
    out.close();
  }

  /** The times that are asked for. */
  Range range(AskedQueries asked) {
    try {
      return asked.range(clock.instant());
    } catch (IllegalArgumentException e) {
      throw ApiException.badRequest(e.getMessage());
    }
  }

  private void checkDelete(AskedQueries asked) {
    if (asked.deletes() && !allowsDelete) {
      throw QueryReader.deletes();
    }
  }

  private void checkOfPoints(AskedQueries asked, List<MetricQuery> queries) {
    for (int i = 0; i < queries.size(); i++) {
      if (!store.isOfPoints(queries.get(i), asked.queries().get(i).source())) {
        throw ApiException.badRequest("Only points are deleted, not rollups or histograms");
      }
    }
  }

  /** After all is read: the answer has the points yet. Takes as much time again, for all. */
  private void delete(List<MetricQuery> queries) throws IOException {
    AnswerBudget budget = new AnswerBudget(limits);
    for (MetricQuery each : queries) {
      delete(each, budget.rest());
    }
  }

  private void delete(MetricQuery query, ReadLimits rest) throws IOException {
    Erased erased = store.series().erase(query, rest);
    if (erased.rowsLeft() > 0) {
      LOG.log(
          System.Logger.Level.WARNING,
          "a question deleted {0} points of {1}, and left {2} rows that were changed meanwhile",
          erased.points(),
          query.metric(),
          erased.rowsLeft());
    }
  }

  /** Of TSUIDs, the metric that they share. */
  private SubQuery named(SubQuery question) throws IOException {
    String first = "";
    PointKeyLayout layout = store.points().options().layout();
    int digits = 2 * layout.metricWidth();
    for (String each : question.tsuids()) {
      String metric = each.substring(0, Math.min(digits, each.length())).toUpperCase(Locale.ROOT);
      if (!first.isEmpty() && !first.equals(metric)) {
        throw new IllegalArgumentException(
            "One or more TSUIDs did not share the same metric [" + first + "] [" + metric + "]");
      }
      first = metric;
    }
    if (question.tsuids().isEmpty()) {
      return question;
    }
    byte[] metric = layout.metricOf(layout.parseSeries(question.tsuids().get(0)));
    return question.withMetric(store.uids().name(UidKind.METRIC, metric));
  }

  /** The questions of a request. */
  List<MetricQuery> queries(AskedQueries asked, Range range) throws IOException {
    try {
      if (asked.queries().isEmpty()) {
        throw new IllegalArgumentException("Missing queries");
      }
      List<MetricQuery> queries = new ArrayList<>();
      for (SubQuery each : asked.queries()) {
        queries.add(asked.toQuery(named(each), range));
      }
      return queries;
    } catch (IllegalArgumentException e) {
      throw ApiException.badRequest(e.getMessage());
    }
  }

  private List<AnnotatedAnswer> answers(
      AskedQueries asked, int i, MetricQuery query, AnswerBudget budget) throws IOException {
    return ask(query, asked.queries().get(i).source(), asked.show().notes(), budget);
  }

  /**
   * Of one question. Annotations stand beside points: rollups, pre-aggregates and histograms have
   * none.
   */
  List<AnnotatedAnswer> ask(
      MetricQuery query, AskedSource source, boolean notes, AnswerBudget budget)
      throws IOException {
    try {
      List<AnnotatedAnswer> groups =
          notes && store.isOfPoints(query, source)
              ? new AnnotatedQueries(store.points())
                  .answer(query, budget.rest(), each -> Notes.isWithin(each, query.asked(), budget))
              : store.ask(query, source, budget.rest()).stream()
                  .map(each -> new AnnotatedAnswer(each, List.of()))
                  .toList();
      budget.took(
          groups.stream().mapToLong(each -> GROUP_POINTS + each.answer().numbers().size()).sum());
      return groups;
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } catch (IllegalArgumentException e) {
      throw ApiException.badRequest(e.getMessage());
    }
  }

  /** Annotations of no series, if they are asked for. */
  List<Map<String, Object>> globalNotes(AskedQueries asked, Range range, AnswerBudget budget)
      throws IOException {
    if (!asked.show().notes() || !asked.show().globalNotes()) {
      return List.of();
    }
    long to = Math.min(range.toMillis(), PointTime.MAX_MILLIS);
    return new Notes(store)
        .global(Math.min(range.fromMillis(), to), to, budget).stream().map(Note::shown).toList();
  }
}
