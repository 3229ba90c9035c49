package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.table;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.io.StoreInUseException;
import io.rowandb.engine.region.Region;
import io.rowandb.engine.region.RegionScanner;
import io.rowandb.engine.scan.Progress;
import io.rowandb.engine.scan.ScanSpec;
import io.rowandb.engine.settings.DatabaseOptions;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes that want one store, by every spelling of its path, while its lock is read, copied,
 * replaced and removed and processes are killed: one has it at a time, and what was acknowledged
 * stays. {@code -Drowan.fight.rounds} asks for more of them, {@code -Drowan.seed} for others.
 */
@Tag("slow")
@Timeout(1_200)
class OwnersFightTest {
  private static final int ROUNDS = Integer.getInteger("rowan.fight.rounds", 200);
  private static final long SEED = Long.getLong("rowan.seed", 15);
  private static final int PROCESSES = 3;

  @TempDir private Path directory;

  private final List<Fighter> fighters = new ArrayList<>();
  private final Set<String> acknowledged = new TreeSet<>();
  private Path store;
  private int rows;

  /** Carries out a command a line and answers with a line, until its input ends. */
  public static void main(String[] args) throws IOException {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    PrintStream out = new PrintStream(System.out, true, UTF_8);
    Database[] database = new Database[1];
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] words = line.split(" ", 2);
      try {
        out.println(answer(words[0], words[1], database));
      } catch (StoreInUseException e) {
        out.println("refused " + e.getMessage());
      } catch (IOException e) {
        out.println("failed " + e);
      }
    }
  }

  private static String answer(String command, String word, Database[] database)
      throws IOException {
    switch (command) {
      case "open" -> {
        Path path = Path.of(word);
        database[0] = Database.open(DatabaseOptions.builder(path).logSegmentBytes(500).build());
        if (database[0].tableNames().isEmpty()) {
          database[0].createTable(table(TABLE, family("f")), List.of());
        }
      }
      case "again" -> Database.open(DatabaseOptions.builder(Path.of(word)).build()).close();
      case "put" -> {
        RowMutation put =
            new RowMutation().reset(RowMutation.Kind.PUT, bytes(word), Durability.FSYNC_WAL);
        put.add(
            bytes("f"), bytes("q"), Cell.LATEST_TIMESTAMP, CellType.PUT, bytes(word), bytes(""));
        region(database[0]).write(put);
      }
      case "flush" -> database[0].flush(TABLE);
      case "read" -> assertThat(Files.readAllBytes(Path.of(word))).isNotNull();
      case "close" -> database[0].close();
      default -> throw new IllegalArgumentException(command);
    }
    return "done";
  }

  private static Region region(Database database) {
    return database.table(TABLE).locate(bytes("r"));
  }

  /** A process, and whether it has the store. */
  private static final class Fighter {
    private final Process process;
    private final BufferedWriter to;
    private final BufferedReader from;
    private boolean owns;

    Fighter() throws IOException {
      process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xmx256m",
                  "-cp",
                  System.getProperty("java.class.path"),
                  OwnersFightTest.class.getName())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      to = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), UTF_8));
      from = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
    }

    String ask(String command, Object word) throws IOException {
      to.write(command + " " + word + "\n");
      to.flush();
      return from.readLine();
    }

    void kill() throws InterruptedException {
      process.destroyForcibly().waitFor();
    }
  }

  @AfterEach
  void end() throws InterruptedException {
    for (Fighter fighter : fighters) {
      fighter.kill();
    }
  }

  @Test
  void oneHasItAtATimeAndNothingIsLost() throws Exception {
    store = Files.createDirectory(directory.resolve("store"));
    Files.createSymbolicLink(directory.resolve("link"), store);
    for (int i = 0; i < PROCESSES; i++) {
      fighters.add(new Fighter());
    }
    Random random = new Random(SEED);
    for (int round = 0; round < ROUNDS; round++) {
      Fighter one = fighters.get(random.nextInt(PROCESSES));
      if (one.owns) {
        use(one, random);
      } else {
        fight(one, random, round);
      }
    }
    for (int i = 0; i < PROCESSES; i++) {
      if (fighters.get(i).owns) {
        assertThat(fighters.get(i).ask("close", store)).isEqualTo("done");
      }
    }
    assertThat(rowsOfStore()).containsAll(acknowledged);
    assertThat(acknowledged).isNotEmpty();
  }

  /** Who has it writes, and what else goes on in his process and around it. */
  private void use(Fighter owner, Random random) throws Exception {
    Path lock = store.resolve("LOCK");
    switch (random.nextInt(9)) {
      case 0 -> {
        assertThat(owner.ask("close", store)).isEqualTo("done");
        owner.owns = false;
      }
      case 1 -> {
        owner.kill();
        fighters.set(fighters.indexOf(owner), new Fighter());
      }
      case 2 -> {
        if (Files.exists(lock)) {
          assertThat(owner.ask("read", lock)).isEqualTo("done");
        }
      }
      case 3 -> Files.deleteIfExists(lock);
      case 4 -> {
        Path copy = directory.resolve("copy");
        Files.writeString(copy, "1\n");
        Files.move(copy, lock, StandardCopyOption.REPLACE_EXISTING);
      }
      case 5 -> assertThat(owner.ask("flush", store)).isEqualTo("done");
      default -> {
        String row = "r" + rows++;
        assertThat(owner.ask("put", row)).isEqualTo("done");
        acknowledged.add(row);
      }
    }
  }

  /** Gets the store if nobody has it, and is refused otherwise; in the owner's process too. */
  private void fight(Fighter one, Random random, int round) throws IOException {
    Path path =
        List.of(store, directory.resolve("link"), directory.resolve("link/../store"))
            .get(random.nextInt(3));
    boolean free = fighters.stream().noneMatch(fighter -> fighter.owns);
    String answer = one.ask("open", path);
    if (free) {
      assertThat(answer).as("round %d of seed %d", round, SEED).isEqualTo("done");
      one.owns = true;
      return;
    }
    assertThat(answer).as("round %d of seed %d", round, SEED).startsWith("refused");
    for (Fighter owner : fighters) {
      if (owner.owns) {
        assertThat(answer).contains("in use by process " + owner.process.pid());
        assertThat(owner.ask("again", path)).startsWith("refused");
      }
    }
  }

  private Set<String> rowsOfStore() throws IOException {
    Set<String> found = new TreeSet<>();
    try (Database database = Database.open(DatabaseOptions.builder(store).build());
        RegionScanner scanner = region(database).scan(ScanSpec.builder().build())) {
      CellBatch cells = new CellBatch();
      while (scanner.next(cells, Integer.MAX_VALUE, Long.MAX_VALUE) != Progress.EXHAUSTED) {
        assertThat(cells.isEmpty()).isFalse();
      }
      Cell cell = new Cell();
      for (int i = 0; i < cells.size(); i++) {
        found.add(new String(cells.get(i, cell).value(), UTF_8));
      }
    }
    return found;
  }
}
