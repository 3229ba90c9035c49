package io.rowandb.systems.forum;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RowMutations;

/**
 * The row of a post as it was read, without text and comments, and the changes that can be made of
 * it: each takes place only if the head is still the same. Used by one thread.
 */
final class PostRow {
  // Fixed at construction.
  private final ForumTables tables;
  private final String post;
  private final byte[] row;
  private final byte[] stored;
  private final PostHead head;
  private final Cell note;
  private final byte[] cursor;
  private final byte[] details;

  private PostRow(ForumTables tables, String post, Result found) {
    this.tables = tables;
    this.post = post;
    row = ForumCells.postRow(post);
    stored = found.getValue(ForumCells.POST, ForumCells.HEAD);
    head = stored == null ? PostHead.NONE : PostHead.decode(stored);
    note = found.getColumnLatestCell(ForumCells.POST, ForumCells.NOTE);
    cursor = found.getValue(ForumCells.POST, ForumCells.CURSOR);
    details = found.getValue(ForumCells.POST, ForumCells.DETAILS);
  }

  static Get query(String post) {
    return new Get(ForumCells.postRow(post))
        .addColumn(ForumCells.POST, ForumCells.HEAD)
        .addColumn(ForumCells.POST, ForumCells.NOTE)
        .addColumn(ForumCells.POST, ForumCells.CURSOR)
        .addColumn(ForumCells.POST, ForumCells.DETAILS);
  }

  static PostRow read(ForumTables tables, String post) throws IOException {
    return new PostRow(tables, post, tables.get(query(post)));
  }

  /** Of what {@link #query} found. */
  static PostRow of(ForumTables tables, String post, Result found) {
    return new PostRow(tables, post, found);
  }

  String post() {
    return post;
  }

  PostHead head() {
    return head;
  }

  /** The post without its text; only of one that is there. */
  Post details() {
    return ForumCells.post(post, details, ForumCells.NOTHING);
  }

  /** Whether it was published with these details. */
  boolean hasDetails() {
    return details != null;
  }

  /** The cells of a change whose writer may have died; empty for none. */
  Optional<Cell> note() {
    return Optional.ofNullable(note);
  }

  /** How far the comments are copied; empty for not at all. */
  Optional<byte[]> cursor() {
    return Optional.ofNullable(cursor);
  }

  /** The comments, where readers find them. */
  CommentCells comments() {
    return cells(head.layout(), head.move());
  }

  CommentCells cells(CommentLayout layout, int move) {
    return layout == CommentLayout.WIDE
        ? new WideCells(tables, row, ForumCells.place(head.life(), move))
        : tall(move);
  }

  TallCells tall(int move) {
    return new TallCells(tables, ForumCells.commentRows(post), ForumCells.place(head.life(), move));
  }

  /** Begins a change after which the head is another one. */
  Change change(PostHead next) {
    return new Change(next);
  }

  /**
   * Takes the note away. It does nothing when the post was changed since: who changes it has
   * written what the note holds.
   */
  boolean clearNote() throws IOException {
    Delete delete = new Delete(row).addColumns(ForumCells.POST, ForumCells.NOTE, head.sequence());
    return tables
        .posts()
        .checkAndMutate(
            CheckAndMutate.newBuilder(row)
                .ifEquals(ForumCells.POST, ForumCells.HEAD, stored)
                .build(delete))
        .isSuccess();
  }

  /** A change, which is one mutation of the row. */
  final class Change {
    private final PostHead next;
    private final Put put;
    private final Delete delete;

    private Change(PostHead next) {
      this.next = next;
      put =
          new Put(row).addColumn(ForumCells.POST, ForumCells.HEAD, next.sequence(), next.encode());
      delete = new Delete(row);
    }

    Change with(byte[] qualifier, byte[] value) {
      put.addColumn(ForumCells.POST, qualifier, next.sequence(), value);
      return this;
    }

    Change without(byte[] qualifier) {
      delete.addColumns(ForumCells.POST, qualifier, next.sequence());
      return this;
    }

    /** Adds columns of comments. */
    Change withComments(int move, List<CommentCell> cells) {
      byte[] place = ForumCells.place(next.life(), move);
      for (CommentCell each : cells) {
        put.addColumn(
            ForumCells.COMMENTS,
            ForumCells.joined(place, each.key()),
            next.sequence(),
            each.value());
      }
      return this;
    }

    /** Deletes the columns of all comments. */
    Change withoutComments() {
      delete.addFamily(ForumCells.COMMENTS, next.sequence());
      return this;
    }

    /** Whether it took place; if not, the post was changed since it was read. */
    boolean make() throws IOException {
      List<Mutation> mutations = new ArrayList<>(List.of(put));
      if (!delete.isEmpty()) {
        mutations.add(delete);
      }
      CheckAndMutate.Builder check = CheckAndMutate.newBuilder(row);
      return tables
          .posts()
          .checkAndMutate(
              (stored == null
                      ? check.ifNotExists(ForumCells.POST, ForumCells.HEAD)
                      : check.ifEquals(ForumCells.POST, ForumCells.HEAD, stored))
                  .build(RowMutations.of(mutations)))
          .isSuccess();
    }
  }
}
