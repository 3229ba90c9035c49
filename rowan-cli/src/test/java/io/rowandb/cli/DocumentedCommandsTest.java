package io.rowandb.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.cli.Twits.Twit;
import io.rowandb.cli.page.PageBlock;
import io.rowandb.cli.program.RowanCommand;
import io.rowandb.client.Rowan;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TimeZone;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Every command of this module in a code block of the README and the pages runs as it stands there,
 * but for the directories, on a store that has what the pages speak of; and prints what they show.
 */
@Tag("slow")
class DocumentedCommandsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private static final Set<PageBlock.Kind> SHOWN =
      Set.of(PageBlock.Kind.COMMANDS, PageBlock.Kind.TRANSCRIPT, PageBlock.Kind.SESSION);

  /** A word of a command line, as a shell takes these apart; quotes are around whole words. */
  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");

  private static final String COMMAND = "./rowan ";
  private static final String PROMPT = "rowan> ";

  /**
   * Other modules have a test of those that are theirs; tests and distributions take minutes.
   * Servers, which end when they are told to, have tests of their own.
   */
  private static final List<String> OTHERS =
      List.of("bench", "rest", "thrift", "systems", "test", "dist");

  @TempDir private Path directory;

  /** What stands in the pages, and in its place here. */
  private final Map<String, String> places = new LinkedHashMap<>();

  private TimeZone zone;

  @BeforeEach
  void makeWhatThePagesSpeakOf() throws IOException {
    zone = TimeZone.getDefault();
    TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
    Path shop = Files.createDirectory(directory.resolve("data")).resolve("shop");
    writeTwits(shop);
    place("/data/shop/log/000000000001.log", directory.resolve("segment.log").toString());
    place("/data/", directory.resolve("data") + "/");
    place("/backups/", directory + "/");
    place("PATH", shop.toString());
    place("FILE", fileIn(shop, "t").toString());
    place("rowan-demo-data", directory.resolve("demo").toString());
    place("Twits.java", "src/test/java/io/rowandb/cli/Twits.java");
    place("app.jar", jar().toString());
    place("hbase-site.xml", site(shop).toString());
    place("lines.tsv.gz", lines().toString());
    place("ec2_cpu.csv", csv("ec2_cpu.csv", "timestamp,value\n2014-02-14 14:30:00,0.132\n"));
    place(
        "air.csv.gz",
        csv("air.csv", "year,month,day,hour,PM2.5,TEMP,station\n2013,3,1,0,4,NA,Dongsi\n"));
    place("examples/designs/", ROOT.resolve("examples/designs") + "/");
  }

  private void place(String written, String real) {
    places.put(written, real);
  }

  private void writeTwits(Path shop) throws IOException {
    try (Connection connection =
            ConnectionFactory.createConnection(Rowan.configuration(shop.toString()));
        RecordTable<Twit> twits = RecordTable.create(connection, Twits.TWITS);
        Table cells = connection.getTable(Twits.TWITS.name())) {
      Twit hello = new Twit("ada", Instant.parse("2011-07-04T14:35:09.695Z"), 7, "hello");
      twits.put(hello);
      byte[] family = Bytes.toBytes("t");
      byte[] row = Twits.TWITS.key().encode(hello);
      cells.put(new Put(row).addColumn(family, Bytes.toBytes("lang"), Bytes.toBytes("en")));
      connection.getAdmin().flush(Twits.TWITS.name());
      long time = Instant.parse("2026-11-22T18:06:35.561Z").toEpochMilli();
      cells.put(
          new Put(Bytes.toBytes("odd"))
              .addColumn(family, Bytes.toBytes("x"), time, Bytes.toBytes("foreign")));
      // A store that is closed has no segment any more.
      Files.copy(fileIn(shop, "log"), directory.resolve("segment.log"));
    }
  }

  private static Path fileIn(Path shop, String parent) throws IOException {
    try (Stream<Path> all = Files.walk(shop)) {
      return all.filter(each -> each.getParent().getFileName().toString().equals(parent))
          .findFirst()
          .orElseThrow();
    }
  }

  private Path jar() throws IOException {
    Path jar = directory.resolve("app.jar");
    Path classes = Path.of("target", "test-classes");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      for (String each : List.of("Twits", "Twits$Twit")) {
        String name = "io/rowandb/cli/" + each + ".class";
        out.putNextEntry(new JarEntry(name));
        out.write(Files.readAllBytes(classes.resolve(name)));
      }
    }
    return jar;
  }

  /** A store is a cluster to the shell, when a file of settings says so. */
  private Path site(Path shop) throws IOException {
    String page = Files.readString(ROOT.resolve("docs/configuration.md"));
    String settings =
        Pattern.compile("(?s)```xml\n(.*?)```")
            .matcher(page)
            .results()
            .map(each -> each.group(1))
            .findFirst()
            .orElseThrow();
    assertThat(settings).contains("/data/shop");
    return Files.writeString(
        directory.resolve("hbase-site.xml"), settings.replace("/data/shop", shop.toString()));
  }

  private Path lines() throws IOException {
    Path lines = directory.resolve("lines.tsv.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(lines))) {
      out.write("a\tguid-a\t1\nb\tguid-b\t2\n".getBytes(UTF_8));
    }
    return lines;
  }

  private String csv(String name, String lines) throws IOException {
    return Files.writeString(directory.resolve(name), lines).toString();
  }

  @AfterEach
  void leaveTheZone() {
    TimeZone.setDefault(zone);
  }

  @Test
  void allRun() throws IOException {
    int count = 0;
    for (Path page : pages()) {
      for (String line : linesOf(page, COMMAND)) {
        List<String> words = whole(words(line.substring(COMMAND.length())));
        if (!OTHERS.contains(words.get(0)) && !words.contains("serve")) {
          if (words.contains("relayout")) {
            dropKeptRollups(); // as it asks for: another section of the page keeps some
          }
          run(page + ": " + line, words);
          count++;
        }
      }
    }
    assertThat(count).isGreaterThan(12);
    // The README shows what its first command has left.
    comparePrinted(ROOT.resolve("README.md"), List.of("shell", places.get("rowan-demo-data")), 1);
  }

  private void dropKeptRollups() throws IOException {
    try (Connection connection =
            ConnectionFactory.createConnection(Rowan.configuration(places.get("PATH")));
        Admin admin = connection.getAdmin()) {
      for (TableName each : admin.listTableNames(Pattern.compile("tsdb-(marks|rollup-.*)"))) {
        admin.disableTable(each);
        admin.deleteTable(each);
      }
    }
  }

  /** In Chinese they are the same. */
  @Test
  void bothLanguagesShowTheSame() throws IOException {
    int count = 0;
    for (Path page : pages()) {
      Path chinese =
          page.equals(ROOT.resolve("README.md"))
              ? ROOT.resolve("README.zh.md")
              : ROOT.resolve("docs/zh").resolve(ROOT.resolve("docs").relativize(page));
      if (Files.exists(chinese)) {
        for (String start : List.of(COMMAND, PROMPT)) {
          assertThat(linesOf(chinese, start)).as("%s", chinese).isEqualTo(linesOf(page, start));
          count++;
        }
      }
    }
    assertThat(count).isGreaterThan(20);
  }

  @Test
  void theTranscriptOfTheShellIsWhatItPrints() throws IOException {
    Path page = ROOT.resolve("docs/shell.md");
    comparePrinted(
        page, List.of("shell", places.get("PATH"), "--design", places.get("Twits.java")), 2);
  }

  record User(String name, String city) {}

  /** As the page on designs says, the shell knows that of the table. */
  @Test
  void theShellKnowsDesignsAndMakesTablesReadOnly() throws IOException {
    TableDesign<User> users =
        TableDesign.of("users", User.class)
            .key(key -> key.part(User::name))
            .family("u")
            .column(User::city, "u:c")
            .index("byCity", index -> index.on(key -> key.part(User::city)))
            .build();
    try (Connection connection =
            ConnectionFactory.createConnection(Rowan.configuration(places.get("PATH")));
        RecordTable<User> table = RecordTable.create(connection, users)) {
      table.put(new User("ada", "Rome"));
    }
    List<String> shell = List.of("shell", places.get("PATH"));
    comparePrinted(ROOT.resolve("docs/evolution.md"), shell, 1);
    run(
        "a table for docs/load.md",
        List.of("shell", places.get("PATH"), "-e", "create 'calls', 'f'"));
    comparePrinted(ROOT.resolve("docs/load.md"), shell, 1);
  }

  /** Runs what stands behind the prompts of each block; what follows a command there is printed. */
  private void comparePrinted(Path page, List<String> shell, int sessions) throws IOException {
    List<String> found = blocks(page).filter(block -> block.contains(PROMPT)).toList();
    assertThat(found).hasSize(sessions);
    for (String session : found) {
      List<String> words = new ArrayList<>(shell);
      List<String> shown = new ArrayList<>();
      for (String each : session.split("(?m)^" + PROMPT, -1)) {
        if (!each.isEmpty()) {
          String[] parts = each.split("\n", 2);
          words.addAll(List.of("-e", parts[0]));
          shown.add(parts[1]);
        }
      }
      assertThat(run(page + ": " + session, words).replaceAll("(?m)^Took .*\n", ""))
          .containsSubsequence(shown);
    }
  }

  private String run(String as, List<String> words) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine command = RowanCommand.newCommandLine();
    command.setOut(new PrintWriter(out));
    command.setErr(new PrintWriter(err));
    int code = command.execute(words.toArray(String[]::new));
    assertThat(code).as("%s%n%s%n%s", as, out, err).isZero();
    return out.toString();
  }

  private List<String> words(String line) {
    List<String> words = new ArrayList<>();
    for (MatchResult each : WORD.matcher(line).results().toList()) {
      String word = each.group().replaceAll("^[\"']|[\"']$", "");
      if (word.equals("|")) {
        break; // another program reads what this prints
      }
      words.add(placed(word));
    }
    return words;
  }

  /** The demonstration's directory is not here, and the shell reads no terminal. */
  private List<String> whole(List<String> words) {
    if (words.equals(List.of("demo"))) {
      words.add(places.get("rowan-demo-data"));
    } else if (words.get(0).equals("shell") && !words.contains("-e")) {
      words.addAll(List.of("-e", "list"));
    }
    return words;
  }

  private String placed(String word) {
    for (Map.Entry<String, String> each : places.entrySet()) {
      if (word.startsWith(each.getKey())) {
        return each.getValue() + word.substring(each.getKey().length());
      }
    }
    return word;
  }

  private static List<String> linesOf(Path page, String start) throws IOException {
    return blocks(page).flatMap(String::lines).filter(line -> line.startsWith(start)).toList();
  }

  private static Stream<String> blocks(Path page) throws IOException {
    return PageBlock.of(ROOT.relativize(page).toString()).stream()
        .filter(each -> SHOWN.contains(each.kind()))
        .map(PageBlock::text);
  }

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md")));
    for (String part : List.of("docs", "docs/systems")) {
      try (Stream<Path> all = Files.list(ROOT.resolve(part))) {
        all.filter(each -> each.toString().endsWith(".md")).sorted().forEach(pages::add);
      }
    }
    return pages;
  }
}
