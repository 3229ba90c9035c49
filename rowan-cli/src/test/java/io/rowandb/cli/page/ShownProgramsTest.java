package io.rowandb.cli.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The programs that the pages show compile: those of "docs", of "docs/systems" and of README.md.
 */
@Tag("slow")
class ShownProgramsTest {
  /** Whose programs other tests compile. */
  private static final Set<String> ELSEWHERE =
      Set.of(
          "docs/daily-calls.md",
          "docs/demo.md",
          "docs/design-checker.md",
          "docs/systems/serve.md",
          "docs/testing.md");

  @TempDir private Path directory;

  @Test
  void allCompile() throws Exception {
    List<String> pages = new ArrayList<>();
    for (String page : PageBlock.pages()) {
      boolean isElsewhere = page.startsWith("docs/guide/") || ELSEWHERE.contains(page);
      if (!isElsewhere && !PageBlock.of(page, PageBlock.Kind.JAVA).isEmpty()) {
        pages.add(page);
      }
    }
    assertThat(pages).hasSizeGreaterThan(15);
    assertThat(ShownPrograms.refusals(directory, pages)).isEmpty();
  }
}
