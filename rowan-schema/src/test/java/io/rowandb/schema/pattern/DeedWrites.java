package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.schedule.Deed;
import io.rowandb.schema.pattern.schedule.Shape;
import io.rowandb.schema.pattern.schedule.Thing;
import io.rowandb.schema.pattern.schedule.Writes;
import io.rowandb.schema.table.RowAdditions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntSupplier;
import java.util.function.Predicate;

/**
 * Deeds that write, and whether their answers may be true. Used by one thread.
 *
 * @param step tells the present one
 * @param told what happened before, for people
 */
record DeedWrites<R>(Shape<R> shape, Writes writes, IntSupplier step, Object told) {
  /** Ends when it is answered; fails when it should not, or with a wrong answer. */
  CompletableFuture<Void> write(Deed deed, long run, Writer<R> writer) {
    Thing thing = deed.thing();
    return switch (deed.kind()) {
      case PUT -> always(begin(deed, thing), writer.put(shape.of().apply(thing)));
      case DELETE -> always(begin(deed, null), writer.delete(keyOf(run, deed.id())));
      case ADD -> {
        Writes.Write write = begin(deed, thing);
        yield conditional(writer)
            .putIfAbsent(shape.of().apply(thing))
            .handle((done, failure) -> added(write, done, failure));
      }
      case REPLACE -> {
        Writes.Write write = begin(deed, thing);
        yield conditional(writer)
            .putIf(shape.of().apply(thing), there -> hasName(there, thing))
            .handle((done, failure) -> replaced(deed, write, done, failure));
      }
      case DROP -> {
        Writes.Write write = begin(deed, null);
        yield conditional(writer)
            .deleteIf(there -> hasName(there, thing), run, deed.id())
            .handle((done, failure) -> replaced(deed, write, done, failure));
      }
      case APPEND -> {
        int start = step.getAsInt();
        List<Writes.Write> tried = new ArrayList<>();
        yield conditional(writer)
            .update(there -> appended(deed, there, tried), run, deed.id())
            .handle((written, failure) -> appended(deed, start, tried, written, failure));
      }
      case ADD_BOTH -> addBoth(both(deed), writer);
      case MERGE_BOTH -> mergeBoth(both(deed), run, writer);
      case READ, REPAIR -> throw new IllegalArgumentException(deed + " writes nothing");
    };
  }

  /** The deed of each of the two records; they have different names. */
  private static List<Deed> both(Deed deed) {
    List<String> names = new ArrayList<>(Schedule.NAMES);
    names.remove(deed.thing().name());
    return List.of(deed, deed.other(names.get(0)));
  }

  private CompletableFuture<Void> addBoth(List<Deed> both, Writer<R> writer) {
    List<Writes.Write> begun = both.stream().map(each -> begin(each, each.thing())).toList();
    List<R> records = both.stream().map(each -> shape.of().apply(each.thing())).toList();
    return conditional(writer)
        .putAllIfAbsent(records)
        .handle(
            (done, failure) -> {
              if (!isRefused(failure)) { // else any of them may be written
                for (int i = 0; i < begun.size(); i++) {
                  added(begun.get(i), done.get(i), null);
                }
              }
              return null;
            });
  }

  /** As {@link ConditionalWriter#mergeAll}, which does not say of which records there was one. */
  private CompletableFuture<Void> mergeBoth(List<Deed> both, long run, Writer<R> writer) {
    ChainedWriter<R> chained = (ChainedWriter<R>) writer;
    int start = step.getAsInt();
    List<ChoiceBatch.Asked<R>> asked = new ArrayList<>();
    for (Deed each : both) {
      List<Writes.Write> tried = new ArrayList<>();
      asked.add(
          new ChoiceBatch.Asked<>(
              shape.design().key().encode(keyOf(run, each.id())),
              there -> merged(each, there, tried),
              made -> merged(each, start, tried, made)));
    }
    return new ChoiceBatch<>(chained, chained.ends())
        .make(asked)
        .handle(
            (done, failure) -> {
              isRefused(failure);
              return null;
            });
  }

  private Choice<R> merged(Deed deed, Optional<R> there, List<Writes.Write> tried) {
    if (there.isPresent()) {
      return Choice.update(appended(deed, there.get(), tried), new RowAdditions<>(shape.design()));
    }
    tried.add(begin(deed, deed.thing()));
    return Choice.put(shape.of().apply(deed.thing()));
  }

  private void merged(Deed deed, int start, List<Writes.Write> tried, Choice<R> made) {
    if (made.keepsDetails()) {
      appended(deed, start, tried, Optional.of(made.record()), null);
      return;
    }
    Writes.Write last = tried.get(tried.size() - 1);
    tried.forEach(each -> each.end(step.getAsInt(), each != last));
    assertThat(writes.mayBeAbsent(deed.id(), start))
        .as("%s: %s was added where there was another", told, last.value())
        .isTrue();
  }

  private static <R> ConditionalWriter<R> conditional(Writer<R> writer) {
    return ((ChainedWriter<R>) writer).conditional();
  }

  private Writes.Write begin(Deed deed, Thing value) {
    return writes.begin(deed.id(), value, step.getAsInt());
  }

  /** Of which only the key counts. */
  R keyOf(long run, int id) {
    return shape.of().apply(new Thing(run, id, Schedule.NAMES.get(0), Schedule.COLORS.get(0), ""));
  }

  private boolean hasName(R there, Thing thing) {
    return shape.name().of(there).equals(thing.name());
  }

  private CompletableFuture<Void> always(Writes.Write write, CompletableFuture<Void> written) {
    return written.handle(
        (nothing, failure) -> {
          write.end(step.getAsInt(), isRefused(failure));
          return null;
        });
  }

  /** Whether another record has the unique value; nothing else may go wrong. */
  private boolean isRefused(Throwable failure) {
    if (failure != null && !(Steps.cause(failure) instanceof UniqueViolationException)) {
      throw new AssertionError(told + " failed", Steps.cause(failure));
    }
    return failure != null;
  }

  private Void added(Writes.Write write, Boolean done, Throwable failure) {
    boolean refused = isRefused(failure);
    write.end(step.getAsInt(), refused || !done);
    if (refused || done) {
      assertThat(writes.mayBeAbsent(write.value().id(), write.start()))
          .as("%s: %s was added where there was another", told, write.value())
          .isTrue();
    } else {
      assertThat(writes.mayBePresent(write, write.start(), thing -> true))
          .as("%s: %s was not added though there was none", told, write.value())
          .isTrue();
    }
    return null;
  }

  private Void replaced(Deed deed, Writes.Write write, Boolean done, Throwable failure) {
    boolean refused = isRefused(failure);
    write.end(step.getAsInt(), refused || !done);
    Predicate<Thing> such = thing -> thing.name().equals(deed.thing().name());
    if (refused || done) {
      assertThat(writes.mayBePresent(write, write.start(), such))
          .as("%s: %s was done without such a record", told, deed)
          .isTrue();
    } else {
      assertThat(
              writes.mayBeAbsent(deed.id(), write.start())
                  || writes.mayBePresent(write, write.start(), such.negate()))
          .as("%s: %s was not done though there was such a record", told, deed)
          .isTrue();
    }
    return null;
  }

  private R appended(Deed deed, R there, List<Writes.Write> tried) {
    Thing thing = shape.thing().apply(there);
    assertThat(deed.isIn(thing.text())).as("%s: %s is asked again", told, deed).isFalse();
    Thing changed = thing.withText(deed.appended(thing.text()));
    tried.add(begin(deed, changed));
    return shape.of().apply(changed);
  }

  private Void appended(
      Deed deed, int start, List<Writes.Write> tried, Optional<R> written, Throwable failure) {
    boolean refused = isRefused(failure);
    Thing last = refused ? null : written.map(shape.thing()).orElse(null);
    for (Writes.Write each : tried) {
      each.end(step.getAsInt(), !each.value().equals(last));
    }
    if (last != null) {
      Thing before = last.withText(deed.before(last.text()));
      assertThat(writes.wasThere(before, start))
          .as("%s: %s was made of what was no more there", told, last)
          .isTrue();
      assertThat(writes.wasAppendedTwice(before, deed))
          .as("%s: %s lost an update", told, deed)
          .isFalse();
    } else if (!refused) {
      assertThat(writes.mayBeAbsent(deed.id(), start))
          .as("%s: %s found nothing", told, deed)
          .isTrue();
    }
    return null;
  }
}
