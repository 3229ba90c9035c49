package io.rowandb.schema.join;

import io.rowandb.schema.key.Parts;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Two tables to join, and the join of lists that both joins of tables must equal. */
final class JoinRows {
  /**
   * A left record.
   *
   * @param round so that many trials have the rows of one table
   */
  record Post(int round, long id, String author, byte[] tag) {}

  /** A right record, whose key may have no name. */
  record Author(int round, String name, long born, byte[] tag) {}

  private JoinRows() {}

  static TableDesign<Post> posts() {
    return TableDesign.of(BackEnd.newTableName("posts"), Post.class)
        .key(key -> key.part(Post::round).part(Post::id))
        .family("f")
        .column(Post::author, "f:a")
        .column(Post::tag, "f:t")
        .build();
  }

  static TableDesign<Author> authors() {
    return TableDesign.of(BackEnd.newTableName("authors"), Author.class)
        .key(key -> key.part(Author::round).part(Author::name, Parts.optional(Parts.fixedText(3))))
        .family("f")
        .column(Author::born, "f:b")
        .column(Author::tag, "f:t")
        .build();
  }

  /** By name, in the order of the left list. */
  static List<String> nestedLoop(List<Post> left, List<Author> right, boolean outer) {
    List<String> pairs = new ArrayList<>();
    for (Post post : left) {
      int before = pairs.size();
      for (Author author : right) {
        if (post.author() != null && Objects.equals(post.author(), author.name())) {
          pairs.add(text(new JoinedPair<>(post, author)));
        }
      }
      if (outer && pairs.size() == before) {
        pairs.add(text(new JoinedPair<>(post, null)));
      }
    }
    return pairs;
  }

  static String text(JoinedPair<Post, Author> pair) {
    return pair.left().id()
        + " by "
        + pair.left().author()
        + ": "
        + (pair.right() == null ? "nobody" : pair.right().name() + " of " + pair.right().born());
  }
}
