package io.rowandb.tsdb.server.api;

import com.fasterxml.jackson.core.JsonGenerator;
import io.rowandb.tsdb.tree.TreeBranch;
import io.rowandb.tsdb.tree.TreeLeaf;
import java.io.IOException;
import java.util.Map;

/** Branches as answers have them, with OpenTSDB's members. */
final class TreeJsonWriter {
  private TreeJsonWriter() {}

  static void write(JsonGenerator json, TreeBranch branch) throws IOException {
    json.writeStartObject();
    if (branch.leaves().isEmpty()) {
      json.writeNullField("leaves");
    } else {
      json.writeArrayFieldStart("leaves");
      for (TreeLeaf each : branch.leaves()) {
        write(json, each);
      }
      json.writeEndArray();
    }
    if (branch.branches().isEmpty()) {
      json.writeNullField("branches");
    } else {
      json.writeArrayFieldStart("branches");
      for (TreeBranch each : branch.branches()) {
        write(json, each);
      }
      json.writeEndArray();
    }
    json.writeObjectFieldStart("path");
    for (Map.Entry<Integer, String> each : branch.path().entrySet()) {
      json.writeStringField(each.getKey().toString(), each.getValue());
    }
    json.writeEndObject();
    json.writeStringField("displayName", branch.name());
    json.writeNumberField("treeId", branch.treeId());
    json.writeStringField("branchId", branch.id());
    json.writeNumberField("depth", branch.depth());
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, TreeLeaf leaf) throws IOException {
    json.writeStartObject();
    json.writeStringField("metric", leaf.metric());
    if (leaf.tags().isEmpty()) {
      json.writeNullField("tags");
    } else {
      json.writeObjectFieldStart("tags");
      for (Map.Entry<String, String> each : leaf.tags().entrySet()) {
        json.writeStringField(each.getKey(), each.getValue());
      }
      json.writeEndObject();
    }
    json.writeStringField("tsuid", leaf.tsuid());
    json.writeStringField("displayName", leaf.name());
    json.writeEndObject();
  }
}
