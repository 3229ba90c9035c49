package io.rowandb.testkit.oracle;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreConfigInformation;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.compactions.ExploringCompactionPolicy;

/** Makes HBase compact exactly the newest files that a history names. */
public final class NewestFilesPolicy extends ExploringCompactionPolicy {
  /** How many, for compactions asked for in this thread; HBase makes the policies itself. */
  private static final ThreadLocal<Integer> FILES = ThreadLocal.withInitial(() -> 0);

  /** Called by HBase. */
  public NewestFilesPolicy(Configuration configuration, StoreConfigInformation store) {
    super(configuration, store);
  }

  /** Sets how many files the next compaction of this thread takes. */
  static void choose(int files) {
    FILES.set(files);
  }

  @Override
  public CompactionRequestImpl selectCompaction(
      Collection<HStoreFile> candidates,
      List<HStoreFile> compacting,
      boolean user,
      boolean offPeak,
      boolean forceMajor) {
    int wanted = Math.min(FILES.get(), candidates.size());
    List<HStoreFile> files = new ArrayList<>(candidates);
    CompactionRequestImpl request =
        new CompactionRequestImpl(files.subList(files.size() - wanted, files.size()));
    boolean all = wanted == files.size();
    request.setIsMajor(all, all);
    return request;
  }
}
