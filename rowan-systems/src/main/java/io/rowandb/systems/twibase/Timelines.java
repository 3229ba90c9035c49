package io.rowandb.systems.twibase;

import io.rowandb.schema.pattern.RecordQuery;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Reads timelines. Used by any number of threads.
 *
 * <p>The stream and the posts of authors who are read say which posts may be in it. Whether they
 * are is asked of those who know: the pair that still follows, and the post that is still there. So
 * nothing that is left in a stream is ever shown.
 */
final class Timelines {
  /** Entries of one millisecond that a first read expects behind the last page's end. */
  private static final int SPARE = 8;

  private static final int MOST_BATCH = 1_000;
  private static final int READ_AUTHORS = 1_000;

  // Fixed at construction.
  private final TwiTables tables;
  private final LongAdder looks;

  /**
   * On these tables.
   *
   * @param looks counts how often an author's posts are read for a timeline
   */
  Timelines(TwiTables tables, LongAdder looks) {
    this.tables = tables;
    this.looks = looks;
  }

  List<TimelineItem> page(String reader, TwitId before, int most) throws IOException {
    Map<String, Follow> authors = tables.follows().sources().with(reader, readAuthors(reader));
    int batch = most;
    List<TimelineItem> items = new ArrayList<>();
    TwitId last = before;
    while (true) {
      TreeSet<TwitId> candidates = new TreeSet<>(pushed(reader, last, batch));
      boolean more = candidates.size() >= batch;
      for (Map.Entry<String, Follow> author : authors.entrySet()) {
        List<TwitId> posts = ids(author.getKey(), author.getValue().since(), last, batch);
        more |= posts.size() >= batch;
        candidates.addAll(posts);
        while (candidates.size() > batch) {
          candidates.pollLast();
          more = true;
        }
      }
      looks.add(authors.size());
      // Behind the first ones there may be others that were not read yet.
      List<TwitId> first = List.copyOf(candidates);
      for (TimelineItem item : shown(reader, first)) {
        if (items.size() < most) {
          items.add(item);
        }
      }
      if (items.size() == most || !more) {
        return items;
      }
      last = first.get(first.size() - 1);
      batch = Math.min(MOST_BATCH, 2 * batch); // much of it is not to be shown
    }
  }

  /** Those whom the reader has to read. */
  List<String> readAuthors(String reader) throws IOException {
    List<String> all = new ArrayList<>();
    String after = null;
    while (true) {
      List<String> some = tables.follows().sources().duties(reader, after, READ_AUTHORS);
      all.addAll(some);
      if (some.size() < READ_AUTHORS) {
        return all;
      }
      after = some.get(some.size() - 1);
    }
  }

  RecordQuery<StreamEntry> stream(String reader, TwitId before) {
    RecordQuery<StreamEntry> all =
        tables.streams().where(StreamEntry::reader).is(reader).newestFirst();
    return before == null ? all : all.before(StreamEntry::time, before.time().plusMillis(1));
  }

  RecordQuery<Twit> posts(String author, TwitId before) {
    RecordQuery<Twit> all = tables.twits().where(Twit::author).is(author).newestFirst();
    return before == null ? all : all.before(Twit::time, before.time().plusMillis(1));
  }

  private List<TwitId> pushed(String reader, TwitId before, int most) throws IOException {
    return behind(before, most, StreamEntry::id, () -> stream(reader, before)).stream()
        .map(StreamEntry::id)
        .toList();
  }

  private List<TwitId> ids(String author, Instant since, TwitId before, int most)
      throws IOException {
    if (before != null && before.time().isBefore(since)) {
      return List.of();
    }
    return behind(before, most, Twit::id, () -> posts(author, since, before)).stream()
        .map(Twit::id)
        .toList();
  }

  private RecordQuery<Twit> posts(String author, Instant since, TwitId before) {
    RecordQuery<Twit> all = tables.twits().where(Twit::author).is(author).newestFirst();
    return before == null
        ? all.from(Twit::time, since)
        : all.between(Twit::time, since, before.time().plusMillis(1));
  }

  /** A user's posts that are not deleted. */
  List<Twit> posts(String author, TwitId before, int most) throws IOException {
    return behind(
        before, most, Twit::id, () -> posts(author, before).filter(each -> !each.deleted()));
  }

  /** The first ones behind a post, of those that are not newer than its millisecond. */
  private static <R> List<R> behind(
      TwitId before, int most, Function<R, TwitId> id, Supplier<RecordQuery<R>> query)
      throws IOException {
    int limit = before == null ? most : most + SPARE;
    List<R> read = query.get().limit(limit).list();
    List<R> behind = behind(read.stream(), before, most, id);
    if (behind.size() == most || read.size() < limit) {
      return behind;
    }
    // Many of its millisecond: they are passed over one by one, and not held.
    try (Stream<R> all = query.get().stream()) {
      return behind(all, before, most, id);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static <R> List<R> behind(
      Stream<R> all, TwitId before, int most, Function<R, TwitId> id) {
    return all.filter(each -> before == null || id.apply(each).compareTo(before) > 0)
        .limit(most)
        .toList();
  }

  /** Those that the reader is to see. */
  private List<TimelineItem> shown(String reader, List<TwitId> ids) throws IOException {
    List<String> authors = ids.stream().map(TwitId::author).distinct().toList();
    Map<String, Follow> follows = tables.follows().sources().with(reader, authors);
    List<TwitId> followed = ids.stream().filter(each -> isIn(each, follows)).toList();
    List<Optional<Twit>> twits =
        tables
            .twits()
            .getAll(
                followed.stream()
                    .map(each -> List.of(each.author(), each.time(), each.number()))
                    .toList());
    List<TimelineItem> shown = new ArrayList<>();
    for (Optional<Twit> twit : twits) {
      twit.filter(each -> !each.deleted())
          .map(
              each ->
                  new TimelineItem(each.id(), follows.get(each.author()).nickname(), each.text()))
          .ifPresent(shown::add);
    }
    return shown;
  }

  private static boolean isIn(TwitId post, Map<String, Follow> follows) {
    Follow follow = follows.get(post.author());
    return follow != null && !post.time().isBefore(follow.since());
  }
}
