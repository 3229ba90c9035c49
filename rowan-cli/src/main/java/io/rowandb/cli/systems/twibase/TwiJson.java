package io.rowandb.cli.systems.twibase;

import io.rowandb.systems.twibase.AuthoredItem;
import io.rowandb.systems.twibase.FollowedPair;
import io.rowandb.systems.twibase.Named;
import io.rowandb.systems.twibase.Profile;
import io.rowandb.systems.twibase.TimelineItem;
import io.rowandb.systems.twibase.Twit;
import io.rowandb.systems.twibase.TwitAuthor;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Users and posts as members of JSON, the same on the command line and over HTTP. */
public final class TwiJson {
  private TwiJson() {}

  /** A post of a timeline. */
  public static Map<String, ?> item(TimelineItem item) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("id", item.id().toString());
    members.put("author", item.id().author());
    members.put("nickname", item.nickname());
    members.put("time", item.id().time());
    members.put("text", item.text());
    return members;
  }

  /** A post of a timeline with its author. */
  public static Map<String, ?> authored(AuthoredItem authored) {
    TwitAuthor author = authored.author();
    Map<String, Object> members = new LinkedHashMap<>(item(authored.item()));
    members.put("nickname", author.nickname());
    members.put("joined", author.joined());
    members.put("posts", author.posts());
    return members;
  }

  /** A post of one user. */
  public static Map<String, ?> post(Twit twit) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("id", twit.id().toString());
    members.put("time", twit.time());
    members.put("text", twit.text());
    return members;
  }

  /** A user, with counts. */
  public static Map<String, ?> user(Profile user) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("name", user.name());
    members.put("nickname", user.nickname());
    members.put("joined", user.joined());
    members.put("posts", user.posts());
    members.put("follows", user.follows());
    members.put("followers", user.followers());
    members.put("liked", user.liked());
    return members;
  }

  /** A user of a list. */
  public static Map<String, ?> named(Named user) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("name", user.name());
    members.put("nickname", user.nickname());
    return members;
  }

  /** How the posts of one who is followed come to the follower. */
  public static Map<String, ?> delivery(FollowedPair pair) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("author", pair.author());
    members.put("posts", pair.posts());
    members.put("now", pair.delivery().name().toLowerCase(Locale.ROOT));
    members.put("planned", pair.planned().name().toLowerCase(Locale.ROOT));
    return members;
  }
}
