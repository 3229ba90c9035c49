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

  /** How many of the files hold cells. */
  static int filled(Collection<HStoreFile> files) {
    return (int) files.stream().filter(NewestFilesPolicy::isFilled).count();
  }

  private static boolean isFilled(HStoreFile file) {
    return file.getReader().getEntries() > 0;
  }

  @Override
  public CompactionRequestImpl selectCompaction(
      Collection<HStoreFile> candidates,
      List<HStoreFile> compacting,
      boolean user,
      boolean offPeak,
      boolean forceMajor) {
    List<HStoreFile> files = new ArrayList<>(candidates);
    int from = files.size();
    for (int left = FILES.get(); from > 0 && left > 0; from--) {
      left -= isFilled(files.get(from - 1)) ? 1 : 0;
    }
    // Files that nothing was left for exist in HBase only: they never make the difference.
    from = filled(files.subList(0, from)) == 0 ? 0 : from;
    CompactionRequestImpl request = new CompactionRequestImpl(files.subList(from, files.size()));
    request.setIsMajor(from == 0, from == 0);
    return request;
  }
}
