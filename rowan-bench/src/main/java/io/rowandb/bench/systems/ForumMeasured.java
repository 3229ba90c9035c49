package io.rowandb.bench.systems;

import io.rowandb.schema.pattern.Page;
import io.rowandb.systems.forum.Comment;
import io.rowandb.systems.forum.CommentLayout;
import io.rowandb.systems.forum.Forum;
import io.rowandb.systems.forum.ForumEvent;
import io.rowandb.systems.forum.MadeUpForum;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;

/** Posts with a hundred comments each on average; few have most of them. */
final class ForumMeasured implements MeasuredSystem {
  private static final int OF_A_POST = 100;
  private static final int PAGE = 20;

  private final Forum forum;
  private final int posts;
  private final EndlessData<ForumEvent.Commented> more;

  ForumMeasured(Connection connection, long count) throws IOException {
    this.posts = (int) Math.max(1, count / OF_A_POST);
    this.forum = Forum.open(connection);
    this.more = new EndlessData<>(2, seed -> comments(seed, count));
  }

  /** Comments whose ids no other seed has. */
  private Stream<ForumEvent.Commented> comments(long seed, long count) {
    return new MadeUpForum(seed, posts, count)
        .events()
        .filter(ForumEvent.Commented.class::isInstance)
        .map(ForumEvent.Commented.class::cast)
        .map(each -> new ForumEvent.Commented(each.post(), again(each, seed)));
  }

  private static Comment again(ForumEvent.Commented event, long seed) {
    Comment comment = event.comment();
    return new Comment(
        comment.id() + "of" + seed,
        Optional.empty(),
        comment.author(),
        comment.time(),
        comment.text());
  }

  @Override
  public String loaded() {
    return "posts and comments";
  }

  @Override
  public long load(long wanted) throws IOException {
    return forum.load(new MadeUpForum(1, posts, wanted).events(), CommentLayout.TALL);
  }

  @Override
  public void write() throws IOException {
    ForumEvent.Commented event = more.next();
    forum.comment(event.post(), event.comment());
  }

  @Override
  public List<Question> questions() {
    return List.of(
        new Question("forum: a post", r -> forum.post(post(r)).isPresent() ? 1 : 0),
        new Question("forum: newest comments", r -> size(forum.newest(post(r), PAGE, none()))),
        new Question("forum: oldest comments", r -> size(forum.oldest(post(r), PAGE, none()))),
        new Question("forum: a thread", r -> size(forum.thread(post(r), PAGE, none()))),
        new Question("forum: newest posts", r -> size(forum.newestPosts(PAGE, none()))));
  }

  /** As comments are spread: the small numbers more often. */
  private String post(SplittableRandom random) {
    return "post" + (int) (posts * Math.pow(random.nextDouble(), 4));
  }

  private static Optional<String> none() {
    return Optional.empty();
  }

  private static long size(Page<?> page) {
    return page.records().size();
  }

  @Override
  public void close() throws IOException {
    forum.close();
  }
}
