package io.rowandb.schema.design.blog;

import io.rowandb.schema.key.Digest;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.table.TableDesign;
import java.time.Instant;

/** The tables of a blog: posts, and their comments as rows of their own. */
final class BlogDesign {
  /** What a post is. */
  enum Kind {
    QUESTION,
    ANSWER,
    TAG_EXCERPT,
    TAG_PAGE
  }

  /**
   * A question, an answer to one, or what describes a tag.
   *
   * @param thread the question's id; of what describes a tag, its own
   * @param author null for nobody
   * @param title null of all but questions
   */
  record Post(
      int thread,
      int id,
      Kind kind,
      Instant time,
      Integer author,
      int score,
      String title,
      String text) {}

  /**
   * A comment on a post.
   *
   * @param author null for nobody
   */
  record Comment(
      int thread, int post, Instant time, int id, Integer author, int score, String text) {}

  private BlogDesign() {}

  static final TableDesign<Post> POSTS =
      TableDesign.of("posts", Post.class)
          .key(key -> key.hash(Digest.murmur3(2), Post::thread).part(Post::thread).part(Post::id))
          .family("i")
          .column(Post::kind, "i:k")
          .column(Post::time, "i:d")
          .column(Post::author, "i:a")
          .column(Post::score, "i:s")
          .column(Post::title, "i:t")
          .family("t", family -> family.setMaxVersions(3))
          .column(Post::text, "t:")
          .build();

  static final TableDesign<Comment> COMMENTS =
      TableDesign.of("comments", Comment.class)
          .key(
              key ->
                  key.hash(Digest.murmur3(2), Comment::thread)
                      .part(Comment::thread)
                      .part(Comment::post)
                      .part(Comment::time, Parts.millis())
                      .part(Comment::id))
          .family("c", family -> family.setInMemory(true).setMaxVersions(1))
          .column(Comment::author, "c:a")
          .column(Comment::score, "c:s")
          .column(Comment::text, "c:x")
          .build();
}
