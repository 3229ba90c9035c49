package io.rowandb.cli.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.cli.source.SourceException;
import io.rowandb.engine.bulk.BulkSort.SortedFile;
import io.rowandb.engine.bulk.FileDigest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

/** As many files for each family of each region as HBase's setting says, and no more. */
class FileLimitTest {
  private static final FileDigest NO_DIGEST = new FileDigest(0, "");

  private static List<SortedFile> files(String family, int part, int count) {
    List<SortedFile> files = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      files.add(
          new SortedFile(family, part, Path.of("sorted", family + part + "-" + i), NO_DIGEST));
    }
    return files;
  }

  @Test
  void filesAreCountedByRegionAndFamily() throws SourceException {
    List<SortedFile> files = new ArrayList<>();
    for (String family : List.of("f", "g")) {
      for (int part = 0; part < 3; part++) {
        files.addAll(files(family, part, 32));
      }
    }
    FileLimit.check(files, 32);
    files.add(new SortedFile("g", 1, Path.of("sorted", "more"), NO_DIGEST));
    assertThatThrownBy(() -> FileLimit.check(files, 32))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("33 files for family g of region 2, and no more than 32")
        .hasMessageContaining("--max-files 33");
    assertThatCode(() -> FileLimit.check(files, 33)).doesNotThrowAnyException();
  }

  @Test
  void theSettingIsThatOfHBase() {
    Configuration conf = new Configuration(false);
    assertThat(FileLimit.of(conf)).isEqualTo(32);
    conf.setInt("hbase.mapreduce.bulkload.max.hfiles.perRegion.perFamily", 5);
    assertThat(FileLimit.of(conf)).isEqualTo(5);
  }
}
