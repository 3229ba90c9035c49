import io.rowandb.client.Rowan;
import io.rowandb.schema.key.Digest;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.TableDesign;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/** Loads a CSV file of calls: the store, then the file. */
public class Calls {
  public record Call(long phone, Instant at, long callee, int seconds, int cents) {}

  public static final TableDesign<Call> CALLS =
      TableDesign.of("calls", Call.class)
          .key(
              key ->
                  key.hash(Digest.md5(2), Call::phone)
                      .part(Call::phone, Parts.digits(11))
                      .part(Call::at, Parts.descending(Parts.millis()))
                      .part(Call::callee, Parts.digits(11)))
          .family("d")
          .column(Call::seconds, "d:s")
          .column(Call::cents, "d:c")
          .build();

  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMddHHmmss");

  static Call call(String line) {
    String[] f = line.split(",", -1);
    Instant at = LocalDateTime.parse(f[1], TIME).toInstant(ZoneOffset.UTC);
    return new Call(
        Long.parseLong(f[0]), at, Long.parseLong(f[2]), Integer.parseInt(f[3]), Integer.parseInt(f[4]));
  }

  public static void main(String[] args) throws Exception {
    List<String> lines = Files.readAllLines(Path.of(args[1]));
    try (Connection connection = ConnectionFactory.createConnection(Rowan.configuration(args[0]));
        RecordTable<Call> table = RecordTable.create(connection, CALLS)) {
      table.putAll(lines.stream().skip(1).map(Calls::call).toList());
    }
  }
}
