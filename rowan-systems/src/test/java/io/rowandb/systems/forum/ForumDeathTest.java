package io.rowandb.systems.forum;

import static io.rowandb.systems.forum.ModelForum.all;
import static io.rowandb.systems.forum.ModelForum.comment;
import static io.rowandb.systems.forum.ModelForum.post;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.rowandb.systems.fault.FaultyConnection;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A program dies at each call that writes, another acts between two of them, calls come late. */
@OnBackEnd
class ForumDeathTest {
  private static final ForumTables.Designs DESIGNS = ForumTables.Designs.named("forum_death");
  private static final int MOST_CALLS = 40;

  private static Connection real;
  private static FaultyConnection faulty;
  private static Forum mortal;
  private static Forum forum;
  private static int ids;

  @BeforeAll
  static void open(Connection connection) throws IOException {
    real = connection;
    faulty = new FaultyConnection(connection);
    forum = Forum.open(connection, DESIGNS);
    mortal = Forum.open(faulty.connection(), DESIGNS);
  }

  @AfterAll
  static void drop() throws IOException {
    mortal.close();
    forum.close();
    for (String each : List.of("posts", "comments", "lists")) {
      BackEnd.drop(real, "forum_death_" + each);
    }
  }

  /** What a program does with a post that has two comments, one of them a reply. */
  enum Deed {
    PUBLISH {
      @Override
      void run(Forum to, String id) throws IOException {
        to.publish(post(id + "x"), CommentLayout.WIDE);
      }

      @Override
      void run(ModelForum model, String id) {
        model.publish(post(id + "x"));
      }
    },
    COMMENT {
      @Override
      void run(Forum to, String id) throws IOException {
        to.comment(id, comment("c", "b", 2));
      }

      @Override
      void run(ModelForum model, String id) {
        model.comment(id, comment("c", "b", 2));
      }
    },
    REMOVE_COMMENT {
      @Override
      void run(Forum to, String id) throws IOException {
        to.removeComment(id, "a");
      }

      @Override
      void run(ModelForum model, String id) {
        model.removeComment(id, "a");
      }
    },
    REMOVE {
      @Override
      void run(Forum to, String id) throws IOException {
        to.remove(id);
      }

      @Override
      void run(ModelForum model, String id) {
        model.remove(id);
      }
    },
    MOVE {
      @Override
      void run(Forum to, String id) throws IOException {
        to.move(id, to.post(id).orElseThrow().layout().other());
      }

      @Override
      void run(ModelForum model, String id) {
        // The answers are the same.
      }
    };

    abstract void run(Forum to, String id) throws IOException;

    abstract void run(ModelForum model, String id);
  }

  private static String prepare(ModelForum model, CommentLayout layout) throws IOException {
    String id = "post" + ids++;
    forum.publish(post(id), layout);
    model.publish(post(id));
    for (Comment each : List.of(comment("a", null, 1), comment("b", "a", 0))) {
      forum.comment(id, each);
      model.comment(id, each);
    }
    return id;
  }

  private static void assertSame(ModelForum model, String id) throws IOException {
    model.assertSame(forum, id, 2);
    model.assertSame(forum, id + "x", 2);
  }

  /** Whether it died. */
  private static boolean die(Deed deed, String id, int calls, boolean executed) {
    faulty.dieBehind(calls, executed);
    try {
      deed.run(mortal, id);
      return false;
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("the program");
      return true;
    } finally {
      faulty.live();
    }
  }

  /** The call is made again, as its caller does who got no answer. */
  @ParameterizedTest
  @EnumSource(Deed.class)
  @Tag("slow")
  void theSameCallAgainEndsWhatADeathLeft(Deed deed) throws IOException {
    int deaths = 0;
    for (CommentLayout layout : CommentLayout.values()) {
      for (boolean executed : new boolean[] {false, true}) {
        boolean died = true;
        for (int calls = 0; died; calls++) {
          assertThat(calls).isLessThan(MOST_CALLS);
          ModelForum model = new ModelForum();
          String id = prepare(model, layout);
          CommentLayout after = deed == Deed.MOVE ? layout.other() : layout;
          died = die(deed, id, calls, executed);
          deaths += died ? 1 : 0;
          if (deed == Deed.MOVE) {
            forum.move(id, after);
          } else {
            deed.run(forum, id);
          }
          deed.run(model, id);
          assertSame(model, id);
          if (deed != Deed.REMOVE) {
            assertThat(forum.post(id)).map(PublishedPost::layout).contains(after);
          }
          assertNothingIsLeft(id);
        }
      }
    }
    assertThat(deaths).isGreaterThanOrEqualTo(4);
  }

  /** Another call comes next: it finds all as before the deed, or all as behind it. */
  @ParameterizedTest
  @EnumSource(Deed.class)
  void theNextCallFindsAllOrNothing(Deed deed) throws IOException {
    boolean[] found = new boolean[2];
    for (CommentLayout layout : CommentLayout.values()) {
      for (boolean executed : new boolean[] {false, true}) {
        boolean died = true;
        for (int calls = 0; died; calls++) {
          ModelForum before = new ModelForum();
          String id = prepare(before, layout);
          ModelForum behind = new ModelForum();
          behind.publish(post(id));
          behind.comment(id, comment("a", null, 1));
          behind.comment(id, comment("b", "a", 0));
          deed.run(behind, id);
          died = die(deed, id, calls, executed);
          if (calls % 2 == 1) {
            forum.resume(id);
          }
          boolean done = isDone(deed, id, layout);
          found[done ? 1 : 0] = true;
          ModelForum model = done ? behind : before;
          assertSame(model, id);
          if (model.has(id)) {
            assertThat(forum.comment(id, comment("next", "b", 3))).isTrue();
            model.comment(id, comment("next", "b", 3));
            assertSame(model, id);
          }
        }
      }
    }
    assertThat(found).as("some deaths are early, some late").containsExactly(true, true);
    forum.repair();
    assertThat(forum.repair()).isEqualTo(new ForumRepair(0, 0, 0));
  }

  private static boolean isDone(Deed deed, String id, CommentLayout before) throws IOException {
    return switch (deed) {
      case PUBLISH -> forum.post(id + "x").isPresent();
      case COMMENT -> forum.count(id).getAsLong() == 3;
      case REMOVE_COMMENT -> forum.count(id).getAsLong() == 1;
      case REMOVE -> forum.post(id).isEmpty();
      case MOVE -> forum.post(id).orElseThrow().layout() != before;
    };
  }

  /** Behind a death and its mending, no row of an earlier move or life is left. */
  private static void assertNothingIsLeft(String id) throws IOException {
    forum.resume(id);
    boolean isTall =
        forum.post(id).map(PublishedPost::layout).filter(CommentLayout.TALL::equals).isPresent();
    if (!isTall) {
      assertThat(rows(id)).isZero();
    }
  }

  private static int rows(String id) throws IOException {
    int rows = 0;
    byte[] prefix = ForumCells.commentRows(id);
    try (Table table = real.getTable(DESIGNS.comments().name());
        ResultScanner scanner = table.getScanner(new Scan().setStartStopRowForPrefixScan(prefix))) {
      for (Result each : scanner) {
        assertThat(each.getRow()).startsWith(prefix);
        rows++;
      }
    }
    return rows;
  }

  /** A comment comes before each call of a removal: it is there and goes, or is refused. */
  @ParameterizedTest
  @EnumSource(CommentLayout.class)
  void aCommentThatArrivesWhileItsPostIsRemovedLeavesNothing(CommentLayout layout)
      throws IOException {
    int refused = 0;
    int taken = 0;
    for (int calls = 0; ; calls++) {
      String id = prepare(new ModelForum(), layout);
      boolean[] comes = new boolean[1];
      faulty.meanwhile(
          calls,
          () -> {
            try {
              comes[0] = forum.comment(id, comment("late", "a", 5));
            } catch (IllegalArgumentException e) {
              assertThat(e).hasMessage("there is no post \"" + id + "\"");
            }
            return null;
          });
      assertThat(mortal.remove(id)).isTrue();
      if (faulty.isTooShort()) {
        faulty.meanwhile(Integer.MAX_VALUE, () -> null);
        break;
      }
      taken += comes[0] ? 1 : 0;
      refused += comes[0] ? 0 : 1;
      assertEmptyWhenPublishedAgain(id);
    }
    assertThat(taken).as("before it").isEqualTo(1);
    assertThat(refused).as("behind its first call").isPositive();
  }

  /** A removal comes before each call of a comment. */
  @ParameterizedTest
  @EnumSource(CommentLayout.class)
  void aPostThatIsRemovedWhileACommentIsWrittenShowsNothingOfIt(CommentLayout layout)
      throws IOException {
    for (boolean again : new boolean[] {false, true}) {
      for (int calls = 0; ; calls++) {
        String id = prepare(new ModelForum(), layout);
        faulty.meanwhile(
            calls,
            () -> {
              assertThat(forum.remove(id)).isTrue();
              return again && forum.publish(post(id), layout);
            });
        boolean wasThere;
        try {
          wasThere = mortal.comment(id, comment("late", null, 5));
        } catch (IllegalArgumentException e) {
          // A reader of the head: the post is gone.
          assertThat(e).hasMessage("there is no post \"" + id + "\"");
          wasThere = false;
        }
        if (faulty.isTooShort()) {
          faulty.meanwhile(Integer.MAX_VALUE, () -> null);
          break;
        }
        ModelForum model = new ModelForum();
        if (again) {
          // As the first call decides, the comment came before the removal or is refused.
          model.publish(post(id));
          assertThat(wasThere).isEqualTo(calls > 0);
        }
        model.assertSame(forum, id, 3);
      }
    }
  }

  /** Somebody publishes the post again before a removal reads on. */
  @Test
  void oneRemovalRemovesOnePublication() throws IOException {
    ModelForum model = new ModelForum();
    String id = prepare(model, CommentLayout.WIDE);
    boolean[] publishes = new boolean[1];
    Connection slow =
        FaultyConnection.answering(
            real,
            "checkAndMutate",
            call -> {
              Object answer = call.call();
              if (publishes[0]) {
                publishes[0] = false;
                assertThat(forum.publish(post(id), CommentLayout.TALL)).isTrue();
              }
              return answer;
            });
    try (Forum remover = Forum.open(slow, DESIGNS)) {
      publishes[0] = true;
      assertThat(remover.remove(id)).isTrue();
    }
    model.remove(id);
    model.publish(post(id));
    model.assertSame(forum, id, 2);
  }

  private static void assertEmptyWhenPublishedAgain(String id) throws IOException {
    new ModelForum().assertSame(forum, id, 3);
    assertThat(rows(id)).isZero();
    for (CommentLayout layout : CommentLayout.values()) {
      ModelForum model = new ModelForum();
      model.publish(post(id));
      forum.publish(post(id), layout);
      model.assertSame(forum, id, 3);
      forum.remove(id);
    }
  }

  /** Comments and removals of some come before each call of a move. */
  @ParameterizedTest
  @EnumSource(CommentLayout.class)
  void commentsThatArriveDuringAMoveMoveToo(CommentLayout layout) throws IOException {
    for (int calls = 0; ; calls++) {
      ModelForum model = new ModelForum();
      String id = prepare(model, layout);
      faulty.meanwhile(
          calls,
          () -> {
            model.assertSame(forum, id, 2);
            forum.comment(id, comment("late", "b", 5));
            forum.removeComment(id, "b");
            return null;
          });
      mortal.move(id, layout.other());
      if (faulty.isTooShort()) {
        faulty.meanwhile(Integer.MAX_VALUE, () -> null);
        break;
      }
      model.comment(id, comment("late", "b", 5));
      model.removeComment(id, "b");
      model.assertSame(forum, id, 2);
      assertThat(forum.post(id)).map(PublishedPost::layout).contains(layout.other());
    }
  }

  /** All calls that wrote are executed once more behind each step: nothing changes. */
  @ParameterizedTest
  @EnumSource(CommentLayout.class)
  void callsThatAreExecutedLateChangeNothing(CommentLayout layout) throws IOException {
    ModelForum model = new ModelForum();
    String id = "late" + layout;
    FaultyConnection recorder = new FaultyConnection(real);
    List<Step> steps =
        List.of(
            new Step(to -> to.publish(post(id), layout), () -> model.publish(post(id))),
            new Step(
                to -> to.comment(id, comment("a", null, 1)),
                () -> model.comment(id, comment("a", null, 1))),
            new Step(
                to -> to.comment(id, comment("b", "a", 0)),
                () -> model.comment(id, comment("b", "a", 0))),
            new Step(to -> to.removeComment(id, "a"), () -> model.removeComment(id, "a")),
            new Step(to -> to.move(id, layout.other()), () -> true),
            new Step(to -> to.removeComment(id, "b"), () -> model.removeComment(id, "b")),
            new Step(to -> to.move(id, layout), () -> true),
            new Step(
                to -> to.comment(id, comment("c", null, 7)),
                () -> model.comment(id, comment("c", null, 7))),
            new Step(to -> to.remove(id), () -> model.remove(id)),
            new Step(to -> to.publish(post(id), layout), () -> model.publish(post(id))),
            new Step(
                to -> to.comment(id, comment("b", null, 3)),
                () -> model.comment(id, comment("b", null, 3))),
            new Step(to -> to.remove(id), () -> model.remove(id)));
    try (Forum slow = Forum.open(recorder.connection(), DESIGNS)) {
      for (Step step : steps) {
        step.deed().run(slow);
        step.model().call();
        List<Callable<?>> late = new ArrayList<>(recorder.written());
        for (Callable<?> each : late) {
          each.call();
        }
        model.assertSame(forum, id, 2);
      }
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
    forum.repair();
    assertThat(rows(id)).as("a repair deletes what late calls left").isZero();
  }

  private interface Run {
    Object run(Forum to) throws IOException;
  }

  private record Step(Run deed, Callable<Boolean> model) {}

  /** Many comments, so that a move has many steps; each may be the last of a program. */
  @Test
  void aMoveOfManyIsResumedWhereItEnded() throws IOException {
    ModelForum model = new ModelForum();
    String id = prepare(model, CommentLayout.WIDE);
    List<Comment> many = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      many.add(comment("m" + i, i < 20 ? "b" : "m" + (i - 20), 400 - i));
    }
    forum.commentAll(id, many);
    many.forEach(each -> model.comment(id, each));
    for (CommentLayout to : List.of(CommentLayout.TALL, CommentLayout.WIDE)) {
      int deaths = 0;
      while (forum.post(id).orElseThrow().layout() != to) {
        faulty.dieBehind(2, deaths % 2 == 0);
        assertThatThrownBy(() -> mortal.move(id, to)).isInstanceOf(IOException.class);
        faulty.live();
        deaths++;
        assertThat(forum.oldest(id, 5, Optional.empty()).records()).hasSize(5);
        assertThat(deaths).isLessThan(MOST_CALLS);
      }
      assertThat(deaths).as("each went on").isGreaterThan(2);
      model.assertSame(forum, id, 90);
    }
  }

  /** Whoever waits for a move helps with it: long texts are no reason to need much memory. */
  @Test
  void aMoveTakesLongTextsInParts() throws IOException {
    String id = "long texts";
    List<Comment> comments = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      String text = "x".repeat(i < 5 ? 1 : Comment.MOST_TEXT_BYTES);
      comments.add(new Comment("c" + (10 + i), Optional.empty(), "bob", ModelForum.TIME, text));
    }
    forum.publish(post(id), CommentLayout.WIDE);
    forum.commentAll(id, comments);
    AtomicLong read = new AtomicLong();
    AtomicLong most = new AtomicLong();
    Connection counting =
        FaultyConnection.answering(
            real,
            "get",
            call -> {
              Object found = call.call();
              if (found instanceof Result result && !result.isEmpty()) {
                read.addAndGet(Result.getTotalSizeOfCells(result));
              }
              most.accumulateAndGet(read.get(), Math::max);
              return found;
            });
    Connection steps =
        FaultyConnection.answering(
            counting,
            "checkAndMutate",
            call -> {
              read.set(0);
              return call.call();
            });
    try (Forum mover = Forum.open(steps, DESIGNS)) {
      assertThat(mover.move(id, CommentLayout.TALL)).isTrue();
      assertThat(mover.move(id, CommentLayout.WIDE)).isTrue();
    }
    assertThat(most.get()).isBetween(1_000_000L, 2_500_000L);
    assertThat(all(60, (size, next) -> forum.oldest(id, size, next))).isEqualTo(comments);
  }

  /** It is not for ever: the call may be made again later. */
  @Tag("slow")
  @Test
  void whoIsAlwaysTooLateIsToldSo() throws IOException {
    assumeThat(BackEnd.isHBase()).as("ten thousand attempts").isFalse();
    String id = prepare(new ModelForum(), CommentLayout.WIDE);
    Connection late =
        FaultyConnection.answering(
            real, "checkAndMutate", call -> new CheckAndMutateResult(false, null));
    try (Forum loser = Forum.open(late, DESIGNS)) {
      assertThatThrownBy(() -> loser.comment(id, comment("late", null, 3)))
          .isInstanceOf(PostBusyException.class)
          .hasMessageContaining("was changed by others before each of 10000 attempts");
    }
    assertThat(forum.find(id, "late")).isEmpty();
  }

  /** The words of who died are those that come again, and others are refused. */
  @Test
  void aLostAnswerDoesNotMakeACommentTwice() throws IOException {
    for (CommentLayout layout : CommentLayout.values()) {
      ModelForum model = new ModelForum();
      String id = prepare(model, layout);
      assertThat(die(Deed.COMMENT, id, 0, /* executed= */ true)).isTrue();
      assertThat(forum.comment(id, comment("c", "b", 2))).as("it is there").isFalse();
      assertThat(forum.count(id)).hasValue(3);
      assertThatThrownBy(() -> forum.comment(id, comment("c", "a", 2)))
          .hasMessageContaining("was there already");
      model.comment(id, comment("c", "b", 2));
      model.assertSame(forum, id, 2);
    }
  }
}
