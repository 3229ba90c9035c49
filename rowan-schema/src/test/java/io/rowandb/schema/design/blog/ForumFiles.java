package io.rowandb.schema.design.blog;

import com.fasterxml.jackson.databind.JsonNode;
import io.rowandb.schema.design.RealData;
import io.rowandb.schema.design.blog.BlogDesign.Comment;
import io.rowandb.schema.design.blog.BlogDesign.Kind;
import io.rowandb.schema.design.blog.BlogDesign.Post;
import java.io.IOException;
import java.time.Instant;
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

  /** 612 questions, 1,060 answers, and 314 pages about tags. */
  static List<Post> posts() throws IOException {
    return RealData.json(DIRECTORY + "posts.jsonl.gz").stream().map(ForumFiles::post).toList();
  }

  private static Post post(JsonNode row) {
    int id = row.get("Id").asInt();
    return new Post(
        row.has("ParentId") ? row.get("ParentId").asInt() : id,
        id,
        kind(row.get("PostTypeId").asInt()),
        time(row),
        integer(row, "OwnerUserId"),
        row.get("Score").asInt(),
        row.has("Title") ? row.get("Title").asText() : null,
        row.path("Body").asText());
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

  /** 3,413 comments, each on a post that is there, which tells the thread. */
  static List<Comment> comments(List<Post> posts) throws IOException {
    Map<Integer, Integer> threads = new HashMap<>();
    posts.forEach(post -> threads.put(post.id(), post.thread()));
    return RealData.json(DIRECTORY + "comments.jsonl.gz").stream()
        .map(row -> comment(row, threads.get(row.get("PostId").asInt())))
        .toList();
  }

  private static Comment comment(JsonNode row, int thread) {
    return new Comment(
        thread,
        row.get("PostId").asInt(),
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
