package io.rowandb.schema.key;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.RecordShape;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which rows are read when all behind a salt is given. */
class WholeSaltedKeyTest {
  record Hit(String owner, long id) {}

  private static final RecordShape<Hit> SHAPE = RecordShape.of(Hit.class);
  private static final Component ID = SHAPE.component("id");

  private static List<byte[]> rows(KeySelection selection) {
    assertThat(selection.isPoints()).isTrue();
    return selection.ranges().stream().map(range -> range.keys().start()).toList();
  }

  @Test
  void theBucketIsKnownWhenItIsByTheRest() {
    RowKey<Hit> key = RowKey.of(SHAPE).salt(16).part(Hit::id).build();
    KeySelection selection = key.select(Map.of(ID, new Condition.Equal(7L)));
    assertThat(rows(selection)).containsExactly(key.encode(new Hit("any", 7)));
  }

  @Test
  void eachBucketIsLookedIntoWhenItIsByAnotherField() {
    RowKey<Hit> key = RowKey.of(SHAPE).salt(3, Hit::owner).part(Hit::id).lossy(Hit::owner).build();
    KeySelection selection = key.select(Map.of(ID, new Condition.Equal(7L)));
    assertThat(rows(selection))
        .hasSize(3)
        .contains(key.encode(new Hit("ada", 7)), key.encode(new Hit("bob", 7)));
  }

  @Test
  void rowsAreInTheOrderOfTheRestAndAsManyAsValues() {
    RowKey<Hit> key = RowKey.of(SHAPE).salt(256).part(Hit::id).build();
    List<Long> ids = IntStream.range(0, 9_000).mapToObj(i -> 8_999L - i).toList();
    List<byte[]> rows = rows(key.select(Map.of(ID, new Condition.OneOf(ids))));
    assertThat(rows).hasSize(9_000);
    for (int i = 0; i < rows.size(); i++) {
      assertThat(rows.get(i)).isEqualTo(key.encode(new Hit("any", i)));
    }
  }
}
