package io.rowandb.systems.forum;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.pattern.Page;
import io.rowandb.schema.value.Utf8;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** A forum of lists in memory, and the comparison of all answers with it. */
final class ModelForum {
  static final Instant TIME = Instant.parse("2011-07-03T10:15:30.250Z");

  private static final Comparator<Comment> OLDEST_FIRST =
      Comparator.comparing(Comment::time).thenComparing(Comment::id, Utf8.ORDER);

  private record Talk(Post post, Map<String, Comment> comments, Set<String> removed) {}

  private final Map<String, Talk> posts = new TreeMap<>();

  static Post post(String id) {
    return new Post(id, "ann", TIME, "title of " + id, "<p>text of " + id + "</p>", List.of("a"));
  }

  /** Of the post if the parent is null. */
  static Comment comment(String id, String parent, long millis) {
    return new Comment(
        id, Optional.ofNullable(parent), "bob", TIME.plusMillis(millis), "text of " + id);
  }

  /** All pages. */
  interface Pages<T> {
    Page<T> page(int size, Optional<String> token) throws IOException;
  }

  /** The ids of all posts that are listed; of removed ones pages may have gaps. */
  static List<String> listed(Forum forum) throws IOException {
    List<String> listed = new ArrayList<>();
    Optional<String> next = Optional.empty();
    do {
      Page<PublishedPost> page = forum.newestPosts(50, next);
      page.records().forEach(each -> listed.add(each.post().id()));
      next = page.next();
    } while (next.isPresent());
    return listed;
  }

  /** All records of all pages, each full but the last. */
  static <T> List<T> all(int size, Pages<T> pages) throws IOException {
    List<T> all = new ArrayList<>();
    Set<String> tokens = new HashSet<>();
    Optional<String> next = Optional.empty();
    do {
      Page<T> page = pages.page(size, next);
      all.addAll(page.records());
      next = page.next();
      if (next.isPresent()) {
        assertThat(page.records()).hasSize(size);
        assertThat(tokens.add(next.get())).as("each page is another one").isTrue();
      }
    } while (next.isPresent());
    return all;
  }

  boolean publish(Post post) {
    return posts.putIfAbsent(post.id(), new Talk(post, new LinkedHashMap<>(), new HashSet<>()))
        == null;
  }

  boolean remove(String post) {
    return posts.remove(post) != null;
  }

  boolean comment(String post, Comment comment) {
    return posts.get(post).comments().putIfAbsent(comment.id(), comment) == null;
  }

  boolean removeComment(String post, String id) {
    return posts.get(post).comments().containsKey(id) && posts.get(post).removed().add(id);
  }

  boolean isReplyable(String post, String id) {
    return posts.get(post).comments().containsKey(id) && !posts.get(post).removed().contains(id);
  }

  boolean has(String post) {
    return posts.containsKey(post);
  }

  private static List<Comment> visible(Talk thread) {
    return thread.comments().values().stream()
        .filter(each -> !thread.removed().contains(each.id()))
        .sorted(OLDEST_FIRST)
        .toList();
  }

  private static void below(
      Talk thread, Optional<String> parent, int depth, List<ThreadComment> to) {
    thread.comments().values().stream()
        .filter(each -> each.parent().equals(parent))
        .sorted(OLDEST_FIRST)
        .forEach(
            each -> {
              boolean removed = thread.removed().contains(each.id());
              to.add(
                  new ThreadComment(
                      removed ? new Comment(each.id(), each.parent(), "-", each.time(), "-") : each,
                      depth,
                      removed));
              below(thread, Optional.of(each.id()), depth + 1, to);
            });
  }

  /** Compares all answers about a post. */
  void assertSame(Forum forum, String id, int pageSize) throws IOException {
    Talk thread = posts.get(id);
    if (thread == null) {
      assertThat(forum.post(id)).isEmpty();
      assertThat(forum.count(id)).isEmpty();
      assertThat(listed(forum)).doesNotContain(id);
      return;
    }
    assertThat(listed(forum)).containsOnlyOnce(id);
    List<Comment> visible = visible(thread);
    assertThat(forum.count(id)).as("count of " + id).hasValue(visible.size());
    assertThat(forum.post(id)).map(PublishedPost::post).contains(thread.post());
    assertThat(forum.post(id)).map(PublishedPost::comments).contains((long) visible.size());
    assertThat(all(pageSize, (size, next) -> forum.oldest(id, size, next)))
        .as("oldest of " + id)
        .isEqualTo(visible);
    List<Comment> newest = new ArrayList<>(visible);
    Collections.reverse(newest);
    assertThat(all(pageSize, (size, next) -> forum.newest(id, size, next)))
        .as("newest of " + id)
        .isEqualTo(newest);
    List<ThreadComment> whole = new ArrayList<>();
    below(thread, Optional.empty(), 0, whole);
    assertThat(all(pageSize, (size, next) -> forum.thread(id, size, next)))
        .as("thread of " + id)
        .isEqualTo(whole);
  }

  /** The replies to some comments. */
  void assertReplies(Forum forum, String id, int step) throws IOException {
    Talk thread = posts.get(id);
    List<String> ids = List.copyOf(thread.comments().keySet());
    for (int i = 0; i < ids.size(); i += step) {
      String comment = ids.get(i);
      List<ThreadComment> replies = new ArrayList<>();
      below(thread, Optional.of(comment), depth(thread, comment) + 1, replies);
      assertThat(all(3, (size, next) -> forum.replies(id, comment, size, next))).isEqualTo(replies);
    }
  }

  private static int depth(Talk thread, String comment) {
    Optional<String> parent = thread.comments().get(comment).parent();
    return parent.isEmpty() ? 0 : depth(thread, parent.get()) + 1;
  }
}
