package io.rowandb.systems.twibase;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** What must follow from the rows that decide, looked at one by one. */
final class TwiTruth {
  private TwiTruth() {}

  /** Compares all that is shown of these users with the rows that decide. */
  static void check(TwiBase base, TwiTables tables, List<String> names) throws IOException {
    Map<String, TwiUser> users = new TreeMap<>();
    for (TwiUser user : tables.users().all().allowFullScan().list()) {
      users.put(user.name(), user);
      assertThat(user.tasks()).as("tasks of %s", user.name()).isEmpty();
    }
    assertThat(users.keySet()).containsAll(names);
    List<Twit> posts =
        tables.twits().all().allowFullScan().list().stream()
            .filter(each -> !each.deleted())
            .toList();
    Map<String, Map<String, Follow>> follows = new TreeMap<>();
    Map<String, Map<String, Follow>> mirrored = new TreeMap<>();
    for (String name : names) {
      follows.put(name, new TreeMap<>());
      tables.follows().sources().forEach(name, follows.get(name)::put);
    }
    for (String name : names) {
      tables
          .follows()
          .targets()
          .forEach(
              name,
              (other, follow) ->
                  mirrored.computeIfAbsent(other, none -> new TreeMap<>()).put(name, follow));
    }
    for (String name : names) {
      Map<String, Follow> of = follows.get(name);
      assertThat(mirrored.getOrDefault(name, Map.of())).as("mirror of %s", name).isEqualTo(of);
      of.forEach(
          (other, follow) -> {
            assertThat(follow.nickname()).isEqualTo(users.get(other).nickname());
            assertThat(follow.followerNickname()).isEqualTo(users.get(name).nickname());
            assertThat(follow.delivery()).isNotEqualTo(Delivery.BOTH);
          });
      Profile profile = base.profile(name).orElseThrow();
      assertThat(profile.follows()).isEqualTo(of.size());
      assertThat(profile.followers())
          .isEqualTo(follows.values().stream().filter(each -> each.containsKey(name)).count());
      assertThat(profile.posts())
          .as("posts of %s", name)
          .isEqualTo(posts.stream().filter(each -> each.author().equals(name)).count());
      TreeSet<TwitId> expected = new TreeSet<>();
      for (Twit post : posts) {
        Follow follow = of.get(post.author());
        if (follow != null && !post.time().isBefore(follow.since())) {
          expected.add(post.id());
        }
      }
      assertThat(timeline(base, name, 100))
          .as("timeline of %s", name)
          .containsExactlyElementsOf(expected);
    }
    assertThat(tables.follows().forEachUnfinished(note -> {})).isZero();
    assertThat(tables.blocks().forEachUnfinished(note -> {})).isZero();
    assertThat(tables.likes().forEachUnfinished(note -> {})).isZero();
  }

  /** All of it, page by page. */
  static List<TwitId> timeline(TwiBase base, String reader, int page) throws IOException {
    List<TwitId> all = new ArrayList<>();
    TwitId last = null;
    while (true) {
      List<TimelineItem> items = base.timeline(reader, last, page);
      items.forEach(each -> all.add(each.id()));
      if (items.size() < page) {
        return all;
      }
      last = all.get(all.size() - 1);
    }
  }
}
