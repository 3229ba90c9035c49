package io.rowandb.cli.systems.webtable;

import io.rowandb.systems.webtable.DueUrl;
import io.rowandb.systems.webtable.PageAnchor;
import io.rowandb.systems.webtable.PageChange;
import io.rowandb.systems.webtable.PageState;
import io.rowandb.systems.webtable.PageVersion;
import java.util.LinkedHashMap;
import java.util.Map;

/** Pages and their links as members of JSON, the same on the command line and over HTTP. */
public final class WebtableJson {
  private WebtableJson() {}

  /** What is known of a page, without its contents. */
  public static Map<String, ?> state(PageState state) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("url", state.url());
    members.put("time", state.time());
    if (state.isForgotten()) {
      members.put("forgotten", true);
    } else {
      members.put("status", state.status());
      members.put("type", state.type());
      members.put("hash", state.hash());
      members.put("characters", state.characters());
    }
    return members;
  }

  /** A link between two pages. */
  public static Map<String, ?> anchor(PageAnchor anchor) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("source", anchor.source());
    members.put("place", anchor.place());
    members.put("target", anchor.target());
    members.put("text", anchor.text());
    return members;
  }

  /** A page that is to be fetched. */
  public static Map<String, ?> due(DueUrl due) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("url", due.url());
    members.put("due", due.due());
    return members;
  }

  /** What happened to a page between two times. */
  public static Map<String, ?> change(PageChange change) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("url", change.url());
    members.put("kind", change.kind());
    return members;
  }

  /** A page with its contents. */
  public static Map<String, ?> page(PageVersion version) {
    Map<String, Object> members = new LinkedHashMap<>(state(version.state()));
    members.put("body", version.body());
    return members;
  }
}
