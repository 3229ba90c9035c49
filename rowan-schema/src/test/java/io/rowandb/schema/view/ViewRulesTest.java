package io.rowandb.schema.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.key.Parts;
import io.rowandb.schema.table.DetailDesign;
import io.rowandb.schema.table.DetailLayout;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TableDesignBuilder;
import io.rowandb.schema.table.Versioned;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Which tables may have views, and which may be views: it is said when a view is declared. */
class ViewRulesTest {
  record Tag(String name, String value) {}

  record Page(String id, String text, List<Tag> tags) {}

  record Labelled(String id, Map<String, Tag> labels) {}

  record Visits(String id, long count) {}

  record Past(String id, List<Versioned<String>> texts) {}

  private static final TableDesign<Page> PLAIN = pages("c", UnaryOperator.identity());

  private static DetailDesign<Tag> tags(String literal) {
    return DetailDesign.of(Tag.class)
        .key(
            key ->
                (literal.isEmpty() ? key : key.literal(literal)).part(Tag::name, Parts.textToEnd()))
        .packed(packed -> packed.field(1, Tag::value))
        .build();
  }

  /** The first family is "f". */
  private static TableDesign<Page> pages(
      String tagFamily, UnaryOperator<TableDesignBuilder<Page>> more) {
    return pages(tagFamily, "", more);
  }

  private static TableDesign<Page> pages(
      String tagFamily, String literal, UnaryOperator<TableDesignBuilder<Page>> more) {
    TableDesignBuilder<Page> begun =
        TableDesign.of("pages", Page.class)
            .key(key -> key.part(Page::id))
            .family("f")
            .family("c")
            .details(Page::tags, DetailLayout.wide(tagFamily), tags(literal));
    return more.apply(begun.column(Page::text, "f:\\x00text")).build();
  }

  private static void assertRefused(TableDesign<?> source, TableDesign<?> target, String reason) {
    assertThatThrownBy(() -> View.of(source, target, record -> List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void detailsInAnotherFamilyOrBehindALiteralAreNotInTheWay() {
    assertThat(View.of(PLAIN, PLAIN, page -> List.of()).name()).isEqualTo("pages");
    TableDesign<Page> literal = pages("f", "tag-", UnaryOperator.identity());
    assertThat(View.of(literal, literal, page -> List.of())).hasToString("view pages of pages");
  }

  @Test
  void detailsThatCouldBeTheReservedColumnAreRefused() {
    TableDesign<Page> list =
        TableDesign.of("pages", Page.class)
            .key(key -> key.part(Page::id))
            .family("f")
            .details(Page::tags, DetailLayout.wide("f"), tags(""))
            .packed("g:p", packed -> packed.field(1, Page::text))
            .family("g")
            .build();
    assertThat(View.of(list, PLAIN, page -> List.of())).isNotNull(); // the mark is in family g
    assertRefused(PLAIN, list, "pages has a field in f:\\x00of, or details that could be there");
    TableDesign<Labelled> map =
        TableDesign.of("labelled", Labelled.class)
            .key(key -> key.part(Labelled::id))
            .family("f")
            .details(Labelled::labels, Tag::name, DetailLayout.wide("f"), tags(""))
            .build();
    assertRefused(map, PLAIN, "labelled has a field in f:\\x00mark");
    assertRefused(PLAIN, map, "labelled has a field in f:\\x00of");
  }

  @Test
  void aFieldInTheReservedColumnIsRefused() {
    for (String column : List.of("mark", "of")) {
      TableDesign<Visits> field =
          TableDesign.of("visits", Visits.class)
              .key(key -> key.part(Visits::id))
              .family("f")
              .column(Visits::count, "f:\\x00" + column)
              .build();
      if (column.equals("mark")) {
        assertRefused(field, PLAIN, "visits has a field in f:\\x00mark");
        assertThat(View.of(PLAIN, field, page -> List.of())).isNotNull();
      } else {
        assertRefused(PLAIN, field, "visits has a field in f:\\x00of");
        assertThat(View.of(field, PLAIN, visits -> List.of())).isNotNull();
      }
    }
  }

  @Test
  void aUniqueIndexOfAViewIsRefused() {
    TableDesign<Page> unique =
        pages("c", pages -> pages.index("byText", i -> i.on(k -> k.part(Page::text)).unique()));
    assertRefused(PLAIN, unique, "has the unique index byText, which could refuse a row");
    assertThat(View.of(unique, PLAIN, page -> List.of())).isNotNull();
  }

  @Test
  void aViewWhoseRowsChangeOtherwiseIsRefused() {
    TableDesign<Visits> counter =
        TableDesign.of("visits", Visits.class)
            .key(key -> key.part(Visits::id))
            .family("f")
            .counter(Visits::count, "f:n")
            .build();
    assertRefused(PLAIN, counter, "otherwise than by the writing of its source: [f:n is count");
    TableDesign<Past> history =
        TableDesign.of("past", Past.class)
            .key(key -> key.part(Past::id))
            .family("f", family -> family.setMaxVersions(3))
            .versions(Past::texts, "f:t", 3)
            .build();
    assertRefused(PLAIN, history, "otherwise than by the writing of its source: [f:t is texts");
    TableDesign<Page> tall =
        TableDesign.of("pages", Page.class)
            .key(key -> key.part(Page::id))
            .family("f")
            .column(Page::text, "f:t")
            .details(Page::tags, DetailLayout.tall("tags"), tags(""))
            .build();
    assertThat(View.of(PLAIN, tall, page -> List.of(page)).target()).isSameAs(tall);
    for (TableDesign<?> source : List.of(counter, history, tall)) {
      assertThat(View.of(source, PLAIN, record -> List.of())).isNotNull();
    }
  }

  @Test
  void aViewThatGoesByTheOrderOfWritesIsRefused() {
    TableDesign<Visits> byOrder =
        TableDesign.of("visits", Visits.class)
            .key(key -> key.part(Visits::id))
            .family("f")
            .family("g", family -> family.setNewVersionBehavior(true))
            .column(Visits::count, "f:n")
            .build();
    assertRefused(PLAIN, byOrder, "has the family g, which goes by the order of writes");
    assertThat(View.of(byOrder, PLAIN, visits -> List.of())).isNotNull();
  }
}
