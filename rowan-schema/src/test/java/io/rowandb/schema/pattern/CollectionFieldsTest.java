package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.field.NamedValues;
import io.rowandb.schema.pattern.notes.NotedDesigns;
import io.rowandb.schema.table.ChangedDesignException;
import io.rowandb.schema.table.DetailDesign;
import io.rowandb.schema.table.DetailLayout;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sets and maps in the columns and details of a table. */
@OnBackEnd
class CollectionFieldsTest {
  record Film(
      int id,
      Set<String> genres,
      Map<String, Integer> votes,
      Map<Long, Duration> scenes,
      List<Cut> cuts) {}

  record Cut(String country, Set<Integer> years, Map<Boolean, String> titles) {}

  record Flat(int id, Map<String, Long> votes) {}

  private static final Film FULL =
      new Film(
          1,
          Set.of("crime", "comedy"),
          Map.of("ada", 5, "bob", -1),
          Map.of(2L, Duration.ofSeconds(90), 1L, Duration.ZERO),
          List.of(
              new Cut("de", Set.of(1999, 2000), Map.of(true, "lang")),
              new Cut("us", Set.of(), Map.of())));
  private static final Film EMPTY = new Film(2, Set.of(), Map.of(), Map.of(), List.of());

  private final String name = BackEnd.newTableName("films");
  private Connection connection;
  private TableDesign<Film> design;

  @BeforeEach
  void take(Connection given) {
    connection = given;
    design =
        TableDesign.of(name, Film.class)
            .key(key -> key.part(Film::id))
            .family("f")
            .family("c")
            .packed(
                "f:m",
                packed ->
                    packed.field(1, Film::genres).field(2, Film::votes).field(3, Film::scenes))
            .details(
                Film::cuts,
                DetailLayout.wide("c"),
                DetailDesign.of(Cut.class)
                    .key(key -> key.part(Cut::country))
                    .packed(packed -> packed.field(1, Cut::years).field(2, Cut::titles))
                    .build())
            .build();
  }

  @Test
  void theyComeBack() throws IOException {
    try (RecordTable<Film> table = RecordTable.create(connection, design)) {
      table.putAll(List.of(FULL, EMPTY));
      assertThat(table.all().allowFullScan().list()).containsExactly(FULL, EMPTY);
      table.put(new Film(1, Set.of(), Map.of("eve", 0), Map.of(), List.of()));
      assertThat(table.get(1).orElseThrow().votes()).isEqualTo(Map.of("eve", 0));
    }
  }

  @Test
  void theTableKeepsTheirForms() throws IOException {
    try (RecordTable<Film> table = RecordTable.create(connection, design);
        Admin admin = connection.getAdmin()) {
      table.put(FULL);
      assertThat(design.describe())
          .contains("repeated string genres = 1; map<string, int32> votes = 2;")
          .contains("map<int64, google.protobuf.Duration> scenes = 3;");
      assertThat(design.diff(admin.getDescriptor(design.name()))).isEmpty();
      TableDesign<NamedValues> kept = NotedDesigns.of(connection, design.name()).get(0);
      try (RecordTable<NamedValues> noted = RecordTable.open(connection, kept)) {
        NamedValues film = noted.get(1).orElseThrow();
        assertThat(film.toMap())
            .containsEntry("genres", List.of("crime", "comedy"))
            .containsEntry("votes", FULL.votes())
            .containsEntry("scenes", FULL.scenes());
        NamedValues cut = (NamedValues) ((List<?>) film.get("cuts").orElseThrow()).get(0);
        assertThat(cut.toMap())
            .containsEntry("years", List.of(1999, 2000))
            .containsEntry("titles", Map.of(true, "lang"));
      }
    }
  }

  @Test
  void anotherTypeOfValuesIsAnotherForm() throws IOException {
    RecordTable.create(connection, design).close();
    TableDesign<Flat> changed =
        TableDesign.of(name, Flat.class)
            .key(key -> key.part(Flat::id))
            .family("f")
            .packed("f:m", packed -> packed.field(2, Flat::votes))
            .build();
    assertThatThrownBy(() -> RecordTable.open(connection, changed))
        .isInstanceOf(ChangedDesignException.class)
        .hasMessageContaining("map<string, int32>")
        .hasMessageContaining("map<string, int64>");
  }
}
