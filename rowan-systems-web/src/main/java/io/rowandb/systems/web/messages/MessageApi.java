package io.rowandb.systems.web.messages;

import io.rowandb.cli.systems.messages.MessageJson;
import io.rowandb.schema.pattern.Page;
import io.rowandb.systems.messages.BoxedMessage;
import io.rowandb.systems.messages.Folder;
import io.rowandb.systems.messages.Message;
import io.rowandb.systems.messages.Messages;
import io.rowandb.systems.web.JsonBody;
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

/**
 * The HTTP API of messages, below {@code /api/messages}. Names are values, never parts of a path,
 * since they may have any character. Thread-safe.
 */
final class MessageApi {
  private static final int MOST = 200;
  private static final int USUAL = 20;
  private static final int MOST_COUNTED = 100_000;
  private static final int USUALLY_COUNTED = 1_000;

  private final MessageSpace space;
  private final Posting posting;

  MessageApi(MessageSpace space, Posting posting) {
    this.space = space;
    this.posting = posting;
  }

  void addTo(SystemRoutes routes) {
    for (String box : List.of("inbox", "unread", "sent")) {
      routes.get("/" + box, request -> folder(request, box));
    }
    routes.get("/with", request -> folder(request, "with", "person"));
    routes.get("/conversation", request -> folder(request, "conversation", "others", "message"));
    routes.get("/message", this::message);
    routes.get("/counts", this::counts);
    routes.post("/messages", this::send);
    routes.post("/reads", this::read);
    routes.post("/deletions", this::delete);
  }

  private Map<String, ?> folder(WebRequest request, String box, String... about)
      throws IOException {
    String[] known = new String[about.length + 5];
    System.arraycopy(about, 0, known, 0, about.length);
    System.arraycopy(
        new String[] {"user", "from", "to", "limit", "after"}, 0, known, about.length, 5);
    Values query = request.query(known);
    String user = query.text("user");
    int limit = (int) query.whole("limit", 1, MOST, USUAL);
    Optional<Instant> from = time(query, "from");
    Optional<Instant> to = time(query, "to");
    Messages messages = space.existing();
    Folder folder = Folders.between(Folders.of(messages, user, box, query), from, to);
    Page<BoxedMessage> page = Folders.page(messages, folder, limit, query);
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("messages", page.records().stream().map(MessageJson::message).toList());
    page.next().ifPresent(next -> answer.put("next", next));
    return answer;
  }

  private static Optional<Instant> time(Values values, String name) {
    return values.has(name) ? Optional.of(values.time(name)) : Optional.empty();
  }

  private Map<String, ?> message(WebRequest request) throws IOException {
    Values query = request.query("user", "id");
    return MessageJson.message(Folders.got(space.existing(), query.text("user"), query.text("id")));
  }

  private Map<String, ?> counts(WebRequest request) throws IOException {
    Values query = request.query("user", "most");
    String user = query.text("user");
    long most = query.whole("most", 1, MOST_COUNTED, USUALLY_COUNTED);
    Messages messages = space.existing();
    Map<String, Object> counts = new LinkedHashMap<>();
    for (String box : List.of("inbox", "unread", "sent")) {
      counts.put(box, messages.count(Folders.of(messages, user, box, query), most));
    }
    counts.put("most", most);
    return counts;
  }

  private Map<String, ?> send(WebRequest request) throws IOException {
    request.query();
    JsonBody body = JsonBody.of(request, Set.of("receivers"), "id", "sender", "time", "text");
    Values values = body.values();
    String id = values.given("id").orElseGet(() -> UUID.randomUUID().toString());
    boolean isNew =
        posting.send(
            id,
            values.text("sender"),
            body.texts("receivers", Message.MOST_RECEIVERS),
            time(values, "time"),
            values.given("text").orElse(""));
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("id", id);
    answer.put("new", isNew);
    return answer;
  }

  private Map<String, ?> read(WebRequest request) throws IOException {
    request.query();
    Values values = JsonBody.of(request, Set.of(), "user", "id", "all").values();
    String user = values.text("user");
    boolean all = values.has("all") && values.truth("all");
    if (all == values.has("id")) {
      throw WebException.wrong("give an id, or all as true");
    }
    if (!all) {
      return Map.of("read", posting.read(user, values.text("id")) ? 1 : 0);
    }
    Posting.ReadMany many = posting.readMany(user);
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("read", many.count());
    answer.put("more", many.more());
    return answer;
  }

  private Map<String, ?> delete(WebRequest request) throws IOException {
    request.query();
    Values values = JsonBody.of(request, Set.of(), "user", "id").values();
    return Map.of("deleted", posting.delete(values.text("user"), values.text("id")));
  }
}
