package io.rowandb.systems.twibase;

import io.rowandb.schema.key.Digest;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.packed.PackedRecord;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.Splits;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.systems.relation.Duties;
import io.rowandb.systems.relation.Relations;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.NamespaceExistException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;

/**
 * The tables, all in one namespace. Used by any number of threads.
 *
 * @param users by name
 * @param twits by author, the newest first
 * @param streams what was pushed, by reader, the newest first
 * @param follows who follows whom
 * @param blocks who blocks whom
 * @param likes who likes which post
 */
record TwiTables(
    RecordTable<TwiUser> users,
    RecordTable<Twit> twits,
    RecordTable<StreamEntry> streams,
    Relations<Follow> follows,
    Relations<SinceTime> blocks,
    Relations<SinceTime> likes)
    implements AutoCloseable {
  private static final int REGIONS = 8;

  /** Opens the tables of a namespace; makes what is missing. */
  static TwiTables open(Connection connection, String namespace) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      if (!List.of(admin.listNamespaces()).contains(namespace)) {
        admin.createNamespace(NamespaceDescriptor.create(namespace).build());
      }
    } catch (NamespaceExistException e) {
      // Another program made it meanwhile; the tables may be missing yet.
      return open(connection, namespace);
    }
    PackedRecord<SinceTime> since = PackedRecord.inOrder(SinceTime.class);
    return new TwiTables(
        RecordTable.openOrCreate(connection, users(namespace)),
        RecordTable.openOrCreate(connection, twits(namespace)),
        RecordTable.openOrCreate(connection, streams(namespace)),
        follows(connection, namespace + ":follows", namespace + ":followedBy", REGIONS),
        Relations.open(
            connection, namespace + ":blocks", namespace + ":blockedBy", 1, since, Duties.none()),
        Relations.open(
            connection,
            namespace + ":likes",
            namespace + ":likedBy",
            REGIONS,
            since,
            Duties.none()));
  }

  /** Who follows whom, in two tables of these names. */
  static Relations<Follow> follows(
      Connection connection, String follows, String followedBy, int regions) throws IOException {
    return Relations.open(
        connection,
        follows,
        followedBy,
        regions,
        PackedRecord.inOrder(Follow.class),
        new Duties<>(
            follow -> follow.delivery().isRead(), follow -> follow.delivery().isWritten()));
  }

  /** The tables' names, all of them. */
  static List<String> names(String namespace) {
    return List.of(
            "users",
            "twits",
            "twitsStream",
            "follows",
            "followedBy",
            "blocks",
            "blockedBy",
            "likes",
            "likedBy")
        .stream()
        .map(name -> namespace + ":" + name)
        .toList();
  }

  static TableDesign<TwiUser> users(String namespace) {
    return TableDesign.of(namespace + ":users", TwiUser.class)
        .key(key -> key.part(TwiUser::name, Parts.textToEnd()))
        .family("info")
        .column(TwiUser::nickname, "info:nickname")
        .column(TwiUser::email, "info:email")
        .column(TwiUser::joined, "info:joined")
        .column(TwiUser::renamed, "info:renamed")
        .column(TwiUser::posted, "info:posted")
        .column(TwiUser::deleted, "info:deleted")
        .packed("info:tasks", packed -> packed.field(1, TwiUser::tasks))
        .packed(
            "info:habits", packed -> packed.field(1, TwiUser::postRate).field(2, TwiUser::lookRate))
        .marked()
        .build();
  }

  static TableDesign<Twit> twits(String namespace) {
    return TableDesign.of(namespace + ":twits", Twit.class)
        .key(
            key ->
                key.hash(Digest.md5(16), Twit::author)
                    .part(Twit::time, Parts.descending(Parts.millis()))
                    .part(Twit::number, Parts.descending(Parts.unsigned(Long.BYTES)))
                    .lossy(Twit::author))
        .family("t")
        .column(Twit::author, "t:u")
        .column(Twit::text, "t:x")
        .column(Twit::deleted, "t:d")
        .splits(Splits.even(REGIONS))
        .marked()
        .build();
  }

  static TableDesign<StreamEntry> streams(String namespace) {
    return TableDesign.of(namespace + ":twitsStream", StreamEntry.class)
        .key(
            key ->
                key.hash(Digest.md5(16), StreamEntry::reader)
                    .part(StreamEntry::time, Parts.descending(Parts.millis()))
                    .part(StreamEntry::number, Parts.descending(Parts.unsigned(Long.BYTES)))
                    .part(StreamEntry::author, Parts.textToEnd())
                    .lossy(StreamEntry::reader))
        .family("s")
        .column(StreamEntry::reader, "s:r")
        .splits(Splits.even(REGIONS))
        .build();
  }

  /**
   * A user who must be there.
   *
   * @throws IllegalArgumentException when there is none of that name
   */
  TwiUser user(String name) throws IOException {
    return users.get(name).orElseThrow(() -> missing(name));
  }

  static IllegalArgumentException missing(String name) {
    return new IllegalArgumentException("there is no user '" + name + "'");
  }

  /** A post; a deleted one counts as none. */
  Optional<Twit> twit(TwitId id) throws IOException {
    return twits.get(id.author(), id.time(), id.number()).filter(each -> !each.deleted());
  }

  @Override
  public void close() throws IOException {
    try (users;
        twits;
        streams;
        follows;
        blocks;
        likes) {
      // Closes each, whatever the others do.
    }
  }
}
