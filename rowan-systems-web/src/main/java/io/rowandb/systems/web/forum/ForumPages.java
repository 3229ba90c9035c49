package io.rowandb.systems.web.forum;

import io.rowandb.schema.pattern.Page;
import io.rowandb.systems.forum.Forum;
import io.rowandb.systems.forum.PublishedPost;
import io.rowandb.systems.web.BackgroundLoad.Progress;
import io.rowandb.systems.web.BackgroundLoad.State;
import io.rowandb.systems.web.Html;
import io.rowandb.systems.web.Language;
import io.rowandb.systems.web.PageParts;
import io.rowandb.systems.web.SystemPages;
import io.rowandb.systems.web.SystemRoutes;
import io.rowandb.systems.web.Values;
import io.rowandb.systems.web.WebException;
import io.rowandb.systems.web.WebPage;
import io.rowandb.systems.web.WebRequest;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Connection;

/**
 * A forum: its pages and its API. Nobody signs in: whoever fills a form writes the name that it
 * acts under.
 */
public final class ForumPages implements SystemPages {
  private static final int POSTS = 20;

  private final ForumSpace space;
  private final SampleForum sample;
  private final ForumWrites writes;

  /** On a store or a cluster. */
  public ForumPages(Connection connection) {
    space = new ForumSpace(connection);
    sample = new SampleForum(space);
    writes = new ForumWrites(space, InstantSource.system());
  }

  @Override
  public String name() {
    return "forum";
  }

  @Override
  public String title(Language language) {
    return language.say("Forum", "论坛");
  }

  @Override
  public String about(Language language) {
    return language.say(
        "Posts, comments of them and replies to comments, in columns or in rows.",
        "帖子、评论和对评论的回复，存为列或存为行。");
  }

  @Override
  public void addTo(SystemRoutes routes) {
    routes.page("", this::first);
    routes.page("/author", this::author);
    PostPage posts = new PostPage(space);
    routes.page("/post", posts::page);
    new ForumActions(writes, posts).addTo(routes);
    routes.sample(sample);
    new ForumApi(space, writes).addTo(routes);
  }

  private WebPage first(WebRequest request) throws IOException {
    Values query = request.query("after", "said");
    Language language = request.language();
    PageParts parts = new PageParts(language);
    Progress progress = sample.progress();
    if (progress.state() == State.RUNNING) {
      String making = language.say("Publishing sample posts …", "正在生成示例帖子……");
      return WebPage.of(title(language), parts.progress(making, progress)).again();
    }
    return WebPage.of(
        title(language),
        Html.of(
            "<p>{}</p>{}{}<p><a class=\"button\" href=\"/forum/write\">{}</a></p>{}",
            about(language),
            progress.state() == State.FAILED
                ? parts.error(
                    language.say(
                        "Not all could be made; the server's log says why.", "未能全部生成，原因见服务器日志。"))
                : Html.NONE,
            said(language, query),
            language.say("Publish a post", "发布帖子"),
            latest(language, query)));
  }

  private static Html said(Language language, Values query) {
    PageParts parts = new PageParts(language);
    return switch (query.given("said").orElse("")) {
      case "removed" -> parts.notice(language.say("The post was removed.", "帖子已删除。"));
      case "gone" -> parts.notice(language.say("There is no such post any more.", "这个帖子已经不在。"));
      default -> Html.NONE;
    };
  }

  private Html latest(Language language, Values query) throws IOException {
    Optional<Forum> forum = space.ifPresent();
    if (forum.isEmpty()) {
      return offered(language);
    }
    Page<PublishedPost> page = ForumAnswers.posts(forum.get(), Optional.empty(), POSTS, query);
    if (page.records().isEmpty() && page.next().isEmpty() && !query.has("after")) {
      return offered(language);
    }
    return Html.of(
        "<section>{}<p>{}</p></section><section class=\"card\"><h2>{}</h2>{}</section>{}",
        new ForumViews(language).posts(page.records()),
        ways(language, "", new LinkedHashMap<>(), query, page.next()),
        language.say("The posts of an author", "某位作者的帖子"),
        new ForumForms(language).author(""),
        new PageParts(language).explanation(forum.get().explainPosts(Optional.empty())));
  }

  private static Html offered(Language language) {
    return Html.of(
        "<section class=\"card\"><h2>{}</h2>{}</section>",
        language.say("There is no post yet", "还没有帖子"),
        new ForumForms(language).sample());
  }

  private static List<Html> ways(
      Language language,
      String path,
      Map<String, String> same,
      Values query,
      Optional<String> next) {
    List<Html> ways = new ArrayList<>();
    if (query.has("after")) {
      ways.add(ForumViews.more(path, same, language.say("Newest posts", "最新的帖子")));
    }
    if (next.isPresent()) {
      Map<String, String> behind = new LinkedHashMap<>(same);
      behind.put("after", next.get());
      ways.add(ForumViews.more(path, behind, language.say("Older posts", "更早的帖子")));
    }
    return ways;
  }

  private WebPage author(WebRequest request) throws IOException {
    Values query = request.query("author", "after");
    Language language = request.language();
    Html form = new ForumForms(language).author(query.given("author").orElse(""));
    try {
      String author = query.text("author");
      Forum forum = space.existing();
      Page<PublishedPost> page = ForumAnswers.posts(forum, Optional.of(author), POSTS, query);
      Map<String, String> same = new LinkedHashMap<>(Map.of("author", author));
      return WebPage.of(
          language.say("Posts of ", "作者帖子：") + author,
          Html.of(
              "<section>{}<p>{}</p></section><section class=\"card\">{}</section>{}",
              new ForumViews(language).posts(page.records()),
              ways(language, "/author", same, query, page.next()),
              form,
              new PageParts(language).explanation(forum.explainPosts(Optional.of(author)))));
    } catch (WebException e) {
      return WebPage.of(
              language.say("The posts of an author", "某位作者的帖子"),
              Html.all(new PageParts(language).error(e.getMessage()), form))
          .with(e.status());
    }
  }

  /** Ends a load that is under way, too. */
  @Override
  public void close() throws IOException {
    try (space) {
      sample.close();
    }
  }
}
