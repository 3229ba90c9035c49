package io.rowandb.bench.systems;

import io.rowandb.bench.systems.MeasuredSystem.Question;
import io.rowandb.bench.workload.ProcessFigures;
import io.rowandb.client.Rowan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/**
 * Loads a worked system, then lets one thread write at a steady rate while another asks its
 * questions in turn.
 */
public final class SystemCosts {
  private static final int DIGITS = 3;

  /** Of each question, however short the time is. */
  private static final int LEAST_ASKED = 200;

  private static final double NANOS_A_SECOND = TimeUnit.SECONDS.toNanos(1);

  private final Path directory;
  private final long count;
  private final int rate;

  /**
   * In an empty directory.
   *
   * @param count how much is loaded, from 1,000
   * @param rate writes a second while questions are asked; 0 for none
   */
  public SystemCosts(Path directory, long count, int rate) {
    this.directory = directory;
    this.count = count;
    this.rate = rate;
  }

  /** The systems, in the order of the documents. */
  public enum Subject {
    /** Call records. */
    CALLS(CallsMeasured::new),
    /** The log store. */
    LOGS(LogsMeasured::new),
    /** Posts and comments. */
    FORUM(ForumMeasured::new),
    /** Messages between users. */
    MESSAGES(MessagesMeasured::new),
    /** A leaderboard. */
    BOARD(BoardMeasured::new),
    /** Pages of a crawler. */
    WEBTABLE(WebMeasured::new),
    /** Users who follow one another. */
    TWIBASE(TwiBaseMeasured::new);

    @SuppressWarnings("ImmutableEnumChecker") // a constructor, which has no state
    private final Opening opening;

    Subject(Opening opening) {
      this.opening = opening;
    }

    /** As the command line names it. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private interface Opening {
    MeasuredSystem open(Connection connection, long count) throws IOException;
  }

  /**
   * What was measured.
   *
   * @param what was loaded
   * @param loaded how many of them
   * @param loadSeconds how long that took
   * @param loadProcessorSeconds processor time of it, all threads together
   * @param bytes of the store's files behind it
   * @param writes of a second, while questions were asked
   * @param answers in the order of the questions
   * @param peakResidentBytes of this process until now, whatever it did before
   */
  public record Figures(
      String what,
      long loaded,
      double loadSeconds,
      double loadProcessorSeconds,
      long bytes,
      double writes,
      List<Answers> answers,
      long peakResidentBytes) {}

  /**
   * Of one question.
   *
   * @param name of the question
   * @param asked how often
   * @param found how much was found on average
   * @param p50Millis median time of an answer
   * @param p99Millis which one answer of a hundred exceeds
   */
  public record Answers(
      String name, long asked, double found, double p50Millis, double p99Millis) {}

  /**
   * Measures one system.
   *
   * @param seconds for each question; half of it more to warm up
   * @throws IllegalStateException when a question never found anything
   */
  public Figures of(Subject subject, double seconds) throws IOException, InterruptedException {
    Path store = directory.resolve(subject.name());
    try (Connection connection =
            ConnectionFactory.createConnection(Rowan.configuration(store.toString()));
        MeasuredSystem system = subject.opening.open(connection, count)) {
      long processor = ProcessFigures.processorNanos();
      long began = System.nanoTime();
      long loaded = system.load(count);
      double loadSeconds = (System.nanoTime() - began) / NANOS_A_SECOND;
      double loadProcessor = (ProcessFigures.processorNanos() - processor) / NANOS_A_SECOND;
      long bytes = bytes(store);
      List<Question> questions = system.questions();
      mixed(system, questions, seconds / 2);
      Mixed mixed = mixed(system, questions, seconds);
      return new Figures(
          system.loaded(),
          loaded,
          loadSeconds,
          loadProcessor,
          bytes,
          mixed.writes(),
          mixed.answers(),
          ProcessFigures.peakResidentBytes());
    }
  }

  private record Mixed(double writes, List<Answers> answers) {}

  private Mixed mixed(MeasuredSystem system, List<Question> questions, double seconds)
      throws IOException, InterruptedException {
    long began = System.nanoTime();
    long end = began + (long) (seconds * questions.size() * NANOS_A_SECOND);
    ExecutorService writer = Executors.newSingleThreadExecutor();
    try {
      Future<Long> written = writer.submit(() -> write(system, began, end));
      List<Answers> answers = ask(questions, end);
      long writes = written.get();
      return new Mixed(writes / ((System.nanoTime() - began) / NANOS_A_SECOND), answers);
    } catch (ExecutionException e) {
      throw new IOException("the writer failed", e.getCause());
    } finally {
      writer.shutdownNow();
    }
  }

  /** As many as are due; behind time, without pauses. */
  private long write(MeasuredSystem system, long began, long end) throws IOException {
    long written = 0;
    while (rate > 0) {
      long due = began + (long) (written * NANOS_A_SECOND / rate);
      if (due >= end || System.nanoTime() >= end) {
        break;
      }
      for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
      system.write();
      written++;
    }
    return written;
  }

  private static List<Answers> ask(List<Question> questions, long end) throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    List<Histogram> times =
        IntStream.range(0, questions.size()).mapToObj(i -> new Histogram(DIGITS)).toList();
    long[] found = new long[questions.size()];
    int asked = 0;
    do {
      for (int i = 0; i < found.length; i++) {
        long began = System.nanoTime();
        found[i] += questions.get(i).answer().ask(random);
        times.get(i).recordValue(System.nanoTime() - began);
      }
      asked++;
    } while (asked < LEAST_ASKED || System.nanoTime() < end);
    List<Answers> answers = new ArrayList<>();
    for (int i = 0; i < found.length; i++) {
      if (found[i] == 0) {
        throw new IllegalStateException(questions.get(i).name() + " never found anything");
      }
      answers.add(answers(questions.get(i).name(), times.get(i), found[i]));
    }
    return answers;
  }

  private static Answers answers(String name, Histogram times, long found) {
    double nanosAMilli = TimeUnit.MILLISECONDS.toNanos(1);
    return new Answers(
        name,
        times.getTotalCount(),
        found / (double) times.getTotalCount(),
        times.getValueAtPercentile(50) / nanosAMilli,
        times.getValueAtPercentile(99) / nanosAMilli);
  }

  private static long bytes(Path store) throws IOException {
    try (Stream<Path> files = Files.walk(store)) {
      return files.filter(Files::isRegularFile).mapToLong(SystemCosts::size).sum();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** A compaction may have removed it meanwhile. */
  private static long size(Path file) {
    try {
      return Files.exists(file) ? Files.size(file) : 0;
    } catch (NoSuchFileException e) {
      return 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
