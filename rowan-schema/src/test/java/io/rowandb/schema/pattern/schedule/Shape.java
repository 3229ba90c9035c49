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
 * A table of schedules, which has an index {@code byName}, unique where rows have marks, and
 * another, {@code byColor}.
 *
 * @param <R> its records
 * @param of makes one of a thing
 * @param thing what a record is without its details
 * @param hasCopies whether the indexes have copies
 * @param view one of the table, if there is any
 * @param older the same tables as an older program declares them, if there is one
 */
public record Shape<R>(
    TableDesign<R> design,
    Field<R, Long> run,
    Field<R, String> name,
    Field<R, String> color,
    Function<Thing, R> of,
    Function<R, Thing> thing,
    boolean hasCopies,
    Optional<View<R, Shown>> view,
    Optional<Shape<?>> older) {
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
        view,
        Optional.empty());
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
    Shape<OldAlbum> older = ofOldAlbums(oldAlbums(table), Optional.empty());
    return ofAlbums(albums(table), Optional.empty(), older);
  }

  /** With details in rows of their own, and a view. */
  public static Shape<Album> withDetailsAndView(String table) {
    TableDesign<Album> design = albums(table);
    View<Album, Shown> view =
        View.of(design, shown(table), album -> List.of(Shown.of(album.thing())));
    TableDesign<OldAlbum> old = oldAlbums(table);
    View<OldAlbum, Shown> oldView =
        View.of(old, shown(table), album -> List.of(Shown.of(album.thing())));
    return ofAlbums(design, Optional.of(view), ofOldAlbums(old, Optional.of(oldView)));
  }

  private static TableDesign<Album> albums(String table) {
    return TableDesign.of(table, Album.class)
        .key(key -> key.part(Album::run, Parts.unsigned(8)).part(Album::id))
        .family("f")
        .column(Album::name, "f:n")
        .column(Album::color, "f:c")
        .column(Album::text, "f:t")
        .column(Album::note, "f:o")
        .details(Album::lines, DetailLayout.tall(table + "_lines"), lines())
        .index("byName", index -> index.on(key -> key.part(Album::run).part(Album::name)).unique())
        .index("byColor", index -> index.on(key -> key.part(Album::run).part(Album::color)))
        .build();
  }

  private static TableDesign<OldAlbum> oldAlbums(String table) {
    return TableDesign.of(table, OldAlbum.class)
        .key(key -> key.part(OldAlbum::run, Parts.unsigned(8)).part(OldAlbum::id))
        .family("f")
        .column(OldAlbum::name, "f:n")
        .column(OldAlbum::color, "f:c")
        .column(OldAlbum::text, "f:t")
        .details(OldAlbum::lines, DetailLayout.tall(table + "_lines"), lines())
        .index(
            "byName",
            index -> index.on(key -> key.part(OldAlbum::run).part(OldAlbum::name)).unique())
        .index("byColor", index -> index.on(key -> key.part(OldAlbum::run).part(OldAlbum::color)))
        .build();
  }

  private static DetailDesign<Album.Line> lines() {
    return DetailDesign.of(Album.Line.class)
        .key(key -> key.part(Album.Line::number))
        .cell(Album.Line::text, "t")
        .build();
  }

  private static Shape<Album> ofAlbums(
      TableDesign<Album> design, Optional<View<Album, Shown>> view, Shape<OldAlbum> older) {
    return new Shape<>(
        design,
        Album::run,
        Album::name,
        Album::color,
        Album::of,
        Album::thing,
        /* hasCopies= */ false,
        view,
        Optional.of(older));
  }

  private static Shape<OldAlbum> ofOldAlbums(
      TableDesign<OldAlbum> design, Optional<View<OldAlbum, Shown>> view) {
    return new Shape<>(
        design,
        OldAlbum::run,
        OldAlbum::name,
        OldAlbum::color,
        OldAlbum::of,
        OldAlbum::thing,
        /* hasCopies= */ false,
        view,
        Optional.empty());
  }

  /** Of records that expire, whose rows have no marks. */
  public static Shape<Token> thatExpires(String table) {
    TableDesign<Token> design =
        TableDesign.of(table, Token.class)
            .key(key -> key.part(Token::run, Parts.unsigned(8)).part(Token::id))
            .family("f")
            .column(Token::name, "f:n")
            .column(Token::color, "f:c")
            .column(Token::text, "f:t")
            .column(Token::life, "f:l")
            .timeToLive(Token::life)
            .index("byName", index -> index.on(key -> key.part(Token::run).part(Token::name)))
            .index("byColor", index -> index.on(key -> key.part(Token::run).part(Token::color)))
            .build();
    return new Shape<>(
        design,
        Token::run,
        Token::name,
        Token::color,
        Token::of,
        Token::thing,
        /* hasCopies= */ false,
        Optional.empty(),
        Optional.empty());
  }

  /** Whether rows have marks; else records expire. */
  public boolean isMarked() {
    return design.isMarked();
  }

  /** All its tables. */
  public List<TableName> tables() {
    List<TableName> names = new ArrayList<>();
    design.tables().forEach(table -> names.add(table.descriptor().getTableName()));
    view.ifPresent(each -> names.add(each.target().name()));
    return names;
  }
}
