package io.rowandb.systems.web.messages;

import io.rowandb.schema.pattern.Page;
import io.rowandb.systems.messages.BoxedMessage;
import io.rowandb.systems.messages.Folder;
import io.rowandb.systems.messages.MessageTraffic;
import io.rowandb.systems.messages.Messages;
import io.rowandb.systems.web.BackgroundLoad.Progress;
import io.rowandb.systems.web.BackgroundLoad.State;
import io.rowandb.systems.web.Html;
import io.rowandb.systems.web.Language;
import io.rowandb.systems.web.SystemPages;
import io.rowandb.systems.web.SystemRoutes;
import io.rowandb.systems.web.Values;
import io.rowandb.systems.web.WebException;
import io.rowandb.systems.web.WebPage;
import io.rowandb.systems.web.WebRequest;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Connection;

/**
 * Messages between users: their pages and their API. Nobody signs in: whoever opens a page acts as
 * the user whose name it says.
 */
public final class MessagePages implements SystemPages {
  private static final int PAGE = 20;

  private final MessageSpace space;
  private final SampleMessages sample;
  private final Posting posting;

  /** On a store or a cluster. */
  public MessagePages(Connection connection) {
    space = new MessageSpace(connection);
    sample = new SampleMessages(space);
    posting = new Posting(space, InstantSource.system());
  }

  @Override
  public String name() {
    return "messages";
  }

  @Override
  public String title(Language language) {
    return language.say("Messages", "站内信");
  }

  @Override
  public String about(Language language) {
    return language.say(
        "Users write each other: inbox, sent, unread, conversations, and each side deletes alone.",
        "用户互相写信：收件箱、已发送、未读、对话，双方各自删除。");
  }

  @Override
  public void addTo(SystemRoutes routes) {
    routes.page("", this::first);
    routes.page("/box", this::box);
    new MessageActions(space, posting).addTo(routes);
    routes.sample(sample);
    new MessageApi(space, posting).addTo(routes);
  }

  private WebPage first(WebRequest request) throws IOException {
    request.query();
    Language language = request.language();
    MessageForms forms = new MessageForms(language);
    MessageViews views = new MessageViews(language, "");
    Progress progress = sample.progress();
    if (progress.state() == State.RUNNING) {
      return WebPage.of(title(language), views.progress(progress)).again();
    }
    Optional<Messages> messages = space.ifPresent();
    boolean empty = messages.isEmpty() || messages.get().isEmpty();
    Map<String, String> shown = new HashMap<>();
    if (!empty) {
      shown.put("as", MessageTraffic.name(0));
    }
    return WebPage.of(
        title(language),
        Html.of(
            "<p>{}</p>{}<div class=\"cards\"><section><h2>{}</h2>{}</section>"
                + "<section><h2>{}</h2>{}</section></div>",
            about(language),
            progress.state() == State.FAILED
                ? views.error(
                    language.say(
                        "Not all could be made; the server's log says why.", "未能全部生成，原因见服务器日志。"))
                : Html.NONE,
            empty
                ? language.say("There is no message yet", "还没有信件")
                : language.say("A mailbox", "信箱"),
            empty ? forms.sample() : forms.acting(shown),
            language.say("Write a message", "写信"),
            forms.writing(Map.of("id", MessageActions.newId()))));
  }

  private WebPage box(WebRequest request) throws IOException {
    Values query =
        request.query(
            "as", "box", "person", "others", "message", "from", "to", "after", "sent", "read");
    Language language = request.language();
    String as = query.text("as");
    String box = boxOf(query);
    MessageViews views = new MessageViews(language, as);
    Html search = new MessageForms(language).search(as, plain(box), shown(query));
    try {
      Messages messages = space.existing();
      long unread =
          messages.count(Folders.of(messages, as, "unread", query), MessageViews.MOST_COUNTED);
      return WebPage.of(
          title(language, query, as, box),
          Html.of(
              "{}{}<details{}><summary>{}</summary>{}</details><section>{}</section>",
              views.tabs(box, unread),
              said(views, query),
              query.has("from") || query.has("to") ? Html.of(" open") : Html.NONE,
              language.say("Search by person and date", "按人和日期搜索"),
              search,
              found(messages, views, query, box)));
    } catch (WebException e) {
      return WebPage.of(
              language.say("A mailbox", "信箱"),
              Html.all(views.tabs("", -1), views.error(e.getMessage()), search))
          .with(e.status());
    }
  }

  /** A person alone is a search. */
  private static String boxOf(Values query) {
    String box = query.given("box").orElse("inbox");
    boolean isSearch = query.has("person") && List.of("inbox", "unread", "sent").contains(box);
    return isSearch ? "with" : box;
  }

  /** The box that a search without a person is in. */
  private static String plain(String box) {
    return List.of("unread", "sent").contains(box) ? box : "inbox";
  }

  private static Map<String, String> shown(Values query) {
    Map<String, String> shown = new LinkedHashMap<>();
    for (String name : List.of("person", "others", "message", "from", "to")) {
      query.given(name).ifPresent(value -> shown.put(name, value));
    }
    return shown;
  }

  private static String title(Language language, Values query, String as, String box) {
    return switch (box) {
      case "unread" -> language.say("Unread messages of ", "未读信件：") + as;
      case "sent" -> language.say("Sent by ", "已发送：") + as;
      case "with" -> as + " ↔ " + query.text("person");
      case "conversation" -> language.say("A conversation of ", "对话：") + as;
      default -> language.say("Inbox of ", "收件箱：") + as;
    };
  }

  private static Html said(MessageViews views, Values query) {
    Language language = views.language();
    if (query.has("sent")) {
      return views.notice(language.say("The message was sent.", "信件已发送。"));
    }
    return query.has("read") ? views.notice(language.say("Marked as read.", "已标为已读。")) : Html.NONE;
  }

  private static Html found(Messages messages, MessageViews views, Values query, String box)
      throws IOException {
    Language language = views.language();
    Folder folder =
        Folders.between(
            Folders.of(messages, views.as(), box, query),
            day(query, "from", 0),
            day(query, "to", 1));
    Page<BoxedMessage> page = Folders.page(messages, folder, PAGE, query);
    Map<String, String> same = new LinkedHashMap<>();
    same.put("as", views.as());
    same.put("box", box);
    same.putAll(shown(query));
    String back = MessageViews.query(same);
    List<Html> others = new ArrayList<>();
    if (query.has("after")) {
      others.add(views.more(same, language.say("Newest messages", "最新的信件")));
      back += "&after=" + MessageViews.encoded(query.text("after"));
    }
    if (page.next().isPresent()) {
      Map<String, String> next = new LinkedHashMap<>(same);
      next.put("after", page.next().get());
      others.add(views.more(next, language.say("Older messages", "更早的信件")));
    }
    boolean canRead = box.equals("unread") && !page.records().isEmpty();
    return Html.of(
        "{}{}<p>{}</p>{}",
        canRead ? views.readMany() : Html.NONE,
        views.messages(page.records(), back),
        others,
        views.explanation(messages.explain(folder)));
  }

  private static Optional<Instant> day(Values query, String name, int daysBehind) {
    if (!query.has(name)) {
      return Optional.empty();
    }
    LocalDate day = query.day(name).plusDays(daysBehind);
    return Optional.of(day.atStartOfDay(ZoneOffset.UTC).toInstant());
  }

  @Override
  public void close() throws IOException {
    try (space) {
      sample.close();
    }
  }
}
