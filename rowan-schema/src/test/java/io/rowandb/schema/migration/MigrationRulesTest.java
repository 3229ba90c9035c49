package io.rowandb.schema.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.table.Comment;
import io.rowandb.schema.table.DetailLayout;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.view.View;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which tables a move refuses, when it is declared. */
class MigrationRulesTest {
  record Post(int blog, int id, List<Comment> comments) {}

  private static TableDesign<Post> posts(String table, DetailLayout layout) {
    return TableDesign.of(table, Post.class)
        .key(key -> key.part(Post::blog).part(Post::id))
        .family("f")
        .family("c")
        .details(Post::comments, layout, Comment.design())
        .marked()
        .build();
  }

  private static DetailLayout expiring(String table) {
    return DetailLayout.tall(table, family -> family.setTimeToLive(60));
  }

  /** A copy would be as young as its record, and stay for longer than what it is of. */
  @Test
  void detailsThatExpireInRowsOfTheirOwnAreRefused() {
    TableDesign<Post> plain = posts("posts", DetailLayout.wide("c"));
    TableDesign<Post> tall = posts("posts", expiring("comments"));
    TableDesign<Post> target = posts("posts_new", DetailLayout.wide("c"));
    TableDesign<Post> tallTarget = posts("posts_new", expiring("comments_new"));
    assertThatThrownBy(() -> Migration.of(tall, target))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("posts has Post.comments in table comments, in the family d")
        .hasMessageContaining("a time to live of 60 s: copies do not expire");
    assertThatThrownBy(() -> Migration.of(plain, tallTarget))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("posts_new has Post.comments in table comments_new, in the family d");
    assertThat(Migration.of(plain, target))
        .hasToString("the move of the records of posts to posts_new");
  }

  /** A view that does not see them has no copies of them. */
  @Test
  void aViewWithoutTheDetailsOfItsSourceIsNotRefused() {
    TableDesign<Post> tall = posts("posts", expiring("comments"));
    View<Post, Post> view =
        View.of(tall, posts("posts_new", DetailLayout.wide("c")), post -> List.of());
    assertThat(view.name()).isEqualTo("posts_new");
    assertThatThrownBy(view::seeingDetails)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Post.comments");
  }
}
