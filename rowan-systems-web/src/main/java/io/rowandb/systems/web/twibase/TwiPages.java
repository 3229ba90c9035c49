package io.rowandb.systems.web.twibase;

import io.rowandb.systems.twibase.AuthoredItem;
import io.rowandb.systems.twibase.Named;
import io.rowandb.systems.twibase.Profile;
import io.rowandb.systems.twibase.TimelineItem;
import io.rowandb.systems.twibase.TwiBase;
import io.rowandb.systems.twibase.TwiEvent;
import io.rowandb.systems.twibase.TwiLoad;
import io.rowandb.systems.twibase.TwiTraffic;
import io.rowandb.systems.twibase.Twit;
import io.rowandb.systems.twibase.TwitId;
import io.rowandb.systems.web.BackgroundLoad;
import io.rowandb.systems.web.BackgroundLoad.State;
import io.rowandb.systems.web.Html;
import io.rowandb.systems.web.Language;
import io.rowandb.systems.web.SystemPages;
import io.rowandb.systems.web.SystemRoutes;
import io.rowandb.systems.web.Values;
import io.rowandb.systems.web.WebException;
import io.rowandb.systems.web.WebPage;
import io.rowandb.systems.web.WebRequest;
import io.rowandb.systems.web.twibase.TwiViews.Shown;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;

/**
 * Users who post and follow: their pages and their API. Nobody signs in: whoever opens a page acts
 * as the user whose name it says.
 */
public final class TwiPages implements SystemPages {
  static final TwiTraffic TRAFFIC = new TwiTraffic(1, 200, 8, 600);

  private static final int PAGE = 20;
  private static final int PEOPLE = 100;

  private final TwiSpace space;
  private final InstantSource clock = InstantSource.system();
  private final BackgroundLoad sample = new BackgroundLoad();

  /** On a store or a cluster. */
  public TwiPages(Connection connection) {
    space = new TwiSpace(connection);
  }

  @Override
  public String name() {
    return "twibase";
  }

  @Override
  public String title(Language language) {
    return "TwiBase";
  }

  @Override
  public String about(Language language) {
    return language.say(
        "Users post and follow one another; a timeline has the posts of all whom one follows.",
        "用户发帖并互相关注；时间线里是所关注的所有人的帖子。");
  }

  @Override
  public void addTo(SystemRoutes routes) {
    routes.page("", this::first);
    routes.page("/home", this::home);
    routes.page("/user", this::user);
    routes.page("/people", this::people);
    routes.form("/signup", this::signUp);
    routes.form("/post", this::post);
    routes.form("/follow", this::follow);
    routes.form("/unfollow", request -> onUser(request, TwiBase::unfollow));
    routes.form("/block", request -> onUser(request, this::block));
    routes.form("/unblock", request -> onUser(request, TwiBase::unblock));
    routes.form("/like", request -> onPost(request, this::like));
    routes.form("/unlike", request -> onPost(request, TwiBase::unlike));
    routes.form("/delete", request -> onPost(request, TwiPages::delete));
    routes.form("/sample", this::makeSample);
    new TwiApi(space, clock).addTo(routes);
  }

  private WebPage first(WebRequest request) throws IOException {
    request.query();
    Language language = request.language();
    TwiViews views = new TwiViews(language, "");
    BackgroundLoad.Progress progress = sample.progress();
    if (progress.state() == State.RUNNING) {
      return WebPage.of(
              title(language),
              views.notice(
                  language.say("Making users and posts: ", "正在生成用户和帖子：")
                      + (progress.records() + " / " + progress.expected())))
          .again();
    }
    boolean empty = isEmpty();
    Html some = empty ? sampleForm(language) : views.acting(TwiTraffic.name(0));
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
            language.say("Sign up", "注册"),
            views.signingUp("", ""),
            empty ? language.say("There is nobody yet", "还没有用户") : language.say("Timeline", "时间线"),
            some));
  }

  private boolean isEmpty() throws IOException {
    Optional<TwiBase> base = space.ifPresent();
    return base.isEmpty() || base.get().isEmpty();
  }

  private static Html sampleForm(Language language) {
    return Html.of(
        """
        <p>{}</p><form action="/twibase/sample" method="post"><button>{}</button></form>
        """,
        language.say(
            "Make up 200 users who follow one another, with 600 posts?",
            "要生成 200 个互相关注的用户和 600 条帖子吗？"),
        language.say("Make sample users", "生成示例用户"));
  }

  private WebPage makeSample(WebRequest request) throws IOException {
    request.form();
    TwiBase base = space.made();
    sample.start(
        TRAFFIC.events().count(),
        () -> !base.isEmpty(),
        "there are users; sample users are for an empty table",
        next -> {
          try (Stream<TwiEvent> events = TRAFFIC.events()) {
            new TwiLoad(base).run(events.takeWhile(each -> next.getAsBoolean()));
          }
        });
    return WebPage.elsewhere("/twibase");
  }

  private WebPage home(WebRequest request) throws IOException {
    Values query = request.query("as", "before");
    return home(request.language(), query.text("as"), TwiApi.before(query), "", "", Html.NONE);
  }

  private WebPage home(
      Language language, String as, TwitId before, String text, String follow, Html said)
      throws IOException {
    TwiBase base = space.existing();
    Profile me = TwiApi.known(base, as);
    TwiViews views = new TwiViews(language, as);
    List<TimelineItem> items =
        base.timelineWithAuthors(as, before, PAGE).stream().map(AuthoredItem::now).toList();
    Html older =
        items.size() < PAGE
            ? Html.NONE
            : older(language, "home?as=" + TwiViews.encoded(as), items.get(PAGE - 1).id());
    return WebPage.of(
        me.nickname(),
        Html.of(
            "{}{}{}<section><h2>{}</h2>{}{}</section><section><h2>{}</h2>{}</section>",
            said,
            views.profile(me),
            views.writing(text),
            language.say("Timeline", "时间线"),
            views.posts(shown(base, as, items), "home"),
            older,
            language.say("Follow somebody", "关注别人"),
            views.following(follow)));
  }

  private static Html older(Language language, String path, TwitId last) {
    return Html.of(
        "<p><a class=\"button\" href=\"/twibase/{}&amp;before={}\">{}</a></p>",
        path,
        TwiViews.encoded(last.toString()),
        language.say("Older posts", "更早的帖子"));
  }

  private static List<Shown> shown(TwiBase base, String as, List<TimelineItem> items)
      throws IOException {
    List<Shown> shown = new ArrayList<>();
    for (TimelineItem each : items) {
      shown.add(new Shown(each, base.likes(each.id()), base.isLiked(as, each.id())));
    }
    return shown;
  }

  private WebPage user(WebRequest request) throws IOException {
    Values query = request.query("as", "name", "before");
    Language language = request.language();
    String as = query.text("as");
    TwiBase base = space.existing();
    TwiApi.known(base, as);
    Profile user = TwiApi.known(base, query.text("name"));
    TwiViews views = new TwiViews(language, as);
    List<Twit> posts = base.posts(user.name(), TwiApi.before(query), PAGE);
    String path = "user?as=" + TwiViews.encoded(as) + "&name=" + TwiViews.encoded(user.name());
    List<TimelineItem> items =
        posts.stream()
            .map(each -> new TimelineItem(each.id(), user.nickname(), each.text()))
            .toList();
    return WebPage.of(
        user.nickname() + " @" + user.name(),
        Html.of(
            "{}{}<section><h2>{}</h2>{}{}</section>{}",
            views.profile(user),
            as.equals(user.name()) ? Html.NONE : switches(views, base, user.name()),
            language.say("Posts", "帖子"),
            views.posts(shown(base, as, items), "user"),
            posts.size() < PAGE ? Html.NONE : older(language, path, items.get(PAGE - 1).id()),
            Html.of(
                "<p><a href=\"/twibase/home?as={}\">{}</a></p>",
                TwiViews.encoded(as),
                language.say("Back to the timeline", "回到时间线"))));
  }

  private static Html switches(TwiViews views, TwiBase base, String name) throws IOException {
    Language language = views.language();
    boolean follows = base.isFollowing(views.as(), name);
    boolean blocks = base.isBlocking(views.as(), name);
    String follow = follows ? language.say("Unfollow", "取消关注") : language.say("Follow", "关注");
    String block = blocks ? language.say("Unblock", "解除拉黑") : language.say("Block", "拉黑");
    return Html.of(
        "<div class=\"actions\">{}{}</div>",
        views.button(follows ? "/unfollow" : "/follow", "name", name, "user", follow, follow),
        views.button(blocks ? "/unblock" : "/block", "name", name, "user", block, block));
  }

  private WebPage people(WebRequest request) throws IOException {
    Values query = request.query("as", "name", "which", "after");
    Language language = request.language();
    TwiBase base = space.existing();
    Profile user = TwiApi.known(base, query.text("name"));
    String as = query.text("as");
    String after = query.given("after").orElse(null);
    boolean followers = query.text("which").equals("followers");
    if (!followers && !query.text("which").equals("follows")) {
      throw WebException.wrong("which is neither follows nor followers");
    }
    List<Named> people =
        followers
            ? base.followers(user.name(), after, PEOPLE)
            : base.follows(user.name(), after, PEOPLE);
    Html more =
        people.size() < PEOPLE
            ? Html.NONE
            : Html.of(
                "<p><a class=\"button\" href=\"/twibase/people?as={}&amp;name={}&amp;which={}"
                    + "&amp;after={}\">{}</a></p>",
                TwiViews.encoded(as),
                TwiViews.encoded(user.name()),
                query.text("which"),
                TwiViews.encoded(people.get(PEOPLE - 1).name()),
                language.say("More", "更多"));
    return WebPage.of(
        followers
            ? language.say("Who follows ", "关注者：") + user.nickname()
            : language.say("Whom they follow: ", "关注的人：") + user.nickname(),
        Html.all(new TwiViews(language, as).people(people), more));
  }

  private WebPage signUp(WebRequest request) throws IOException {
    Values form = request.form("name", "nickname");
    Language language = request.language();
    String name = form.given("name").orElse("");
    String nickname = form.given("nickname").orElse(name);
    WebException wrong;
    try {
      WebException.checked(() -> TwiBase.checked(name, nickname)); // before tables are made
      if (TwiApi.checked(() -> space.made().signUp(name, nickname, "", clock.instant()))) {
        return WebPage.elsewhere("/twibase/home?as=" + TwiViews.encoded(name));
      }
      wrong =
          new WebException(
              WebException.IN_CONFLICT, language.say("This name is taken.", "该用户名已被使用。"));
    } catch (WebException e) {
      wrong = e;
    }
    TwiViews views = new TwiViews(language, "");
    return WebPage.of(
            language.say("Sign up", "注册"),
            Html.all(views.error(wrong.getMessage()), views.signingUp(name, nickname)))
        .with(wrong.status());
  }

  private WebPage post(WebRequest request) throws IOException {
    Values form = request.form("as", "text");
    String as = form.text("as");
    String text = form.given("text").orElse("");
    try {
      TwiApi.checked(() -> space.existing().post(as, text, clock.instant()));
    } catch (WebException e) {
      Language language = request.language();
      Html said = new TwiViews(language, as).error(e.getMessage());
      return home(language, as, null, text, "", said).with(e.status());
    }
    return WebPage.elsewhere("/twibase/user?as=" + encodedTwice(as, as));
  }

  private static String encodedTwice(String as, String name) {
    return TwiViews.encoded(as) + "&name=" + TwiViews.encoded(name);
  }

  private WebPage follow(WebRequest request) throws IOException {
    Values form = request.form("as", "name", "back");
    String as = form.text("as");
    String name = form.given("name").orElse("");
    try {
      TwiApi.checked(() -> space.existing().follow(as, name, clock.instant()));
    } catch (WebException e) {
      Language language = request.language();
      Html said = new TwiViews(language, as).error(e.getMessage());
      return home(language, as, null, "", name, said).with(e.status());
    }
    return form.has("back")
        ? WebPage.elsewhere("/twibase/user?as=" + encodedTwice(as, name))
        : WebPage.elsewhere("/twibase/home?as=" + TwiViews.encoded(as));
  }

  /** What one user does to another. */
  private interface OnUser {
    boolean change(TwiBase base, String as, String name) throws IOException;
  }

  private boolean block(TwiBase base, String as, String name) throws IOException {
    return base.block(as, name, clock.instant());
  }

  private WebPage onUser(WebRequest request, OnUser change) throws IOException {
    Values form = request.form("as", "name", "back");
    String as = form.text("as");
    String name = form.text("name");
    TwiApi.checked(() -> change.change(space.existing(), as, name));
    return WebPage.elsewhere("/twibase/user?as=" + encodedTwice(as, name));
  }

  /** What a user does to a post. */
  private interface OnPost {
    boolean change(TwiBase base, String as, TwitId post) throws IOException;
  }

  private boolean like(TwiBase base, String as, TwitId post) throws IOException {
    return base.like(as, post, clock.instant());
  }

  private static boolean delete(TwiBase base, String as, TwitId post) throws IOException {
    if (!post.author().equals(as)) {
      throw new IllegalArgumentException("'" + as + "' has not made this post");
    }
    return base.delete(post);
  }

  private WebPage onPost(WebRequest request, OnPost change) throws IOException {
    Values form = request.form("as", "post", "back");
    String as = form.text("as");
    TwitId post = TwiApi.id(form, "post");
    TwiApi.checked(() -> change.change(space.existing(), as, post));
    return WebPage.elsewhere(
        form.given("back").filter("user"::equals).isPresent()
            ? "/twibase/user?as=" + encodedTwice(as, post.author())
            : "/twibase/home?as=" + TwiViews.encoded(as));
  }

  @Override
  public void close() throws IOException {
    try (space) {
      sample.close();
    }
  }
}
