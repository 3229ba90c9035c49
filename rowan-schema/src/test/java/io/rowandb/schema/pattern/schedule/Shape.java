package io.rowandb.schema.pattern.schedule;

import io.rowandb.schema.field.Field;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.table.DetailDesign;
import io.rowandb.schema.table.DetailLayout;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.view.View;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.hadoop.hbase.TableName;

/**
 * A table of schedules, which has a unique index {@code byName} and another, {@code byColor}.
 *
 * @param <R> its records
 * @param of makes one of a thing
 * @param thing what a record is without its details
 * @param hasCopies whether the indexes have copies
 * @param view one of the table, if there is any
 */
public record Shape<R>(
    TableDesign<R> design,
    Field<R, Long> run,
    Field<R, String> name,
    Field<R, String> color,
    Function<Thing, R> of,
    Function<R, Thing> thing,
    boolean hasCopies,
    Optional<View<R, Shown>> view) {
  /** With copies in the indexes. */
  public static Shape<Thing> withCopies(String table) {
    return ofThings(copied(table), Optional.empty());
  }

  /** With copies in the indexes, and a view. */
  public static Shape<Thing> withView(String table) {
    TableDesign<Thing> design = copied(table);
    View<Thing, Shown> view = View.of(design, shown(table), thing -> List.of(Shown.of(thing)));
    return ofThings(design, Optional.of(view));
  }

  private static TableDesign<Shown> shown(String table) {
    return TableDesign.of(table + "_shown", Shown.class)
        .key(key -> key.part(Shown::run, Parts.unsigned(8)).part(Shown::color).part(Shown::id))
        .family("v")
        .column(Shown::text, "v:t")
        .build();
  }

  private static Shape<Thing> ofThings(
      TableDesign<Thing> design, Optional<View<Thing, Shown>> view) {
    return new Shape<>(
        design,
        Thing::run,
        Thing::name,
        Thing::color,
        thing -> thing,
        thing -> thing,
        /* hasCopies= */ true,
        view);
  }

  private static TableDesign<Thing> copied(String table) {
    return TableDesign.of(table, Thing.class)
        .key(key -> key.part(Thing::run, Parts.unsigned(8)).part(Thing::id))
        .family("f")
        .column(Thing::name, "f:n")
        .column(Thing::color, "f:c")
        .column(Thing::text, "f:t")
        .index(
            "byName",
            index ->
                index
                    .on(key -> key.part(Thing::run).part(Thing::name))
                    .unique()
                    .covering(Thing::color, Thing::text))
        .index(
            "byColor",
            index ->
                index
                    .on(key -> key.part(Thing::run).part(Thing::color))
                    .covering(Thing::name, Thing::text))
        .build();
  }

  /** With details in rows of their own. */
  public static Shape<Album> withDetails(String table) {
    return ofAlbums(albums(table), Optional.empty());
  }

  /** With details in rows of their own, and a view. */
  public static Shape<Album> withDetailsAndView(String table) {
    TableDesign<Album> design = albums(table);
    View<Album, Shown> view =
        View.of(design, shown(table), album -> List.of(Shown.of(album.thing())));
    return ofAlbums(design, Optional.of(view));
  }

  private static TableDesign<Album> albums(String table) {
    return TableDesign.of(table, Album.class)
        .key(key -> key.part(Album::run, Parts.unsigned(8)).part(Album::id))
        .family("f")
        .column(Album::name, "f:n")
        .column(Album::color, "f:c")
        .column(Album::text, "f:t")
        .details(
            Album::lines,
            DetailLayout.tall(table + "_lines"),
            DetailDesign.of(Album.Line.class)
                .key(key -> key.part(Album.Line::number))
                .cell(Album.Line::text, "t")
                .build())
        .index("byName", index -> index.on(key -> key.part(Album::run).part(Album::name)).unique())
        .index("byColor", index -> index.on(key -> key.part(Album::run).part(Album::color)))
        .build();
  }

  private static Shape<Album> ofAlbums(
      TableDesign<Album> design, Optional<View<Album, Shown>> view) {
    return new Shape<>(
        design,
        Album::run,
        Album::name,
        Album::color,
        Album::of,
        Album::thing,
        /* hasCopies= */ false,
        view);
  }

  /** All its tables. */
  public List<TableName> tables() {
    List<TableName> names = new ArrayList<>();
    design.tables().forEach(table -> names.add(table.descriptor().getTableName()));
    view.ifPresent(each -> names.add(each.target().name()));
    return names;
  }
}
