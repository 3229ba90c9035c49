package io.rowandb.schema.design;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rowandb.testkit.backend.BackEnd;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The real data sets, if they are there. All files are gzip. */
public final class RealData {
  private RealData() {}

  /**
   * The directory that system property {@code rowan.data} or environment variable {@code
   * ROWAN_DATA} names, else {@code ../shared/data} beside the project.
   */
  private static Path directory() {
    String named = System.getProperty("rowan.data", System.getenv("ROWAN_DATA"));
    return (named == null ? Path.of("..", "..", "shared", "data") : Path.of(named))
        .toAbsolutePath()
        .normalize();
  }

  /** Whether they are there. */
  static final class Condition implements ExecutionCondition {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      return Files.isDirectory(directory())
          ? ConditionEvaluationResult.enabled("data sets are in " + directory())
          : ConditionEvaluationResult.disabled(
              "no data sets in " + directory() + "; -Drowan.data=DIR names another directory");
    }
  }

  /** How many rows of a data set are loaded: all in full, else these, and on HBase a tenth. */
  public static long share(long rows) {
    return BackEnd.isFull() ? Long.MAX_VALUE : BackEnd.isHBase() ? rows / 10 : rows;
  }

  /** The same of rows from all of a data set, equally far apart. */
  public static <T> List<T> sample(List<T> rows, int some) {
    int step = (int) Math.max(1, rows.size() / share(some));
    return IntStream.iterate(0, i -> i < rows.size(), i -> i + step).mapToObj(rows::get).toList();
  }

  private static BufferedReader open(String file, Charset charset) throws IOException {
    InputStream in = Files.newInputStream(directory().resolve(file));
    return new BufferedReader(new InputStreamReader(new GZIPInputStream(in), charset));
  }

  /** The lines of a file, to be closed. */
  public static Stream<String> lines(String file) throws IOException {
    BufferedReader reader = open(file, StandardCharsets.UTF_8);
    return reader
        .lines()
        .onClose(
            () -> {
              try {
                reader.close();
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
  }

  /** The rows of a file with one JSON object a line. */
  public static List<JsonNode> json(String file) throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    List<JsonNode> rows = new ArrayList<>();
    try (BufferedReader in = open(file, StandardCharsets.UTF_8)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        rows.add(mapper.readTree(line));
      }
    }
    return rows;
  }

  /** The rows of a file of comma-separated values with a header. */
  public static <T> List<T> csv(String file, Charset charset, Function<CSVRecord, T> toRow)
      throws IOException {
    CSVFormat format = CSVFormat.RFC4180.builder().setHeader().setSkipHeaderRecord(true).build();
    try (Reader in = open(file, charset);
        CSVParser parser = format.parse(in)) {
      List<T> rows = new ArrayList<>();
      parser.forEach(row -> rows.add(toRow.apply(row)));
      return rows;
    }
  }
}
