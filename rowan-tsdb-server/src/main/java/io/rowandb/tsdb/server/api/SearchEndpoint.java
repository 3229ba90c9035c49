package io.rowandb.tsdb.server.api;

import com.fasterxml.jackson.core.JsonGenerator;
import io.rowandb.tsdb.store.LimitExceededException;
import io.rowandb.tsdb.store.LookupAnswer;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.uid.NoSuchNameException;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * {@code /api/search/lookup}: series by parts of their names. The other searches are those of a
 * plugin of OpenTSDB's.
 */
final class SearchEndpoint implements ApiEndpoint {
  private static final Set<String> OF_PLUGIN =
      Set.of("tsmeta", "tsmeta_summary", "tsuids", "uidmeta", "annotation");

  private final ServedStore store;
  private final ReadLimits limits;

  SearchEndpoint(ServedStore store, ReadLimits limits) {
    this.store = store;
    this.limits = limits;
  }

  @Override
  public void answer(ApiRequest request, ApiAnswer answer) throws IOException {
    String method = request.meantMethod();
    if (!method.equals("GET") && !method.equals("POST")) {
      throw ApiException.badRequest("Unsupported method: " + method);
    }
    String type = request.word(1).toLowerCase(Locale.ROOT);
    if (OF_PLUGIN.contains(type)) {
      throw ApiException.badRequest("Searching is not enabled");
    }
    if (!type.equals("lookup")) {
      throw ApiException.badRequest("Invalid search query type supplied");
    }
    lookup(
        request.body().length > 0
            ? LookupQuestion.ofMembers(JsonTree.readObject(request.body()))
            : LookupQuestion.ofParameters(request),
        answer);
  }

  private void lookup(LookupQuestion question, ApiAnswer answer) throws IOException {
    AnswerBudget budget = new AnswerBudget(limits);
    LookupAnswer found;
    try {
      found = store.series().lookup(question.toLookup(), budget.rest());
    } catch (NoSuchNameException e) {
      throw new ApiException(404, "Unable to resolve one or more UIDs", UidNamesText.noSuchName(e));
    } catch (LimitExceededException e) {
      throw new ApiException(413, "Sorry, " + e.getMessage(), "");
    } catch (IllegalArgumentException e) {
      throw ApiException.badRequest(e.getMessage());
    }
    List<LookupAnswer.Found> series = question.page(found.series());
    long millis = budget.nanos() / 1_000_000;
    OutputStream out = answer.stream();
    try (JsonGenerator json = JsonTree.generator(out)) {
      json.writeStartObject();
      question.write(json);
      json.writeNumberField("time", (double) millis);
      json.writeArrayFieldStart("results");
      for (LookupAnswer.Found each : series) {
        json.writeStartObject();
        json.writeStringField("tsuid", each.tsuid());
        json.writeStringField("metric", each.series().metric());
        json.writeFieldName("tags");
        JsonTree.write(json, each.series().tags());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeNumberField("totalResults", series.size());
      json.writeEndObject();
    }
    out.close();
  }
}
