package io.rowandb.tsdb.server.api;

import com.fasterxml.jackson.core.JsonGenerator;
import io.rowandb.tsdb.meta.FoundSeries;
import io.rowandb.tsdb.meta.MetaNotes;
import io.rowandb.tsdb.meta.SeriesMeta;
import io.rowandb.tsdb.meta.UidMeta;
import java.io.IOException;
import java.util.Map;

/** Meta data as answers have them, with OpenTSDB's members in its order. */
final class MetaJsonWriter {
  private MetaJsonWriter() {}

  static void write(JsonGenerator json, UidMeta meta) throws IOException {
    json.writeStartObject();
    json.writeStringField("uid", meta.uid());
    json.writeStringField("type", UidMeta.type(meta.kind()));
    json.writeStringField("name", meta.name());
    writeNotes(json, meta.notes());
    if (meta.notes().custom().isEmpty()) {
      json.writeNullField("custom");
    }
    json.writeStringField("displayName", meta.notes().displayName());
    json.writeEndObject();
  }

  private static void writeNotes(JsonGenerator json, MetaNotes notes) throws IOException {
    json.writeStringField("description", notes.description());
    json.writeStringField("notes", notes.notes());
    json.writeNumberField("created", notes.createdSeconds());
    if (notes.custom().isPresent()) {
      json.writeObjectFieldStart("custom");
      for (Map.Entry<String, String> each : notes.custom().get().entrySet()) {
        json.writeStringField(each.getKey(), each.getValue());
      }
      json.writeEndObject();
    }
  }

  static void write(JsonGenerator json, FoundSeries found) throws IOException {
    SeriesMeta meta = found.meta();
    json.writeStartObject();
    json.writeStringField("tsuid", meta.tsuid());
    json.writeFieldName("metric");
    write(json, found.metric());
    json.writeArrayFieldStart("tags");
    for (UidMeta each : found.tags()) {
      write(json, each);
    }
    json.writeEndArray();
    writeNotes(json, meta.notes());
    json.writeStringField("units", meta.units());
    json.writeNumberField("retention", meta.retentionDays());
    json.writeNumberField("max", meta.max().orElse(Double.NaN));
    json.writeNumberField("min", meta.min().orElse(Double.NaN));
    json.writeStringField("displayName", meta.notes().displayName());
    json.writeStringField("dataType", meta.dataType());
    json.writeNumberField("lastReceived", found.lastReceivedSeconds());
    json.writeNumberField("totalDatapoints", found.points());
    json.writeEndObject();
  }
}
