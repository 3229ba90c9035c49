package io.rowandb.engine.background;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.rowandb.engine.Database;
import io.rowandb.engine.catalog.FamilyDescriptor;
import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.memstore.ChunkPool;
import io.rowandb.engine.region.StoredRegion;
import io.rowandb.engine.settings.DatabaseOptions;
import io.rowandb.jcstress.Unchecked;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** The sizes change without the lock under which a writer decides to sleep. */
@JCStressTest
@Description("A writer that finds the memory full is woken by the flush that frees it.")
@Outcome(id = "1", expect = ACCEPTABLE, desc = "admitted")
@State
public class MemoryWaitStress {
  private static final StoredRegion REGION = Unchecked.get(MemoryWaitStress::region);
  private static final long GLOBAL_BYTES = 100;
  private static final FlushPolicy POLICY = new FlushPolicy(GLOBAL_BYTES, 0.95, 4);

  /** Far longer than a flush here takes: who was not woken is refused. */
  private static final long MAX_WAIT_MILLIS = 5_000;

  private final MemStoreLimits limits =
      new MemStoreLimits(
          POLICY, MAX_WAIT_MILLIS, ChunkPool.NONE, region -> {}, () -> true, new FailedFlushes());

  /** All memory is taken. */
  public MemoryWaitStress() {
    limits.resized(GLOBAL_BYTES, GLOBAL_BYTES);
  }

  /** Wants to write. */
  @Actor
  public void writer(I_Result r) {
    try {
      limits.admit(REGION);
      r.r1 = 1;
    } catch (IOException e) {
      // Refused after the longest wait: the outcome that is forbidden.
      r.r1 = 0;
    }
  }

  /** Makes room. */
  @Actor
  public void flusher() {
    limits.resized(-GLOBAL_BYTES, -GLOBAL_BYTES);
  }

  private static StoredRegion region() throws IOException {
    Database database =
        Database.open(
            DatabaseOptions.builder(Path.of("/store"))
                .fileSystem(new MemoryFileSystem())
                .clock(Clock.systemUTC())
                .backgroundThreads(0)
                .build());
    TableName name = TableName.of("t");
    database.createTable(
        new TableDescriptor(name, List.of(new FamilyDescriptor("f", Map.of())), Map.of()),
        List.of());
    return (StoredRegion) database.table(name).regions().get(0);
  }
}
