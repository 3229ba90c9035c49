package io.rowandb.engine;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.catalog.FamilyDescriptor;
import io.rowandb.engine.catalog.SnapshotDescriptor;
import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.fuzz.FuzzTarget;
import io.rowandb.engine.fuzz.InputReader;
import io.rowandb.engine.settings.DatabaseOptions;
import io.rowandb.engine.settings.FamilyAttributes;
import io.rowandb.engine.settings.FamilyKeys;
import io.rowandb.engine.settings.TableAttributes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Names, and attributes as the client gives them: refused with the value, or understood. */
public final class NamesTarget implements FuzzTarget {
  private static final DatabaseOptions OPTIONS = DatabaseOptions.builder(Path.of("store")).build();

  /** Has nothing to hold. */
  public NamesTarget() {}

  @Override
  public void run(byte[] input) throws IOException {
    InputReader in = new InputReader(input);
    String text = new String(in.nextRange(), UTF_8);
    String familyName = new String(in.nextRange(), UTF_8);
    Map<String, String> attributes = new TreeMap<>();
    while (in.hasMore()) {
      attributes.put(
          new String(in.nextRange(), ISO_8859_1), new String(in.nextRange(), ISO_8859_1));
    }
    try {
      TableName name = TableName.of(text);
      assertThat(TableName.of(name.fullName())).isEqualTo(name);
      FamilyDescriptor family = new FamilyDescriptor(familyName, attributes);
      TableDescriptor table = new TableDescriptor(name, List.of(family), attributes);
      boolean checks = !TableAttributes.waivesChecks(table);
      TableAttributes.check(table, checks, OPTIONS);
      assertThat(TableAttributes.maxCellBytes(table, 1)).isNotNegative();
      FamilyKeys keys = new FamilyKeys(OPTIONS, table, family);
      assertThat(FamilyAttributes.read(family, checks, OPTIONS, keys).family())
          .isEqualTo(familyName);
      assertThat(new SnapshotDescriptor(text, name, 1, 1, attributes).name()).isEqualTo(text);
    } catch (IllegalArgumentException e) {
      assertThat(e).isNotInstanceOf(NumberFormatException.class);
      assertThat(e.getMessage()).isNotBlank();
    }
  }

  @Override
  public List<byte[]> seeds() {
    return List.of(
        input("ns:t", "f", "VERSIONS", "3", "TTL", "FOREVER", "MIN_VERSIONS", "1"),
        input(
            "t.a-b_c", "g", "BLOCKSIZE", "1024", "KEEP_DELETED_CELLS", "TTL", "COMPRESSION", "LZ4"),
        input("t", "h", "BLOOMFILTER", "NONE", "MAX_FILESIZE", "9999999999", "BLOCKCACHE", "false"),
        input("t", "i", "hbase.server.keyvalue.maxsize", "99", "NEW_VERSION_BEHAVIOR", "true"),
        input("t", "j", "hbase.table.sanity.checks", "false", "DATA_BLOCK_ENCODING", "PREFIX"));
  }

  private static byte[] input(String... texts) {
    ByteArrayOutputStream input = new ByteArrayOutputStream();
    for (String text : texts) {
      input.write(0);
      input.write(text.length());
      input.writeBytes(text.getBytes(ISO_8859_1));
    }
    return input.toByteArray();
  }
}
