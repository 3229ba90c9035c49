package io.rowandb.tsdb.server.api;

import com.fasterxml.jackson.core.JsonGenerator;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.meta.FoundSeries;
import io.rowandb.tsdb.meta.MetaStore;
import io.rowandb.tsdb.meta.SeriesMeta;
import io.rowandb.tsdb.store.LimitExceededException;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.store.Series;
import io.rowandb.tsdb.uid.NoSuchNameException;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** {@code /api/uid/tsmeta}: the meta data of a series, or of those of a metric with some tags. */
final class SeriesMetaEndpoint implements ApiEndpoint {
  private static final byte[] NOTHING = {};

  /** Of an answer about many series, with what is said of their names: all is in memory. */
  private static final long MOST_BYTES = 64 << 20;

  private final ServedStore store;
  private final ReadLimits limits;

  SeriesMetaEndpoint(ServedStore store, ReadLimits limits) {
    this.store = store;
    this.limits = limits;
  }

  @Override
  public void answer(ApiRequest request, ApiAnswer answer) throws IOException {
    request.allow("GET", "POST", "PUT", "DELETE");
    String method = request.meantMethod();
    try {
      switch (method) {
        case "GET" -> get(request, answer);
        case "DELETE" -> delete(MetaMembers.of(request), answer);
        default -> change(request, method.equals("PUT"), answer);
      }
    } catch (NoSuchNameException e) {
      ApiException refused =
          new ApiException(
              404,
              method.equals("GET")
                  ? "Unable to find one of the UIDs"
                  : "Unable to find one or more UIDs",
              UidNamesText.noSuchName(e));
      refused.initCause(e);
      throw refused;
    } catch (LimitExceededException e) {
      throw new ApiException(413, "Sorry, " + e.getMessage(), "");
    } catch (IllegalArgumentException e) {
      throw ApiException.badRequest(e.getMessage());
    }
  }

  private MetaStore metas() {
    return store.series().meta();
  }

  private SeriesId series(String tsuid) {
    return store.points().options().layout().parseSeries(tsuid);
  }

  private void get(ApiRequest request, ApiAnswer answer) throws IOException {
    if (request.has("tsuid")) {
      send(series(request.value("tsuid").orElse("")), answer);
      return;
    }
    LastQuestions.Question asked = LastQuestions.parse(request.required("m"));
    List<FoundSeries> found =
        metas().find(asked.metric(), asked.tags(), limits.atMostBytes(MOST_BYTES));
    OutputStream out = answer.stream();
    try (JsonGenerator json = JsonTree.generator(out)) {
      json.writeStartArray();
      for (FoundSeries each : found) {
        MetaJsonWriter.write(json, each);
      }
      json.writeEndArray();
    }
    out.close();
  }

  private void send(SeriesId series, ApiAnswer answer) throws IOException {
    FoundSeries found =
        metas()
            .series(series)
            .orElseThrow(() -> new ApiException(404, "Could not find Timeseries meta data", ""));
    answer.send(200, ApiAnswer.JSON, JsonTree.bytes(json -> MetaJsonWriter.write(json, found)));
  }

  private void change(ApiRequest request, boolean replaces, ApiAnswer answer) throws IOException {
    SeriesMeta change = MetaMembers.of(request).series();
    SeriesId series;
    if (change.tsuid().isEmpty()) {
      LastQuestions.Question asked = LastQuestions.parse(request.required("m"));
      series = store.points().find(Series.of(asked.metric(), asked.tags()));
      if (!metas().exists(series)) {
        create(series, change, request.value("create").filter("true"::equals).isPresent(), answer);
        return;
      }
    } else {
      series = series(change.tsuid());
    }
    if (!change.saysSomething()) {
      answer.send(304, ApiAnswer.TEXT, NOTHING);
      return;
    }
    if (!metas().exists(series)) {
      throw ApiException.badRequest("Requested TSMeta did not exist");
    }
    checkSaved(metas().change(series, change, replaces));
    send(series, answer);
  }

  private void create(SeriesId series, SeriesMeta meta, boolean mayCreate, ApiAnswer answer)
      throws IOException {
    if (!mayCreate) {
      throw ApiException.badRequest(
          "Could not find TSMeta, specify \"create=true\" to create a new one.");
    }
    checkSaved(metas().create(series, meta));
    send(series, answer);
  }

  private static void checkSaved(boolean saved) {
    if (!saved) {
      throw new ApiException(
          500,
          "Failed to save the TSMeta to storage",
          "This may be caused by another process modifying storage data");
    }
  }

  private void delete(MetaMembers members, ApiAnswer answer) throws IOException {
    try {
      if (members.text("tsuid").isEmpty()) {
        throw new IllegalArgumentException("Missing UID");
      }
      metas().delete(series(members.text("tsuid")));
    } catch (IllegalArgumentException e) {
      throw new ApiException(400, "Unable to delete TSMeta information", e.getMessage());
    }
    answer.send(204, ApiAnswer.TEXT, NOTHING);
  }
}
