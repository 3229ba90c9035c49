package io.rowandb.systems.web.twibase;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.systems.twibase.DeliveryPlan;
import io.rowandb.systems.twibase.TwiBase;
import io.rowandb.systems.twibase.TwiTraffic;
import io.rowandb.systems.web.ServedSystems;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a person sees and does. */
@Tag("slow")
class TwiPagesTest {
  private ServedSystems served;

  @BeforeEach
  void serve() throws IOException {
    served = ServedSystems.inMemory();
  }

  @AfterEach
  void end() throws IOException {
    served.close();
  }

  private String post(String path, String form, String to) throws Exception {
    HttpResponse<String> answer = served.postForm("/twibase" + path, form);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(303);
    assertThat(answer.headers().firstValue("Location")).hasValue("/twibase" + to);
    return served.get("/twibase" + to).body();
  }

  private void signUp(String name, String nickname) throws Exception {
    post("/signup", "name=" + name + "&nickname=" + nickname, "/home?as=" + name);
  }

  @Test
  void aNewcomerPostsFollowsAndSeesTheTimeline() throws Exception {
    assertThat(served.get("/").body()).contains("href=\"/twibase\"", "Users post and follow");
    assertThat(served.get("/twibase").body()).contains("There is nobody yet", "Sign up");
    signUp("ann", "Ann+%3Cb%3E");
    signUp("ben", "");
    assertThat(post("/follow", "as=ben&name=ann", "/home?as=ben"))
        .contains("<h1>ben</h1>", "No posts.", "<dt>Follows</dt><dd>1</dd>");
    assertThat(post("/post", "as=ann&text=Hello+%3Cscript%3E%26", "/user?as=ann&name=ann"))
        .contains("Hello &lt;script&gt;&amp;", "Ann &lt;b&gt;", ">Delete</button>")
        .doesNotContain("<script", "<b>");
    String home = served.get("/twibase/home?as=ben").body();
    assertThat(home).contains("Hello &lt;script&gt;&amp;", "♡ 0").doesNotContain("Delete");
    String id = home.replaceFirst("(?s).*name=\"post\" value=\"([^\"]*)\".*", "$1");
    assertThat(id).startsWith("ann/").endsWith("/1");
    assertThat(post("/like", "as=ben&post=" + id, "/home?as=ben")).contains("♥ 1");
    assertThat(post("/unlike", "as=ben&post=" + id + "&back=user", "/user?as=ben&name=ann"))
        .contains("♡ 0", ">Unfollow</button>", ">Block</button>");
    assertThat(served.get("/twibase/people?as=ben&name=ann&which=followers").body())
        .contains("href=\"/twibase/user?as=ben&amp;name=ben\"");
    assertThat(post("/block", "as=ann&name=ben", "/user?as=ann&name=ben"))
        .contains(">Unblock</button>", ">Follow</button>");
    assertThat(served.get("/twibase/home?as=ben").body()).contains("No posts.");
    HttpResponse<String> refused = served.postForm("/twibase/follow", "as=ben&name=ann");
    assertThat(refused.statusCode()).isEqualTo(409);
    assertThat(refused.body()).contains("one has blocked the other", "role=\"alert\"");
    post("/unblock", "as=ann&name=ben", "/user?as=ann&name=ben");
    assertThat(post("/delete", "as=ann&post=" + id, "/home?as=ann"))
        .contains("<dt>Posts</dt><dd>0</dd>");
    assertThat(served.get("/twibase/home?as=ann", "Accept-Language", "zh").body())
        .contains("时间线", "发帖");
  }

  @Test
  void aWrongFormIsShownAgainWithTheReason() throws Exception {
    signUp("ann", "Ann");
    HttpResponse<String> taken = served.postForm("/twibase/signup", "name=ann&nickname=Other");
    assertThat(taken.statusCode()).isEqualTo(409);
    assertThat(taken.body()).contains("This name is taken.", "value=\"Other\"");
    HttpResponse<String> wrong = served.postForm("/twibase/signup", "name=%22%3E%3Cscript%3E");
    assertThat(wrong.statusCode()).isEqualTo(400);
    assertThat(wrong.body()).contains("&quot;&gt;&lt;script&gt;").doesNotContain("<script");
    HttpResponse<String> empty = served.postForm("/twibase/post", "as=ann&text=");
    assertThat(empty.statusCode()).isEqualTo(400);
    assertThat(empty.body()).contains("a text of 0 characters: from 1 to 1000");
    HttpResponse<String> nobody = served.postForm("/twibase/follow", "as=ann&name=ben");
    assertThat(nobody.statusCode()).isEqualTo(400);
    assertThat(nobody.body()).contains("there is no user &#39;ben&#39;");
    assertThat(served.get("/twibase/home?as=ben").statusCode()).isEqualTo(404);
    assertThat(served.get("/twibase/home").statusCode()).isEqualTo(400);
    assertThat(served.get("/twibase/home?as=ann&before=x").statusCode()).isEqualTo(400);
    assertThat(served.get("/twibase/people?as=ann&name=ann&which=x").statusCode()).isEqualTo(400);
    String foreign = "as=ben&post=ann/2026-01-01T00:00:00Z/1";
    assertThat(served.postForm("/twibase/delete", foreign).statusCode()).isEqualTo(400);
  }

  @Test
  void aTimelineComesPageByPage() throws Exception {
    signUp("ann", "Ann");
    signUp("ben", "Ben");
    try (TwiBase base = TwiBase.open(served.connection(), DeliveryPlan.PUSH)) {
      base.follow("ben", "ann", Instant.EPOCH);
      for (int i = 0; i < 25; i++) {
        base.post("ann", "post number " + i + ".", Instant.EPOCH.plusSeconds(i / 3));
      }
    }
    String first = served.get("/twibase/home?as=ben").body();
    assertThat(first).contains("post number 24.", "post number 5.").doesNotContain("number 4.");
    String next =
        first.replaceFirst("(?s).*href=\"(/twibase/home\\?[^\"]*before=[^\"]*)\".*", "$1");
    assertThat(served.get(next.replace("&amp;", "&")).body())
        .contains("post number 4.", "post number 0.")
        .doesNotContain("number 5.", "Older posts");
  }

  @Test
  void sampleUsersAreMadeOnce() throws Exception {
    post("/sample", "", "");
    String page = served.get("/twibase").body();
    while (page.contains("Making users")) {
      page = served.get("/twibase").body();
    }
    assertThat(page).contains("Act as the user", "value=\"user0\"");
    try (TwiBase base = TwiBase.openExisting(served.connection(), DeliveryPlan.PUSH)) {
      String last = TwiTraffic.name(TwiPages.TRAFFIC.users() - 1);
      assertThat(base.profile(last)).isPresent();
      assertThat(base.timeline(last, null, 20)).isNotEmpty();
    }
    assertThat(served.postForm("/twibase/sample", "").statusCode()).isEqualTo(409);
  }

  @Test
  void theApiSaysAndDoesTheSame() throws Exception {
    assertThat(served.get("/api/twibase/users/ann").statusCode()).isEqualTo(404);
    assertThat(api("users", "{\"name\":\"ann\",\"nickname\":\"Ann\"}", 200))
        .isEqualTo("{\"name\":\"ann\"}\n");
    api("users", "{\"name\":\"ann\"}", 409);
    api("users", "{\"name\":\"A\"}", 400);
    api("users", "{\"name\":\"ben\"}", 200);
    String on = "{\"follower\":\"ben\",\"followed\":\"ann\",\"on\":true}";
    assertThat(api("follows", on, 200)).isEqualTo("{\"changed\":true}\n");
    assertThat(api("follows", on, 200)).isEqualTo("{\"changed\":false}\n");
    String id =
        api("posts", "{\"author\":\"ann\",\"text\":\"Hi\"}", 200)
            .replaceFirst("\\{\"id\":\"(.*)\"}\n", "$1");
    assertThat(served.get("/api/twibase/users/ben/timeline").body())
        .contains("\"id\":\"" + id + "\"", "\"nickname\":\"Ann\"", "\"text\":\"Hi\"");
    assertThat(served.get("/api/twibase/users/ben/timeline/authors?limit=1").body())
        .contains("\"id\":\"" + id + "\"", "\"nickname\":\"Ann\"", "\"posts\":1");
    assertThat(served.get("/api/twibase/users/nobody/timeline/authors").statusCode())
        .isEqualTo(404);
    assertThat(served.get("/api/twibase/users/ben/timeline/authors?limit=0").statusCode())
        .isEqualTo(400);
    assertThat(served.get("/api/twibase/users/ann/posts?limit=1").body()).contains(id);
    assertThat(served.get("/api/twibase/users/ann/followers").body()).contains("\"ben\"");
    assertThat(served.get("/api/twibase/users/ben/follows").body()).contains("\"Ann\"");
    api("likes", "{\"name\":\"ben\",\"post\":\"" + id + "\",\"on\":true}", 200);
    assertThat(served.get("/api/twibase/post?id=" + id).body()).contains("\"likes\":1");
    assertThat(served.get("/api/twibase/users/ben").body()).contains("\"liked\":1");
    api("nicknames", "{\"name\":\"ann\",\"nickname\":\"Ann L.\"}", 200);
    assertThat(served.get("/api/twibase/users/ben/timeline").body()).contains("Ann L.");
    assertThat(api("deletions", "{\"post\":\"" + id + "\"}", 200)).contains("true");
    assertThat(served.get("/api/twibase/post?id=" + id).statusCode()).isEqualTo(404);
    api("blocks", "{\"who\":\"ann\",\"whom\":\"ben\",\"on\":true}", 200);
    assertThat(api("follows", on, 409)).contains("one has blocked the other");
    api("likes", "{\"name\":\"ben\",\"post\":\"x\",\"on\":true}", 400);
    api("posts", "{\"author\":\"ann\"}", 400);
    api("posts", "[]", 400);
  }

  private String api(String path, String body, int status) throws Exception {
    HttpResponse<String> answer = served.post("/api/twibase/" + path, "application/json", body);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    return answer.body();
  }

  @Test
  void deliveriesAreShownAndPlannedAgain() throws Exception {
    signUp("ann", "Ann");
    signUp("ben", "Ben");
    post("/follow", "as=ben&name=ann", "/home?as=ben");
    for (int i = 0; i < 40; i++) {
      api("posts", "{\"author\":\"ann\",\"text\":\"post " + i + "\"}", 200);
    }
    String path = "/api/twibase/users/ben/deliveries";
    assertThat(served.get(path).body())
        .matches(
            "\\{\"deliveries\":\\[\\{\"author\":\"ann\",\"posts\":(40.0|39.9)[0-9]*,"
                + "\"now\":\"push\",\"planned\":\"pull\"}]}\n");
    assertThat(api("replans", "{\"name\":\"ben\"}", 200)).isEqualTo("{\"changed\":1}\n");
    assertThat(api("replans", "{\"name\":\"ben\"}", 200)).isEqualTo("{\"changed\":0}\n");
    assertThat(served.get(path + "?limit=5").body()).contains("\"now\":\"pull\"");
    assertThat(served.get(path + "?after=ann").body()).isEqualTo("{\"deliveries\":[]}\n");
    assertThat(served.get("/api/twibase/users/ben/timeline?limit=100").body())
        .contains("post 0", "post 39");
    api("replans", "{\"name\":\"nobody\"}", 404);
    api("replans", "{}", 400);
    assertThat(api("replans", "{\"name\":\"\\ud800\"}", 400)).contains("has no form in UTF-8");
    assertThat(served.get("/api/twibase/users/nobody/deliveries").statusCode()).isEqualTo(404);
  }
}
