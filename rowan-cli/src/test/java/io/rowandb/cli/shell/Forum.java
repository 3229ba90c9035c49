package io.rowandb.cli.shell;

import io.rowandb.schema.key.Parts;
import io.rowandb.schema.table.DetailDesign;
import io.rowandb.schema.table.DetailLayout;
import io.rowandb.schema.table.Splits;
import io.rowandb.schema.table.TableDesign;
import java.time.Instant;
import java.util.List;

/** A design file of the tests. */
final class Forum {
  enum Kind {
    QUESTION,
    ANSWER
  }

  record Comment(int number, String text) {}

  record Post(String user, Instant time, Kind kind, String text, List<Comment> comments) {}

  private Forum() {}

  static final TableDesign<Post> POSTS =
      TableDesign.of("posts", Post.class)
          .key(
              key ->
                  key.literal("D-")
                      .salt(4, Post::user)
                      .part(Post::user)
                      .part(Post::time, Parts.descending(Parts.millis())))
          .family("p")
          .family("c", family -> family.setMaxVersions(2))
          .column(Post::kind, "p:k")
          .column(Post::text, "p:t")
          .details(
              Post::comments,
              DetailLayout.wide("c"),
              DetailDesign.of(Comment.class)
                  .key(key -> key.part(Comment::number))
                  .cell(Comment::text, "x")
                  .build())
          .index(
              "byKind",
              index ->
                  index
                      .on(key -> key.part(Post::kind).part(Post::user))
                      .inTableOfRecords("I-", "p"))
          .splits(Splits.even(2))
          .build();
}
