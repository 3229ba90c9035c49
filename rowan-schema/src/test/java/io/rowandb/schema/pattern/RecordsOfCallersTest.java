package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.view.AsyncViewedTable;
import io.rowandb.schema.view.View;
import io.rowandb.schema.view.ViewedTable;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A caller fills one object, and one list of such, for each call, also before a call that does not
 * wait has used them: here as soon as the first question goes to a server.
 */
@OnBackEnd
@Tag("slow")
class RecordsOfCallersTest {
  /** An ordinary class, whose objects change. */
  public static final class Note {
    private int id;
    private String text;
    private long version;

    static Note of(int id, String text) {
      Note note = new Note();
      note.setId(id);
      note.setText(text);
      return note;
    }

    public int getId() {
      return id;
    }

    public void setId(int newId) {
      id = newId;
    }

    public String getText() {
      return text;
    }

    public void setText(String newText) {
      text = newText;
    }

    public long getVersion() {
      return version;
    }

    public void setVersion(long newVersion) {
      version = newVersion;
    }
  }

  record Shown(String text, int id) {}

  private final Note note = new Note();
  private final List<Note> notes = new ArrayList<>();

  private Connection connection;
  private TableDesign<Note> design;

  @BeforeEach
  void declare(Connection given) {
    connection = given;
    design =
        TableDesign.of(BackEnd.newTableName("notes"), Note.class)
            .key(key -> key.part(Note::getId))
            .family("f")
            .column(Note::getText, "f:t")
            .column(Note::getVersion, "f:v")
            .version(Note::getVersion)
            .build();
  }

  private void fill(String text) {
    note.setId(1);
    note.setText(text);
    note.setVersion(0);
    notes.clear();
    notes.add(note);
    notes.add(Note.of(2, text));
  }

  private void changeAll() {
    fill("changed");
    note.setId(3);
    notes.clear();
  }

  /** The objects change when a client asks for its tables, which each does first of all. */
  private AsyncConnection changing(AsyncConnection async) {
    return (AsyncConnection)
        Proxy.newProxyInstance(
            AsyncConnection.class.getClassLoader(),
            new Class<?>[] {AsyncConnection.class},
            (self, method, arguments) -> {
              if (method.getName().equals("getAdmin")) {
                changeAll();
              }
              try {
                return method.invoke(async, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  /**
   * Makes a call whose objects change meanwhile.
   *
   * @param client a new one, which has asked for nothing yet
   */
  private <C, T> T made(String text, C client, Function<C, CompletableFuture<T>> call) {
    fill(text);
    T answer = call.apply(client).join();
    assertThat(notes).as("they have changed").isEmpty();
    return answer;
  }

  private void check(RecordTable<Note> table, String first, String second) throws IOException {
    assertThat(table.get(1).map(Note::getText)).isEqualTo(Optional.ofNullable(first));
    assertThat(table.get(2).map(Note::getText)).isEqualTo(Optional.ofNullable(second));
    assertThat(table.get(3)).isEmpty();
  }

  @Test
  void aTableTakesThemAtOnce() throws Exception {
    try (RecordTable<Note> table = RecordTable.create(connection, design);
        AsyncConnection async =
            ConnectionFactory.createAsyncConnection(connection.getConfiguration()).get()) {
      AsyncConnection changing = changing(async);
      boolean isDone = made("a", opened(changing), client -> client.putIfAbsent(note));
      assertThat(isDone).isTrue();
      check(table, "a", null);
      isDone = made("b", opened(changing), client -> client.putIf(note, there -> true));
      assertThat(isDone).isTrue();
      check(table, "b", null);
      Note saved = made("c", opened(changing), client -> client.save(note));
      assertThat(saved.getVersion()).isEqualTo(1);
      check(table, "c", null);
      List<Boolean> done = made("d", opened(changing), client -> client.putAllIfAbsent(notes));
      assertThat(done).containsExactly(false, true);
      check(table, "c", "d");
      made("e", opened(changing), client -> client.mergeAll(notes, RecordsOfCallersTest::merged));
      check(table, "e", "e");
      made("f", opened(changing), client -> client.put(note));
      made("g", opened(changing), client -> client.delete(notes.get(1)));
      check(table, "f", null);
      made("h", opened(changing), client -> client.putAll(notes));
      check(table, "h", "h");
      made("i", opened(changing), client -> client.delete(note));
      check(table, null, "h");
    }
  }

  private static Note merged(Note there, Note one) {
    there.setText(one.getText());
    return there;
  }

  private AsyncRecordTable<Note> opened(AsyncConnection async) throws IOException {
    return AsyncRecordTable.open(async, design);
  }

  @Test
  void aTableWithViewsTakesThemAtOnce() throws Exception {
    TableDesign<Shown> shown =
        TableDesign.of(BackEnd.newTableName("shown"), Shown.class)
            .key(key -> key.part(Shown::text).part(Shown::id))
            .family("f")
            .build();
    View<Note, Shown> view =
        View.of(design, shown, each -> List.of(new Shown(each.getText(), each.getId())));
    try (ViewedTable<Note> table = ViewedTable.openOrCreate(connection, design, view);
        AsyncConnection async =
            ConnectionFactory.createAsyncConnection(connection.getConfiguration()).get()) {
      AsyncConnection changing = changing(async);
      made("a", AsyncViewedTable.open(changing, design, view), client -> client.put(note));
      check(table.records(), "a", null);
      made(
          "b",
          AsyncViewedTable.open(changing, design, view),
          client -> client.putAllIfAbsent(notes));
      check(table.records(), "a", "b");
      made("c", AsyncViewedTable.open(changing, design, view), client -> client.delete(note));
      check(table.records(), null, "b");
      made("d", AsyncViewedTable.open(changing, design, view), client -> client.putAll(notes));
      check(table.records(), "d", "d");
    }
  }
}
