package io.rowandb.systems.relation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.packed.PackedRecord;
import io.rowandb.systems.fault.FaultyConnection;
import io.rowandb.systems.relation.Relations.RelatedPair;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Both ends and their counts say the same. */
@OnBackEnd
class RelationsTest {
  record Said(long number) {}

  private static final Duties<Said> EVEN_OF_SOURCE =
      new Duties<>(said -> said.number() % 2 == 0, said -> said.number() % 2 == 1);

  private Connection connection;
  private Relations<Said> relations;

  private static Relations<Said> open(Connection connection) throws IOException {
    return Relations.open(
        connection, "rel_a", "rel_b", 2, PackedRecord.inOrder(Said.class), EVEN_OF_SOURCE);
  }

  @BeforeEach
  void make(Connection backEnd) throws IOException {
    connection = backEnd;
    relations = open(connection);
  }

  @AfterEach
  void drop() throws IOException {
    relations.close();
    BackEnd.drop(connection, "rel_a");
    BackEnd.drop(connection, "rel_b");
  }

  private static Optional<Said> said(long number) {
    return Optional.of(new Said(number));
  }

  private void set(String source, String target, long number) throws IOException {
    relations.change(source, target, there -> said(number));
  }

  private boolean takeBack(String source, String target) throws IOException {
    return relations.change(source, target, there -> Optional.empty()).changes();
  }

  private static Map<String, Said> all(RelationEnd<Said> end, String name) throws IOException {
    Map<String, Said> all = new TreeMap<>();
    end.forEach(name, all::put);
    assertThat(end.count(name)).as("count of %s", name).isEqualTo(all.size());
    return all;
  }

  /** What the sources say, which the targets must say too. */
  private Map<String, Map<String, Said>> agreed(List<String> names) throws IOException {
    Map<String, Map<String, Said>> bySource = new TreeMap<>();
    for (String source : names) {
      bySource.put(source, all(relations.sources(), source));
      List<String> duties = relations.sources().duties(source, null, 1_000);
      assertThat(duties)
          .containsExactlyInAnyOrderElementsOf(
              bySource.get(source).entrySet().stream()
                  .filter(each -> each.getValue().number() % 2 == 0)
                  .map(Map.Entry::getKey)
                  .toList());
    }
    for (String target : names) {
      Map<String, Said> expected = new TreeMap<>();
      bySource.forEach(
          (source, values) -> {
            if (values.containsKey(target)) {
              expected.put(source, values.get(target));
            }
          });
      assertThat(all(relations.targets(), target)).as("of target %s", target).isEqualTo(expected);
    }
    return bySource;
  }

  @Test
  void aRelationIsSeenFromBothEnds() throws IOException {
    set("ann", "ben", 1);
    set("ann", "cyd", 2);
    set("dan", "ben", 3);
    set("ann", "cyd", 4);
    assertThat(all(relations.sources(), "ann")).containsOnlyKeys("ben", "cyd");
    assertThat(all(relations.targets(), "ben")).containsOnlyKeys("ann", "dan");
    assertThat(relations.targets().with("cyd", List.of("ann", "dan")))
        .isEqualTo(Map.of("ann", new Said(4)));
    assertThat(relations.targets().duties("ben", null, 10)).containsExactly("ann", "dan");
    assertThat(relations.sources().duties("ann", null, 10)).containsExactly("cyd");
    assertThat(takeBack("ann", "cyd")).isTrue();
    assertThat(takeBack("ann", "cyd")).isFalse();
    assertThat(takeBack("ann", "nobody")).isFalse();
    assertThat(agreed(List.of("ann", "ben", "cyd", "dan")).get("ann")).containsOnlyKeys("ben");
    assertThat(relations.forEachUnfinished(note -> {})).isZero();
    set("ann", "cyd", 6);
    assertThat(agreed(List.of("ann", "ben", "cyd", "dan")).get("ann"))
        .isEqualTo(Map.of("ben", new Said(1), "cyd", new Said(6)));
  }

  @Test
  void listsAreReadByPagesInTheOrderOfTheBytes() throws IOException {
    List<String> names =
        List.of("", "\0", "\0\0", "a", "a\0", "a\0b", "aa", "b", "ü", "\uFFFF", "😀");
    for (String name : names) {
      set("s", name, 2);
    }
    set("s\0", "not s", 2);
    for (int most : List.of(1, 2, 3, 20)) {
      List<String> read = new ArrayList<>();
      String after = null;
      while (true) {
        List<Map.Entry<String, Said>> page = relations.sources().list("s", after, most);
        assertThat(relations.sources().duties("s", after, most))
            .isEqualTo(page.stream().map(Map.Entry::getKey).toList());
        if (page.isEmpty()) {
          break;
        }
        page.forEach(each -> read.add(each.getKey()));
        after = read.get(read.size() - 1);
      }
      assertThat(read).isEqualTo(names);
    }
    assertThatThrownBy(() -> relations.sources().list("s", null, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("most 0: at least 1");
  }

  /** Of changes of one pair each counts once: those that turned it on, less those that off. */
  @Test
  void countsAreRightWhateverThreadsDo() throws Exception {
    List<String> names = List.of("a", "b", "c");
    ExecutorService threads = Executors.newFixedThreadPool(16);
    List<Future<Map<String, Integer>>> turned = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      Random random = new Random(i);
      turned.add(threads.submit(() -> toggle(random, names)));
    }
    Map<String, Integer> on = new TreeMap<>();
    for (Future<Map<String, Integer>> each : turned) {
      each.get().forEach((pair, more) -> on.merge(pair, more, Integer::sum));
    }
    threads.shutdown();
    Map<String, Map<String, Said>> bySource = agreed(names);
    for (String source : names) {
      for (String target : names) {
        assertThat(on.getOrDefault(source + target, 0))
            .as(source + target)
            .isEqualTo(bySource.get(source).containsKey(target) ? 1 : 0);
      }
    }
    assertThat(relations.forEachUnfinished(note -> {})).isZero();
  }

  private Map<String, Integer> toggle(Random random, List<String> names) throws IOException {
    Map<String, Integer> on = new TreeMap<>();
    try (Relations<Said> mine = open(connection)) {
      toggle(mine, random, names, on);
    }
    return on;
  }

  private static void toggle(
      Relations<Said> mine, Random random, List<String> names, Map<String, Integer> on)
      throws IOException {
    for (int i = 0; i < 40; i++) {
      String source = names.get(random.nextInt(names.size()));
      String target = names.get(random.nextInt(names.size()));
      int number = random.nextInt(100);
      var begun =
          mine.change(source, target, there -> there.isPresent() ? Optional.empty() : said(number));
      on.merge(source + target, begun.value().isPresent() ? 1 : -1, Integer::sum);
    }
  }

  /** HBase's client makes a call again whose answer was lost. */
  @Test
  void aChangeWhoseAnswerWasLostIsMadeOnce() throws IOException {
    Connection twice =
        FaultyConnection.answering(
            connection,
            "checkAndMutate",
            (call) -> {
              call.call();
              return call.call();
            });
    try (Relations<Said> again = open(twice)) {
      var begun = again.change("a", "b", there -> there.isPresent() ? Optional.empty() : said(1));
      assertThat(begun.changes()).isTrue();
      assertThat(agreed(List.of("a", "b")).get("a")).containsKey("b");
      assertThat(again.change("a", "b", there -> Optional.empty()).changes()).isTrue();
      assertThat(relations.forEachUnfinished(note -> {})).isZero();
    }
  }

  @Test
  void ofABatchOnlyWhatOthersChangedMeanwhileIsDecidedAgain() throws IOException {
    List<RelatedPair> pairs =
        List.of(new RelatedPair("a", "b"), new RelatedPair("a", "c"), new RelatedPair("d", "b"));
    List<RelatedPair> asked = new ArrayList<>();
    var begun =
        relations.beginAll(
            pairs,
            (pair, there) -> {
              asked.add(pair);
              if (asked.size() == pairs.size()) {
                set("a", "c", 7);
              }
              return said(1 + there.map(Said::number).orElse(0L));
            });
    relations.endAll(begun);
    assertThat(asked).startsWith(pairs.toArray(RelatedPair[]::new)).hasSize(4);
    assertThat(asked.get(3)).isEqualTo(pairs.get(1));
    assertThat(agreed(List.of("a", "b", "c", "d")))
        .containsEntry("a", Map.of("b", new Said(1), "c", new Said(8)))
        .containsEntry("d", Map.of("b", new Said(1)));
    assertThat(relations.forEachUnfinished(note -> {})).isZero();
  }

  @Test
  void aNameThatIsNoTextIsRefusedBeforeAnythingIsWritten() throws IOException {
    assertThatThrownBy(() -> set("s", "\uD800", 1)).isInstanceOf(IllegalArgumentException.class);
    assertThat(relations.sources().count("s")).isZero();
  }

  @Test
  void aDeathAtAnyCallIsMended() throws IOException {
    List<String> names = List.of("a", "b");
    for (boolean executed : List.of(false, true)) {
      for (int calls = 0; calls < 3; calls++) {
        FaultyConnection faulty = new FaultyConnection(connection);
        try (Relations<Said> dying = open(faulty.connection())) {
          set("a", "b", 1);
          faulty.dieBehind(calls, executed);
          assertThatThrownBy(() -> dying.change("a", "b", there -> Optional.empty()))
              .isInstanceOf(IOException.class);
          relations.forEachUnfinished(relations::end);
          boolean made = calls > 0 || executed;
          assertThat(agreed(names).get("a").containsKey("b")).isEqualTo(!made);
          assertThat(relations.forEachUnfinished(note -> {})).isZero();
          set("a", "b", 3);
          assertThat(agreed(names).get("a")).isEqualTo(Map.of("b", new Said(3)));
          takeBack("a", "b");
        }
      }
    }
  }

  @Test
  void callsThatAreExecutedAgainChangeNothing() throws Exception {
    List<String> names = List.of("a", "b");
    FaultyConnection recording = new FaultyConnection(connection);
    try (Relations<Said> recorded = open(recording.connection())) {
      Random random = new Random(5);
      for (int i = 0; i < 30; i++) {
        long number = i;
        String source = names.get(random.nextInt(2));
        boolean off = random.nextInt(3) == 0;
        recorded.change(source, "b", there -> off ? Optional.empty() : said(number));
        Map<String, Map<String, Said>> before = agreed(names);
        List<Callable<?>> late = recording.written();
        Collections.shuffle(late, random);
        for (Callable<?> each : late) {
          each.call();
        }
        assertThat(agreed(names)).isEqualTo(before);
        assertThat(relations.forEachUnfinished(note -> {})).isZero();
      }
    }
  }
}
