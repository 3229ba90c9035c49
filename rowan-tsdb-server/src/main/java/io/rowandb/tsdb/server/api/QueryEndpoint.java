package io.rowandb.tsdb.server.api;

import com.fasterxml.jackson.core.JsonGenerator;
import io.rowandb.tsdb.aggregate.Range;
import io.rowandb.tsdb.query.GroupAnswer;
import io.rowandb.tsdb.query.MetricQuery;
import io.rowandb.tsdb.server.api.ServerStats.Count;
import io.rowandb.tsdb.store.LimitExceededException;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.uid.NoSuchNameException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** {@code /api/query}. Interrupting its thread ends a question. */
final class QueryEndpoint implements ApiEndpoint {
  private static final int TOO_LARGE = 413;

  private final ServedStore store;
  private final ServerStats stats;
  private final ReadLimits limits;
  private final Clock clock;

  QueryEndpoint(ServedStore store, ServerStats stats, ReadLimits limits, Clock clock) {
    this.store = store;
    this.stats = stats;
    this.limits = limits;
    this.clock = clock;
  }

  @Override
  public void answer(ApiRequest request, ApiAnswer answer) throws IOException {
    try {
      answerOne(request, answer);
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

  private void answerOne(ApiRequest request, ApiAnswer answer) throws IOException {
    long began = System.nanoTime();
    request.allow("GET", "POST", "DELETE");
    if (request.meantMethod().equals("DELETE")) {
      throw QueryReader.deletes();
    }
    switch (request.word(1)) {
      case "" -> {}
      case "last", "exp", "gexp" ->
          throw ApiException.notImplemented("The endpoint /api/query/" + request.word(1));
      default -> throw new ApiException(404, "Endpoint not found", "");
    }
    AskedQueries asked =
        request.method().equals("POST") ? QueryReader.read(request) : QueryParameters.read(request);
    List<List<GroupAnswer>> answers = ask(asked, queries(asked), began);
    OutputStream out = answer.stream(); // closed when all is written, and only then
    JsonGenerator json = JsonTree.generator(out);
    new QueryWriter(json, asked).write(answers, System.nanoTime() - began);
    json.close();
    out.close();
  }

  private List<MetricQuery> queries(AskedQueries asked) {
    try {
      Range range = asked.range(clock.instant());
      if (asked.queries().isEmpty()) {
        throw new IllegalArgumentException("Missing queries");
      }
      List<MetricQuery> queries = new ArrayList<>();
      for (SubQuery each : asked.queries()) {
        queries.add(each.toQuery(range, asked.where(), asked.calendar()));
      }
      return queries;
    } catch (IllegalArgumentException e) {
      throw ApiException.badRequest(e.getMessage());
    }
  }

  private List<List<GroupAnswer>> ask(AskedQueries asked, List<MetricQuery> queries, long began)
      throws IOException {
    List<List<GroupAnswer>> answers = new ArrayList<>();
    long numbers = 0;
    for (int i = 0; i < queries.size(); i++) {
      List<GroupAnswer> groups = ask(queries.get(i), asked.queries().get(i).source(), began);
      for (GroupAnswer group : groups) {
        numbers += group.numbers().size();
      }
      if (numbers > limits.maxPoints()) {
        throw new LimitExceededException(
            "the answers have more than " + limits.maxPoints() + " points; ask for less");
      }
      answers.add(groups);
    }
    return answers;
  }

  private List<GroupAnswer> ask(MetricQuery query, QuerySource source, long began)
      throws IOException {
    Duration left = limits.maxTime().minusNanos(System.nanoTime() - began);
    if (left.isNegative() || left.isZero()) {
      throw new LimitExceededException("the queries took more than " + limits.maxTime());
    }
    try {
      ReadLimits rest =
          new ReadLimits(limits.maxPoints(), limits.maxBytes(), limits.maxSeries(), left);
      return store.ask(query, source, rest);
    } catch (IllegalArgumentException e) {
      throw ApiException.badRequest(e.getMessage());
    }
  }
}
