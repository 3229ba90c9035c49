package io.rowandb.bench.applications;

import io.rowandb.schema.key.Parts;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.DetailDesign;
import io.rowandb.schema.table.DetailLayout;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Connection;

/** Posts with their comments, and the newest posts of an author. */
final class TypedForum implements Application {
  record Comment(int number, String author, String text) {}

  record Post(int id, String author, long time, String text, List<Comment> comments) {}

  private final RecordTable<Post> posts;

  TypedForum(Connection connection) throws IOException {
    posts =
        RecordTable.create(
            connection,
            TableDesign.of("posts", Post.class)
                .key(key -> key.part(Post::id))
                .family("p")
                .family("c")
                .column(Post::author, "p:a")
                .column(Post::time, "p:d")
                .column(Post::text, "p:t")
                .details(
                    Post::comments,
                    DetailLayout.wide("c"),
                    DetailDesign.of(Comment.class)
                        .key(key -> key.part(Comment::number))
                        .cell(Comment::author, "a")
                        .cell(Comment::text, "t")
                        .build())
                .index(
                    "byAuthor",
                    index ->
                        index.on(
                            key ->
                                key.part(Post::author)
                                    .part(Post::time, Parts.descending(Parts.int64()))))
                .build());
  }

  @Override
  public void write(int from, int to) throws IOException {
    posts.putAll(IntStream.range(from, to).mapToObj(TypedForum::post).toList());
  }

  private static Post post(int id) {
    List<Comment> comments =
        IntStream.range(0, id % 6)
            .mapToObj(each -> new Comment(each, Input.person(id + each), Input.text(each)))
            .toList();
    return new Post(id, Input.person(id), Input.START + id, Input.text(id), comments);
  }

  @Override
  public String ask(int number) throws IOException {
    List<Integer> newest =
        posts.where(Post::author).is(Input.person(number)).limit(10).list().stream()
            .map(Post::id)
            .toList();
    return newest + " " + posts.get(number).map(Post::comments).map(TypedForum::text);
  }

  private static String text(List<Comment> comments) {
    return comments.stream().map(each -> each.author() + ": " + each.text()).toList().toString();
  }

  @Override
  public void close() throws IOException {
    posts.close();
  }
}
