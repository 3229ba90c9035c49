package io.rowandb.schema.pattern;

import io.rowandb.schema.key.Parts;
import io.rowandb.schema.table.DetailDesign;
import io.rowandb.schema.table.DetailLayout;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TableDesignBuilder;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;

/** Posts with their comments, in each way that these can be stored: the records are the same. */
final class Blog {
  record Post(String name, String title, List<Comment> comments) {}

  record Comment(Instant time, int id, String author, String text) {}

  static final Instant T0 = Instant.parse("2012-07-01T00:00:00Z");

  /** Where comments are, and how. */
  enum Layout {
    WIDE_PACKED,
    WIDE_NAMED,
    TALL_PACKED,
    TALL_NAMED;

    boolean isTall() {
      return this == TALL_PACKED || this == TALL_NAMED;
    }

    boolean isPacked() {
      return this == WIDE_PACKED || this == TALL_PACKED;
    }

    /** Comments, the newest first. */
    DetailDesign<Comment> comments() {
      DetailDesign.Builder<Comment> begun =
          DetailDesign.of(Comment.class)
              .key(
                  key ->
                      key.part(Comment::time, Parts.descending(Parts.millis()))
                          .part(Comment::id, Parts.unsignedInt(4)));
      return isPacked()
          ? begun.packed(packed -> packed.field(1, Comment::author).field(2, Comment::text)).build()
          : begun.cell(Comment::author, "a").cell(Comment::text, "t").build();
    }

    TableDesign<Post> posts(String name) {
      return posts(name, UnaryOperator.identity());
    }

    TableDesign<Post> posts(String name, UnaryOperator<TableDesignBuilder<Post>> more) {
      DetailLayout layout =
          isTall() ? DetailLayout.tall(name + "_comments") : DetailLayout.wide("c");
      TableDesignBuilder<Post> begun =
          TableDesign.of(name, Post.class)
              .key(key -> key.part(Post::name))
              .family("p")
              .column(Post::title, "p:t")
              .details(Post::comments, layout, comments());
      return more.apply(isTall() ? begun : begun.family("c")).build();
    }
  }

  private Blog() {}

  static Comment comment(int second, int id) {
    return comment(second, id, "text " + id);
  }

  static Comment comment(int second, int id, String text) {
    return new Comment(T0.plusSeconds(second), id, id % 3 == 0 ? null : "author " + id % 5, text);
  }

  static Post post(String name, Comment... comments) {
    return new Post(name, "title of " + name, List.of(comments));
  }
}
