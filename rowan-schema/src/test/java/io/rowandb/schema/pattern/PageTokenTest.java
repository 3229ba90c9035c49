package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.key.KeyPart;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tokens of pages: of whom they are taken, and of whom they are not. */
@OnBackEnd
class PageTokenTest {
  record Reading(String sensor, Instant time, int value) {}

  private Connection connection;
  private String name;

  @BeforeEach
  void create(Connection given) throws IOException {
    connection = given;
    name = BackEnd.newTableName("readings");
    try (RecordTable<Reading> table = RecordTable.create(connection, design(Parts.millis()))) {
      table.putAll(readings());
    }
  }

  private TableDesign<Reading> design(KeyPart<Instant> time) {
    return TableDesign.of(name, Reading.class)
        .key(key -> key.part(Reading::sensor).part(Reading::time, time))
        .family("r")
        .column(Reading::value, "r:v")
        .build();
  }

  private static List<Reading> readings() {
    return IntStream.range(0, 50)
        .mapToObj(i -> new Reading("s" + i % 2, Instant.ofEpochSecond(i), i % 3))
        .toList();
  }

  private RecordTable<Reading> open() throws IOException {
    return RecordTable.open(connection, design(Parts.millis()));
  }

  /** Nothing but the text of the token goes from one page to the next. */
  @Test
  void aTokenIsAllThatTheNextPageNeeds() throws IOException {
    List<Reading> read = new ArrayList<>();
    Optional<String> token = Optional.empty();
    do {
      try (RecordTable<Reading> table = open()) {
        RecordQuery<Reading> query = table.where(Reading::value).is(1).allowFullScan();
        Page<Reading> page = token.isEmpty() ? query.page(4) : query.page(4, token.get());
        read.addAll(page.records());
        token = page.next();
      }
    } while (token.isPresent());
    assertThat(read)
        .containsExactlyInAnyOrderElementsOf(
            readings().stream().filter(each -> each.value() == 1).toList());
  }

  @Test
  void theTokenOfAnotherReadIsRefused() throws IOException {
    try (RecordTable<Reading> table = open()) {
      RecordQuery<Reading> query = table.where(Reading::sensor).is("s1");
      String token = query.page(5).next().orElseThrow();
      for (RecordQuery<Reading> other :
          List.of(
              table.where(Reading::sensor).is("s0"),
              query.newestFirst(),
              query.where(Reading::value).is(1),
              query.from(Reading::time, Instant.EPOCH),
              query.asOf(Instant.now()))) {
        assertThatThrownBy(() -> other.page(5, token))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("of a page of another read");
      }
      assertThat(query.page(3, token).records()).hasSize(3); // a size is no part of the read
    }
  }

  @Test
  void theTokenOfAnotherKeyIsRefused() throws IOException {
    KeyPart<Instant> changed = Parts.descending(Parts.millis());
    try (RecordTable<Reading> table = open()) {
      String token = table.where(Reading::sensor).is("s1").page(5).next().orElseThrow();
      RecordTable.declare(connection, design(changed));
      try (RecordTable<Reading> later = RecordTable.open(connection, design(changed))) {
        assertThatThrownBy(() -> later.where(Reading::sensor).is("s1").page(5, token))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("of a page of another read");
      }
    }
  }

  /** The token with another range and row. */
  private static String forged(String token, int range, byte[] row) {
    byte[] bytes = Base64.getUrlDecoder().decode(token);
    int headerBytes = 1 + Long.BYTES; // before the range
    return Base64.getUrlEncoder()
        .encodeToString(
            ByteBuffer.allocate(headerBytes + Integer.BYTES + row.length)
                .put(bytes, 0, headerBytes)
                .putInt(range)
                .put(row)
                .array());
  }

  private static byte[] row(String token) {
    byte[] bytes = Base64.getUrlDecoder().decode(token);
    return Arrays.copyOfRange(bytes, 1 + Long.BYTES + Integer.BYTES, bytes.length);
  }

  private static void areRefused(RecordQuery<Reading> query, int ranges) throws IOException {
    String token = query.page(5).next().orElseThrow();
    byte[] row = row(token);
    for (int range : new int[] {-1, -2, ranges, ranges + 1, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
      isRefused(query, forged(token, range, row));
    }
    for (byte[] other :
        List.of(new byte[0], new byte[1], new byte[] {-1}, Arrays.copyOf(row, 40_000))) {
      isRefused(query, forged(token, 0, other));
    }
    assertThat(query.page(5, token).records()).hasSize(5);
  }

  private static void isRefused(RecordQuery<?> query, String token) {
    assertThatThrownBy(() -> query.page(5, token))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is no token of a page: this read has no such row");
  }

  @Test
  void aForgedTokenIsRefused() throws IOException {
    try (RecordTable<Reading> table = open()) {
      areRefused(table.where(Reading::sensor).is("s1"), 1);
      areRefused(table.where(Reading::sensor).is("s1").newestFirst(), 1);
      areRefused(table.all().where(Reading::sensor).in(List.of("s0", "s1")), 2);
    }
    TableDesign<Reading> salted =
        TableDesign.of(BackEnd.newTableName("salted"), Reading.class)
            .key(key -> key.salt(4).part(Reading::sensor).part(Reading::time))
            .family("r")
            .column(Reading::value, "r:v")
            .index("byValue", index -> index.on(key -> key.part(Reading::value)))
            .build();
    try (RecordTable<Reading> table = RecordTable.create(connection, salted)) {
      table.putAll(readings());
      areRefused(table.where(Reading::sensor).is("s1"), 4);
      areRefused(table.where(Reading::sensor).is("s1").newestFirst(), 4);
      areRefused(table.where(Reading::value).is(1), 1);
    }
  }

  @Test
  void whatIsNoTokenIsRefused() throws IOException {
    try (RecordTable<Reading> table = open()) {
      RecordQuery<Reading> query = table.where(Reading::sensor).is("s1");
      String token = query.page(5).next().orElseThrow();
      byte[] later = Base64.getUrlDecoder().decode(token);
      later[0]++;
      for (String other :
          List.of(
              "",
              "?",
              "AQ",
              token.substring(0, 12),
              Base64.getUrlEncoder().encodeToString(later))) {
        assertThatThrownBy(() -> query.page(5, other))
            .as(other)
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("is no token of a page");
      }
    }
  }
}
