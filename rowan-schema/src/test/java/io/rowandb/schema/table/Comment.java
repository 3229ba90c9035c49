package io.rowandb.schema.table;

/** A detail of records for which it does not matter what it is. */
public record Comment(int number, String text) {
  /** Its form: its number is its key. */
  public static DetailDesign<Comment> design() {
    return DetailDesign.of(Comment.class)
        .key(key -> key.part(Comment::number))
        .cell(Comment::text, "t")
        .build();
  }
}
