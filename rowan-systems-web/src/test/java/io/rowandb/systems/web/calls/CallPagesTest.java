package io.rowandb.systems.web.calls;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.systems.calls.CallRecord;
import io.rowandb.systems.calls.CallRecords;
import io.rowandb.systems.web.ServedSystems;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.time.YearMonth;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a person sees and does. */
@Tag("slow")
class CallPagesTest {
  private static final Instant TIME = Instant.parse("2011-07-03T10:15:30Z");
  private static final YearMonth JULY = YearMonth.of(2011, 7);

  private static final String FORM =
      "phone=13900000001&time=2011-07-03T10%3A15%3A30Z&peer=13900000002&outgoing=true&seconds=61";

  private ServedSystems served;

  @BeforeEach
  void serve() throws IOException {
    served = ServedSystems.inMemory();
  }

  @AfterEach
  void end() throws IOException {
    served.close();
  }

  @Test
  void aCallIsAddedAndShown() throws Exception {
    assertThat(served.get("/calls").body())
        .contains("There is no call yet", "Make sample calls", "href=\"/calls/add\"");
    assertThat(served.get("/calls/add").body())
        .contains("<form class=\"card\" action=\"/calls/add\" method=\"post\">");
    HttpResponse<String> added = served.postForm("/calls/add", FORM + "&area=3&cell=4");
    assertThat(added.statusCode()).isEqualTo(303);
    String shown = added.headers().firstValue("Location").orElseThrow();
    assertThat(shown).isEqualTo("/calls/phone?phone=13900000001&month=2011-07&added=1");
    assertThat(served.get(shown).body())
        .contains("The call was added.", "<h1>13900000001, 2011-07</h1>")
        .contains("<td>07-03 10:15:30</td><td>to</td>", ">13900000002</a>", ">1:01</td>")
        .contains("<dt>To be paid</dt><dd>0.10</dd>", "How it is read", "ranges: 1, forward")
        .contains("<a href=\"/calls/area?area=3&amp;month=2011-07\">3</a>, 4");
    assertThat(served.get("/calls/area?area=3&month=2011-07").body())
        .contains("<h1>Area 3, 2011-07</h1>", "<tr><td class=\"number\">4</td>");
    assertThat(served.get("/calls").body())
        .contains("name=\"phone\" value=\"13900000001\"", "name=\"month\" value=\"2011-07\"")
        .doesNotContain("Make sample calls");
    assertThat(served.get(shown, "Accept-Language", "zh").body())
        .contains("通话已添加", "<td>呼出</td>", "应付");
  }

  @Test
  void aWrongFormIsShownAgainWithTheReason() throws Exception {
    HttpResponse<String> answer =
        served.postForm("/calls/add", FORM.replace("seconds=61", "seconds=%3Cb%3E") + "&area=3");
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body())
        .contains(
            "role=\"alert\">area ".replace("area ", "seconds is &quot;&lt;b&gt;&quot;, not a"))
        .contains("name=\"phone\" value=\"13900000001\"", "value=\"&lt;b&gt;\"")
        .doesNotContain("<b>");
    HttpResponse<String> question = served.get("/calls/phone?phone=%22%3E%3Cscript%3E&month=July");
    assertThat(question.statusCode()).isEqualTo(400);
    assertThat(question.body())
        .contains("value=\"&quot;&gt;&lt;script&gt;\"", "role=\"alert\"")
        .doesNotContain("<script");
    HttpResponse<String> area = served.get("/calls/area?area=x&month=2011-07");
    assertThat(area.statusCode()).isEqualTo(400);
    assertThat(area.body()).contains("not a whole number from 0 to 65535");
    assertThat(served.postForm("/calls/add", "phone=%zz").statusCode()).isEqualTo(400);
    assertThat(served.postForm("/calls/add", "phone=1&phone=2").statusCode()).isEqualTo(400);
    assertThat(served.postForm("/calls/add", "=&=&&&").statusCode()).isEqualTo(400);
    assertThat(served.postForm("/calls/add", "&".repeat(1 << 17)).statusCode()).isEqualTo(413);
  }

  @Test
  void manyCallsComePageByPage() throws Exception {
    try (CallRecords calls = CallRecords.open(served.connection())) {
      calls.addAll(
          LongStream.range(0, 150)
              .mapToObj(i -> new CallRecord(1, TIME.plusSeconds(i), 2, true, 1, null, null))
              .toList());
    }
    String first = served.get("/calls/phone?phone=1&month=2011-07&free=3").body();
    assertThat(rows(first)).isEqualTo(100);
    String next = first.replaceFirst("(?s).*href=\"(/calls/phone\\?[^\"]*after=[^\"]*)\".*", "$1");
    assertThat(next).startsWith("/calls/phone?phone=1&amp;month=2011-07&amp;free=3&amp;after=");
    String second = served.get(next.replace("&amp;", "&")).body();
    assertThat(rows(second)).isEqualTo(50);
    assertThat(second)
        .contains("10:15:30</td>")
        .contains("Newest calls")
        .doesNotContain("Older calls");
  }

  private static long rows(String page) {
    return page.split("<tr><td>", -1).length - 1L;
  }

  @Test
  void sampleCallsAreMadeOnceInTheBackground() throws Exception {
    HttpResponse<String> begun = served.postForm("/calls/sample", "");
    assertThat(begun.statusCode()).isEqualTo(303);
    assertThat(begun.headers().firstValue("Location")).hasValue("/calls");
    String state = served.get("/api/calls/sample").body();
    while (state.contains("running")) {
      HttpResponse<String> page = served.get("/calls");
      if (page.headers().firstValue("Refresh").isPresent()) {
        assertThat(page.body()).contains("<progress value=");
        HttpResponse<String> second = served.post("/api/calls/sample", "application/json", "{}");
        assertThat(second.statusCode()).isEqualTo(409);
      }
      state = served.get("/api/calls/sample").body();
    }
    long all = SampleCalls.TRAFFIC.records().count();
    assertThat(state)
        .isEqualTo("{\"state\":\"done\",\"records\":" + all + ",\"expected\":" + all + "}\n");
    assertThat(served.get("/calls").body()).contains("value=\"139000").doesNotContain("<progress");
    assertThat(served.postForm("/calls/sample", "").statusCode()).isEqualTo(409);
    long phone = SampleCalls.TRAFFIC.phone(5);
    try (CallRecords calls = CallRecords.openExisting(served.connection())) {
      assertThat(calls.month(phone, YearMonth.of(2011, 2)).size())
          .isEqualTo(
              (int)
                  SampleCalls.TRAFFIC
                      .records()
                      .filter(each -> each.phone() == phone)
                      .filter(each -> each.time().toString().startsWith("2011-02"))
                      .count());
    }
  }

  @Test
  void manyAtOnceAreAllAnswered() throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(8);
    try {
      List<Callable<Integer>> work =
          IntStream.range(0, 200).<Callable<Integer>>mapToObj(i -> () -> addOrAsk(i)).toList();
      for (Future<Integer> each : clients.invokeAll(work)) {
        assertThat(each.get()).isIn(200, 303);
      }
    } finally {
      clients.shutdownNow();
    }
    try (CallRecords calls = CallRecords.openExisting(served.connection())) {
      assertThat(calls.month(13900000001L, JULY)).hasSize(1);
      assertThat(calls.month(7, JULY)).hasSize(50);
    }
  }

  private int addOrAsk(int i) throws Exception {
    HttpResponse<String> answer =
        switch (i % 4) {
          case 0 -> served.postForm("/calls/add", FORM);
          case 1 ->
              served.post(
                  "/api/calls/records",
                  "application/json",
                  "{\"phone\":7,\"time\":\"%s\",\"peer\":8,\"outgoing\":true,\"seconds\":1}"
                      .formatted(TIME.plusMillis(i)));
          case 2 -> served.get("/calls/phone?phone=7&month=2011-07");
          default -> served.get("/");
        };
    return answer.statusCode();
  }
}
