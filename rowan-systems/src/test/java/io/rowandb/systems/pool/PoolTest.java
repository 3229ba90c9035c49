package io.rowandb.systems.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** No object is in two hands, and none stays open. */
class PoolTest {
  private int made;
  private final List<Integer> closed = new ArrayList<>();

  private Pool<Integer> pool() {
    return Pool.of(() -> ++made, closed::add);
  }

  @Test
  void whoAsksMeanwhileGetsAnother() throws IOException {
    try (Pool<Integer> pool = pool()) {
      List<Integer> used = pool.use(first -> pool.use(second -> List.of(first, second)));
      assertThat(used).doesNotHaveDuplicates();
      int again = pool.use(object -> object);
      assertThat(used).contains(again);
      assertThat(made).isEqualTo(2);
      assertThat(closed).isEmpty();
    }
    assertThat(closed).containsExactlyInAnyOrder(1, 2);
  }

  @Test
  void aFailureGivesItBack() throws IOException {
    try (Pool<Integer> pool = pool()) {
      assertThatThrownBy(
              () ->
                  pool.run(
                      object -> {
                        throw new IOException("lost");
                      }))
          .hasMessage("lost");
      int again = pool.use(object -> object);
      assertThat(again).isEqualTo(1);
    }
    assertThat(closed).containsExactly(1);
  }

  @Test
  void whatIsInUseAtTheCloseIsClosedBehindIt() throws IOException {
    Pool<Integer> pool = pool();
    pool.run(
        object -> {
          pool.close();
          assertThat(closed).isEmpty();
        });
    assertThat(closed).containsExactly(1);
    assertThatThrownBy(() -> pool.use(object -> object))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("closed");
  }

  @Test
  void allAreClosedThoughOneFails() throws IOException {
    Pool<Integer> pool =
        Pool.of(
            () -> ++made,
            object -> {
              closed.add(object);
              throw new IOException("no " + object);
            });
    pool.run(first -> pool.run(second -> pool.run(third -> assertThat(third).isEqualTo(3))));
    assertThatThrownBy(pool::close)
        .hasMessageStartingWith("no ")
        .satisfies(failure -> assertThat(failure.getSuppressed()).hasSize(2));
    assertThat(closed).containsExactlyInAnyOrder(1, 2, 3);
  }
}
