package io.rowandb.systems.web.twibase;

import io.rowandb.cli.systems.twibase.TwiJson;
import io.rowandb.systems.twibase.Named;
import io.rowandb.systems.twibase.Profile;
import io.rowandb.systems.twibase.TimelineItem;
import io.rowandb.systems.twibase.TwiBase;
import io.rowandb.systems.twibase.Twit;
import io.rowandb.systems.twibase.TwitId;
import io.rowandb.systems.web.JsonBody;
import io.rowandb.systems.web.SystemRoutes;
import io.rowandb.systems.web.Values;
import io.rowandb.systems.web.WebException;
import io.rowandb.systems.web.WebRequest;
import java.io.IOException;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The HTTP API of users and posts, below {@code /api/twibase}. Thread-safe. */
final class TwiApi {
  private static final int MOST = 1_000;
  private static final int USUAL = 100;
  private static final String JSON = "application/json";

  private final TwiSpace space;
  private final InstantSource clock;

  TwiApi(TwiSpace space, InstantSource clock) {
    this.space = space;
    this.clock = clock;
  }

  void addTo(SystemRoutes routes) {
    routes.get("/users/{name}", this::profile);
    routes.get("/users/{name}/timeline", this::timeline);
    routes.get("/users/{name}/timeline/authors", this::timelineWithAuthors);
    routes.get("/users/{name}/posts", this::posts);
    routes.get("/users/{name}/follows", request -> people(request, TwiBase::follows));
    routes.get("/users/{name}/followers", request -> people(request, TwiBase::followers));
    routes.get("/users/{name}/deliveries", this::deliveries);
    routes.get("/post", this::post);
    routes.post("/users", this::signUp);
    routes.post("/posts", this::add);
    routes.post("/deletions", this::delete);
    routes.post("/nicknames", this::rename);
    routes.post("/follows", this::follow);
    routes.post("/likes", this::like);
    routes.post("/blocks", this::block);
    routes.post("/replans", this::replan);
  }

  /** What a call refuses is told to the client. */
  interface Call<T> {
    T made() throws IOException;
  }

  static <T> T checked(Call<T> call) throws IOException {
    try {
      return call.made();
    } catch (IllegalArgumentException e) {
      throw WebException.wrong(e.getMessage());
    } catch (IllegalStateException e) {
      throw new WebException(WebException.IN_CONFLICT, e.getMessage());
    }
  }

  static TwitId id(Values values, String name) {
    String text = values.text(name);
    return WebException.checked(() -> TwitId.parse(text));
  }

  static TwitId before(Values query) {
    return query.has("before") ? id(query, "before") : null;
  }

  private static int limit(Values query) {
    return (int) query.whole("limit", 1, MOST, USUAL);
  }

  /** A user who must be there. */
  static Profile known(TwiBase base, String name) throws IOException {
    return checked(() -> base.profile(name))
        .orElseThrow(
            () -> new WebException(WebException.ABSENT, "there is no user \"" + name + "\""));
  }

  private Map<String, ?> profile(WebRequest request) throws IOException {
    request.query();
    Profile user = known(space.existing(), request.path().text("name"));
    return TwiJson.user(user);
  }

  private Map<String, ?> timeline(WebRequest request) throws IOException {
    Values query = request.query("before", "limit");
    TwiBase base = space.existing();
    String name = known(base, request.path().text("name")).name();
    List<TimelineItem> items = base.timeline(name, before(query), limit(query));
    return Map.of("posts", items.stream().map(TwiJson::item).toList());
  }

  private Map<String, ?> timelineWithAuthors(WebRequest request) throws IOException {
    Values query = request.query("before", "limit");
    TwiBase base = space.existing();
    String name = known(base, request.path().text("name")).name();
    return Map.of(
        "posts",
        base.timelineWithAuthors(name, before(query), limit(query)).stream()
            .map(TwiJson::authored)
            .toList());
  }

  private Map<String, ?> posts(WebRequest request) throws IOException {
    Values query = request.query("before", "limit");
    TwiBase base = space.existing();
    String name = known(base, request.path().text("name")).name();
    return Map.of(
        "posts",
        base.posts(name, before(query), limit(query)).stream().map(TwiJson::post).toList());
  }

  /** Followers, or whom one follows. */
  private interface People {
    List<Named> of(TwiBase base, String name, String after, int most) throws IOException;
  }

  private Map<String, ?> people(WebRequest request, People people) throws IOException {
    Values query = request.query("after", "limit");
    TwiBase base = space.existing();
    String name = known(base, request.path().text("name")).name();
    List<Map<String, ?>> users =
        people.of(base, name, query.given("after").orElse(null), limit(query)).stream()
            .<Map<String, ?>>map(TwiJson::named)
            .toList();
    return Map.of("users", users);
  }

  private Map<String, ?> deliveries(WebRequest request) throws IOException {
    Values query = request.query("after", "limit");
    TwiBase base = space.existing();
    String name = known(base, request.path().text("name")).name();
    return Map.of(
        "deliveries",
        base.pairs(name, query.given("after").orElse(null), limit(query)).stream()
            .map(TwiJson::delivery)
            .toList());
  }

  private Map<String, ?> post(WebRequest request) throws IOException {
    TwitId id = id(request.query("id"), "id");
    TwiBase base = space.existing();
    Twit twit =
        base.twit(id)
            .orElseThrow(
                () -> new WebException(WebException.ABSENT, "there is no post \"" + id + "\""));
    Map<String, Object> members = new LinkedHashMap<>(TwiJson.post(twit));
    members.put("likes", base.likes(id));
    return members;
  }

  private static Values body(WebRequest request, String... known) throws IOException {
    request.query();
    request.requireType(JSON);
    String text = request.text();
    return JsonBody.plain(text, known);
  }

  private Map<String, ?> signUp(WebRequest request) throws IOException {
    Values user = body(request, "name", "nickname", "email");
    String name = user.text("name");
    String nickname = user.given("nickname").orElse(name);
    String email = user.given("email").orElse("");
    WebException.checked(() -> TwiBase.checked(name, nickname)); // before tables are made
    if (!checked(() -> space.made().signUp(name, nickname, email, clock.instant()))) {
      throw new WebException(WebException.IN_CONFLICT, "the name \"" + name + "\" is taken");
    }
    return Map.of("name", name);
  }

  private Map<String, ?> add(WebRequest request) throws IOException {
    Values post = body(request, "author", "text");
    String author = post.text("author");
    String text = post.text("text");
    TwitId id = checked(() -> space.existing().post(author, text, clock.instant()));
    return Map.of("id", id.toString());
  }

  private Map<String, ?> delete(WebRequest request) throws IOException {
    TwitId id = id(body(request, "post"), "post");
    return changed(base -> base.delete(id));
  }

  private Map<String, ?> rename(WebRequest request) throws IOException {
    Values user = body(request, "name", "nickname");
    String name = user.text("name");
    String nickname = user.text("nickname");
    return checked(
        () -> {
          space.existing().rename(name, nickname, clock.instant());
          return Map.of("nickname", nickname);
        });
  }

  private Map<String, ?> follow(WebRequest request) throws IOException {
    Values follow = body(request, "follower", "followed", "on");
    String follower = follow.text("follower");
    String followed = follow.text("followed");
    boolean on = follow.truth("on");
    return changed(
        base ->
            on
                ? base.follow(follower, followed, clock.instant())
                : base.unfollow(follower, followed));
  }

  private Map<String, ?> like(WebRequest request) throws IOException {
    Values like = body(request, "name", "post", "on");
    String name = like.text("name");
    TwitId post = id(like, "post");
    boolean on = like.truth("on");
    return changed(base -> on ? base.like(name, post, clock.instant()) : base.unlike(name, post));
  }

  private Map<String, ?> block(WebRequest request) throws IOException {
    Values block = body(request, "who", "whom", "on");
    String who = block.text("who");
    String whom = block.text("whom");
    boolean on = block.truth("on");
    return changed(base -> on ? base.block(who, whom, clock.instant()) : base.unblock(who, whom));
  }

  private Map<String, ?> replan(WebRequest request) throws IOException {
    String text = body(request, "name").text("name");
    TwiBase base = space.existing();
    String name = known(base, text).name();
    return Map.of("changed", base.replan(name));
  }

  /** What is switched on or off. */
  private interface Switch {
    boolean in(TwiBase base) throws IOException;
  }

  private Map<String, ?> changed(Switch change) throws IOException {
    return checked(() -> Map.of("changed", change.in(space.existing())));
  }
}
