package io.rowandb.tsdb.server.api;

import io.rowandb.tsdb.aggregate.Range;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.store.Annotations;
import io.rowandb.tsdb.store.LimitExceededException;
import io.rowandb.tsdb.store.Series;
import io.rowandb.tsdb.store.StoredAnnotation;
import io.rowandb.tsdb.store.StoredObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Annotations of the store. Used by many workers. */
final class Notes {
  /**
   * Annotations of no series that one answer has, and of series, each; one takes several times its
   * bytes.
   */
  static final long MOST_BYTES = 16 << 20;

  private final ServedStore store;

  Notes(ServedStore store) {
    this.store = store;
  }

  private Annotations annotations() {
    return store.points().annotations();
  }

  /**
   * The series of a TSUID, or none of an empty one.
   *
   * @throws IllegalArgumentException when it is no TSUID
   * @throws io.rowandb.tsdb.uid.NoSuchNameException when one of its UIDs has no name
   */
  Optional<Series> series(String tsuid) throws IOException {
    return tsuid.isEmpty() ? Optional.empty() : Optional.of(store.points().named(tsuid));
  }

  private static boolean isAt(StoredAnnotation each, PointTime time) {
    return Note.stored(each.json()).filter(note -> isAt(note, time)).isPresent();
  }

  private static boolean isAt(Note note, PointTime time) {
    return note.start().millis() == time.millis();
  }

  /** What is stored at the series and the time of a note. */
  Optional<Note> find(Note at) throws IOException {
    for (StoredAnnotation each : annotations().at(series(at.tsuid()), at.start())) {
      Optional<Note> note = Note.stored(each.json()).filter(found -> isAt(found, at.start()));
      if (note.isPresent()) {
        return note.map(found -> new Note(at.tsuid(), found.start(), found.members()));
      }
    }
    return Optional.empty();
  }

  /**
   * Stores one.
   *
   * @param anew whether what was stored before is forgotten
   * @return what is stored now
   * @throws ApiException when another changes it at the same time
   */
  Note write(Note note, boolean anew) throws IOException {
    Optional<Series> series = series(note.tsuid());
    List<StoredAnnotation> others = new ArrayList<>(annotations().at(series, note.start()));
    Optional<StoredAnnotation> before =
        others.stream().filter(each -> isAt(each, note.start())).findFirst();
    before.ifPresent(others::remove);
    Note written =
        anew ? note : before.flatMap(each -> Note.stored(each.json())).map(note::or).orElse(note);
    String json = new String(JsonTree.bytes(written.kept()), StandardCharsets.UTF_8);
    if (!annotations().write(series, note.start(), before, others, json)) {
      throw new ApiException(
          500,
          "Failed to save the Annotation to storage",
          "This may be caused by another process modifying storage data");
    }
    return written;
  }

  /** Deletes one, if it is there. */
  void delete(Note note) throws IOException {
    List<StoredAnnotation> there = annotations().at(series(note.tsuid()), note.start());
    annotations().delete(there.stream().filter(each -> isAt(each, note.start())).toList());
  }

  /** Those of no series that begin and end in a range, by time. */
  List<Note> global(long fromMillis, long toMillis, AnswerBudget budget) throws IOException {
    List<Note> found = new ArrayList<>();
    for (StoredAnnotation each :
        annotations()
            .scan(Optional.empty(), fromMillis, toMillis, budget.rest().atMostBytes(MOST_BYTES))) {
      Note.stored(each.json())
          .filter(note -> begins(note, fromMillis, toMillis) && note.endMillis() <= toMillis)
          .ifPresent(found::add);
    }
    budget.took(found.size());
    found.sort(Comparator.comparing(Note::start));
    return found;
  }

  private static boolean begins(Note note, long fromMillis, long toMillis) {
    return note.start().millis() >= fromMillis && note.start().millis() <= toMillis;
  }

  /**
   * Deletes those that begin in a range.
   *
   * @return how many
   */
  int delete(Optional<Series> series, long fromMillis, long toMillis, AnswerBudget budget)
      throws IOException {
    List<StoredAnnotation> wanted = new ArrayList<>();
    for (StoredAnnotation each : annotations().scan(series, fromMillis, toMillis, budget.rest())) {
      if (Note.stored(each.json()).filter(note -> begins(note, fromMillis, toMillis)).isPresent()) {
        wanted.add(each);
      }
    }
    annotations().delete(wanted);
    return wanted.size();
  }

  /**
   * Whether it is an annotation that begins in a range.
   *
   * @throws UncheckedIOException when the answer has too many
   */
  static boolean isWithin(StoredObject each, Range range, AnswerBudget budget) {
    boolean wanted =
        Note.stored(each.json())
            .filter(note -> begins(note, range.fromMillis(), range.toMillis()))
            .isPresent();
    if (wanted) {
      try {
        budget.tookNote(each.json().getBytes(StandardCharsets.UTF_8).length);
      } catch (LimitExceededException e) {
        throw new UncheckedIOException(e);
      }
    }
    return wanted;
  }

  /** For an answer to a question, by time. */
  static List<Map<String, Object>> shown(List<StoredObject> annotations) {
    return annotations.stream()
        .flatMap(each -> Note.stored(each.json()).stream())
        .sorted(Comparator.comparing(Note::start))
        .map(Note::shown)
        .toList();
  }
}
