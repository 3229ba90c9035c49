package io.rowandb.systems.web.messages;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.systems.messages.Folder;
import io.rowandb.systems.messages.Messages;
import io.rowandb.systems.web.ServedSystems;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a program gets. */
class MessageApiTest {
  private static final int THREADS = 8;

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

  @Tag("slow")
  @Test
  void aMessageIsSentReadAndDeletedOnOneSide() throws Exception {
    assertThat(get("inbox?user=ben", 404)).contains("there is no table yet");
    String sent = message("m1", "2011-03-01T12:00:00.250Z");
    assertThat(post("messages", sent, 200)).isEqualTo("{\"id\":\"m1\",\"new\":true}\n");
    assertThat(post("messages", sent, 200)).isEqualTo("{\"id\":\"m1\",\"new\":false}\n");
    assertThat(post("messages", message("m1", "2012-01-01T00:00:00Z"), 409)).contains("m1");
    String json =
        "\"id\":\"m1\",\"sender\":\"ann\",\"receivers\":[\"ben\",\"a, b\"],"
            + "\"time\":\"2011-03-01T12:00:00.250Z\",\"unread\":%s,\"text\":\"hi\"}";
    assertThat(get("inbox?user=ben", 200))
        .isEqualTo("{\"messages\":[{" + json.formatted("true") + "]}\n");
    assertThat(get("sent?user=ann", 200)).contains(json.formatted("false"));
    assertThat(get("message?user=a,+b&id=m1", 200)).isEqualTo("{" + json.formatted("true") + "\n");
    assertThat(get("unread?user=ben&from=2011-03-01T12:00:00.251Z", 200)).contains("[]");
    assertThat(get("with?user=ben&person=ann&to=2011-03-01T12:00:00.251Z", 200)).contains("m1");
    assertThat(get("conversation?user=ben&others=ann,a%5C,+b", 200)).contains("m1");
    assertThat(get("conversation?user=ben&message=m1", 200)).contains("m1");
    assertThat(get("counts?user=ben", 200))
        .isEqualTo("{\"inbox\":1,\"unread\":1,\"sent\":0,\"most\":1000}\n");
    assertThat(post("reads", "{\"user\":\"ben\",\"id\":\"m1\"}", 200)).isEqualTo("{\"read\":1}\n");
    assertThat(post("reads", "{\"user\":\"ben\",\"id\":\"m1\"}", 200)).isEqualTo("{\"read\":0}\n");
    assertThat(post("reads", "{\"user\":\"a, b\",\"all\":true}", 200))
        .isEqualTo("{\"read\":1,\"more\":false}\n");
    String delete = "{\"user\":\"ben\",\"id\":\"m1\"}";
    assertThat(post("deletions", delete, 200)).isEqualTo("{\"deleted\":true}\n");
    assertThat(post("deletions", delete, 200)).isEqualTo("{\"deleted\":false}\n");
    get("message?user=ben&id=m1", 404);
    get("message?user=ann&id=m1", 200);
    get("message?user=stranger&id=m1", 404);
    String withoutId = "{\"sender\":\"ann\",\"receivers\":[\"ann\"]}";
    assertThat(post("messages", withoutId, 200)).contains("\"new\":true");
    String retried = "{\"id\":\"r\",\"sender\":\"ann\",\"receivers\":[\"ben\"],\"text\":\"x\"}";
    assertThat(post("messages", retried, 200)).contains("\"new\":true");
    assertThat(post("messages", retried, 200)).contains("\"new\":false"); // at another time
    post("messages", retried.replace("\"x\"", "\"y\""), 409);
    String token =
        get("sent?user=ann&limit=1", 200).replaceFirst("(?s).*\"next\":\"([^\"]*)\".*", "$1");
    assertThat(get("sent?user=ann&limit=1&after=" + token, 200)).contains("\"messages\":[{");
    assertThat(get("inbox?user=ann&after=" + token, 400)).contains("error");
  }

  @Tag("slow")
  @Test
  void manySendReadAndDeleteAtOnce() throws Exception {
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
    // Each sent message 0 to 5; all sent the same "shared", and each has read and deleted.
    assertThat(get("counts?user=ben", 200))
        .isEqualTo(
            "{\"inbox\":%d,\"unread\":%d,\"sent\":0,\"most\":1000}\n"
                .formatted(4 * THREADS + 1, 2 * THREADS + 1));
    try (Messages messages = Messages.openExisting(served.connection())) {
      assertThat(messages.verify().isClean()).isTrue();
      assertThat(messages.count(Folder.sent("shared"))).isEqualTo(1);
    }
  }

  private Void act(int client) throws Exception {
    post("messages", "{\"id\":\"shared\",\"sender\":\"shared\",\"receivers\":[\"ben\"]}", 200);
    for (int i = 0; i < 6; i++) {
      String id = client + "-" + i;
      post(
          "messages",
          "{\"id\":\"%s\",\"sender\":\"s%d\",\"receivers\":[\"ben\"],\"text\":\"%d\"}"
              .formatted(id, client, i),
          200);
      String about = "{\"user\":\"ben\",\"id\":\"" + id + "\"}";
      if (i % 3 == 1) {
        assertThat(post("reads", about, 200)).contains("1");
      } else if (i % 3 == 2) {
        assertThat(post("deletions", about, 200)).contains("true");
      }
      get("inbox?user=ben&limit=5", 200);
    }
    return null;
  }
}
