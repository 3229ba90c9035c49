package io.rowandb.schema.design.blog;

import com.fasterxml.jackson.databind.JsonNode;
import io.rowandb.schema.design.RealData;
import io.rowandb.schema.design.blog.BlogDesign.Comment;
import io.rowandb.schema.design.blog.BlogDesign.Kind;
import io.rowandb.schema.design.blog.BlogDesign.Post;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The raw files of a forum: quantumcomputing.stackexchange.com in its first half year. Times are in
 * UTC and say so nowhere. A field that is missing is null; text without any is "".
 */
final class ForumFiles {
  private static final String DIRECTORY = "e-forum-stackexchange/quantumcomputing_";

  private ForumFiles() {}

  /** 612 questions, 1,060 answers, and 314 pages about tags, with 3,413 comments. */
  static List<Post> posts() throws IOException {
    Map<Integer, List<Comment>> comments = comments();
    List<Post> posts = new ArrayList<>();
    for (JsonNode row : RealData.json(DIRECTORY + "posts.jsonl.gz")) {
      List<Comment> own = comments.remove(row.get("Id").asInt());
      posts.add(post(row, own == null ? List.of() : own));
    }
    if (!comments.isEmpty()) {
      throw new IllegalArgumentException("comments on posts that are not there: " + comments);
    }
    return posts;
  }

  private static Post post(JsonNode row, List<Comment> comments) {
    int id = row.get("Id").asInt();
    return new Post(
        row.has("ParentId") ? row.get("ParentId").asInt() : id,
        id,
        kind(row.get("PostTypeId").asInt()),
        time(row),
        integer(row, "OwnerUserId"),
        row.get("Score").asInt(),
        row.has("Title") ? row.get("Title").asText() : null,
        row.path("Body").asText(),
        comments);
  }

  private static Kind kind(int postType) {
    return switch (postType) {
      case 1 -> Kind.QUESTION;
      case 2 -> Kind.ANSWER;
      case 4 -> Kind.TAG_EXCERPT;
      case 5 -> Kind.TAG_PAGE;
      default -> throw new IllegalArgumentException("post type " + postType + " is not known");
    };
  }

  /** By the ids of their posts, the newest first. */
  private static Map<Integer, List<Comment>> comments() throws IOException {
    Map<Integer, List<Comment>> comments = new HashMap<>();
    for (JsonNode row : RealData.json(DIRECTORY + "comments.jsonl.gz")) {
      comments
          .computeIfAbsent(row.get("PostId").asInt(), post -> new ArrayList<>())
          .add(comment(row));
    }
    comments
        .values()
        .forEach(
            each ->
                each.sort(
                    Comparator.comparing(Comment::time).reversed().thenComparing(Comment::id)));
    return comments;
  }

  private static Comment comment(JsonNode row) {
    return new Comment(
        time(row),
        row.get("Id").asInt(),
        integer(row, "UserId"),
        row.get("Score").asInt(),
        row.get("Text").asText());
  }

  private static Instant time(JsonNode row) {
    return Instant.parse(row.get("CreationDate").asText() + "Z");
  }

  private static Integer integer(JsonNode row, String field) {
    return row.has(field) ? row.get(field).asInt() : null;
  }
}
