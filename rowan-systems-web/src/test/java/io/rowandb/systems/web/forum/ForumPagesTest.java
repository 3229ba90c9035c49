package io.rowandb.systems.web.forum;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.systems.forum.Comment;
import io.rowandb.systems.forum.CommentLayout;
import io.rowandb.systems.forum.Forum;
import io.rowandb.systems.forum.Post;
import io.rowandb.systems.web.ServedSystems;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a person sees and does. */
@Tag("slow")
class ForumPagesTest {
  private static final Instant TIME = Instant.parse("2011-07-03T00:00:00Z");

  private ServedSystems served;

  @BeforeEach
  void serve() throws IOException {
    served = ServedSystems.inMemory();
  }

  @AfterEach
  void end() throws IOException {
    served.close();
  }

  /** Sends a form, and opens the page that it leads to. */
  private String post(String path, String form) throws Exception {
    HttpResponse<String> answer = served.postForm("/forum" + path, form);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(303);
    return page(answer.headers().firstValue("Location").orElseThrow());
  }

  private String page(String path) throws Exception {
    HttpResponse<String> answer = served.get(path);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return answer.body();
  }

  private static String hidden(String page, String name) {
    return all(page, "name=\"" + name + "\" value=\"([^\"]*)\"").get(0);
  }

  private static List<String> all(String page, String pattern) {
    List<String> all = new ArrayList<>();
    Matcher matcher = Pattern.compile(pattern).matcher(page);
    while (matcher.find()) {
      all.add(matcher.group(1));
    }
    return all;
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  @Test
  void aNewcomerPublishesAndOthersReply() throws Exception {
    assertThat(page("/")).contains("href=\"/forum\"", "replies to comments");
    assertThat(page("/forum")).contains("There is no post yet", "Make sample posts");
    String id = hidden(page("/forum/write"), "id");
    String form = "id=" + id + "&as=ann&title=%3Cb%3EOne&tags=+a++b+a&text=Hi%0D%0A%26&layout=tall";
    assertThat(post("/publish", form))
        .contains("The post is published.", "<h1>&lt;b&gt;One</h1>", "Hi\n&amp;", "0 comments")
        .doesNotContain("<b>");
    assertThat(post("/publish", form)) // the same form once more
        .contains("The post was published before.")
        .doesNotContain("The post is published.");
    assertThat(all(page("/forum"), "(<h2><a)")).hasSize(1);
    String shown = page("/forum/post?post=" + id + "&as=ben");
    String comment = hidden(shown, "id");
    String commented = "post=" + id + "&id=" + comment + "&parent=&as=ben&text=Nice";
    assertThat(post("/comment", commented)).contains("The comment is there.", "Nice", "1 comment");
    String thread = post("/comment", commented);
    assertThat(thread).contains("The comment was made before.");
    assertThat(all(thread, "(<p class=\"text\">Nice)")).hasSize(1);
    String reply = "post=" + id + "&id=r&parent=" + comment + "&as=carl&text=Yes";
    assertThat(post("/comment", reply))
        .contains("Nice", "<li class=\"depth1\">", "Yes", "level 1", "The whole thread");
    assertThat(page("/forum/post?post=" + id + "&order=oldest")).contains("a reply");
    String removal = "post=" + id + "&comment=" + comment + "&back=order%3Dthread%26as%3Dben";
    assertThat(post("/remove-comment", removal))
        .contains(
            "The comment was removed.", "<em>removed</em>", "Yes", "1 comment", "value=\"ben\"")
        .doesNotContain("Nice");
    assertThat(post("/remove-comment", removal))
        .contains("There is no such comment any more.")
        .doesNotContain("The comment was removed.");
    assertThat(post("/move", "post=" + id + "&layout=wide"))
        .contains("The comments were moved.", "Yes", "Move them to rows of their own");
    assertThat(post("/move", "post=" + id + "&layout=wide"))
        .contains("The comments were stored that way already.")
        .doesNotContain("The comments were moved.");
    assertThat(page("/forum/author?author=ann")).contains("Posts of ann", "&lt;b&gt;One");
    assertThat(page("/forum/author?author=ben")).contains("No posts here.");
    assertThat(served.get("/forum/post?post=" + id, "Accept-Language", "zh").body())
        .contains("写评论", "已删除", "按回复", "1 条评论", "第 1 层");
    assertThat(post("/remove", "post=" + id)).contains("The post was removed.", "no post yet");
    assertThat(post("/remove", "post=" + id))
        .contains("There is no such post any more.")
        .doesNotContain("The post was removed.");
    assertThat(served.get("/forum/post?post=" + id).statusCode()).isEqualTo(404);
    assertThat(served.postForm("/forum/comment", reply).statusCode()).isEqualTo(404);
  }

  @Test
  void aWrongFormIsShownAgainWithTheReason() throws Exception {
    String form = "id=p&as=" + "a".repeat(101) + "&title=T&tags=a&text=%3Cscript%3E&layout=tall";
    HttpResponse<String> refused = served.postForm("/forum/publish", form);
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(refused.body())
        .contains("has 101 bytes, not 1 to 100", "&lt;script&gt;", "value=\"T\"", "value=\"p\"")
        .contains("<option value=\"tall\" selected>")
        .doesNotContain("<script");
    assertThat(page("/forum")).contains("There is no post yet"); // no table was made
    post("/publish", "id=p&as=ann&title=T&text=x");
    HttpResponse<String> other = served.postForm("/forum/publish", "id=p&as=ann&title=U&text=x");
    assertThat(other.statusCode()).isEqualTo(409);
    assertThat(other.body()).contains("published already").doesNotContain("value=\"p\"");
    HttpResponse<String> lost =
        served.postForm("/forum/comment", "post=p&id=c&parent=none&as=ben&text=%3Ci%3E");
    assertThat(lost.statusCode()).isEqualTo(400);
    assertThat(lost.body())
        .contains("replies to none, which post", "value=\"none\"", "&lt;i&gt;", "value=\"ben\"");
    HttpResponse<String> blank = served.postForm("/forum/comment", "post=p&id=c&as=b&text=+");
    assertThat(blank.statusCode()).isEqualTo(400);
    assertThat(blank.body()).contains("text is missing", "<details open>");
    HttpResponse<String> longer =
        served.postForm("/forum/comment", "post=p&as=b&text=" + "x".repeat(65_537));
    assertThat(longer.statusCode()).isEqualTo(400);
    assertThat(longer.body()).contains("text has 65537 bytes, not 0 to 65536");
    for (String back : List.of("http://evil.example/", "x\r\nSet-Cookie: a=b", "<script>")) {
      HttpResponse<String> away =
          served.postForm("/forum/remove-comment", "post=p&comment=c&back=" + encoded(back));
      assertThat(away.statusCode()).as(back).isEqualTo(400);
    }
    for (String wrong : List.of("post=p&layout=round", "post=p", "layout=wide")) {
      assertThat(served.postForm("/forum/move", wrong).statusCode()).as(wrong).isEqualTo(400);
    }
    assertThat(served.get("/forum/author").statusCode()).isEqualTo(400);
    assertThat(served.get("/forum/post?post=p&order=best").statusCode()).isEqualTo(400);
    assertThat(served.get("/forum/post?post=p&below=c&order=best").statusCode()).isEqualTo(400);
    assertThat(served.get("/forum/post?post=p&after=x").statusCode()).isEqualTo(400);
    assertThat(served.get("/forum?after=x").statusCode()).isEqualTo(400);
  }

  @Test
  void linksLeadThroughAllPagesAndDeepThreads() throws Exception {
    String hostile = "p&after=\"'<\u202E帖";
    try (Forum forum = Forum.open(served.connection())) {
      for (int i = 0; i < 45; i++) {
        String id = i == 0 ? hostile : "p" + i;
        Instant time = TIME.plusSeconds(i);
        forum.publish(new Post(id, "ann", time, "", "x", List.of()), CommentLayout.WIDE);
      }
      for (int i = 0; i < Forum.MOST_DEPTH; i++) {
        Optional<String> parent = i == 0 ? Optional.empty() : Optional.of("c&" + (i - 1));
        forum.comment(hostile, new Comment("c&" + i, parent, "ben", TIME.plusMillis(i), "t" + i));
      }
    }
    assertThat(followed("/forum", "Older posts", "<h2><a href=\"([^\"]*)\""))
        .hasSize(45)
        .doesNotHaveDuplicates();
    assertThat(followed("/forum/author?author=ann", "Older posts", "<h2><a href=\"([^\"]*)\""))
        .hasSize(45)
        .doesNotHaveDuplicates();
    for (String order : List.of("thread", "newest", "oldest")) {
      String path = "/forum/post?order=" + order + "&post=" + encoded(hostile);
      assertThat(followed(path, "More comments", "<p class=\"text\">(t[0-9]+)</p>"))
          .hasSize(Forum.MOST_DEPTH)
          .doesNotHaveDuplicates();
    }
    String deep = page("/forum/post?below=" + encoded("c&62") + "&post=" + encoded(hostile));
    assertThat(deep).contains("level 62", "level 63", "t63", "<li class=\"depth8\">");
    assertThat(all(deep, "(<details class=\"reply\">)")).hasSize(1); // the deepest takes none
    assertThat(page(link(deep, "One level up"))).contains("level 61");
  }

  /** An address has to fit into a request's header, and so does the query that forms send back. */
  @Test
  void theDeepestThreadOfTheLongestIdsIsPaged() throws Exception {
    String post = "\u5e16".repeat(33);
    String stem = "\u8bc4".repeat(32);
    try (Forum forum = Forum.open(served.connection())) {
      forum.publish(new Post(post, "ann", TIME, "", "x", List.of()), CommentLayout.TALL);
      List<Comment> chain = new ArrayList<>();
      for (int i = 0; i < Forum.MOST_DEPTH; i++) {
        Optional<String> parent = i == 0 ? Optional.empty() : Optional.of(stem + (i - 1));
        chain.add(new Comment(stem + i, parent, "ben", TIME.plusMillis(i), "t" + i));
      }
      forum.commentAll(post, chain);
    }
    String author = encoded("\u5b89".repeat(33));
    for (String question : List.of("order=thread", "below=" + encoded(stem + "0"))) {
      String path = "/forum/post?" + question + "&as=" + author + "&post=" + encoded(post);
      assertThat(followed(path, "More comments", "<p class=\"text\">(t[0-9]+)</p>"))
          .contains("t1", "t63");
    }
    String second = page(link(page("/forum/post?as=a&post=" + encoded(post)), "More comments"));
    String back = all(second, "name=\"back\" value=\"([^\"]*)\"").get(0).replace("&amp;", "&");
    String removal = "post=" + encoded(post) + "&comment=none&back=" + encoded(back);
    assertThat(post("/remove-comment", removal)).contains("There is no such comment any more.");
  }

  private static String link(String page, String text) {
    return all(page, "href=\"([^\"]*)\">" + text + "<").get(0).replace("&amp;", "&");
  }

  private List<String> followed(String path, String more, String pattern) throws Exception {
    List<String> all = new ArrayList<>();
    String page = page(path);
    all.addAll(all(page, pattern));
    while (page.contains(">" + more + "<")) {
      page = page(link(page, more));
      assertThat(page).containsAnyOf(">Newest posts<", ">First page<");
      all.addAll(all(page, pattern));
    }
    return all;
  }

  @Test
  void sampleDataAreMadeOnce() throws Exception {
    HttpResponse<String> begun = served.postForm("/forum/sample", "");
    assertThat(begun.statusCode()).isEqualTo(303);
    String page = page("/forum");
    while (page.contains("Publishing sample posts")) {
      page = page("/forum");
    }
    assertThat(all(page, "(<h2><a)")).hasSize(20);
    assertThat(page).contains("Older posts", "How it is read");
    assertThat(served.postForm("/forum/sample", "").statusCode()).isEqualTo(409);
    assertThat(page("/forum/post?post=post0")).contains("level 1", "More comments");
  }
}
