package io.rowandb.cli.tsdb;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code ./rowan tsdb metasync} and {@code --meta}, as a user types them. */
class TsdbMetaCommandTest extends TsdbCommandTrial {
  @Test
  void whatIsMissingIsCreatedOnce() throws Exception {
    assertThat(run("import", store(), "--create", "--file", file(LINES))).isZero();
    assertThat(run("metasync", store())).as("%s", err).isZero();
    assertThat(lines())
        .containsExactly(
            "Looked at 2 rows.", "Created meta data of 7 names and 2 series, and corrected 0.");
    assertThat(run("metasync", store())).isZero();
    assertThat(lines())
        .containsExactly(
            "Looked at 2 rows.", "Created meta data of 0 names and 0 series, and corrected 0.");
  }

  @Test
  void anImportCreatesThem() throws Exception {
    String all = "--meta=realtime_uid,tsuid_tracking,realtime_ts";
    assertThat(run("import", store(), "--create", "--file", file(LINES), all))
        .as("%s", err)
        .isZero();
    assertThat(run("metasync", store())).isZero();
    assertThat(lines())
        .as("first seen was the import, and not the rows")
        .containsExactly(
            "Looked at 2 rows.", "Created meta data of 0 names and 0 series, and corrected 9.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          names                    | names is not realtime_uid, tsuid_tracking, realtime_ts or
          realtime_ts              | only where series are tracked
          tsuid_tracking,tsuid_incrementing | only where series get meta data
          """)
  void whatWouldDoNothingIsRefused(String meta, String why) throws Exception {
    for (String[] each :
        new String[][] {
          {"import", store(), "--create", "--file", file(LINES), "--meta", meta},
          {"serve", "mem:x", "--create", "--port=0", "--meta", meta}
        }) {
      assertThat(run(each)).isEqualTo(2);
      assertThat(err.toString()).contains("--meta: ", why);
    }
  }

  @Test
  void withoutTablesItSaysSo() {
    assertThat(run("metasync", "mem:none")).isEqualTo(1);
    assertThat(err.toString()).contains("there are no tables tsdb and tsdb-uid");
  }
}
