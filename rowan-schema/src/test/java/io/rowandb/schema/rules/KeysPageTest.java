package io.rowandb.schema.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.design.NeedsRealData;
import io.rowandb.schema.key.Digest;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.key.RowKey;
import io.rowandb.schema.key.RowKeyBuilder;
import io.rowandb.schema.packed.PackedRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.util.Bytes;
import org.assertj.core.api.SoftAssertions;
import org.assertj.core.api.junit.jupiter.InjectSoftAssertions;
import org.assertj.core.api.junit.jupiter.SoftAssertionsExtension;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Each figure of {@code docs/keys.md} is computed again, and must stand there. */
@Tag("slow")
@ExtendWith(SoftAssertionsExtension.class)
@NeedsRealData
class KeysPageTest {
  private static final Path PAGE = Path.of("..", "docs", "keys.md");
  private static final int REGIONS = 16;

  private static List<Activity> rows;
  private static String page;

  @BeforeAll
  static void read() throws IOException {
    rows = Activity.all();
    page = Files.readString(PAGE, StandardCharsets.UTF_8);
  }

  private static RowKey<Activity> key(UnaryOperator<RowKeyBuilder<Activity>> parts) {
    return parts.apply(RowKey.of(Activity.class)).build();
  }

  private static List<byte[]> keys(RowKey<Activity> key) {
    return rows.stream().map(key::encode).toList();
  }

  @InjectSoftAssertions private SoftAssertions all;

  private void says(String pattern, Object... figures) {
    all.assertThat(page).contains(String.format(Locale.ROOT, pattern, figures));
  }

  /** Where writes go that come together. */
  private static long busiest(UnaryOperator<RowKeyBuilder<Activity>> parts) {
    List<byte[]> written = keys(key(parts));
    return KeyFigures.busiestPercent(written, KeyFigures.afterSplits(written, REGIONS));
  }

  @Test
  void timeFirstIsOneHotRegion() {
    says(
        "| time first | %d %% |",
        busiest(
            key ->
                key.part(Activity::time, Parts.seconds())
                    .part(Activity::actor)
                    .part(Activity::subject)
                    .part(Activity::kind)));
    says(
        "| `salt(16)` before it | %d %% |",
        busiest(
            key ->
                key.salt(REGIONS)
                    .part(Activity::time, Parts.seconds())
                    .part(Activity::actor)
                    .part(Activity::subject)
                    .part(Activity::kind)));
    says(
        "| actor first | %d %% |",
        busiest(
            key ->
                key.part(Activity::actor)
                    .part(Activity::time, Parts.seconds())
                    .part(Activity::subject)
                    .part(Activity::kind)));
    says(
        "| hash of the actor first | %d %% |",
        busiest(
            key ->
                key.hash(Digest.md5(4), Activity::actor)
                    .part(Activity::actor)
                    .part(Activity::time, Parts.seconds())
                    .part(Activity::subject)
                    .part(Activity::kind)));
    says(
        "| hash of the subject first | %d %% |",
        busiest(
            key ->
                key.hash(Digest.md5(4), Activity::subject)
                    .part(Activity::subject)
                    .part(Activity::time, Parts.seconds())
                    .part(Activity::actor)
                    .part(Activity::kind)));
  }

  @Test
  void evenSplitsOfAHashNeedNoData() {
    RowKey<Activity> key =
        key(
            parts ->
                parts
                    .hash(Digest.md5(4), Activity::actor)
                    .part(Activity::actor)
                    .part(Activity::time, Parts.seconds())
                    .part(Activity::subject)
                    .part(Activity::kind));
    says("`Splits.even(16)`: %d %%", KeyFigures.busiestPercent(keys(key), key.evenSplits(REGIONS)));
  }

  @Test
  void keysThatAreNotUniqueLoseRows() {
    says(
        "| actor, time | %,d |",
        KeyFigures.overwritten(
            keys(key(parts -> parts.part(Activity::actor).part(Activity::time, Parts.seconds())))));
    says(
        "| actor, time, subject | %,d |",
        KeyFigures.overwritten(
            keys(
                key(
                    parts ->
                        parts
                            .part(Activity::actor)
                            .part(Activity::time, Parts.seconds())
                            .part(Activity::subject)))));
    says(
        "| actor, time, subject, kind | %,d |",
        KeyFigures.overwritten(
            keys(
                key(
                    parts ->
                        parts
                            .part(Activity::actor)
                            .part(Activity::time, Parts.seconds())
                            .part(Activity::subject)
                            .part(Activity::kind)))));
    says(
        "| 4 bytes of MD5 of the actor, time, subject, kind | %,d |",
        KeyFigures.overwritten(
            keys(
                key(
                    parts ->
                        parts
                            .hash(Digest.md5(4), Activity::actor)
                            .part(Activity::time, Parts.seconds())
                            .part(Activity::subject)
                            .part(Activity::kind)
                            .lossy(Activity::actor)))));
    says(
        "| 2 bytes of MD5 of the actor, time, subject, kind | %,d |",
        KeyFigures.overwritten(
            keys(
                key(
                    parts ->
                        parts
                            .hash(Digest.md5(2), Activity::actor)
                            .part(Activity::time, Parts.seconds())
                            .part(Activity::subject)
                            .part(Activity::kind)
                            .lossy(Activity::actor)))));
  }

  /** The same fields as text and as bytes. */
  @Test
  void bytesAreShorterThanText() {
    long text =
        rows.stream()
            .mapToLong(
                row ->
                    (row.actor() + "~" + row.time() + "~" + row.subject() + "~" + row.kind())
                        .length())
            .sum();
    long digits =
        KeyFigures.bytes(
            keys(
                key(
                    parts ->
                        parts
                            .part(Activity::actor)
                            .part(Activity::time, Parts.calendar("yyyyMMddHHmmss"))
                            .part(Activity::subject)
                            .part(Activity::kind))));
    long bytes =
        KeyFigures.bytes(
            keys(
                key(
                    parts ->
                        parts
                            .part(Activity::actor, Parts.unsignedInt(3))
                            .part(Activity::time, Parts.seconds())
                            .part(Activity::subject, Parts.unsignedInt(3))
                            .part(Activity::kind, Parts.fixedText(2)))));
    says("| text with separators | %.1f |", perRow(text));
    says("| numbers as bytes, the time as 14 digits | %.1f |", perRow(digits));
    says("| all as bytes of fixed width | %.1f |", perRow(bytes));
  }

  private static double perRow(long bytes) {
    return (double) bytes / rows.size();
  }

  record Profile(String user, String nickname, String mail, long posts, Instant joined) {}

  /** The row key, family and qualifier stand in every cell. */
  @Test
  void eachCellHasTheWholeKey() {
    Profile profile =
        new Profile("user340827182", "Ada", "ada@example.org", 42, Instant.ofEpochMilli(1));
    byte[] row = Bytes.toBytes(profile.user());
    long wordy =
        cell(row, "profile", "nickname", Bytes.toBytes(profile.nickname()))
            + cell(row, "profile", "mailAddress", Bytes.toBytes(profile.mail()))
            + cell(row, "profile", "numberOfPosts", Bytes.toBytes(profile.posts()))
            + cell(row, "profile", "joined", Bytes.toBytes(profile.joined().toEpochMilli()));
    long shortNames =
        cell(row, "p", "n", Bytes.toBytes(profile.nickname()))
            + cell(row, "p", "m", Bytes.toBytes(profile.mail()))
            + cell(row, "p", "c", Bytes.toBytes(profile.posts()))
            + cell(row, "p", "j", Bytes.toBytes(profile.joined().toEpochMilli()));
    PackedRecord<Profile> packed =
        PackedRecord.of(Profile.class)
            .field(1, Profile::user)
            .field(2, Profile::nickname)
            .field(3, Profile::mail)
            .field(4, Profile::posts)
            .field(5, Profile::joined)
            .build();
    says("| four cells, long names | %d |", wordy);
    says("| four cells, names of one byte | %d |", shortNames);
    says("| one packed cell | %d |", cell(row, "p", "r", packed.encode(profile)));
  }

  private static long cell(byte[] row, String family, String qualifier, byte[] value) {
    return new KeyValue(row, Bytes.toBytes(family), Bytes.toBytes(qualifier), 1L, value)
        .getLength();
  }

  record Follow(String follower, String followed) {}

  /** Of a separator that ids may have in them. */
  @Test
  void aSeparatorInAValueMixesRowsUp() {
    RowKey<Follow> right =
        RowKey.of(Follow.class)
            .part(Follow::follower)
            .part(Follow::followed, Parts.textToEnd())
            .build();
    Follow own = new Follow("a", "x");
    Follow foreign = new Follow("a~b", "y");
    byte[] start = Bytes.toBytes("a~");
    byte[] stop = Bytes.toBytes("a~~");
    byte[] wrong = Bytes.toBytes(foreign.follower() + "~" + foreign.followed());
    assertThat(Arrays.compareUnsigned(wrong, start)).isPositive();
    assertThat(Arrays.compareUnsigned(wrong, stop)).isNegative();
    assertThat(Bytes.startsWith(right.encode(foreign), Bytes.toBytes("a\0\0"))).isFalse();
    assertThat(Bytes.startsWith(right.encode(own), Bytes.toBytes("a\0\0"))).isTrue();
  }
}
