package io.rowandb.systems.web.forum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.systems.forum.CommentLayout;
import io.rowandb.systems.forum.Forum;
import io.rowandb.systems.forum.PostBusyException;
import io.rowandb.systems.web.ServedSystems;
import io.rowandb.systems.web.WebException;
import java.io.IOException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What clients are told when a forum refuses. */
class ForumAnswersTest {
  private static Object busy() throws IOException {
    throw new PostBusyException("post p was changed by others");
  }

  private static void assertStatus(ThrowingCallable call, int status) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(WebException.class, e -> assertThat(e.status()).isEqualTo(status));
  }

  @Test
  void aBusyPostIsNoFailureOfTheServer() throws IOException {
    try (ServedSystems served = ServedSystems.inMemory();
        Forum forum = Forum.open(served.connection())) {
      assertStatus(() -> ForumAnswers.checked(ForumAnswersTest::busy), 503);
      assertStatus(() -> ForumAnswers.about(forum, "p", ForumAnswersTest::busy), 503);
      assertStatus(
          () -> ForumAnswers.about(forum, "p", () -> forum.move("p", CommentLayout.TALL)), 404);
    }
  }
}
