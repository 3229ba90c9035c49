package io.rowandb.tsdb.server.api;

import io.rowandb.tsdb.aggregate.Range;
import io.rowandb.tsdb.aggregate.Samples;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.query.AnnotatedAnswer;
import io.rowandb.tsdb.query.GroupAnswer;
import io.rowandb.tsdb.query.MetricQuery;
import io.rowandb.tsdb.server.graph.GraphLine;
import io.rowandb.tsdb.server.graph.GraphMark;
import io.rowandb.tsdb.server.graph.GraphMemory;
import io.rowandb.tsdb.server.graph.GraphPainter;
import io.rowandb.tsdb.server.graph.GraphSettings;
import io.rowandb.tsdb.server.graph.NoFontsException;
import io.rowandb.tsdb.store.ReadLimits;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * {@code /q}: questions of {@code m=}, answered by lines of text ({@code ascii}), by counts ({@code
 * json}), or else by a graph. Interrupting its thread ends it.
 */
final class GraphEndpoint implements ApiEndpoint {
  private static final int NOT_THERE = 501;
  private static final int TOO_LARGE = 413;
  private static final int BUSY = 503;

  private final ServedStore store;
  private final QueryEndpoint queries;
  private final ReadLimits limits;
  private final GraphMemory memory = new GraphMemory();

  GraphEndpoint(ServedStore store, QueryEndpoint queries, ReadLimits limits) {
    this.store = store;
    this.queries = queries;
    this.limits = limits;
  }

  /** OpenTSDB has another form of errors for those who ask for JSON. */
  @Override
  public void answer(ApiRequest request, ApiAnswer answer) throws IOException {
    try {
      queries.counted(this::answerOne, request, answer);
    } catch (ApiException e) {
      if (!request.has("json")) {
        throw e;
      }
      answer.send(
          e.status(),
          ApiAnswer.JSON,
          JsonTree.bytes(Map.of("err", String.valueOf(e.getMessage()))));
    }
  }

  private void answerOne(ApiRequest request, ApiAnswer answer) throws IOException {
    request.allow("GET");
    if (!request.meantMethod().equals("GET")) {
      throw ApiException.methodNotAllowed(request.meantMethod());
    }
    AnswerBudget budget = new AnswerBudget(limits);
    AskedQueries asked = QueryParameters.read(request);
    Range range = wholeSeconds(queries.range(asked));
    GraphSettings settings = GraphParameters.read(request, range, asked.where());
    List<Boolean> axes = GraphParameters.rightAxes(request, asked.queries().size());
    checkSize(settings);
    queries.followed(
        request,
        asked,
        running -> {
          boolean drawn = !request.has("ascii") && !request.has("json");
          List<GraphMark> marks = new ArrayList<>();
          List<List<GroupAnswer>> groups = groups(asked, range, drawn, marks, budget);
          if (drawn) {
            queries.globalNotes(asked, range, budget).forEach(each -> marks.add(mark(each)));
          }
          running.found(
              groups.stream().flatMap(List::stream).mapToLong(each -> each.numbers().size()).sum());
          send(request, answer, groups, marks, settings, axes, budget);
        });
  }

  /** By the members of an answer: seconds, or milliseconds. */
  private static GraphMark mark(Map<String, Object> note) {
    PointTime time = PointTime.of(Long.parseLong(String.valueOf(note.get("startTime"))));
    return new GraphMark(time.millis(), String.valueOf(note.get("description")));
  }

  private void send(
      ApiRequest request,
      ApiAnswer answer,
      List<List<GroupAnswer>> groups,
      List<GraphMark> marks,
      GraphSettings settings,
      List<Boolean> axes,
      AnswerBudget budget)
      throws IOException {
    if (request.has("ascii")) {
      sendText(groups, answer);
    } else if (request.has("json")) {
      answer.send(200, ApiAnswer.JSON, JsonTree.bytes(counts(groups, budget)));
    } else {
      answer.send(200, ApiAnswer.PNG, graph(settings, lines(groups, axes), marks, budget));
    }
  }

  /** Milliseconds are passed over. */
  private static Range wholeSeconds(Range range) {
    long from = range.fromMillis() / 1000;
    long to = range.toMillis() / 1000;
    if (from >= to) {
      throw ApiException.badRequest(
          "start time (" + from + ") is greater than or equal to end time: " + to);
    }
    return new Range(from * 1000, to * 1000);
  }

  private void checkSize(GraphSettings settings) {
    long pixels = (long) settings.width() * settings.height();
    if (pixels > memory.pixels()) {
      throw new ApiException(
          TOO_LARGE,
          "Sorry, a graph has at most " + memory.pixels() + " pixels here, not " + pixels,
          "");
    }
  }

  /**
   * Of each question.
   *
   * @param drawn whether what is noted of the series is shown, and added to the marks
   */
  private List<List<GroupAnswer>> groups(
      AskedQueries asked, Range range, boolean drawn, List<GraphMark> marks, AnswerBudget budget)
      throws IOException {
    List<MetricQuery> all = queries.queries(asked, range);
    List<List<GroupAnswer>> groups = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      AskedSource source = asked.queries().get(i).source();
      List<GroupAnswer> of = new ArrayList<>();
      for (AnnotatedAnswer each :
          queries.ask(all.get(i), source, drawn && asked.show().notes(), budget)) {
        Notes.shown(each.annotations()).forEach(note -> marks.add(mark(note)));
        if (each.annotations().isEmpty() || each.answer().numbers().size() > 0) {
          of.add(each.answer()); // else series have annotations alone
        }
      }
      of.forEach(each -> checkFinite(each.numbers()));
      groups.add(of);
    }
    return groups;
  }

  private static void checkFinite(Samples numbers) {
    for (int i = 0; i < numbers.size(); i++) {
      if (Double.isInfinite(numbers.doubleValue(i))) {
        throw ApiException.badRequest(
            "Infinity:" + numbers.doubleValue(i) + " at " + numbers.timeMillis(i) / 1000);
      }
    }
  }

  private void sendText(List<List<GroupAnswer>> groups, ApiAnswer answer) throws IOException {
    GraphText text = new GraphText(store.uids());
    OutputStream out = answer.stream(ApiAnswer.TEXT); // closed when all is written, and only then
    OutputStream buffer = new BufferedOutputStream(out);
    for (List<GroupAnswer> of : groups) {
      for (GroupAnswer each : of) {
        text.write(each, buffer);
      }
    }
    buffer.flush();
    out.close();
  }

  /** In the order in which OpenTSDB has them. */
  private static Map<String, Object> counts(List<List<GroupAnswer>> groups, AnswerBudget budget) {
    Map<String, Object> counts = new LinkedHashMap<>();
    long points = groups.stream().flatMap(List::stream).mapToLong(GraphEndpoint::plotted).sum();
    List<Set<String>> tags = new ArrayList<>();
    for (List<GroupAnswer> of : groups) {
      tags.add(of.isEmpty() ? Set.of() : of.get(of.size() - 1).aggregatedTags());
    }
    counts.put("plotted", points);
    counts.put("timing", budget.nanos() / 1_000_000);
    counts.put("etags", tags);
    counts.put("points", points);
    return counts;
  }

  private static long plotted(GroupAnswer group) {
    Samples numbers = group.numbers();
    long count = 0;
    for (int i = 0; i < numbers.size(); i++) {
      count += Double.isNaN(numbers.doubleValue(i)) ? 0 : 1;
    }
    return count;
  }

  private static List<GraphLine> lines(List<List<GroupAnswer>> groups, List<Boolean> rightAxes) {
    List<GraphLine> lines = new ArrayList<>();
    for (int i = 0; i < groups.size(); i++) {
      boolean right = rightAxes.get(i);
      for (GroupAnswer each : groups.get(i)) {
        lines.add(new GraphLine(each.metric() + each.tags(), each.numbers(), right));
      }
    }
    return lines;
  }

  private byte[] graph(
      GraphSettings settings, List<GraphLine> lines, List<GraphMark> marks, AnswerBudget budget)
      throws IOException {
    int pixels = settings.width() * settings.height();
    try {
      if (!memory.take(pixels, budget.rest().maxTime())) {
        throw new ApiException(BUSY, "Too many requests pending, please try again later", "");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("the question was cancelled").initCause(e);
    }
    try {
      return GraphPainter.png(settings, lines, marks, new AnswerWork(budget));
    } catch (NoFontsException e) {
      throw new ApiException(NOT_THERE, e.getMessage(), "");
    } finally {
      memory.give(pixels);
    }
  }
}
