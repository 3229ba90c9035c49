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

  private final Query<Tweet> all =
      new Query<>(
          QuerySpec.all(
              TableDesign.of("twits", Tweet.class)
                  .key(key -> key.part(Tweet::id))
                  .family("t")
                  .column(Tweet::user, "t:u")
                  .column(Tweet::answers, "t:a")
                  .column(Tweet::likes, "t:n")
                  .build()),
          new RefusedReads<>());

  /** The compiler takes it: the type of both is what they have in common. */
  @Test
  void anIntIsNoLong() {
    assertThatThrownBy(() -> all.where(Tweet::likes, 5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Tweet.likes is a Long, and 5 a Integer");
    assertThatThrownBy(() -> all.where(Tweet::id, 5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Tweet.id is a Long");
    assertThat(all.where(Tweet::likes, 5L).spec().conditions().asked()).hasSize(1);
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
    assertThat(
            all.whereAnyOf(List.of(Tweet::user, Tweet::answers), null).spec().conditions().asked())
        .hasSize(2);
  }

  @Test
  void nullIsNoneOfSeveral() {
    assertThatThrownBy(() -> all.whereOneOf(Tweet::user, Arrays.asList("ada", null)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("one of [ada, null] may not be null");
    assertThatThrownBy(() -> all.whereOneOf(Tweet::user, List.of()))
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
