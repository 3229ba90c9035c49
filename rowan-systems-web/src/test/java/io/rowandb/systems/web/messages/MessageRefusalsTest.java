package io.rowandb.systems.web.messages;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.systems.web.ServedSystems;
import java.io.IOException;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the API refuses, and how it says so. */
class MessageRefusalsTest {
  private static ServedSystems served;

  @BeforeAll
  static void serve() throws IOException {
    served = ServedSystems.inMemory();
  }

  @AfterAll
  static void end() throws IOException {
    served.close();
  }

  private String post(String path, String body, int status) throws Exception {
    HttpResponse<String> answer = served.post("/api/messages/" + path, "application/json", body);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    return answer.body();
  }

  private String get(String path, int status) throws Exception {
    HttpResponse<String> answer = served.get("/api/messages/" + path);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    return answer.body();
  }

  private static String message(String id, String time) {
    return "{\"id\":\"%s\",\"sender\":\"ann\",\"receivers\":[\"ben\",\"a, b\"],\"time\":\"%s\",\"text\":\"hi\"}"
        .formatted(id, time);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "messages | [] | '{' was expected",
        "messages | {\"sender\":\"a\" | expected in the JSON text",
        "messages | {\"sender\":\"a\",\"receivers\":\"b\"} | receivers is no list",
        "messages | {\"sender\":\"a\",\"receivers\":[[\"b\"]]} | receivers[0] is no text",
        "messages | {\"sender\":\"a\",\"receivers\":[]} | receivers 0: 1 to 50",
        "messages | {\"sender\":[\"a\"],\"receivers\":[\"b\"]} | \\\"sender\\\" is a list",
        "messages | {\"sender\":\"a\",\"receivers\":[\"b\"],\"to\":\"c\"} | \\\"to\\\" is not known here",
        "messages | {\"sender\":\"a\",\"sender\":\"b\"} | there twice",
        "messages | {\"receivers\":[\"b\"]} | sender is missing",
        "messages | {\"sender\":\"a\",\"receivers\":[\"b\",\"b\"]} | a name is there twice",
        "messages | {\"sender\":\"\\ud800\",\"receivers\":[\"b\"]} | error",
        "messages | {\"sender\":\"a\",\"receivers\":[\"b\"],\"time\":\"+20000-01-01T00:00:00Z\"} | from 1970 to 9999",
        "messages | {\"sender\":\"a\",\"receivers\":[\"b\"],\"time\":\"1969-12-31T23:59:59Z\"} | from 1970 to 9999",
        "messages | {\"sender\":\"a\",\"receivers\":[\"b\"],\"time\":\"2011-01-01T00:00:00.0001Z\"} | more than milliseconds",
        "messages | {\"sender\":\"a\",\"receivers\":[\"b\"],\"time\":5} | time is \\\"5\\\", not a time as",
        "messages | {\"x\":[[[[[[1]]]]]]} | nothing so deep was expected",
        "reads | {\"user\":\"a\"} | give an id, or all as true",
        "reads | {\"user\":\"a\",\"id\":\"1\",\"all\":true} | give an id, or all as true",
        "reads | {\"user\":\"a\",\"all\":1} | all is \\\"1\\\", not true or false",
        "deletions | {\"user\":\"a\"} | id is missing",
      })
  void whatIsWrongIsToldWithItsRule(String path, String body, String rule) throws Exception {
    assertThat(post(path, body, 400)).contains(rule);
  }

  @Test
  void questionsHaveLimits() throws Exception {
    post("messages", message("m1", "2011-03-01T12:00:00Z"), 200);
    assertThat(get("inbox?user=ben&limit=201", 400)).contains("from 1 to 200");
    assertThat(get("inbox?user=ben&limit=99999999999999999999", 400)).contains("from 1 to 200");
    assertThat(get("counts?user=ben&most=0", 400)).contains("from 1 to 100000");
    assertThat(get("inbox?user=ben&from=-1000000000-01-01T00:00:00Z", 400))
        .contains("1970 to 9999");
    assertThat(get("inbox?user=ben&to=%2B1000000000-12-31T23:59:59.999999999Z", 400))
        .contains("1970 to 9999");
    assertThat(get("inbox?user=ben&from=2011-03-01T12:00:00.0001Z", 200)).contains("[]");
    assertThat(get("inbox?user=ben&user=ann", 400)).contains("is there 2 times");
    assertThat(get("inbox?user=ben&x=1", 400)).contains("not known here");
    assertThat(get("inbox?user=" + "x".repeat(65), 400)).contains("65 characters");
    assertThat(get("with?user=ben", 400)).contains("person is missing");
    assertThat(get("conversation?user=ben&others=ann&message=m1", 400)).contains("give others");
    HttpResponse<String> type = served.post("/api/messages/messages", "text/plain; a=b", "{}");
    assertThat(type.statusCode()).isEqualTo(403);
    assertThat(served.post("/api/messages/reads", "application/xml", "<a/>").statusCode())
        .isEqualTo(415);
  }
}
