package io.rowandb.systems.web.forum;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.cli.source.JsonReader;
import io.rowandb.schema.pattern.Page;
import io.rowandb.systems.forum.Comment;
import io.rowandb.systems.forum.CommentLayout;
import io.rowandb.systems.forum.Forum;
import io.rowandb.systems.web.ServedSystems;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a program gets. */
@Tag("slow")
class ForumApiTest {
  private static final int THREADS = 8;
  private static final String POST =
      "{\"post\":\"p1\",\"author\":\"ann\",\"time\":\"2011-07-03T10:15:30.250Z\",\"title\":\"One\","
          + "\"text\":\"First\",\"tags\":[\"a\",\"b c\"]}";

  private ServedSystems served;

  @BeforeEach
  void serve() throws IOException {
    served = ServedSystems.inMemory();
  }

  @AfterEach
  void end() throws IOException {
    served.close();
  }

  private String post(String path, String body, int status) throws Exception {
    HttpResponse<String> answer = served.post("/api/forum/" + path, "application/json", body);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    return answer.body();
  }

  private String get(String path, int status) throws Exception {
    HttpResponse<String> answer = served.get("/api/forum/" + path);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    return answer.body();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static String next(String answer) {
    return answer.replaceFirst("(?s).*\"next\":\"([^\"]*)\".*", "$1");
  }

  private static String comment(String on, String id, String parent, String time, String text) {
    return "{\"on\":\"%s\",\"comment\":\"%s\",\"parent\":\"%s\",\"author\":\"ben\",%s\"text\":\"%s\"}"
        .formatted(on, id, parent, time.isEmpty() ? "" : "\"time\":\"" + time + "\",", text);
  }

  @Test
  void aPostIsPublishedCommentedMovedAndRemoved() throws Exception {
    for (String question : List.of("posts", "post?post=p1", "comments?post=p1", "explain")) {
      assertThat(get(question, 404)).contains("there is no table yet");
    }
    post("comments", comment("p1", "c1", "", "", "x"), 404);
    assertThat(post("posts", POST, 200)).isEqualTo("{\"post\":\"p1\",\"new\":true}\n");
    String listed =
        "{\"post\":\"p1\",\"author\":\"ann\",\"time\":\"2011-07-03T10:15:30.250Z\","
            + "\"title\":\"One\",\"tags\":[\"a\",\"b c\"],\"comments\":0,\"layout\":\"wide\"";
    assertThat(get("posts", 200)).isEqualTo("{\"posts\":[" + listed + "}]}\n");
    assertThat(get("posts?author=ann", 200)).isEqualTo("{\"posts\":[" + listed + "}]}\n");
    assertThat(get("posts?author=nobody", 200)).isEqualTo("{\"posts\":[]}\n");
    assertThat(get("post?post=p1", 200)).isEqualTo(listed + ",\"text\":\"First\"}\n");
    post("comments", comment("p1", "c1", "", "2011-07-04T00:00:00Z", "hi"), 200);
    post("comments", comment("p1", "c2", "c1", "2011-07-05T00:00:00Z", "yes"), 200);
    String first = "{\"comment\":\"c1\",\"time\":\"2011-07-04T00:00:00Z\"";
    String reply =
        "\"comment\":\"c2\",\"parent\":\"c1\",\"time\":\"2011-07-05T00:00:00Z\",\"author\":\"ben\",\"text\":\"yes\"";
    for (String layout : List.of("tall", "tall", "wide")) {
      String move = "{\"post\":\"p1\",\"layout\":\"" + layout + "\"}";
      boolean moved = !get("post?post=p1", 200).contains(layout);
      assertThat(post("moves", move, 200)).isEqualTo("{\"moved\":" + moved + "}\n");
      assertThat(get("comments?post=p1&order=newest", 200))
          .isEqualTo(
              "{\"comments\":[{"
                  + reply
                  + "},"
                  + first
                  + ",\"author\":\"ben\",\"text\":\"hi\"}]}\n");
      assertThat(get("comments?post=p1&order=oldest&limit=1", 200))
          .startsWith("{\"comments\":[" + first)
          .contains("\"next\":");
      assertThat(get("thread?post=p1&below=c1", 200))
          .isEqualTo("{\"comments\":[{\"depth\":1," + reply + ",\"removed\":false}]}\n");
    }
    String removal = "{\"on\":\"p1\",\"comment\":\"c1\"}";
    assertThat(post("comment-removals", removal, 200)).isEqualTo("{\"removed\":true}\n");
    assertThat(post("comment-removals", removal, 200)).isEqualTo("{\"removed\":false}\n");
    assertThat(get("thread?post=p1", 200))
        .startsWith("{\"comments\":[{\"depth\":0," + first.substring(1) + ",\"removed\":true},{");
    assertThat(get("comment?post=p1&comment=c1", 200)).contains("\"removed\":true");
    assertThat(get("comment?post=p1&comment=c2", 200)).contains(reply);
    get("comment?post=p1&comment=c3", 404);
    assertThat(get("explain?author=ann", 200)).contains("\"regionsTouched\":8");
    assertThat(post("post-removals", "{\"post\":\"p1\"}", 200)).isEqualTo("{\"removed\":true}\n");
    assertThat(post("post-removals", "{\"post\":\"p1\"}", 200)).isEqualTo("{\"removed\":false}\n");
    get("post?post=p1", 404);
    get("comments?post=p1", 404);
    get("thread?post=p1", 404);
    assertThat(post("posts", POST, 200)).as("it begins again").contains("\"new\":true");
    assertThat(post("posts", POST.replace("}", ",\"layout\":\"tall\"}"), 200))
        .contains("\"new\":false");
    assertThat(get("post?post=p1", 200)).contains("\"comments\":0,\"layout\":\"wide\"");
    post("post-removals", "{\"post\":\"p1\"}", 200);
    post("comment-removals", removal, 404);
    post("moves", "{\"post\":\"p1\",\"layout\":\"tall\"}", 404);
  }

  @Test
  void theSameAgainChangesNothing() throws Exception {
    String later = POST.replaceFirst("\"time\":\"[^\"]*\",", "");
    assertThat(post("posts", later, 200)).contains("\"new\":true");
    assertThat(post("posts", later, 200)).contains("\"new\":false"); // at another time
    assertThat(post("posts", later.replace("}", ",\"layout\":\"tall\"}"), 200)).contains("false");
    assertThat(post("posts", later.replace("First", "Other"), 409)).contains("published already");
    post("posts", POST, 409); // its time is another
    assertThat(post("comments", comment("p1", "c", "", "", "x"), 200)).contains("\"new\":true");
    assertThat(post("comments", comment("p1", "c", "", "", "x"), 200)).contains("\"new\":false");
    post("comments", comment("p1", "c", "", "", "y"), 409);
    post("comments", comment("p1", "c", "", "2011-07-04T00:00:00Z", "x"), 409);
    post("comment-removals", "{\"on\":\"p1\",\"comment\":\"c\"}", 200);
    assertThat(post("comments", comment("p1", "c", "", "", "x"), 200)).contains("\"new\":false");
    assertThat(get("post?post=p1", 200)).contains("\"comments\":0,\"layout\":\"wide\"");
    post("comments", comment("p1", "d", "c", "", "x"), 400); // replies to a removed one
    post("comments", comment("p1", "d", "none", "", "x"), 400);
    assertThat(post("comments", "{\"on\":\"p1\",\"author\":\"ann\"}", 200)).contains("new\":true");
  }

  @Test
  void wrongValuesAreNamed() throws Exception {
    post("posts", POST, 200);
    Map<String, String> wrong =
        Map.of(
            "posts?limit=0",
            "limit is \"0\", not a whole number from 1 to 200",
            "posts?after=x",
            "x",
            "posts?page=2",
            "\"page\" is not known here",
            "comments?post=p1&order=best",
            "order is \"best\", and not one of newest, oldest",
            "explain?author=" + "a".repeat(101),
            "has 101 bytes, not 1 to 100",
            "comments?post=p1&after=%21",
            "is no token of a page",
            "thread?post=p1&below=none",
            "has no comment",
            "post?post=%00",
            "has a control character at 0",
            "post",
            "post is missing",
            "posts?author=" + "a".repeat(101),
            "has 101 bytes, not 1 to 100");
    for (Map.Entry<String, String> each : wrong.entrySet()) {
      assertThat(reason(get(each.getKey(), 400))).as(each.getKey()).contains(each.getValue());
    }
    String longest = get("thread?post=p1&after=" + "A".repeat(7_000), 400);
    assertThat(longest.length()).isLessThan(300);
    for (String each :
        List.of(
            POST.replace("\"One\"", "\"" + "é".repeat(501) + "\""),
            POST.replace("2011-07-03", "1969-07-03"),
            POST.replace(".250Z", ".2501Z"),
            POST.replace("[\"a\",\"b c\"]", "\"a\""),
            POST.replace("\"b c\"", "{}"),
            POST.replace("\"author\":\"ann\",", ""),
            POST.replace("}", ",\"layout\":\"WIDE\"}"),
            POST.replace("}", ",\"votes\":1}"),
            "[]",
            "")) {
      post("posts", each.replace("p1", "p2"), 400);
    }
    get("post?post=p2", 404);
    post("moves", "{\"post\":\"p1\"}", 400);
    post("comment-removals", "{\"on\":\"p1\"}", 400);
    assertThat(served.post("/api/forum/posts", "text/csv", POST).statusCode()).isEqualTo(415);
  }

  private static String reason(String answer) {
    return JsonReader.parse(answer).get("error").toString();
  }

  @Test
  void namesMayHaveNearlyAnyCharacter() throws Exception {
    String id = "帖/?&#%+ <\u202E\uD83D\uDE00";
    post("posts", POST.replace("p1", id).replace("ann", "安 \\\"娜"), 200);
    post("comments", comment(id, id, "", "", "好"), 200);
    post("comments", comment(id, "b", id, "", "</p>"), 200);
    assertThat(get("post?post=" + encoded(id), 200)).contains("\"comments\":2");
    assertThat(get("posts?author=" + encoded("安 \"娜"), 200)).contains("One");
    assertThat(get("thread?post=" + encoded(id) + "&below=" + encoded(id), 200)).contains("</p>");
  }

  @Test
  void pagesGoOnToTheEnd() throws Exception {
    Instant time = Instant.parse("2011-07-03T00:00:00Z");
    try (Forum forum = Forum.open(served.connection())) {
      for (int i = 0; i < 7; i++) {
        String body = POST.replace("p1", "p" + i).replace(":30.250Z", ":3" + i + "Z");
        post("posts", body, 200);
      }
      List<Comment> comments = new ArrayList<>();
      for (int i = 0; i < 45; i++) {
        String text = i < 25 ? "a" : "b".repeat(Comment.MOST_TEXT_BYTES);
        comments.add(new Comment("c" + i, Optional.empty(), "ann", time.plusMillis(i / 2), text));
      }
      forum.commentAll("p0", comments);
      for (CommentLayout layout : CommentLayout.values()) {
        forum.move("p0", layout);
        Page<Comment> oldest = forum.oldest("p0", 45, Optional.empty());
        assertThat(all("comments?post=p0&order=oldest&limit=7", "comment"))
            .containsExactlyElementsOf(oldest.records().stream().map(Comment::id).toList());
        assertThat(all("thread?post=p0&limit=200", "comment")).hasSize(45).doesNotHaveDuplicates();
        String longTexts = get("comments?post=p0&order=newest&limit=200", 200);
        assertThat(longTexts.length()).isBetween(1_000_000, 2_500_000);
        assertThat(all("comments?post=p0&order=newest&limit=200", "comment")).hasSize(45);
      }
    }
    assertThat(all("posts?limit=3", "post"))
        .containsExactly("p6", "p5", "p4", "p3", "p2", "p1", "p0");
    assertThat(all("posts?author=ann&limit=2", "post")).hasSize(7).doesNotHaveDuplicates();
    String token = next(get("comments?post=p0&order=oldest&limit=7", 200));
    get("comments?post=p0&order=newest&after=" + token, 400);
    get("comments?post=p1&order=oldest&after=" + token, 400);
    assertThat(get("posts?after=" + token, 400)).contains("error");
  }

  private List<String> all(String question, String id) throws Exception {
    List<String> ids = new ArrayList<>();
    String after = "";
    do {
      String answer = get(question + after, 200);
      for (Object each : (List<?>) JsonReader.parse(answer).get(id + "s")) {
        ids.add(((Map<?, ?>) each).get(id).toString());
      }
      after = answer.contains("\"next\":") ? "&after=" + encoded(next(answer)) : "";
    } while (!after.isEmpty());
    return ids;
  }

  @Test
  void manyCommentReplyMoveAndRemoveAtOnce() throws Exception {
    post("posts", POST, 200);
    ExecutorService clients = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int client = i;
        all.add(clients.submit(() -> act(client)));
      }
      for (Future<?> each : all) {
        each.get();
      }
    } finally {
      clients.shutdownNow();
    }
    // Each made six and removed two of them, whose places stay; all made the same "shared".
    assertThat(get("post?post=p1", 200)).contains("\"comments\":" + (4 * THREADS + 1) + ",");
    assertThat(all("thread?post=p1&limit=50", "comment")).hasSize(THREADS * 6 + 1);
  }

  /** Each pair is a comment and a reply to it. */
  private Void act(int client) throws Exception {
    post("comments", comment("p1", "shared", "", "", "x"), 200);
    for (int i = 0; i < 6; i++) {
      String id = client + "-" + i;
      String parent = i % 2 == 0 ? "" : client + "-" + (i - 1);
      post("comments", comment("p1", id, parent, "", "x"), 200);
      if (i % 3 == 2) {
        String body = "{\"on\":\"p1\",\"comment\":\"" + client + "-" + (i - 1) + "\"}";
        assertThat(post("comment-removals", body, 200)).contains("true");
      }
      if (client == 0) {
        String layout = i % 2 == 0 ? "tall" : "wide";
        post("moves", "{\"post\":\"p1\",\"layout\":\"" + layout + "\"}", 200);
      }
      get("comments?post=p1&limit=5", 200);
    }
    return null;
  }

  @Test
  void sampleDataAreThereOnceAndNotBesideOthers() throws Exception {
    assertThat(post("sample", "", 202)).contains("\"expected\":640");
    String progress = get("sample", 200);
    while (progress.contains("running")) {
      progress = get("sample", 200);
    }
    assertThat(progress).contains("\"state\":\"done\",\"records\":640");
    assertThat(get("post?post=post0", 200)).containsPattern("\"comments\":[1-9]");
    assertThat(post("sample", "", 409)).contains("there are posts");
  }
}
