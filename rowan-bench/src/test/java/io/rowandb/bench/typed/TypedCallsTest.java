package io.rowandb.bench.typed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is compared does the same: each way reads what the other wrote. */
@Tag("slow")
class TypedCallsTest {
  @TempDir private Path directory;
  private final TypedCalls calls = new TypedCalls();

  @BeforeEach
  void open() throws IOException, NoSuchAlgorithmException {
    calls.path = directory.resolve("store").toString();
    calls.open();
  }

  @AfterEach
  void close() throws IOException {
    calls.close();
  }

  @Test
  void bothWaysReadTheSame() throws IOException {
    Tweet tweet = calls.peek();
    assertThat(calls.getByHand()).isEqualTo(tweet);
    Tweet next = calls.peek();
    assertThat(next).isNotEqualTo(tweet);
    assertThat(calls.getTyped()).isEqualTo(next);
  }

  @Test
  void whatIsWrittenByHandIsReadAsARecord() throws IOException {
    Tweet tweet = calls.peek();
    calls.putByHand();
    assertThat(calls.getTyped(tweet.user(), tweet.time(), tweet.id())).isEqualTo(tweet);
    Tweet next = calls.peek();
    calls.putTyped();
    assertThat(calls.getByHand(next.user(), next.time(), next.id())).isEqualTo(next);
  }
}
