package io.rowandb.engine.settings;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.family;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.ManualClock;
import io.rowandb.engine.TestDatabase;
import io.rowandb.engine.catalog.FamilyDescriptor;
import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.compaction.CompactionRules;
import io.rowandb.engine.compaction.ExploringCompactionPolicy;
import io.rowandb.engine.compaction.OffPeakHours;
import io.rowandb.engine.compaction.OffPeakSettings;
import io.rowandb.engine.compaction.RatioBasedCompactionPolicy;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.region.RefusedException;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What families, tables and databases say of how files are merged. */
class CompactionAttributesTest {
  private static final String POLICY = "hbase.hstore.defaultengine.compactionpolicy.class";
  private static final String POLICIES = "org.apache.hadoop.hbase.regionserver.compactions.";

  private DatabaseOptions options =
      TestDatabase.serial(new MemoryFileSystem(), new ManualClock()).build();

  private CompactionRules read(Map<String, String> table, String... family)
      throws RefusedException {
    FamilyDescriptor descriptor = family("f", family);
    TableDescriptor of = new TableDescriptor(TABLE, List.of(descriptor), table);
    return CompactionAttributes.read(options, new FamilyKeys(options, of, descriptor));
  }

  @Test
  void thePolicyIsTheFamilysOrTheTablesOrTheDatabases() throws RefusedException {
    assertThat(read(Map.of()).policy()).isInstanceOf(ExploringCompactionPolicy.class);
    options =
        TestDatabase.serial(new MemoryFileSystem(), new ManualClock())
            .familyDefaults(Map.of(POLICY, POLICIES + "RatioBasedCompactionPolicy"))
            .build();
    assertThat(read(Map.of()).policy()).isExactlyInstanceOf(RatioBasedCompactionPolicy.class);
    Map<String, String> table = Map.of(POLICY, POLICIES + "ExploringCompactionPolicy");
    assertThat(read(table).policy()).isInstanceOf(ExploringCompactionPolicy.class);
    assertThat(read(table, POLICY, POLICIES + "RatioBasedCompactionPolicy").policy())
        .isExactlyInstanceOf(RatioBasedCompactionPolicy.class);
  }

  @Test
  void otherPoliciesAreRefused() {
    assertThatThrownBy(() -> read(Map.of(), POLICY, POLICIES + "FIFOCompactionPolicy"))
        .isInstanceOfSatisfying(
            RefusedException.class,
            e -> assertThat(e.reason()).isEqualTo(RefusedException.Reason.BAD_REQUEST))
        .hasMessageContaining(POLICY + " of column family f is \"" + POLICIES + "FIFOComp")
        .hasMessageContaining(
            POLICIES + "ExploringCompactionPolicy or " + POLICIES + "RatioBasedCompactionPolicy");
  }

  @Test
  void largeIsTwiceWhatTheMostFilesHaveWhenTheyAreNew() throws RefusedException {
    String flushSize = "MEMSTORE_FLUSHSIZE";
    assertThat(read(Map.of()).settings().largeBytes()).isEqualTo(2L * 10 * (128 << 20));
    assertThat(read(Map.of(flushSize, "1000"), "hbase.hstore.compaction.max", "7"))
        .extracting(rules -> rules.settings().largeBytes())
        .isEqualTo(14_000L);
    assertThat(read(Map.of(), "hbase.regionserver.thread.compaction.throttle", "5"))
        .extracting(rules -> rules.settings().largeBytes())
        .isEqualTo(5L);
  }

  @Test
  void aFamilyHasOffPeakHoursOfItsOwn() throws RefusedException {
    options =
        TestDatabase.serial(new MemoryFileSystem(), new ManualClock()).offPeakHours(1, 5).build();
    OffPeakSettings settings =
        read(
                Map.of("hbase.hstore.compaction.max.size", "99"),
                "hbase.offpeak.end.hour",
                "6",
                "hbase.hstore.compaction.ratio.offpeak",
                "2.5F")
            .settings()
            .offPeak();
    assertThat(settings)
        .isEqualTo(new OffPeakSettings(new OffPeakHours(1, 6, ZoneOffset.UTC), 2.5, 99));
    assertThatThrownBy(() -> read(Map.of(), "hbase.offpeak.end.hour", "25"))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("hbase.offpeak.end.hour")
        .hasMessageContaining("25");
  }
}
