package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.key.Parts;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A program that moves each record that it reads ahead of its own read, by an index. */
@OnBackEnd
class MovedAheadTest {
  record Job(int id, int turn, String state) {}

  /** More than an index looks up at once. */
  private static final int JOBS = BackEnd.isHBase() ? 16 : 40;

  private final Connection connection;

  private RecordTable<Job> jobs;

  MovedAheadTest(Connection connection) {
    this.connection = connection;
  }

  @BeforeEach
  void create() throws IOException {
    jobs =
        RecordTable.create(
            connection,
            TableDesign.of(BackEnd.newTableName("jobs"), Job.class)
                .key(key -> key.part(Job::id))
                .family("j")
                .column(Job::turn, "j:t")
                .column(Job::state, "j:s")
                .index("byTurn", index -> index.on(key -> key.part(Job::turn)))
                .index("inBuckets", index -> index.on(key -> key.salt(3).part(Job::turn)))
                .index("copied", index -> index.on(key -> key.part(Job::turn)).covering(Job::state))
                .index(
                    "down",
                    index ->
                        index.on(
                            key ->
                                key.part(Job::state)
                                    .part(Job::turn, Parts.descending(Parts.int32()))))
                .build());
    jobs.putAll(IntStream.range(0, JOBS).mapToObj(id -> new Job(id, id % 7, "a")).toList());
  }

  @AfterEach
  void close() throws IOException {
    jobs.close();
  }

  /** Moves each record as it is taken, and says which came; stops when it does not end. */
  private List<Integer> moved(Stream<Job> read, int by) throws IOException {
    List<Integer> ids = new ArrayList<>();
    try (read) {
      for (Iterator<Job> each = read.iterator(); each.hasNext() && ids.size() < 3 * JOBS; ) {
        Job job = each.next();
        ids.add(job.id());
        jobs.put(new Job(job.id(), job.turn() + by, job.state()));
      }
    }
    return ids;
  }

  @Test
  void aStreamEndsAndHasEachRecordOnce() throws IOException {
    List<Integer> all = IntStream.range(0, JOBS).boxed().toList();
    for (String index : List.of("byTurn", "inBuckets", "copied")) {
      assertThat(moved(jobs.byIndex(index).allowFullScan().stream(), 1))
          .as(index)
          .containsExactlyInAnyOrderElementsOf(all);
      assertThat(moved(jobs.byIndex(index).allowFullScan().leastFirst().stream(), 3))
          .as(index)
          .containsExactlyInAnyOrderElementsOf(all);
      assertThat(moved(jobs.byIndex(index).allowFullScan().greatestFirst().stream(), -1))
          .as(index)
          .containsExactlyInAnyOrderElementsOf(all);
    }
    assertThat(moved(jobs.where(Job::state).is("a").through("down").stream(), -1))
        .containsExactlyInAnyOrderElementsOf(all);
    assertThat(jobs.all().allowFullScan().count()).isEqualTo(JOBS);
  }

  record Part(int id, int turn, String state) {}

  @Test
  void soDoesOneOfCopies() throws IOException {
    List<Integer> ids = new ArrayList<>();
    try (Stream<Part> read = jobs.byIndex("copied").allowFullScan().select(Part.class).stream()) {
      for (Iterator<Part> each = read.iterator(); each.hasNext() && ids.size() < 3 * JOBS; ) {
        Part part = each.next();
        ids.add(part.id());
        jobs.put(new Job(part.id(), part.turn() + 1, part.state()));
      }
    }
    assertThat(ids).containsExactlyInAnyOrderElementsOf(IntStream.range(0, JOBS).boxed().toList());
  }

  /** Moves what pages find, until there is none, or there are so many. */
  private List<Integer> movedByPages(RecordQuery<Job> read, int most) throws IOException {
    List<Integer> ids = new ArrayList<>();
    Optional<String> next = Optional.empty();
    do {
      Page<Job> page = next.isEmpty() ? read.page(7) : read.page(7, next.get());
      for (Job job : page.records()) {
        ids.add(job.id());
        jobs.put(new Job(job.id(), job.turn() + 1, job.state()));
      }
      next = page.next();
    } while (next.isPresent() && ids.size() < most);
    return ids;
  }

  /** By the key no record moves; by an index the first page says where the pages end. */
  @Test
  void pagesEnd() throws IOException {
    List<Integer> all = IntStream.range(0, JOBS).boxed().toList();
    assertThat(movedByPages(jobs.all().allowFullScan(), 3 * JOBS)).isEqualTo(all);
    for (String index : List.of("byTurn", "inBuckets", "copied")) {
      int turns = 9 * JOBS; // from 1 or more to 10, one at each time it comes
      assertThat(movedByPages(jobs.all().through(index).before(Job::turn, 10), turns + 1))
          .as(index)
          .hasSizeLessThanOrEqualTo(turns)
          .containsAll(index.equals("byTurn") ? all : List.of());
    }
    assertThat(movedByPages(jobs.byIndex("byTurn").leastFirst(), 11 * JOBS + 1))
        .hasSizeLessThan(11 * JOBS)
        .containsAll(all);
  }
}
