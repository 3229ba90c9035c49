package io.rowandb.schema.design.blog;

import io.rowandb.schema.key.Digest;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.table.DetailDesign;
import io.rowandb.schema.table.DetailLayout;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TableDesignBuilder;
import java.time.Instant;
import java.util.List;

/** The table of a blog: posts with their comments, in columns or in rows of their own. */
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
   * @param comments the newest first
   */
  record Post(
      int thread,
      int id,
      Kind kind,
      Instant time,
      Integer author,
      int score,
      String title,
      String text,
      List<Comment> comments) {}

  /**
   * A comment on a post.
   *
   * @param author null for nobody
   */
  record Comment(Instant time, int id, Integer author, int score, String text) {}

  private BlogDesign() {}

  static final DetailDesign<Comment> COMMENT =
      DetailDesign.of(Comment.class)
          .key(k -> k.part(Comment::time, Parts.descending(Parts.millis())).part(Comment::id))
          .cell(Comment::author, "a")
          .cell(Comment::score, "s")
          .cell(Comment::text, "x")
          .build();

  static final TableDesign<Post> POSTS =
      posts("posts")
          .family("c", family -> family.setInMemory(true).setMaxVersions(1))
          .details(Post::comments, DetailLayout.wide("c"), COMMENT)
          .build();

  static final TableDesign<Post> TALL_POSTS =
      posts("tallPosts")
          .details(Post::comments, DetailLayout.tall("comments", f -> f.setInMemory(true)), COMMENT)
          .build();

  static TableDesignBuilder<Post> posts(String name) {
    return TableDesign.of(name, Post.class)
        .key(key -> key.hash(Digest.murmur3(2), Post::thread).part(Post::thread).part(Post::id))
        .family("i")
        .column(Post::kind, "i:k")
        .column(Post::time, "i:d")
        .column(Post::author, "i:a")
        .column(Post::score, "i:s")
        .column(Post::title, "i:t")
        .family("t", family -> family.setMaxVersions(3))
        .column(Post::text, "t:");
  }
}
