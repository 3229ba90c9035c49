package io.rowandb.tsdb.meta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.tsdb.codec.DamagedDataException;
import io.rowandb.tsdb.uid.UidKind;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import net.opentsdb.meta.MetaJudge;
import net.opentsdb.meta.TSMeta;
import net.opentsdb.meta.UIDMeta;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Random meta data: the bytes of OpenTSDB's classes, and what these make of changes. */
class MetaJudgeTest {
  private static final String TSUID = "000001000001000001";
  private static final String[] WORDS = {
    "", "", "cpu", "a \"b\" \\ /", "line\nline\u0001\u007f", "Größe", "温度", "\ud83d\ude00", "<b>&"
  };
  private static final int ROUNDS = 2_000;

  private final Random random = new Random(7);

  private String word() {
    return WORDS[random.nextInt(WORDS.length)];
  }

  private Optional<Map<String, String>> custom() {
    if (random.nextInt(3) == 0) {
      return Optional.empty();
    }
    Map<String, String> custom = new LinkedHashMap<>();
    int size = random.nextInt(4) == 0 ? random.nextInt(60) : random.nextInt(14);
    for (int i = 0; i < size; i++) {
      custom.put(Integer.toString(random.nextInt(1_000), 36) + word(), word());
    }
    return Optional.of(custom);
  }

  private MetaNotes notes() {
    long created = random.nextBoolean() ? 0 : random.nextInt(2_000_000_000);
    return new MetaNotes(word(), word(), word(), created, custom());
  }

  private OptionalDouble limit() {
    return switch (random.nextInt(5)) {
      case 0 -> OptionalDouble.empty();
      case 1 -> OptionalDouble.of(Double.NaN);
      case 2 -> OptionalDouble.of(random.nextInt(100));
      case 3 -> OptionalDouble.of(Double.POSITIVE_INFINITY);
      default -> OptionalDouble.of(random.nextGaussian() * 1e9);
    };
  }

  private SeriesMeta series() {
    return new SeriesMeta(TSUID, notes(), word(), word(), random.nextInt(3) * 30, limit(), limit());
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource
  void namesHaveTheBytesOfOpenTsdb(UidKind kind) throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      MetaNotes notes = notes();
      byte[] ours = UidMeta.toStored(kind, notes);
      UIDMeta judge = MetaJudge.uid(ours);
      assertThat(judge.getType()).hasToString(UidMeta.type(kind));
      assertThat(judge.getDisplayName()).isEqualTo(notes.displayName());
      assertThat(judge.getDescription()).isEqualTo(notes.description());
      assertThat(judge.getNotes()).isEqualTo(notes.notes());
      assertThat(judge.getCreated()).isEqualTo(notes.createdSeconds());
      assertThat(Optional.ofNullable(judge.getCustom())).isEqualTo(notes.custom());
      assertThat(MetaJudge.stored(judge)).asString(StandardCharsets.UTF_8).isEqualTo(text(ours));
      assertThat(UidMeta.notesOf(MetaJudge.stored(judge))).isEqualTo(notes);
    }
  }

  private static String text(byte[] json) {
    return new String(json, StandardCharsets.UTF_8);
  }

  @Test
  @Tag("slow")
  void seriesHaveTheBytesOfOpenTsdb() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      SeriesMeta series = series();
      byte[] ours = series.toStored();
      TSMeta judge = MetaJudge.series(ours);
      assertThat(judge.getTSUID()).isEqualTo(TSUID);
      assertThat(judge.getUnits()).isEqualTo(series.units());
      assertThat(judge.getDataType()).isEqualTo(series.dataType());
      assertThat(judge.getRetention()).isEqualTo(series.retentionDays());
      assertThat(judge.getMax()).isEqualTo((Double) series.max().orElse(Double.NaN));
      assertThat(judge.getMin()).isEqualTo((Double) series.min().orElse(Double.NaN));
      assertThat(Optional.ofNullable(judge.getCustom())).isEqualTo(series.notes().custom());
      assertThat(MetaJudge.stored(judge)).asString(StandardCharsets.UTF_8).isEqualTo(text(ours));
      assertThat(SeriesMeta.ofStored(TSUID, MetaJudge.stored(judge)).toStored()).isEqualTo(ours);
    }
  }

  @Test
  void changesOfNamesAreThoseOfOpenTsdb() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      MetaNotes change = notes();
      MetaNotes stored = notes();
      boolean replaces = random.nextBoolean();
      UIDMeta judge = MetaJudge.uid(UidMeta.toStored(UidKind.TAG_KEY, change));
      MetaJudge.merge(
          judge, MetaJudge.storedUid(UidMeta.toStored(UidKind.TAG_KEY, stored)), replaces);
      assertThat(UidMeta.toStored(UidKind.TAG_KEY, change.over(stored, replaces)))
          .asString(StandardCharsets.UTF_8)
          .as("%s over %s, %s", change, stored, replaces)
          .isEqualTo(text(MetaJudge.stored(judge)));
    }
  }

  /**
   * OpenTSDB's JSON always says a limit, so that a change which says none has none there either.
   */
  @Test
  @Tag("slow")
  void changesOfSeriesAreThoseOfOpenTsdb() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      SeriesMeta change = series();
      SeriesMeta stored = series();
      boolean replaces = random.nextBoolean();
      TSMeta judge = MetaJudge.series(withoutUnsaidLimits(change));
      MetaJudge.merge(judge, MetaJudge.series(stored.toStored()), replaces);
      assertThat(change.over(stored, replaces).toStored())
          .asString(StandardCharsets.UTF_8)
          .as("%s over %s, %s", change, stored, replaces)
          .isEqualTo(text(MetaJudge.stored(judge)));
    }
  }

  private static byte[] withoutUnsaidLimits(SeriesMeta change) {
    String json = text(change.toStored());
    if (change.min().isEmpty()) {
      json = json.replace(",\"min\":\"NaN\"", "");
    }
    if (change.max().isEmpty()) {
      json = json.replace(",\"max\":\"NaN\"", "");
    }
    return json.getBytes(StandardCharsets.UTF_8);
  }

  /** As OpenTSDB wrote it before it left the name out, and with members of other programs. */
  @Test
  void otherMembersArePassedOver() throws Exception {
    byte[] old =
        ("{\"uid\":\"000001\",\"type\":\"METRIC\",\"name\":\"sys.cpu\",\"changed\":{\"a\":[1,{}]},"
                + "\"description\":null,\"notes\":\"n\",\"created\":\"1309687200\",\"custom\":null}")
            .getBytes(StandardCharsets.UTF_8);
    assertThat(UidMeta.notesOf(old))
        .isEqualTo(new MetaNotes("", "", "n", 1_309_687_200, Optional.empty()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "no JSON",
        "{\"notes\":\"",
        "{\"created\":\"yesterday\"}",
        "{\"custom\":{\"a\":[]}}",
        "{\"retention\":1.5}"
      })
  void whatIsNoneIsNamed(String json) {
    assertThatThrownBy(() -> SeriesMeta.ofStored(TSUID, json.getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(DamagedDataException.class)
        .hasMessageMatching("(?s)it is no JSON object.*|the member (created|retention) is no .*");
  }
}
