package io.rowandb.systems.web.messages;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.systems.messages.Message;
import io.rowandb.systems.messages.Messages;
import io.rowandb.systems.web.ServedSystems;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a person sees and does. */
@Tag("slow")
class MessagePagesTest {
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
  private String post(String path, String form, String to) throws Exception {
    HttpResponse<String> answer = served.postForm("/messages" + path, form);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(303);
    assertThat(answer.headers().firstValue("Location")).hasValue("/messages" + to);
    return served.get("/messages" + to).body();
  }

  private String box(String query) throws Exception {
    return served.get("/messages/box?" + query).body();
  }

  private static String hidden(String page, String name) {
    return page.replaceFirst("(?s).*name=\"" + name + "\" value=\"([^\"]*)\".*", "$1");
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  @Test
  void aNewcomerWritesAsOneAndReadsAsTheOther() throws Exception {
    assertThat(served.get("/").body()).contains("href=\"/messages\"", "Users write each other");
    String first = served.get("/messages").body();
    assertThat(first).contains("There is no message yet", "Make sample messages");
    String id = hidden(first, "id");
    String form = "id=" + id + "&reply=&as=ann&to=+ben%2C+carl&text=Lunch%3F%0D%0A%3Cb%3E%26";
    assertThat(post("/send", form, "/box?as=ann&box=sent&sent=1"))
        .contains("The message was sent.", "Lunch?\n&lt;b&gt;&amp;", "Reply to all")
        .doesNotContain("<b>", "Mark as read");
    post("/send", form, "/box?as=ann&box=sent&sent=1"); // the same form once more
    assertThat(box("as=ann&box=sent").split("Lunch", -1)).hasSize(2);
    String inbox = box("as=ben");
    assertThat(inbox).contains("Lunch?", "Unread (1)", "<strong>unread</strong>");
    String back = hidden(inbox, "back");
    String read = "as=ben&id=" + id + "&back=" + encoded(back.replace("&amp;", "&"));
    assertThat(post("/read", read, "/box?as=ben&box=inbox"))
        .contains("Lunch?", "Unread (0)")
        .doesNotContain("<strong>");
    String answer = served.get("/messages/write?as=ben&reply=" + id + "&all=true").body();
    assertThat(answer).contains("name=\"to\" value=\"ann, carl\"");
    String sent = "id=a2&reply=" + id + "&as=ben&to=ann%2C+carl&text=Yes";
    post("/send", sent, "/box?as=ben&box=sent&sent=1");
    assertThat(box("as=carl&box=conversation&message=" + id)).contains("Yes", "Lunch?");
    assertThat(box("as=carl&box=conversation&others=ann,ben")).contains("Yes", "Lunch?");
    assertThat(box("as=carl&box=conversation&others=ann")).contains("No messages here.");
    assertThat(box("as=carl&person=ben")).contains("Yes").doesNotContain("Lunch?");
    assertThat(post("/read-many", "as=carl", "/box?as=carl&box=unread&read=1"))
        .contains("Marked as read.", "No messages here.");
    assertThat(post("/delete", "as=carl&id=a2&back=as%3Dcarl", "/box?as=carl"))
        .contains("Lunch?")
        .doesNotContain("Yes");
    assertThat(box("as=ann")).contains("Yes");
    String ofConversation = "as=ann&id=a2&back=as%3Dann%26box%3Dconversation%26message%3Da2";
    assertThat(post("/delete", ofConversation, "/box?as=ann")).contains("No messages here.");
    assertThat(served.get("/messages/box?as=ann", "Accept-Language", "zh").body())
        .contains("收件箱", "写信", "未读 (0)");
  }

  @Test
  void aWrongFormIsShownAgainWithTheReason() throws Exception {
    HttpResponse<String> nobody =
        served.postForm("/messages/send", "id=x&as=ann&to=+,+&text=%3Cscript%3E%22");
    assertThat(nobody.statusCode()).isEqualTo(400);
    assertThat(nobody.body())
        .contains("receivers 0: 1 to 50", "&lt;script&gt;&quot;</textarea>", "value=\"ann\"")
        .doesNotContain("<script");
    assertThat(served.get("/messages/box?as=ann").statusCode()).isEqualTo(404); // made no table
    String longest = "字".repeat(Message.LONGEST_TEXT);
    post("/send", "id=x&as=ann&to=ben&text=" + encoded(longest), "/box?as=ann&box=sent&sent=1");
    HttpResponse<String> longer =
        served.postForm("/messages/send", "as=ann&to=ben&text=" + encoded(longest + "字"));
    assertThat(longer.statusCode()).isEqualTo(400);
    assertThat(longer.body()).contains("text of 10001 characters: at most 10000");
    HttpResponse<String> other = served.postForm("/messages/send", "id=x&as=ann&to=ben&text=b");
    assertThat(other.statusCode()).isEqualTo(409);
    assertThat(other.body()).contains("message x was sent already").doesNotContain("value=\"x\"");
    for (String form : List.of("as=ann&to=ann,ann", "as=&to=ben", "as=" + "a".repeat(65))) {
      assertThat(served.postForm("/messages/send", form).statusCode()).as(form).isEqualTo(400);
    }
    for (String back : List.of("http://evil.example/", "x\r\nSet-Cookie: a=b", "<script>")) {
      HttpResponse<String> refused =
          served.postForm("/messages/read", "as=ann&id=x&back=" + encoded(back));
      assertThat(refused.statusCode()).as(back).isEqualTo(400);
    }
    assertThat(served.postForm("/messages/send", "as=a&" + "x=&".repeat(100)).body())
        .contains("there are more than 100 fields");
  }

  @Test
  void aWrongQuestionIsShownAgainWithTheReason() throws Exception {
    post("/send", "id=x&as=ann&to=ben&text=hi", "/box?as=ann&box=sent&sent=1");
    for (String[] each :
        new String[][] {
          {"box=outbox", "box is &quot;outbox&quot;, and not one of inbox"},
          {"from=2026-02-30", "from is &quot;2026-02-30&quot;, not a day"},
          {"to=99999-01-01", "not a day from 1970 on, as 2011-07-03"},
          {"from=0001-01-01", "not a day from 1970 on"},
          {"from=2026-02-03&to=2026-01-01", "ends before it begins"},
          {"after=%3Cb%3E", "role=\"alert\""},
          {"box=with", "person is missing"},
          {"box=conversation", "give others, or a message"},
          {"box=conversation&others=ann", "and not the user"},
          {"person=" + "p".repeat(65), "person of 65 characters: 1 to 64"},
        }) {
      HttpResponse<String> page = served.get("/messages/box?as=ann&" + each[0]);
      assertThat(page.statusCode()).as(each[0]).isEqualTo(400);
      assertThat(page.body()).as(each[0]).contains(each[1]);
    }
    assertThat(served.get("/messages/box?as=ann&box=conversation&message=y").statusCode())
        .isEqualTo(404);
    assertThat(served.get("/messages/box").statusCode()).isEqualTo(400);
    assertThat(served.get("/messages/box?as=ann&from=1970-01-01&to=9999-12-31&box=sent").body())
        .contains(">hi<");
  }

  @Test
  void hostileNamesAreText() throws Exception {
    String name = "\"><script>alert(1)</script>,\\ ../%2e?&#";
    try (Messages messages = Messages.open(served.connection())) {
      messages.send(new Message("<i>&'\"", name, List.of("ben"), Instant.EPOCH, "hi"));
    }
    String page = box("as=ben");
    assertThat(page).contains("&lt;script&gt;alert(1)").doesNotContain("<script", "<i>");
    String with = page.replaceFirst("(?s).*href=\"([^\"]*box=with[^\"]*)\".*", "$1");
    assertThat(served.get(with.replace("&amp;", "&")).body()).contains(">hi<");
    String reply = page.replaceFirst("(?s).*href=\"([^\"]*write[^\"]*reply[^\"]*)\".*", "$1");
    String form = served.get(reply.replace("&amp;", "&")).body();
    String to =
        hidden(form, "to")
            .replace("&quot;", "\"")
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&amp;", "&");
    post("/send", "id=b&as=ben&text=back&to=" + encoded(to), "/box?as=ben&box=sent&sent=1");
    assertThat(box("as=" + encoded(name))).contains(">back<").doesNotContain("<script");
  }

  @Test
  void aBoxComesPageByPageAndByDay() throws Exception {
    try (Messages messages = Messages.open(served.connection())) {
      Instant noon = Instant.parse("2011-03-01T12:00:00Z");
      for (int i = 0; i < 25; i++) {
        messages.send(
            new Message(
                "m" + i, "ann", List.of("ben"), noon.plusSeconds(7_200L * i), "nr " + i + "."));
      }
    }
    String first = box("as=ben");
    assertThat(first).contains("nr 24.", "nr 5.", "Unread (25)").doesNotContain("nr 4.");
    String next = first.replaceFirst("(?s).*href=\"([^\"]*after=[^\"]*)\".*", "$1");
    String second = served.get(next.replace("&amp;", "&")).body();
    assertThat(second)
        .contains("nr 4.", "nr 0.", "Newest messages")
        .doesNotContain("nr 5.", "Older messages");
    String delete = "as=ben&id=m4&back=" + encoded(hidden(second, "back").replace("&amp;", "&"));
    assertThat(served.postForm("/messages/delete", delete).headers().firstValue("Location"))
        .hasValue(next.replace("&amp;", "&"));
    assertThat(box("as=ben&from=2011-03-02&to=2011-03-02"))
        .contains("nr 6.", "nr 17.")
        .doesNotContain("nr 5.", "nr 18.");
    assertThat(box("as=ben&person=ann&to=2011-03-01")).contains("nr 5.").doesNotContain("nr 6.");
  }

  @Test
  void sampleMessagesAreSentOnce() throws Exception {
    post("/sample", "", "");
    String page = served.get("/messages").body();
    while (page.contains("Sending sample")) {
      page = served.get("/messages").body();
    }
    assertThat(page).contains("Act as the user", "value=\"user0\"");
    assertThat(box("as=user0&box=sent")).contains("Older messages");
    assertThat(served.postForm("/messages/sample", "").statusCode()).isEqualTo(409);
    assertThat(served.get("/api/messages/sample").body())
        .isEqualTo("{\"state\":\"done\",\"records\":600,\"expected\":600}\n");
  }
}
