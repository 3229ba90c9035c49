package io.rowandb.systems.forum;

import static io.rowandb.systems.forum.CommentLayout.TALL;
import static io.rowandb.systems.forum.CommentLayout.WIDE;
import static io.rowandb.systems.forum.ModelForum.TIME;
import static io.rowandb.systems.forum.ModelForum.all;
import static io.rowandb.systems.forum.ModelForum.comment;
import static io.rowandb.systems.forum.ModelForum.post;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.pattern.Page;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** All answers are those of lists in memory. */
@OnBackEnd
class ForumTest {
  private static final ForumTables.Designs DESIGNS = ForumTables.Designs.named("forum_test");

  private static Forum forum;
  private static int ids;

  /** For all tests: to make tables takes HBase seconds. */
  @BeforeAll
  static void open(Connection connection) throws IOException {
    forum = Forum.open(connection, DESIGNS);
  }

  @AfterAll
  static void drop(Connection connection) throws IOException {
    forum.close();
    for (String each : List.of("posts", "comments", "lists")) {
      BackEnd.drop(connection, "forum_test_" + each);
    }
  }

  private static String newPost(CommentLayout layout) throws IOException {
    String id = "post" + ids++;
    forum.publish(post(id), layout);
    return id;
  }

  /** Comments, replies, removals, removed posts and moves, in any order, of few ids and times. */
  @Test
  void answersAreThoseOfLists() throws IOException {
    ModelForum model = new ModelForum();
    SplittableRandom random = new SplittableRandom(7);
    int steps = BackEnd.isHBase() ? 60 : 900;
    for (int step = 0; step < steps; step++) {
      String id = "drawn" + random.nextInt(3);
      if (!model.has(id)) {
        assertThat(forum.publish(post(id), random.nextBoolean() ? WIDE : TALL))
            .isEqualTo(model.publish(post(id)));
        continue;
      }
      switch (random.nextInt(40)) {
        case 0 -> assertThat(forum.remove(id)).isEqualTo(model.remove(id));
        case 1 -> forum.move(id, WIDE);
        case 2 -> forum.move(id, TALL);
        case 3, 4, 5, 6 -> {
          String comment = "c" + random.nextInt(60);
          assertThat(forum.removeComment(id, comment)).isEqualTo(model.removeComment(id, comment));
        }
        default -> {
          int number = random.nextInt(60);
          // The same number is the same comment, whenever it comes.
          String parent = number < 8 || number % 3 == 0 ? null : "c" + number / 3;
          Comment comment = comment("c" + number, parent, number * 7 % 5);
          if (parent == null || model.isReplyable(id, parent)) {
            assertThat(forum.comment(id, comment)).isEqualTo(model.comment(id, comment));
          }
        }
      }
      if (step % 150 == 149) {
        for (int i = 0; i < 3; i++) {
          model.assertSame(forum, "drawn" + i, 7);
        }
      }
    }
    for (int i = 0; i < 3; i++) {
      if (model.has("drawn" + i)) {
        model.assertSame(forum, "drawn" + i, 1 + i);
        model.assertReplies(forum, "drawn" + i, 3);
      }
    }
    assertThat(forum.repair().resumed()).isZero();
  }

  @ParameterizedTest
  @EnumSource(CommentLayout.class)
  void aCommentIsFoundWhereItStands(CommentLayout layout) throws IOException {
    String id = newPost(layout);
    Comment reply = comment("b", "a", 1);
    forum.comment(id, comment("a", null, 0));
    forum.comment(id, reply);
    assertThat(forum.find(id, "b")).contains(new ThreadComment(reply, 1, false));
    assertThat(forum.find(id, "c")).isEmpty();
    forum.removeComment(id, "b");
    ThreadComment place = forum.find(id, "b").orElseThrow();
    assertThat(place.isRemoved()).isTrue();
    assertThat(place.comment().time()).isEqualTo(reply.time());
    assertThat(place.comment().parent()).contains("a");
    assertThatThrownBy(() -> forum.find("nothing", "b")).hasMessageContaining("no post");
  }

  @ParameterizedTest
  @EnumSource(CommentLayout.class)
  void theSameAgainChangesNothing(CommentLayout layout) throws IOException {
    String id = newPost(layout);
    assertThat(forum.publish(post(id), layout.other())).isFalse();
    assertThat(forum.post(id)).map(PublishedPost::layout).contains(layout);
    assertThat(forum.comment(id, comment("a", null, 0))).isTrue();
    assertThat(forum.comment(id, comment("a", null, 0))).isFalse();
    assertThat(forum.commentAll(id, List.of(comment("a", null, 0), comment("b", "a", 0))))
        .isEqualTo(1);
    assertThat(forum.count(id)).hasValue(2);
    assertThat(forum.removeComment(id, "b")).isTrue();
    assertThat(forum.removeComment(id, "b")).isFalse();
    assertThat(forum.comment(id, comment("b", "a", 0))).as("late, behind its removal").isFalse();
    assertThat(forum.removeComment(id, "never")).isFalse();
    assertThat(forum.count(id)).hasValue(1);
    assertThat(forum.oldest(id, 9, Optional.empty()).records())
        .containsExactly(comment("a", null, 0));
  }

  @ParameterizedTest
  @EnumSource(CommentLayout.class)
  void anotherCommentOfTheSameIdIsRefused(CommentLayout layout) throws IOException {
    String id = newPost(layout);
    forum.commentAll(id, List.of(comment("a", null, 0), comment("b", null, 1)));
    forum.comment(id, comment("c", "a", 2));
    for (Comment other :
        List.of(
            comment("c", "b", 2),
            comment("c", null, 2),
            comment("c", "c", 2),
            comment("c", "a", 3),
            new Comment("c", Optional.of("a"), "eve", TIME.plusMillis(2), "text of c"),
            new Comment("c", Optional.of("a"), "bob", TIME.plusMillis(2), "other"))) {
      assertThatThrownBy(() -> forum.comment(id, other))
          .as("%s", other)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("comment \"c\" of post \"" + id + "\" was there already");
    }
    assertThat(all(1, (size, next) -> forum.thread(id, size, next)))
        .extracting(each -> each.comment().id())
        .as("a whole thread ends")
        .containsExactly("a", "c", "b");
    forum.removeComment(id, "c");
    assertThatThrownBy(() -> forum.comment(id, comment("c", "b", 2)))
        .hasMessageContaining("was there already");
  }

  @ParameterizedTest
  @EnumSource(CommentLayout.class)
  void aReplyNeedsItsParent(CommentLayout layout) throws IOException {
    String id = newPost(layout);
    assertThatThrownBy(() -> forum.comment(id, comment("a", "a", 0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("comment \"a\" replies to a, which post \"" + id + "\" does not have");
    forum.comment(id, comment("a", null, 0));
    forum.removeComment(id, "a");
    assertThatThrownBy(() -> forum.comment(id, comment("b", "a", 0)))
        .hasMessage("comment \"b\" replies to a, which was removed");
    assertThatThrownBy(() -> forum.comment("nothing", comment("b", null, 0)))
        .hasMessage("there is no post \"nothing\"");
    assertThat(forum.count(id)).hasValue(0);
    assertThatThrownBy(() -> forum.replies(id, "x", 3, Optional.empty()))
        .hasMessage("post \"" + id + "\" has no comment \"x\"");
  }

  @ParameterizedTest
  @EnumSource(CommentLayout.class)
  void threadsAreSoDeepAndNoDeeper(CommentLayout layout) throws IOException {
    String id = newPost(layout);
    String stem = "x".repeat(ForumValues.MOST_NAME_BYTES - 2);
    List<Comment> chain = new ArrayList<>();
    for (int i = 10; i < 10 + Forum.MOST_DEPTH; i++) {
      chain.add(comment(stem + i, i == 10 ? null : stem + (i - 1), -i));
    }
    assertThat(forum.commentAll(id, chain)).isEqualTo(Forum.MOST_DEPTH);
    String last = chain.get(chain.size() - 1).id();
    assertThatThrownBy(() -> forum.comment(id, comment("y", last, 0)))
        .hasMessageContaining("is 63 deep: 64 levels at most");
    assertThat(all(10, (size, next) -> forum.thread(id, size, next)))
        .extracting(ThreadComment::comment)
        .isEqualTo(chain);
  }

  /** An id that is used again shows nothing of before, in either layout. */
  @ParameterizedTest
  @EnumSource(CommentLayout.class)
  void aPostPublishedAgainBeginsEmpty(CommentLayout layout) throws IOException {
    String id = newPost(layout);
    forum.commentAll(id, List.of(comment("a", null, 0), comment("b", "a", 1)));
    Optional<String> token = forum.oldest(id, 1, Optional.empty()).next();
    assertThat(forum.remove(id)).isTrue();
    assertThat(forum.remove(id)).isFalse();
    new ModelForum().assertSame(forum, id, 1);
    assertThatThrownBy(() -> forum.oldest(id, 1, Optional.empty()))
        .hasMessage("there is no post \"" + id + "\"");
    for (CommentLayout next : CommentLayout.values()) {
      ModelForum model = new ModelForum();
      model.publish(post(id));
      assertThat(forum.publish(post(id), next)).isTrue();
      model.assertSame(forum, id, 5);
      assertThat(forum.comment(id, comment("b", null, 9))).as("a new one").isTrue();
      model.comment(id, comment("b", null, 9));
      model.assertSame(forum, id, 5);
      assertThatThrownBy(() -> forum.oldest(id, 1, token))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("of a post that was removed since");
      forum.remove(id);
    }
  }

  @Test
  void aTokenIsOfOneQuestion() throws IOException {
    String id = newPost(WIDE);
    forum.commentAll(id, List.of(comment("a", null, 0), comment("b", "a", 1)));
    Optional<String> token = forum.oldest(id, 1, Optional.empty()).next();
    assertThatThrownBy(() -> forum.newest(id, 1, token)).hasMessageContaining("another question");
    assertThatThrownBy(() -> forum.thread(id, 1, token)).hasMessageContaining("another question");
    assertThatThrownBy(() -> forum.thread(id, 1, Optional.of("?")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("\"?\" is no token of a page");
    for (char kind : new char[] {'A', 'a', 'd', 'i', 't', 'z'}) {
      for (Optional<String> each : List.of(token, forum.thread(id, 1, Optional.empty()).next())) {
        byte[] forged = Base64.getUrlDecoder().decode(each.orElseThrow());
        forged[8] = (byte) kind;
        Optional<String> other = Optional.of(Base64.getUrlEncoder().encodeToString(forged));
        if (kind != 'a') {
          assertThatThrownBy(
                  () -> {
                    if (each.equals(token)) {
                      forum.oldest(id, 1, other);
                    } else {
                      forum.thread(id, 1, other);
                    }
                  })
              .hasMessageContaining("no token");
        }
      }
    }
    forum.move(id, TALL);
    assertThat(forum.oldest(id, 1, token).records()).containsExactly(comment("b", "a", 1));
  }

  @Test
  void listsHaveThePostsThatAreThere() throws IOException {
    for (int i = 0; i < 9; i++) {
      forum.publish(
          new Post("l" + i, i % 3 == 0 ? "zoë" : "max", TIME.plusSeconds(i), "", "", List.of()),
          WIDE);
    }
    forum.remove("l6");
    forum.remove("l5");
    forum.publish(new Post("l5", "zoë", TIME.minusSeconds(5), "", "", List.of()), TALL);
    assertThat(all(2, (size, next) -> forum.postsOf("max", size, next)))
        .extracting(each -> each.post().id())
        .containsExactly("l8", "l7", "l4", "l2", "l1");
    assertThat(all(50, (size, next) -> forum.postsOf("zoë", size, next)))
        .extracting(each -> each.post().id())
        .containsExactly("l3", "l0", "l5");
    assertThat(forum.newestPosts(3, Optional.empty()).records())
        .extracting(each -> each.post().id())
        .containsExactly("l8", "l7", "l4");
    assertThat(forum.postsOf("nobody", 3, Optional.empty()).records()).isEmpty();
    for (int i = 0; i < 9; i++) {
      forum.remove("l" + i);
    }
  }

  @Test
  void aLoadTakesPostsAndCommentsTogetherAndAgain() throws IOException {
    List<ForumEvent> events = new ArrayList<>();
    ModelForum model = new ModelForum();
    for (int i = 0; i < 4; i++) {
      events.add(new ForumEvent.Published(post("load" + i)));
      model.publish(post("load" + i));
    }
    for (int i = 0; i < 1_300; i++) {
      Comment comment = comment("c" + i, i < 8 ? null : "c" + (i - 8), i % 40);
      if (i / 8 < 60) {
        events.add(new ForumEvent.Commented("load" + i % 4, comment));
        model.comment("load" + i % 4, comment);
      }
    }
    for (int i = 0; i < 2; i++) {
      assertThat(forum.load(events.stream(), i == 0 ? TALL : WIDE)).isEqualTo(events.size());
      model.assertSame(forum, "load1", 100);
      model.assertSame(forum, "load3", 33);
    }
    assertThatThrownBy(
            () ->
                forum.load(
                    Stream.of(new ForumEvent.Commented("none", comment("a", null, 0))), WIDE))
        .hasMessage("there is no post \"none\"");
  }

  @Test
  void wrongValuesAreRefused() throws IOException {
    String id = newPost(WIDE);
    assertThatThrownBy(() -> forum.publish(new Post(id, "x", TIME, "", "", List.of()), WIDE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("post \"" + id + "\" was published already");
    assertThatThrownBy(() -> post("")).hasMessage("post \"\" has 0 bytes, not 1 to 100");
    assertThatThrownBy(() -> comment("a\nb", null, 0)).hasMessageContaining("control character");
    assertThatThrownBy(() -> comment("é".repeat(51), null, 0)).hasMessageContaining("102 bytes");
    assertThatThrownBy(
            () -> new Comment("a", Optional.empty(), "b", TIME, "x".repeat((1 << 16) + 1)))
        .hasMessage("text has 65537 bytes, not 0 to 65536");
    assertThatThrownBy(() -> new Comment("a", Optional.empty(), "b", TIME.plusNanos(1), ""))
        .hasMessageContaining("more than milliseconds");
    assertThatThrownBy(() -> forum.oldest(id, 0, Optional.empty()))
        .hasMessage("size 0 is not from 1 to 1000");
    assertThatThrownBy(() -> forum.newestPosts(1_001, Optional.empty()))
        .hasMessage("size 1001 is not from 1 to 1000");
    assertThatThrownBy(() -> forum.move("none", TALL)).hasMessage("there is no post \"none\"");
    assertThatThrownBy(() -> forum.removeComment("none", "a"))
        .hasMessage("there is no post \"none\"");
    assertThat(forum.remove("none")).isFalse();
    assertThat(forum.resume("none")).isFalse();
  }

  @ParameterizedTest
  @EnumSource(CommentLayout.class)
  void textsMayBeEmptyOrLong(CommentLayout layout) throws IOException {
    String id = newPost(layout);
    List<Comment> comments = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      String text = i % 2 == 0 ? "" : "\u20AC".repeat(Comment.MOST_TEXT_BYTES / 3);
      comments.add(new Comment("c" + (10 + i), Optional.empty(), "bob", TIME, text));
    }
    assertThat(forum.commentAll(id, List.of())).isZero();
    assertThat(forum.commentAll(id, comments)).isEqualTo(40);
    assertThat(all(15, (size, next) -> forum.oldest(id, size, next))).isEqualTo(comments);
  }

  @Test
  void tablesThatAreNotThereAreNotMade(Connection connection) {
    assertThatThrownBy(() -> Forum.openExisting(connection))
        .isInstanceOf(TableNotFoundException.class)
        .hasMessageContaining("there is no table forum_posts");
  }

  /** Of any length, of other times, and of what is not below the comment that is asked about. */
  @ParameterizedTest
  @EnumSource(CommentLayout.class)
  void aForgedTokenOfAThreadIsNone(CommentLayout layout) throws IOException {
    String id = newPost(layout);
    forum.commentAll(
        id, List.of(comment("a", null, 0), comment("b", "a", 1), comment("c", null, 2)));
    byte[] whole =
        Base64.getUrlDecoder().decode(forum.thread(id, 1, Optional.empty()).next().orElseThrow());
    for (int length = 8; length < whole.length; length++) {
      String shorter = Base64.getUrlEncoder().encodeToString(Arrays.copyOf(whole, length));
      assertThatThrownBy(() -> forum.thread(id, 1, Optional.of(shorter)))
          .as("%d bytes", length)
          .isInstanceOf(IllegalArgumentException.class);
    }
    byte[] later = whole.clone();
    later[16]++; // the time
    byte[] other = whole.clone();
    other[17] = 'z'; // the id
    byte[] high = Arrays.copyOf(whole, 11);
    Arrays.fill(high, 9, 11, (byte) 0xFF);
    for (byte[] each : List.of(later, other, high)) {
      String forged = Base64.getUrlEncoder().encodeToString(each);
      assertThatThrownBy(() -> forum.thread(id, 1, Optional.of(forged)))
          .hasMessageContaining("is no token of a page");
    }
    forum.comment(id, comment("d", "a", 3));
    byte[] replies =
        Base64.getUrlDecoder()
            .decode(forum.replies(id, "a", 1, Optional.empty()).next().orElseThrow());
    for (char outside : new char[] {'a', 'c'}) {
      replies[17] = (byte) outside;
      replies[16] = whole[16];
      if (outside == 'c') {
        replies[16] = (byte) (whole[16] + 2);
      }
      String forged = Base64.getUrlEncoder().encodeToString(replies);
      assertThatThrownBy(() -> forum.replies(id, "a", 1, Optional.of(forged)))
          .hasMessageContaining("is no token of a page");
    }
    assertThatThrownBy(() -> forum.thread(id, 1, Optional.of("A".repeat(8_000))))
        .satisfies(e -> assertThat(e.getMessage().length()).isLessThan(200));
  }

  /** They go into the address of a page. */
  @ParameterizedTest
  @EnumSource(CommentLayout.class)
  void tokensAreShortHoweverDeepAThreadIs(CommentLayout layout) throws IOException {
    String id = newPost(layout);
    String stem = "x".repeat(ForumValues.MOST_NAME_BYTES - 2);
    List<Comment> chain = new ArrayList<>();
    for (int i = 10; i < 10 + Forum.MOST_DEPTH; i++) {
      chain.add(comment(stem + i, i == 10 ? null : stem + (i - 1), i));
    }
    forum.commentAll(id, chain);
    forum.removeComment(id, stem + 40); // a page may end with its place
    List<ThreadComment> thread =
        all(
            1,
            (size, next) -> {
              assertThat(next.orElse("").length()).isLessThan(200);
              return forum.thread(id, size, next);
            });
    assertThat(thread).hasSize(Forum.MOST_DEPTH);
    assertThat(thread.get(30).isRemoved()).isTrue();
    assertThat(all(7, (size, next) -> forum.replies(id, stem + 10, size, next)))
        .isEqualTo(thread.subList(1, Forum.MOST_DEPTH));
  }

  /** One removed comment makes a page hardly longer to read, many of them no more than needed. */
  @ParameterizedTest
  @EnumSource(CommentLayout.class)
  void removedCommentsAreNoReasonToReadMuch(CommentLayout layout) throws IOException {
    String id = newPost(layout);
    List<Comment> comments = new ArrayList<>();
    for (int i = 0; i < 600; i++) {
      comments.add(comment("c" + i, null, i));
    }
    forum.commentAll(id, comments);
    forum.removeComment(id, "c1");
    forum.removeComment(id, "c598");
    assertThat(forum.reads(asked -> asked.newest(id, 20, Optional.empty())).cells())
        .isBetween(21L, 80L);
    assertThat(forum.reads(asked -> asked.oldest(id, 20, Optional.empty())).cells())
        .isBetween(21L, 40L);
    for (int i = 300; i < 590; i++) {
      forum.removeComment(id, "c" + i);
    }
    List<Comment> left = new ArrayList<>(comments);
    left.removeIf(each -> isRemoved(Integer.parseInt(each.id().substring(1))));
    assertThat(all(20, (size, next) -> forum.oldest(id, size, next))).isEqualTo(left);
    Collections.reverse(left);
    assertThat(all(20, (size, next) -> forum.newest(id, size, next))).isEqualTo(left);
    assertThat(forum.reads(asked -> asked.newest(id, 20, Optional.empty())).cells())
        .isLessThan(2 * (290 + 2 * 100L));
  }

  private static boolean isRemoved(int number) {
    return number == 1 || number == 598 || (number >= 300 && number < 590);
  }

  /** The longest page reads only what it shows, and one more. */
  @Test
  void aPageReadsLittle() throws IOException {
    String id = newPost(TALL);
    List<Comment> comments = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      comments.add(comment("c" + i, null, i));
    }
    forum.commentAll(id, comments);
    for (CommentLayout layout : CommentLayout.values()) {
      forum.move(id, layout);
      Page<Comment> first = forum.newest(id, 20, Optional.empty());
      assertThat(first.records()).hasSize(20);
      assertThat(forum.reads(asked -> asked.newest(id, 20, first.next())).cells())
          .as("%s", layout)
          .isBetween(21L, 50L);
      assertThat(forum.reads(asked -> asked.oldest(id, 20, Optional.empty())).cells())
          .isBetween(21L, 28L);
    }
    assertThat(forum.count(id)).hasValue(300);
  }
}
