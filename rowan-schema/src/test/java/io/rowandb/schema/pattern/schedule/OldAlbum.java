package io.rowandb.schema.pattern.schedule;

import java.util.List;

/** An {@link Album} as a program sees it that is older than its note. */
public record OldAlbum(
    long run, int id, String name, String color, String text, List<Album.Line> lines) {
  /** See {@link Album#of}. */
  static OldAlbum of(Thing thing) {
    return new OldAlbum(
        thing.run(),
        thing.id(),
        thing.name(),
        thing.color(),
        thing.text(),
        Album.lines(thing.text()));
  }

  /** Without its details. */
  Thing thing() {
    return new Thing(run, id, name, color, text);
  }
}
