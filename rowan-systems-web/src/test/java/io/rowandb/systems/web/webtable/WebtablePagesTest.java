package io.rowandb.systems.web.webtable;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.systems.web.ServedSystems;
import io.rowandb.systems.webtable.PageFetch;
import io.rowandb.systems.webtable.PageLink;
import io.rowandb.systems.webtable.PageUrl;
import io.rowandb.systems.webtable.Webtable;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a person sees and does. */
@Tag("slow")
class WebtablePagesTest {
  private ServedSystems served;

  @BeforeEach
  void serve() throws IOException {
    served = ServedSystems.inMemory();
  }

  @AfterEach
  void end() throws IOException {
    served.close();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private String page(String path) throws Exception {
    HttpResponse<String> page = served.get("/webtable" + path);
    assertThat(page.statusCode()).as(page.body()).isEqualTo(200);
    return page.body();
  }

  private String refused(String path) throws Exception {
    HttpResponse<String> page = served.get("/webtable" + path);
    assertThat(page.statusCode()).as(page.body()).isEqualTo(400);
    assertThat(page.body()).contains("role=\"alert\"", "<form");
    return page.body();
  }

  /** Sends a form, and opens the page that it leads to. */
  private String post(String path, String form) throws Exception {
    HttpResponse<String> answer = served.postForm("/webtable" + path, form);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(303);
    String to = answer.headers().firstValue("Location").orElseThrow();
    assertThat(to).startsWith("/webtable");
    return served.get(to).body();
  }

  private static String link(String page, String part) {
    return page.replaceFirst("(?s).*href=\"(/webtable[^\"]*" + part + "[^\"]*)\".*", "$1")
        .replace("&amp;", "&")
        .replaceFirst("^/webtable", "");
  }

  @Test
  void aNewcomerStoresAPageTwiceAndSeesWhatChanged() throws Exception {
    assertThat(served.get("/").body()).contains("href=\"/webtable\"", "The pages of a crawler");
    assertThat(page("")).contains("There is no page yet", "Make sample pages", "Store a page");
    String first =
        "url=HTTP%3A%2F%2FWWW.Cnn.COM%3A80%2Fa%2F..%2Fb%23top&time=2011-07-03&status=&type="
            + "&body=%3Cscript%3Ealert(1)%3C%2Fscript%3E%0D%0A%26amp%3B"
            + "&links="
            + encoded("https://my.look.ca/ CNN <b>\r\n\r\n  http://cnn.com  \n");
    assertThat(post("/add", first))
        .contains(
            "The page was stored.",
            "<h1>http://www.cnn.com/b</h1>",
            "\n&lt;script&gt;alert(1)&lt;/script&gt;\n&amp;amp;</pre>",
            "CNN &lt;b&gt;",
            "/webtable/page?url=https%3A%2F%2Fmy.look.ca%2F")
        .doesNotContain("<script", "<b>", "href=\"http");
    String second = "url=http%3A%2F%2Fwww.cnn.com%2Fb&time=2011-07-10T12:00:00Z&body=new&links=";
    assertThat(post("/add", second)).contains("new</pre>", "No links.");
    String url = "/page?url=http%3A%2F%2Fwww.cnn.com%2Fb";
    String newest = page(url);
    assertThat(newest).contains("new</pre>", "2011-07-10 12:00:00.000", "2011-07-03 00:00:00.000");
    assertThat(page(link(newest, "at=2011-07-03"))).contains("alert(1)");
    assertThat(page(url + "&at=2011-07-02")).contains("had not been fetched by then");
    assertThat(page("/page?url=http://my.look.ca/")).contains("had not been fetched by then");
    assertThat(page("/changes?domain=CNN.com&from=2011-07-03&to=2011-07-11"))
        .contains("<td>changed</td>", "http://www.cnn.com/b");
    assertThat(page("/changes?domain=cnn.com&from=2011-07-01&to=2011-07-02")).contains("No pages.");
    assertThat(page("/domain?domain=com&at=2011-07-04")).contains("2011-07-03 00:00:00.000");
    assertThat(page("/domain?domain=nn.com")).contains("No pages.");
    assertThat(page("/linked?domain=look.ca")).contains("No links.");
    assertThat(page("/frontier")).contains("Nothing is due by then.");
    assertThat(post("/schedule", "url=http%3A%2F%2Fcnn.com%2F&due=2011-07-01"))
        .contains("The page was scheduled.", "2011-07-01 00:00:00.000", "http://cnn.com/");
    assertThat(page("/frontier?at=2011-06-30")).contains("Nothing is due by then.");
    assertThat(page("/frontier?lang=zh")).contains("接下来抓取什么", "安排抓取");
    assertThat(page(url + "&lang=zh")).contains("保留的版本", "链入");
  }

  @Test
  void whatIsWrongIsShownAgainWithTheReason() throws Exception {
    for (String[] each :
        new String[][] {
          {"url=javascript%3Aalert(1)", "is not of http or https"},
          {"url=http%3A%2F%2Fa%40b.com%2F", "has a user name"},
          {"url=", "url is missing"},
          {"url=http://a.com/&status=99999999999999999999", "status is &quot;9999"},
          {"url=http://a.com/&status=99", "a whole number from 100 to 599"},
          {"url=http://a.com/&time=9999-12-31", "is in the future"},
          {"url=http://a.com/&time=1969-12-31", "a day from 1970 on"},
          {"url=http://a.com/&time=2011-07-03T00:00:00.0001Z", "more than milliseconds"},
          {"url=http://a.com/&type=" + "x".repeat(201), "type has 201 characters, and at most 200"},
          {"url=http://a.com/&links=a%0A", "line 1 of the links: url &quot;a&quot;"},
          {"url=http://" + "a".repeat(4_000), "has 4007 characters, and at most 4000"},
        }) {
      HttpResponse<String> refused =
          served.postForm("/webtable/add", "body=%3C%2Ftextarea%3E%3Ci%3E&" + each[0]);
      assertThat(refused.statusCode()).as(each[0]).isEqualTo(400);
      assertThat(refused.body())
          .contains(each[1], "&lt;/textarea&gt;&lt;i&gt;</textarea>")
          .doesNotContain("<i>");
    }
    assertThat(served.get("/webtable/domain?domain=a.com").statusCode()).isEqualTo(404); // no table
    served.postForm("/webtable/add", "url=http://a.com/&time=2011-07-03");
    assertThat(refused("/page?url=%22%3E%3Cscript%3E")).contains("&lt;script&gt;");
    assertThat(refused("/page?url=http://a.com/&at=x")).contains("at is &quot;x&quot;, not a time");
    assertThat(refused("/page?url=http://a.com/&out=10001")).contains("from 0 to 10000");
    assertThat(refused("/page?url=http://a.com/&after=x")).contains("alert");
    assertThat(refused("/domain?domain=a..com")).contains("is not of labels");
    assertThat(refused("/domain?domain=a.com&after=AAAA")).contains("alert");
    assertThat(refused("/linked")).contains("domain is missing");
    assertThat(refused("/changes?domain=a.com&from=2011-07-03&to=2011-07-02"))
        .contains("to 2011-07-02T00:00:00Z is before from");
    assertThat(refused("/frontier?at=+10000-01-01T00:00:00Z")).contains("at is");
    HttpResponse<String> schedule = served.postForm("/webtable/schedule", "url=x&due=2011-07-03");
    assertThat(schedule.statusCode()).isEqualTo(400);
    assertThat(schedule.body()).contains("is not of http or https", "value=\"2011-07-03\"");
  }

  @Test
  void manyLinksAndPagesComePageByPage() throws Exception {
    Instant time = Instant.parse("2011-07-03T00:00:00Z");
    List<PageLink> links = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      links.add(new PageLink(PageUrl.of("http://b.org/"), "nr " + i + "."));
    }
    String longest = "http://a.com/z" + "%C3%BC".repeat(600);
    try (Webtable webtable = Webtable.open(served.connection())) {
      for (int i = 0; i < 101; i++) {
        webtable.add(
            new PageFetch(
                PageUrl.of("http://a.com/" + i), time, 200, "", "", i == 0 ? links : List.of()));
      }
      webtable.add(new PageFetch(PageUrl.of(longest), time, 200, "", "", List.of()));
      String body = "x".repeat(19_999) + "😀end";
      webtable.add(new PageFetch(PageUrl.of("http://b.org/"), time, 200, "", body, List.of()));
    }
    String longer = "http://c.com/" + "x".repeat(3_900);
    assertThat(post("/add", "time=2011-07-03&url=" + longer)) // no header is as long
        .contains("<h1>c.com</h1>", longer);
    String first = page("/page?url=http://a.com/0");
    assertThat(first).contains("(60)", ">nr 49.<").doesNotContain(">nr 50.<");
    assertThat(page(link(first, "out="))).contains(">nr 50.<", ">nr 59.<").doesNotContain("nr 49.");
    String in = page("/page?url=http://b.org/");
    assertThat(in)
        .contains("x …</pre>", "The first 20,000 characters", ">nr 49.<")
        .doesNotContain(">nr 50.<", "😀");
    assertThat(page(link(in, "after="))).contains(">nr 50.<").doesNotContain(">nr 49.<");
    String domain = page("/domain?domain=a.com");
    assertThat(domain).contains("http://a.com/0<", "More pages").doesNotContain("%C3%BC");
    assertThat(page(link(domain, "after=")))
        .contains("<bdi>" + longest + "</bdi>") // too long for a way to it
        .doesNotContain("More pages");
  }

  @Test
  void samplePagesAreStoredOnce() throws Exception {
    HttpResponse<String> begun = served.postForm("/webtable/sample", "");
    assertThat(begun.statusCode()).isEqualTo(303);
    String page = page("");
    while (page.contains("Storing sample")) {
      page = page("");
    }
    assertThat(page).contains("A page", "value=\"2011-07-08\"", "Show changes");
    assertThat(page("/frontier?at=2011-08-01")).contains("https://www.ba.de/7/?id=7");
    assertThat(page("/changes?domain=de&from=2011-07-08&to=2011-07-15"))
        .contains("<td>changed</td>");
    assertThat(served.postForm("/webtable/sample", "").statusCode()).isEqualTo(409);
  }
}
