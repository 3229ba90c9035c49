package io.rowandb.systems.forum;

import io.rowandb.schema.pattern.Page;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;

/**
 * Goes through all tables, part by part, and ends what dead programs have begun. It deletes only
 * what is of a life or move before the post's own, which never comes again: so it may run beside
 * writers. Used by one thread.
 */
final class ForumSweep {
  private static final int PART = 500;

  private final ForumTables tables;
  private final PostMoves moves;

  ForumSweep(ForumTables tables) {
    this.tables = tables;
    moves = new PostMoves(tables);
  }

  ForumRepair repair() throws IOException {
    return new ForumRepair(resumeAll(), deleteRows(), deleteEntries());
  }

  private long resumeAll() throws IOException {
    long resumed = 0;
    Scan scan = new Scan().addColumn(ForumCells.POST, ForumCells.HEAD).setCaching(PART);
    try (ResultScanner rows = tables.posts().getScanner(scan)) {
      for (Result each : rows) {
        resumed += moves.resume(ForumCells.post(each.getRow())) ? 1 : 0;
      }
    }
    return resumed;
  }

  private long deleteRows() throws IOException {
    long deleted = 0;
    byte[] from = {};
    List<Result> rows;
    do {
      rows =
          tables.scanComments(
              new Scan()
                  .withStartRow(from, false)
                  .setFilter(new FirstKeyOnlyFilter())
                  .setCaching(PART)
                  .setLimit(PART));
      List<Result> over = new ArrayList<>();
      long sequence = 0;
      String post = null;
      PostHead head = PostHead.NONE;
      for (Result each : rows) {
        ForumCells.RowPlace place = ForumCells.rowPlace(each.getRow());
        if (!place.post().equals(post)) {
          moves.delete(over, sequence);
          deleted += over.size();
          over.clear();
          post = place.post();
          head = PostRow.read(tables, post).head();
          sequence = head.sequence();
        }
        if (isOver(place, head)) {
          over.add(each);
        }
        from = each.getRow();
      }
      moves.delete(over, sequence);
      deleted += over.size();
    } while (rows.size() == PART);
    return deleted;
  }

  private static boolean isOver(ForumCells.RowPlace place, PostHead head) {
    if (place.life() != head.life()) {
      return place.life() < head.life();
    }
    return head.isOpen() ? place.move() < head.move() : head.state() == PostHead.State.GONE;
  }

  private long deleteEntries() throws IOException {
    long deleted = 0;
    var query = tables.lists().all().allowFullScan();
    Optional<String> next = Optional.empty();
    do {
      Page<ListedPost> page = next.isEmpty() ? query.page(PART) : query.page(PART, next.get());
      List<Get> gets = page.records().stream().map(each -> PostRow.query(each.post())).toList();
      Result[] found = tables.getPosts(gets);
      for (int i = 0; i < found.length; i++) {
        ListedPost entry = page.records().get(i);
        PostRow row = PostRow.of(tables, entry.post(), found[i]);
        // One of the next life may be of a post that is being published.
        if (entry.life() <= row.head().life()
            && row.head().state() != PostHead.State.REMOVING
            && !ForumReader.isOf(row, entry)) {
          tables.lists().delete(entry);
          deleted++;
        }
      }
      next = page.next();
    } while (next.isPresent());
    return deleted;
  }
}
