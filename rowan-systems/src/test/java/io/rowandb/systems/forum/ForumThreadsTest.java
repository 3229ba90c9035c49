package io.rowandb.systems.forum;

import static io.rowandb.systems.forum.ModelForum.comment;
import static io.rowandb.systems.forum.ModelForum.post;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.Test;

/** Many write one post, while its comments move to and fro. */
@OnBackEnd
class ForumThreadsTest {
  private static final int WRITERS = 6;
  private static final int COMMENTS = BackEnd.isHBase() ? 6 : 25;
  private static final int MOVES = BackEnd.isHBase() ? 3 : 10;

  @Test
  void allCommentsOfAllWritersAreThereOnce(Connection connection) throws Exception {
    ModelForum model = new ModelForum();
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS + 2);
    try (Forum forum = Forum.open(connection, ForumTables.Designs.named("forum_threads"))) {
      forum.publish(post("p"), CommentLayout.WIDE);
      model.publish(post("p"));
      CountDownLatch begin = new CountDownLatch(1);
      List<Future<?>> all = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        String name = "w" + writer;
        for (int i = 0; i < COMMENTS; i++) {
          model.comment("p", comment(name + "c" + i, i < 2 ? null : name + "c" + (i - 2), i % 3));
          if (i % 5 == 4) {
            model.removeComment("p", name + "c" + i);
          }
        }
        all.add(threads.submit(behind(begin, () -> write(forum, name))));
      }
      all.add(
          threads.submit(
              behind(
                  begin,
                  () -> {
                    for (int i = 0; i < MOVES; i++) {
                      CommentLayout to = i % 2 == 0 ? CommentLayout.TALL : CommentLayout.WIDE;
                      forum.move("p", to);
                    }
                    return null;
                  })));
      all.add(
          threads.submit(
              behind(
                  begin,
                  () -> {
                    for (int i = 0; i < MOVES; i++) {
                      // Each page is of one place, whole: never fewer than the removals leave.
                      int seen =
                          ModelForum.all(1_000, (size, next) -> forum.oldest("p", size, next))
                              .size();
                      assertThat(seen).isLessThanOrEqualTo(WRITERS * COMMENTS);
                    }
                    return null;
                  })));
      begin.countDown();
      for (Future<?> each : all) {
        each.get();
      }
      model.assertSame(forum, "p", 40);
      assertThat(forum.repair().resumed()).isZero();
    } finally {
      threads.shutdownNow();
      for (String each : List.of("posts", "comments", "lists")) {
        BackEnd.drop(connection, "forum_threads_" + each);
      }
    }
  }

  private static Callable<Void> behind(CountDownLatch begin, Callable<Void> work) {
    return () -> {
      begin.await();
      return work.call();
    };
  }

  private static Void write(Forum forum, String name) throws Exception {
    for (int i = 0; i < COMMENTS; i++) {
      forum.comment("p", comment(name + "c" + i, i < 2 ? null : name + "c" + (i - 2), i % 3));
    }
    for (int i = 4; i < COMMENTS; i += 5) {
      assertThat(forum.removeComment("p", name + "c" + i)).isTrue();
    }
    return null;
  }
}
