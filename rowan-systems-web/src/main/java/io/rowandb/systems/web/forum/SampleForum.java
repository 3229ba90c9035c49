package io.rowandb.systems.web.forum;

import io.rowandb.schema.pattern.Page;
import io.rowandb.systems.forum.CommentLayout;
import io.rowandb.systems.forum.Forum;
import io.rowandb.systems.forum.MadeUpForum;
import io.rowandb.systems.forum.PublishedPost;
import io.rowandb.systems.web.BackgroundLoad;
import io.rowandb.systems.web.BackgroundLoad.Progress;
import io.rowandb.systems.web.SampleData;
import java.io.IOException;
import java.util.Optional;

/** A made-up forum for empty tables, always the same. Thread-safe. */
final class SampleForum implements SampleData, AutoCloseable {
  static final MadeUpForum FORUM = new MadeUpForum(1, 40, 600);

  private final ForumSpace space;
  private final BackgroundLoad load = new BackgroundLoad();

  SampleForum(ForumSpace space) {
    this.space = space;
  }

  @Override
  public Progress progress() {
    return load.progress();
  }

  /** Begins to publish it; refuses to mix it with posts of others. */
  @Override
  public void start() throws IOException {
    Forum forum = space.made();
    load.start(
        FORUM.posts() + FORUM.comments(),
        () -> hasPosts(forum),
        "there are posts; a sample is for an empty forum",
        next ->
            forum.load(FORUM.events().takeWhile(each -> next.getAsBoolean()), CommentLayout.WIDE));
  }

  /** Whether there are posts, or such as are being removed. */
  private static boolean hasPosts(Forum forum) throws IOException {
    Page<PublishedPost> page = forum.newestPosts(1, Optional.empty());
    return !page.records().isEmpty() || page.next().isPresent();
  }

  @Override
  public void close() {
    load.close();
  }
}
