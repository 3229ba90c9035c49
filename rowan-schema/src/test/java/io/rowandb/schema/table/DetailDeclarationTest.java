package io.rowandb.schema.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.key.Digest;
import io.rowandb.schema.key.Parts;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What a declaration of details may be, and what is refused with the rule. */
class DetailDeclarationTest {
  record Post(String name, List<Comment> comments, Map<Long, Vote> votes) {}

  record Comment(long id, String author, String text) {}

  record Vote(long id, byte[] seal) {}

  private static DetailDesign.Builder<Comment> keyed() {
    return DetailDesign.of(Comment.class).key(key -> key.part(Comment::id));
  }

  private static DetailDesign<Comment> comments(String literal) {
    return DetailDesign.of(Comment.class)
        .key(key -> key.literal(literal).part(Comment::id))
        .packed(packed -> packed.field(1, Comment::author).field(2, Comment::text))
        .build();
  }

  private static DetailDesign<Vote> votes(String literal) {
    return DetailDesign.of(Vote.class)
        .key(key -> key.literal(literal).part(Vote::id))
        .packed(packed -> packed.field(1, Vote::seal))
        .build();
  }

  private static TableDesignBuilder<Post> posts() {
    return TableDesign.of("posts", Post.class)
        .key(key -> key.part(Post::name))
        .family("c")
        .family("v");
  }

  private static void assertRefused(ThrowingCallable declaration, String... words) {
    assertThatThrownBy(declaration)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(words);
  }

  @Test
  void itIsDescribed() {
    TableDesign<Post> design =
        posts()
            .details(
                Post::comments,
                DetailLayout.wide("c"),
                keyed().cell(Comment::author, "a").cell(Comment::text, "t").build())
            .details(Post::votes, Vote::id, DetailLayout.tall("blog_votes"), votes("v-"))
            .build();
    assertThat(design.form().describeColumns())
        .containsExactly(
            "c:* is comments: details by id: signed, 8 bytes, each of a is author: UTF-8 text, t is"
                + " text: UTF-8 text",
            "blog_votes has votes: details by \"v-\" | id: signed, 8 bytes, each of message Vote {"
                + " optional bytes seal = 1; }");
  }

  @Test
  void detailsNeedAKeyThatIsTheirs() {
    assertRefused(
        () -> DetailDesign.of(Comment.class).packed(p -> p.field(1, Comment::id)).build(),
        "details of class Comment have no key");
    assertRefused(
        () ->
            DetailDesign.of(Comment.class)
                .key(key -> key.salt(4).part(Comment::id))
                .packed(packed -> packed.field(1, Comment::author).field(2, Comment::text))
                .build(),
        "a salt");
    assertRefused(
        () ->
            DetailDesign.of(Comment.class)
                .key(key -> key.hash(Digest.md5(4), Comment::author))
                .packed(packed -> packed.field(1, Comment::author).field(2, Comment::text))
                .build(),
        "Comment.author is in the key only as");
  }

  @Test
  void allFieldsOfADetailAreSomewhereOnce() {
    assertRefused(
        () -> keyed().packed(packed -> packed.field(1, Comment::author)).build(),
        "text neither in their key nor in a cell");
    assertRefused(() -> keyed().build(), "author neither");
    assertRefused(
        () ->
            keyed()
                .packed(packed -> packed.field(1, Comment::author).field(2, Comment::text))
                .cell(Comment::text, "t")
                .build(),
        "not both");
    assertRefused(
        () ->
            keyed()
                .cell(Comment::author, "a")
                .cell(Comment::text, "t")
                .cell(Comment::text, "u")
                .build(),
        "a field in two cells");
  }

  @Test
  void cellsHaveNamesThatDiffer() {
    assertRefused(() -> keyed().cell(Comment::author, ""), "\"\" is none");
    assertRefused(
        () -> keyed().cell(Comment::author, "a").cell(Comment::text, "\\x61"),
        "\"\\x61\" is there twice");
  }

  @Test
  void namesBehindAKeyNeedItsEnd() {
    UnaryOperator<DetailDesign.Builder<Comment>> openEnd =
        begun -> begun.key(key -> key.part(Comment::id).part(Comment::author, Parts.textToEnd()));
    assertThatCode(
            () ->
                openEnd
                    .apply(DetailDesign.of(Comment.class))
                    .packed(packed -> packed.field(1, Comment::text))
                    .build())
        .doesNotThrowAnyException();
    assertRefused(
        () -> openEnd.apply(DetailDesign.of(Comment.class)).cell(Comment::text, "t").build(),
        "Comment.author",
        "does not tell where it ends");
  }

  @Test
  void tallDetailsNeedTheEndOfTheRecordsKey() {
    assertRefused(
        () ->
            TableDesign.of("posts", Post.class)
                .key(key -> key.part(Post::name, Parts.textToEnd()))
                .family("c")
                .details(Post::votes, Vote::id, DetailLayout.wide("c"), votes("v-"))
                .details(Post::comments, DetailLayout.tall("comments"), comments("c-"))
                .build(),
        "comments has comments",
        "does not tell where it ends: name: text to the end");
  }

  @Test
  void tallDetailsAreAloneInTheirTable() {
    assertRefused(
        () ->
            posts()
                .details(Post::comments, DetailLayout.tall("more"), comments("c-"))
                .details(Post::votes, Vote::id, DetailLayout.tall("more"), votes("v-"))
                .build(),
        "more has votes",
        "other rows");
    assertRefused(
        () ->
            posts()
                .details(Post::comments, DetailLayout.tall("posts"), comments("c-"))
                .details(Post::votes, Vote::id, DetailLayout.wide("v"), votes("v-"))
                .build(),
        "posts has comments",
        "other rows");
  }

  @Test
  void whatSharesAFamilyIsToldApartByLiterals() {
    DetailDesign<Comment> all =
        keyed().packed(p -> p.field(1, Comment::author).field(2, Comment::text)).build();
    assertRefused(
        () -> both("c", all, "c", votes("v-")).build(), "c:* is comments", "c:v-* is votes");
    assertRefused(() -> both("c", comments("v"), "c", votes("v-")).build(), "a literal there");
    assertThatCode(() -> both("c", comments("c-"), "c", votes("v-")).build())
        .doesNotThrowAnyException();
    assertThatCode(() -> both("c", all, "v", votes("v-")).build()).doesNotThrowAnyException();
    assertRefused(() -> both("c", all, "x", votes("v-")).build(), "family x is not declared");
  }

  private static TableDesignBuilder<Post> both(
      String family, DetailDesign<Comment> comments, String other, DetailDesign<Vote> votes) {
    return posts()
        .details(Post::comments, DetailLayout.wide(family), comments)
        .details(Post::votes, Vote::id, DetailLayout.wide(other), votes);
  }

  record Named(String name, String title, List<Comment> comments) {}

  private static TableDesign<Named> named(String column) {
    return TableDesign.of("posts", Named.class)
        .key(key -> key.part(Named::name))
        .family("c")
        .column(Named::title, column)
        .details(Named::comments, DetailLayout.wide("c"), comments("c-"))
        .build();
  }

  @Test
  void aColumnIsNotADetail() {
    assertRefused(() -> named("c:c-title"), "c:c-* is comments", "c:c-title is title");
    assertThatCode(() -> named("c:c")).doesNotThrowAnyException();
    assertThatCode(() -> named("c:")).doesNotThrowAnyException();
  }

  @Test
  void theKeyOfAMapIsThatOfItsDetails() {
    DetailDesign<Vote> votes =
        DetailDesign.of(Vote.class).key(key -> key.part(Vote::id).part(Vote::seal)).build();
    assertRefused(
        () -> posts().details(Post::votes, Vote::id, DetailLayout.wide("v"), votes),
        "Post.votes: the key of a map",
        "not id of id: signed");
  }
}
