package io.rowandb.design.key;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.design.plan.PlanException;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.plan.TablePlanYaml;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.apache.hadoop.hbase.util.ByteArrayHashKey;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.MurmurHash3;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlannedKeyTest {
  private static PlannedKey key(String part, String type) throws PlanException {
    TablePlan plan =
        TablePlanYaml.parse(
            "test",
            "table: t\nfields: {v: " + type + "}\nkey:\n  - " + part + "\nfamilies: {d: }\n");
    return new PlannedKey(plan, List.of("v", "w")::indexOf);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{text: v} | text | äb | c3a462",
        "{text: v, length: 4} | text | ab | 61620000",
        "{text: v, reversed: true} | text | abc | 636261",
        "{number: v} | number | 10 | 3130",
        "{digits: v, length: 4} | number | 17 | 30303137",
        "{digits: v, length: 4, descending: true} | number | 17 | 39393832",
        "{digits: v, length: 4, reversed: true} | number | 17 | 37313030",
        "{int: v} | number | -2 | fffffffe",
        "{int: v, descending: true} | number | 1 | 7ffffffe",
        "{long: v} | number | 258 | 0000000000000102",
        "{long: v, descending: true} | number | 0 | 7fffffffffffffff",
        "{time: v, as: millis} | time seconds | 1 | 00000000000003e8",
        "{time: v, as: seconds} | time millis | 1999 | 00000001",
        "{time: v, as: millis, descending: true} | time millis | 1 | 7ffffffffffffffe",
        "{time: v, as: yyyyMMdd} | time yyyy-MM-dd HH:mm:ss | 2014-05-12 08:05:03 | 3230313430353132",
        "{time: v, as: MM, descending: true} | time yyyyMMdd | 20140512 | 3934",
        "'~' | text | x | 7e",
        "{hash: v} | text | abc | 900150983cd24fb0d6963f7d28e17f72",
        "{hash: v, bytes: 2, as: hex} | text | abc | 39303031"
      })
  void bytesAre(String part, String type, String value, String hex) throws PlanException {
    PlannedKey key = key(part.replace('\'', '"'), type);
    assertThat(key.write(new String[] {value, ""})).isTrue();
    assertThat(HexFormat.of().formatHex(key.copy())).isEqualTo(hex);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{text: v, length: 2} | text | abc | TOO_LONG",
        "{text: v, length: 2} | text | aé | TOO_LONG",
        "{digits: v, length: 2} | number | 100 | TOO_LONG",
        "{digits: v, length: 2} | number | -1 | OUT_OF_RANGE",
        "{int: v} | number | 2147483648 | OUT_OF_RANGE",
        "{long: v} | number | 9223372036854775808 | NO_NUMBER",
        "{number: v} | number | 1.5 | NO_NUMBER",
        "{time: v, as: millis} | time yyyyMMdd | 20141301 | NO_TIME",
        "{time: v, as: millis} | time seconds | 9223372036854775807 | NO_TIME",
        "{time: v, as: millis} | time yyyyMMddHHmmss | 20140512083 | NO_TIME"
      })
  void faultsAreNamed(String part, String type, String value, KeyFault fault) throws PlanException {
    PlannedKey key = key(part, type);
    assertThat(key.write(new String[] {value, ""})).isFalse();
    assertThat(key.fault()).isEqualTo(fault);
    assertThat(key.faultyPart()).isZero();
  }

  /** A buffer that is used again has nothing of the key before. */
  @Test
  void keysFollowOneAnother() throws PlanException {
    PlannedKey key = key("{text: v}", "text");
    key.write(new String[] {"x".repeat(10_000), ""});
    assertThat(key.copy()).hasSize(10_000);
    key.write(new String[] {"ab", ""});
    assertThat(new String(key.copy(), UTF_8)).isEqualTo("ab");
    key.write(new String[] {"", ""});
    assertThat(key.length()).isZero();
  }

  @Test
  void saltsAreBuckets() throws PlanException {
    PlannedKey turn = key("{salt: 3}", "text");
    StringBuilder buckets = new StringBuilder();
    for (int i = 0; i < 6; i++) {
      turn.write(new String[] {"a", ""});
      buckets.append(turn.bytes()[0]);
    }
    assertThat(buckets).hasToString("012012");
    PlannedKey by = key("{salt: 200, by: v}", "text");
    int[] counts = new int[200];
    for (int i = 0; i < 20_000; i++) {
      by.write(new String[] {"user" + i, ""});
      counts[by.bytes()[0] & 0xFF]++;
    }
    assertThat(Arrays.stream(counts).min().orElse(0)).isGreaterThan(50);
  }

  /** Fields of a hash are kept apart. */
  @Test
  void hashesOfSeveralFields() throws PlanException {
    PlannedKey key = key("{hash: [v, w]}", "text");
    key.write(new String[] {"a", "bc"});
    byte[] one = key.copy();
    key.write(new String[] {"ab", "c"});
    assertThat(key.copy()).isNotEqualTo(one);
  }

  @Test
  void murmurIsThatOfHBase() {
    for (int length = 0; length < 40; length++) {
      byte[] data = Bytes.toBytes("é0123456789012345678901234567890123456789".substring(0, length));
      assertThat(ShortHash.of32(data))
          .isEqualTo(MurmurHash3.getInstance().hash(new ByteArrayHashKey(data, 0, data.length), 0));
    }
  }
}
