package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.field.RecordShape;
import io.rowandb.schema.key.Condition;
import io.rowandb.schema.pattern.plan.Conditions;
import io.rowandb.schema.pattern.plan.QuerySpec;
import io.rowandb.schema.table.TableDesign;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Values of conditions that no record could have. */
class ConditionValuesTest {
  record Tweet(long id, String user, String answers, Long likes) {}

  private final RecordQuery<Tweet> all =
      new RecordQuery<>(
          QuerySpec.all(
              TableDesign.of("twits", Tweet.class)
                  .key(key -> key.part(Tweet::id))
                  .family("t")
                  .column(Tweet::user, "t:u")
                  .column(Tweet::answers, "t:a")
                  .column(Tweet::likes, "t:n")
                  .build()),
          new RefusedReads<>());

  /** The compiler sees neither the type of a field that is known by its name, nor of its value. */
  @Test
  void anIntIsNoLong() {
    RecordShape<Tweet> shape = RecordShape.of(Tweet.class);
    Condition five = new Condition.Equal(5);
    assertThatThrownBy(() -> all.where(shape.component("likes"), five))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Tweet.likes is a Long, and 5 a Integer");
    assertThatThrownBy(() -> all.where(shape.component("id"), five))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Tweet.id is a Long");
    assertThat(all.where(Tweet::likes).is(5L).spec().conditions().asked()).hasSize(1);
  }

  @Test
  void eachOfSeveralFieldsIsLookedAt() {
    RecordShape<Tweet> shape = RecordShape.of(Tweet.class);
    Conditions.AnyOf any =
        new Conditions.AnyOf(
            List.of(shape.component("user"), shape.component("likes")), new Condition.Equal("ada"));
    assertThatThrownBy(() -> Conditions.NONE.with(shape, any))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Tweet.likes is a Long, and ada a String");
    assertThat(all.where(Tweet::user).or(Tweet::answers).is(null).spec().conditions().asked())
        .hasSize(2);
  }

  @Test
  void nullIsNoneOfSeveral() {
    assertThatThrownBy(() -> all.where(Tweet::user).in(Arrays.asList("ada", null)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("one of [ada, null] may not be null");
    assertThatThrownBy(() -> all.where(Tweet::user).in(List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("one of no values is none");
  }

  @Test
  void timesThatNoCellHas() {
    for (Instant time :
        List.of(
            Instant.MIN,
            Instant.EPOCH.minusNanos(1),
            Instant.ofEpochMilli(Long.MAX_VALUE),
            Instant.MAX)) {
      assertThatThrownBy(() -> all.asOf(time))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("none is as of " + time);
    }
    assertThat(all.asOf(Instant.EPOCH).spec().settings().asOfMillis()).isZero();
    assertThat(all.asOf(Instant.ofEpochMilli(Long.MAX_VALUE - 1)).spec().settings().asOfMillis())
        .isEqualTo(Long.MAX_VALUE - 1);
  }
}
