package io.rowandb.cli.systems.webtable;

import io.rowandb.cli.systems.DataFile;
import io.rowandb.systems.webtable.CrawlFile;
import io.rowandb.systems.webtable.MadeUpWeb;
import io.rowandb.systems.webtable.PageFetch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Where fetches come from: a file, or a made-up web. */
public final class CrawlSource {
  private static final List<String> MADE_UP =
      List.of("--hosts", "--pages", "--crawls", "--first", "--seed");
  private static final List<String> OF_FILES = List.of("--time", "--skip-wrong");

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description =
          "A file of lines with tabs, plain or gzip; the first names their values: url, and if wanted time, status, type, body (a line a page), source_url, target_url, anchor_text, and if wanted time (a line a link, sorted by source_url), or host. Without a file, a web is made up, the same for the same numbers:")
  private Path file;

  @Option(
      names = "--time",
      paramLabel = "TIME",
      defaultValue = "2011-07-01T00:00:00Z",
      description = "Of fetches whose lines have none: ${DEFAULT-VALUE} unless given.")
  private Instant time;

  @Option(names = "--skip-wrong", description = "Counts wrong lines and goes on.")
  private boolean skipWrong;

  @Option(
      names = "--hosts",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Made-up hosts: ${DEFAULT-VALUE} unless given.")
  private int hosts;

  @Option(
      names = "--pages",
      paramLabel = "N",
      defaultValue = "10000",
      description = "Their pages: ${DEFAULT-VALUE} unless given.")
  private long pages;

  @Option(
      names = "--crawls",
      paramLabel = "N",
      defaultValue = "3",
      description = "How often they are fetched, a week apart: ${DEFAULT-VALUE} unless given.")
  private int crawls;

  @Option(
      names = "--first",
      paramLabel = "TIME",
      defaultValue = "2011-07-01T00:00:00Z",
      description = "When the first crawl begins: ${DEFAULT-VALUE} unless given.")
  private Instant first;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Another seed makes another web.")
  private long seed;

  private final AtomicLong wrong = new AtomicLong();

  /** For picocli. */
  public CrawlSource() {}

  /** Refuses what does not go together. */
  void check() {
    for (String option : file == null ? OF_FILES : MADE_UP) {
      if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
        throw refused(option + (file == null ? " needs --file" : " does not go with --file"));
      }
    }
    if (file != null) {
      DataFile.requireReadable(file, spec.commandLine());
    }
    try {
      web();
      CrawlFile.checkTime("time", time);
    } catch (IllegalArgumentException e) {
      throw refused("--" + e.getMessage());
    }
  }

  private ParameterException refused(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private MadeUpWeb web() {
    return new MadeUpWeb(seed, hosts, pages, first, crawls);
  }

  /** For people. */
  String describe() {
    return file != null
        ? file.toString()
        : crawls + (crawls == 1 ? " crawl" : " crawls") + " of a made-up web, seed " + seed;
  }

  /** How many lines were wrong so far. */
  long wrongLines() {
    return wrong.get();
  }

  /** All fetches, to be closed. */
  Stream<PageFetch> fetches() {
    return file == null ? web().fetches() : read();
  }

  /** Those of the last crawl, to be closed; of a file all. */
  Stream<PageFetch> lastCrawl() {
    return file == null ? web().fetches(crawls - 1) : read();
  }

  private Stream<PageFetch> read() {
    try {
      return CrawlFile.read(
          file.toString(),
          DataFile.open(file),
          time,
          message -> {
            if (!skipWrong) {
              throw new IllegalArgumentException(message);
            }
            wrong.incrementAndGet();
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
