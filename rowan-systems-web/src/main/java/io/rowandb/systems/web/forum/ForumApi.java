package io.rowandb.systems.web.forum;

import io.rowandb.cli.systems.forum.ForumJson;
import io.rowandb.schema.pattern.Page;
import io.rowandb.systems.forum.CommentLayout;
import io.rowandb.systems.forum.Forum;
import io.rowandb.systems.forum.Post;
import io.rowandb.systems.web.JsonBody;
import io.rowandb.systems.web.PageParts;
import io.rowandb.systems.web.SystemRoutes;
import io.rowandb.systems.web.Values;
import io.rowandb.systems.web.WebException;
import io.rowandb.systems.web.WebRequest;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

/**
 * The HTTP API of a forum, below {@code /api/forum}. Ids are values, never parts of a path, since
 * they may have nearly any character. Thread-safe.
 */
final class ForumApi {
  private static final int MOST = 200;
  private static final int USUAL = 20;

  private final ForumSpace space;
  private final ForumWrites writes;

  ForumApi(ForumSpace space, ForumWrites writes) {
    this.space = space;
    this.writes = writes;
  }

  void addTo(SystemRoutes routes) {
    routes.get("/posts", this::posts);
    routes.get("/post", this::post);
    routes.get("/comments", this::comments);
    routes.get("/thread", this::thread);
    routes.get("/comment", this::comment);
    routes.get("/explain", this::explain);
    routes.post("/posts", this::publish);
    routes.post("/comments", this::addComment);
    routes.post("/comment-removals", this::removeComment);
    routes.post("/post-removals", this::remove);
    routes.post("/moves", this::move);
  }

  private Map<String, ?> posts(WebRequest request) throws IOException {
    Values query = request.query("author", "limit", "after");
    int limit = limit(query);
    return page(
        "posts",
        ForumAnswers.posts(space.existing(), query.given("author"), limit, query),
        ForumJson::listed);
  }

  private static int limit(Values query) {
    return (int) query.whole("limit", 1, MOST, USUAL);
  }

  private static <T> Map<String, ?> page(
      String name, Page<T> page, Function<T, Map<String, ?>> json) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put(name, page.records().stream().map(json).toList());
    page.next().ifPresent(next -> answer.put("next", next));
    return answer;
  }

  private Map<String, ?> post(WebRequest request) throws IOException {
    String id = request.query("post").text("post");
    return ForumJson.post(ForumAnswers.post(space.existing(), id));
  }

  private Map<String, ?> comments(WebRequest request) throws IOException {
    Values query = request.query("post", "order", "limit", "after");
    String post = query.text("post");
    String order = ForumAnswers.order(query, List.of("newest", "oldest"), "newest");
    int limit = limit(query);
    return page(
        "comments",
        ForumAnswers.comments(space.existing(), post, order, limit, query),
        ForumJson::comment);
  }

  private Map<String, ?> thread(WebRequest request) throws IOException {
    Values query = request.query("post", "below", "limit", "after");
    String post = query.text("post");
    int limit = limit(query);
    return page(
        "comments", ForumAnswers.thread(space.existing(), post, limit, query), ForumJson::comment);
  }

  private Map<String, ?> comment(WebRequest request) throws IOException {
    Values query = request.query("post", "comment");
    String post = query.text("post");
    String id = query.text("comment");
    Forum forum = space.existing();
    return ForumAnswers.about(forum, post, () -> forum.find(post, id))
        .map(ForumJson::comment)
        .orElseThrow(
            () ->
                new WebException(
                    WebException.ABSENT, "post \"" + post + "\" has no comment \"" + id + "\""));
  }

  private Map<String, ?> explain(WebRequest request) throws IOException {
    Values query = request.query("author");
    Forum forum = space.existing();
    return PageParts.explained(
        ForumAnswers.checked(() -> forum.explainPosts(query.given("author"))));
  }

  private Map<String, ?> publish(WebRequest request) throws IOException {
    request.query();
    JsonBody body =
        JsonBody.of(request, Set.of("tags"), "post", "author", "time", "title", "text", "layout");
    Values values = body.values();
    String id = idOf(values, "post");
    boolean isNew =
        writes.publish(
            new ForumWrites.NewPost(
                id,
                values.text("author"),
                time(values),
                values.given("title").orElse(""),
                values.given("text").orElse(""),
                body.texts("tags", Post.MOST_TAGS),
                ForumAnswers.layout(values).orElse(CommentLayout.WIDE)));
    return made("post", id, isNew);
  }

  private static String idOf(Values values, String name) {
    return values.given(name).orElseGet(() -> UUID.randomUUID().toString());
  }

  private static Optional<Instant> time(Values values) {
    return values.has("time") ? Optional.of(values.time("time")) : Optional.empty();
  }

  private static Map<String, ?> made(String name, String id, boolean isNew) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put(name, id);
    answer.put("new", isNew);
    return answer;
  }

  private Map<String, ?> addComment(WebRequest request) throws IOException {
    request.query();
    Values values =
        JsonBody.of(request, Set.of(), "on", "comment", "parent", "author", "time", "text")
            .values();
    String id = idOf(values, "comment");
    boolean isNew =
        writes.comment(
            values.text("on"),
            new ForumWrites.NewComment(
                id,
                values.given("parent"),
                values.text("author"),
                time(values),
                values.given("text").orElse("")));
    return made("comment", id, isNew);
  }

  private static Values body(WebRequest request, String... known) throws IOException {
    request.query();
    return JsonBody.of(request, Set.of(), known).values();
  }

  private Map<String, ?> removeComment(WebRequest request) throws IOException {
    Values values = body(request, "on", "comment");
    return Map.of("removed", writes.removeComment(values.text("on"), values.text("comment")));
  }

  private Map<String, ?> remove(WebRequest request) throws IOException {
    return Map.of("removed", writes.remove(body(request, "post").text("post")));
  }

  private Map<String, ?> move(WebRequest request) throws IOException {
    Values values = body(request, "post", "layout");
    String post = values.text("post");
    CommentLayout layout =
        ForumAnswers.layout(values).orElseThrow(() -> WebException.wrong("layout is missing"));
    return Map.of("moved", writes.move(post, layout));
  }
}
