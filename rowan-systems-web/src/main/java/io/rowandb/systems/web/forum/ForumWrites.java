package io.rowandb.systems.web.forum;

import io.rowandb.systems.forum.Comment;
import io.rowandb.systems.forum.CommentLayout;
import io.rowandb.systems.forum.Forum;
import io.rowandb.systems.forum.Post;
import io.rowandb.systems.forum.PostBusyException;
import io.rowandb.systems.forum.PublishedPost;
import io.rowandb.systems.forum.ThreadComment;
import io.rowandb.systems.web.WebException;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** What people do in a forum. Thread-safe. */
final class ForumWrites {
  private final ForumSpace space;
  private final InstantSource clock;

  ForumWrites(ForumSpace space, InstantSource clock) {
    this.space = space;
    this.clock = clock;
  }

  /** A post to be published; without a time it is of the present. */
  record NewPost(
      String id,
      String author,
      Optional<Instant> time,
      String title,
      String text,
      List<String> tags,
      CommentLayout layout) {
    private Post at(Instant otherwise) {
      return new Post(id, author, time.orElse(otherwise), title, text, tags);
    }
  }

  /** A comment to be made; without a time it is of the present. */
  record NewComment(
      String id, Optional<String> parent, String author, Optional<Instant> time, String text) {
    private Comment at(Instant otherwise) {
      return new Comment(id, parent, author, time.orElse(otherwise), text);
    }
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  /**
   * Publishes. Once more with the same id, also at another time when none was given, it changes
   * nothing, nor the layout; behind a removal it publishes again.
   *
   * @return whether it is new
   */
  boolean publish(NewPost sent) throws IOException {
    Post post = WebException.checked(() -> sent.at(now()));
    Forum forum = space.made();
    try {
      return forum.publish(post, sent.layout());
    } catch (IllegalArgumentException e) {
      Optional<PublishedPost> there = forum.post(post.id());
      if (there.isPresent() && sent.at(there.get().post().time()).equals(there.get().post())) {
        return false;
      }
      throw new WebException(WebException.IN_CONFLICT, e.getMessage());
    } catch (PostBusyException e) {
      throw ForumAnswers.busy(e);
    }
  }

  /** Comments, the same way. */
  boolean comment(String post, NewComment sent) throws IOException {
    Comment comment = WebException.checked(() -> sent.at(now()));
    Forum forum = space.existing();
    try {
      return forum.comment(post, comment);
    } catch (IllegalArgumentException e) {
      Optional<ThreadComment> there =
          ForumAnswers.about(forum, post, () -> forum.find(post, comment.id()));
      if (there.isEmpty()) {
        throw WebException.wrong(e.getMessage()); // the parent is wrong
      }
      return again(forum, post, sent.at(there.get().comment().time()));
    } catch (PostBusyException e) {
      throw ForumAnswers.busy(e);
    }
  }

  /** A comment whose id is there: is it the same one? */
  private static boolean again(Forum forum, String post, Comment comment) throws IOException {
    try {
      return forum.comment(post, comment);
    } catch (IllegalArgumentException e) {
      throw new WebException(WebException.IN_CONFLICT, e.getMessage());
    } catch (PostBusyException e) {
      throw ForumAnswers.busy(e);
    }
  }

  /** Whether this call removed the comment. */
  boolean removeComment(String post, String comment) throws IOException {
    Forum forum = space.existing();
    return ForumAnswers.about(forum, post, () -> forum.removeComment(post, comment));
  }

  /** Whether this call removed the post. */
  boolean remove(String post) throws IOException {
    Forum forum = space.existing();
    return ForumAnswers.checked(() -> forum.remove(post));
  }

  /** Whether this call began to move the comments. */
  boolean move(String post, CommentLayout layout) throws IOException {
    Forum forum = space.existing();
    return ForumAnswers.about(forum, post, () -> forum.move(post, layout));
  }
}
