package io.rowandb.schema.pattern;

import static io.rowandb.schema.pattern.Blog.comment;
import static io.rowandb.schema.pattern.Blog.post;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.key.Parts;
import io.rowandb.schema.packed.UnknownFields;
import io.rowandb.schema.pattern.Blog.Comment;
import io.rowandb.schema.pattern.Blog.Layout;
import io.rowandb.schema.pattern.Blog.Post;
import io.rowandb.schema.table.DetailDesign;
import io.rowandb.schema.table.DetailLayout;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Details in columns of the record's row, beside what else is there. */
@OnBackEnd
class WideDetailsTest {
  record User(String name, Map<String, Follow> follows, List<Login> logins, int age) {}

  record Follow(String whom) {}

  record Login(long number, String host, UnknownFields rest) {}

  record NewUser(String name, List<NewLogin> logins) {}

  record NewLogin(long number, String host, int port) {}

  private static final byte[] ROW = Bytes.toBytes("p");
  private static final byte[] FAMILY = Bytes.toBytes("c");

  private Connection connection;
  private String name;

  @BeforeEach
  void take(Connection given) {
    connection = given;
    name = BackEnd.newTableName("details");
  }

  /** Two kinds of details and a column share a family. */
  private TableDesign<User> users() {
    DetailDesign<Follow> follows =
        DetailDesign.of(Follow.class)
            .key(key -> key.literal("f-").part(Follow::whom, Parts.textToEnd()))
            .build();
    DetailDesign<Login> logins =
        DetailDesign.of(Login.class)
            .key(key -> key.literal("l-").part(Login::number))
            .packed(packed -> packed.field(1, Login::host))
            .build();
    return TableDesign.of(name, User.class)
        .key(key -> key.part(User::name, Parts.textToEnd()))
        .family("c")
        .details(User::follows, Follow::whom, DetailLayout.wide("c"), follows)
        .details(User::logins, DetailLayout.wide("c"), logins)
        .column(User::age, "c:a")
        .build();
  }

  private static Map<String, Follow> follows(String... names) {
    Map<String, Follow> follows = new LinkedHashMap<>();
    for (String each : names) {
      follows.put(each, new Follow(each));
    }
    return follows;
  }

  private static Login login(long number) {
    return new Login(number, "host " + number, UnknownFields.none());
  }

  @Test
  void kindsOfDetailsThatShareAFamilyStayApart() throws IOException {
    try (RecordTable<User> users = RecordTable.create(connection, users())) {
      User ada = new User("ada", follows("", "a", "a\u0000", "ab"), List.of(login(-1)), 36);
      users.put(ada);
      assertThat(users.get("ada")).contains(ada);
      assertThat(users.get("ada").orElseThrow().follows().keySet())
          .containsExactly("", "a", "a\u0000", "ab");
      users.put(new User("ada", follows("ab"), List.of(login(7), login(8)), 37));
      assertThat(users.get("ada"))
          .contains(new User("ada", follows("ab"), List.of(login(7), login(8)), 37));
      Details<Login> logins = users.details(User::logins, Login.class, "ada");
      assertThat(logins.page(5).records()).containsExactly(login(7), login(8));
      assertThat(logins.page(1, logins.page(1).next().orElseThrow()).next()).isEmpty();
      Details<Follow> follows = users.details(User::follows, Follow.class, "ada");
      assertThat(follows.get("a")).isEmpty();
      assertThat(follows.get("ab")).contains(new Follow("ab"));
      assertThatThrownBy(() -> users.details(User::logins, Follow.class, "ada"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContainingAll("User.logins has no details of class Follow", "User.follows");
    }
  }

  @Test
  void aMapHasItsDetailsUnderTheirKeys() throws IOException {
    try (RecordTable<User> users = RecordTable.create(connection, users())) {
      Map<String, Follow> wrong = Map.of("a", new Follow("b"));
      assertThatThrownBy(() -> users.put(new User("ada", wrong, List.of(), 1)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("User.follows has under a a detail whose whom is another");
    }
  }

  @Test
  void anOldProgramKeepsTheFieldsOfANewOne() throws IOException {
    DetailDesign<NewLogin> logins =
        DetailDesign.of(NewLogin.class)
            .key(key -> key.literal("l-").part(NewLogin::number))
            .packed(
                packed ->
                    packed.field(1, NewLogin::host).fieldWithDefault(2, NewLogin::port).of(22))
            .build();
    TableDesign<NewUser> design =
        TableDesign.of(name, NewUser.class)
            .key(key -> key.part(NewUser::name, Parts.textToEnd()))
            .family("c")
            .details(NewUser::logins, DetailLayout.wide("c"), logins)
            .build();
    try (RecordTable<User> older = RecordTable.create(connection, users());
        RecordTable<NewUser> newer = RecordTable.open(connection, design)) {
      newer.put(new NewUser("ada", List.of(new NewLogin(1, "a", 80))));
      User read = older.get("ada").orElseThrow();
      older.put(new User("ada", follows("bob"), List.of(read.logins().get(0), login(2)), 3));
      assertThat(newer.get("ada"))
          .contains(
              new NewUser("ada", List.of(new NewLogin(1, "a", 80), new NewLogin(2, "host 2", 22))));
      newer.put(new NewUser("ada", List.of()));
      assertThat(older.get("ada")).contains(new User("ada", follows("bob"), List.of(), 3));
    }
  }

  @Test
  void columnsOfADetailThatAreNotDeclaredStayAsLongAsIt() throws IOException {
    TableDesign<Post> design = Layout.WIDE_NAMED.posts(name);
    try (RecordTable<Post> posts = RecordTable.create(connection, design);
        Table table = connection.getTable(design.name())) {
      posts.put(post("p", comment(1, 1)));
      byte[] key = Layout.WIDE_NAMED.comments().key().encode(comment(1, 1));
      byte[] likes = Bytes.add(key, Bytes.toBytes("likes"));
      byte[] row = design.key().encode(post("p"));
      table.put(new Put(row).addColumn(FAMILY, likes, new byte[] {1}));
      posts.put(post("p", comment(1, 1, "other"), comment(2, 2)));
      assertThat(posts.get("p")).contains(post("p", comment(2, 2), comment(1, 1, "other")));
      assertThat(table.get(new Get(row)).getValue(FAMILY, likes)).isEqualTo(new byte[] {1});
      posts.details(Post::comments, Comment.class, "p").remove(comment(1, 1));
      assertThat(posts.get("p")).contains(post("p", comment(2, 2)));
      assertThat(table.get(new Get(row)).getValue(FAMILY, likes)).isNull();
    }
  }

  @Test
  void olderVersionsOfACellAreNoDetails() throws IOException {
    DetailDesign<Comment> comments = Layout.WIDE_NAMED.comments();
    TableDesign<Post> design =
        TableDesign.of(name, Post.class)
            .key(key -> key.part(Post::name))
            .family("c", family -> family.setMaxVersions(5))
            .family("p")
            .column(Post::title, "p:t")
            .details(Post::comments, DetailLayout.wide("c"), comments)
            .build();
    try (RecordTable<Post> posts = RecordTable.create(connection, design)) {
      Details<Comment> details = posts.details(Post::comments, Comment.class, "p");
      for (int i = 0; i < 3; i++) {
        posts.put(post("p", comment(1, 1, "text " + i), comment(2, 2, "text " + i)));
        Milliseconds.pass();
      }
      assertThat(posts.get("p"))
          .contains(post("p", comment(2, 2, "text 2"), comment(1, 1, "text 2")));
      details.remove(comment(2, 2));
      assertThat(posts.get("p")).contains(post("p", comment(1, 1, "text 2")));
      assertThat(details.page(2).records()).containsExactly(comment(1, 1, "text 2"));
    }
  }

  @Test
  void aColumnThatIsNoDetailIsRefusedByName() throws IOException {
    TableDesign<Post> design = Layout.WIDE_PACKED.posts(name);
    try (RecordTable<Post> posts = RecordTable.create(connection, design);
        Table table = connection.getTable(design.name())) {
      byte[] row = design.key().encode(post("p"));
      table.put(new Put(row).addColumn(FAMILY, Bytes.toBytes("xyz"), new byte[0]));
      assertThatThrownBy(() -> posts.get("p"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContainingAll("row p", "Post.comments in family c", "xyz", "8 more bytes");
      byte[] key = Layout.WIDE_PACKED.comments().key().encode(comment(1, 1));
      table.delete(new Delete(row).addColumns(FAMILY, Bytes.toBytes("xyz")));
      table.put(new Put(row).addColumn(FAMILY, key, new byte[] {(byte) 0xFF}));
      assertThatThrownBy(() -> posts.get("p"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContainingAll("Post.comments in family c", "detail \\x7F", "value \\xFF");
    }
  }

  /** Why what a row has is read before it is written: both answers are HBase's. */
  @Test
  void aDeleteOfTheFamilyWouldHideThePutsBesideIt() throws IOException {
    TableDesign<Post> design = Layout.WIDE_PACKED.posts(name);
    RecordTable.create(connection, design).close();
    try (Table table = connection.getTable(design.name())) {
      Put put = new Put(ROW).addColumn(FAMILY, ROW, ROW);
      Delete delete = new Delete(ROW).addFamily(FAMILY);
      table.mutateRow(RowMutations.of(List.of(delete, put)));
      assertThat(table.get(new Get(ROW)).isEmpty()).isTrue();
    }
  }

  @Test
  void aDetailOfNoRecordMakesOneInColumns() throws IOException {
    try (RecordTable<Post> posts = RecordTable.create(connection, Layout.WIDE_PACKED.posts(name))) {
      posts.details(Post::comments, Comment.class, "p").put(comment(1, 1));
      assertThat(posts.get("p")).contains(new Post("p", null, List.of(comment(1, 1))));
    }
  }
}
