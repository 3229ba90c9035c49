package io.rowandb.systems.web.messages;

import io.rowandb.systems.messages.Message;
import io.rowandb.systems.web.Html;
import io.rowandb.systems.web.Language;
import io.rowandb.systems.web.SystemRoutes;
import io.rowandb.systems.web.Values;
import io.rowandb.systems.web.WebException;
import io.rowandb.systems.web.WebPage;
import io.rowandb.systems.web.WebRequest;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;

/** What forms do with messages. Thread-safe. */
final class MessageActions {
  /** What a query of this server has: a form sends back which page it stands on. */
  private static final Pattern QUERY = Pattern.compile("[A-Za-z0-9=&%+.*_-]{1,6000}");

  private final MessageSpace space;
  private final Posting posting;

  MessageActions(MessageSpace space, Posting posting) {
    this.space = space;
    this.posting = posting;
  }

  void addTo(SystemRoutes routes) {
    routes.page("/write", this::write);
    routes.form("/send", this::send);
    routes.form("/read", this::read);
    routes.form("/read-many", this::readMany);
    routes.form("/delete", this::delete);
  }

  static String newId() {
    return UUID.randomUUID().toString();
  }

  private WebPage write(WebRequest request) throws IOException {
    Values query = request.query("as", "to", "reply", "all");
    Map<String, String> shown = new HashMap<>();
    shown.put("id", newId());
    query.given("as").ifPresent(as -> shown.put("as", as));
    query.given("to").ifPresent(to -> shown.put("to", to));
    if (query.has("reply")) {
      String as = query.text("as");
      Message message = Folders.known(space.existing(), as, query.text("reply"));
      boolean all = query.has("all") && query.truth("all");
      shown.put("to", NameList.join(receivers(message, as, all)));
      shown.put("reply", message.id());
    }
    return writing(request.language(), shown, Html.NONE);
  }

  /** Of an answer. Who answers an own message writes to its receivers once more. */
  private static Set<String> receivers(Message message, String as, boolean all) {
    boolean own = message.sender().equals(as);
    Set<String> receivers = new LinkedHashSet<>();
    if (!own) {
      receivers.add(message.sender());
    }
    if (own || all) {
      receivers.addAll(message.receivers());
    }
    if (receivers.size() > 1) {
      receivers.remove(as);
    }
    return receivers;
  }

  private static WebPage writing(Language language, Map<String, String> shown, Html said) {
    return WebPage.of(
        language.say("Write a message", "写信"),
        Html.of(
            "{}<section class=\"card\">{}</section>",
            said,
            new MessageForms(language).writing(shown)));
  }

  private WebPage send(WebRequest request) throws IOException {
    Values form = request.longForm("as", "to", "text", "id", "reply");
    String as = form.given("as").orElse("");
    List<String> to = NameList.split(form.given("to").orElse(""));
    String text = form.given("text").orElse("").replace("\r\n", "\n");
    String id = form.given("id").orElseGet(MessageActions::newId);
    try {
      posting.send(id, as, to, Optional.empty(), text);
      if (form.has("reply")) {
        posting.read(as, form.text("reply"));
      }
    } catch (WebException e) {
      Map<String, String> shown = new HashMap<>();
      for (String name : List.of("as", "to", "reply")) {
        form.given(name).ifPresent(value -> shown.put(name, value));
      }
      shown.put("text", text);
      // Another message has the id: only a new one can be sent.
      shown.put("id", e.status() == WebException.IN_CONFLICT ? newId() : id);
      Language language = request.language();
      Html said = new MessageViews(language, as).error(e.getMessage());
      return writing(language, shown, said).with(e.status());
    }
    return WebPage.elsewhere("/messages/box?as=" + MessageViews.encoded(as) + "&box=sent&sent=1");
  }

  private WebPage read(WebRequest request) throws IOException {
    Values form = request.form("as", "id", "back");
    WebPage back = back(form);
    posting.read(form.text("as"), form.text("id"));
    return back;
  }

  private WebPage readMany(WebRequest request) throws IOException {
    String as = request.form("as").text("as");
    posting.readMany(as);
    return WebPage.elsewhere("/messages/box?as=" + MessageViews.encoded(as) + "&box=unread&read=1");
  }

  private WebPage delete(WebRequest request) throws IOException {
    Values form = request.form("as", "id", "back");
    WebPage back = back(form);
    posting.delete(form.text("as"), form.text("id"));
    // A conversation that is told by the message that is gone is not found any more.
    String named = "&message=" + MessageViews.encoded(form.text("id"));
    return form.given("back").orElse("").contains(named)
        ? WebPage.elsewhere("/messages/box?as=" + MessageViews.encoded(form.text("as")))
        : back;
  }

  /** The page that the form stood on; always a box. */
  private static WebPage back(Values form) {
    String back = form.given("back").orElse("as=" + MessageViews.encoded(form.text("as")));
    if (!QUERY.matcher(back).matches()) {
      throw WebException.wrong("back is no query of a box");
    }
    return WebPage.elsewhere("/messages/box?" + back);
  }
}
