package io.rowandb.client.service;

import io.rowandb.client.meta.MetaTable;
import io.rowandb.client.service.RegionDirectory.Target;
import io.rowandb.engine.Database;
import io.rowandb.engine.io.LocalFileSystem;
import io.rowandb.engine.load.BulkLoad;
import io.rowandb.engine.load.BulkLoadSummary;
import io.rowandb.engine.region.RefusedException;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.BulkLoadHFileRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.BulkLoadHFileResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.CleanupBulkLoadRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.CleanupBulkLoadResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.PrepareBulkLoadRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.PrepareBulkLoadResponse;

/**
 * Loads the HFiles of HBase's bulk load tool, region by region. The tool has split the files that
 * span regions; if the regions have changed since, the tool gets an error and splits again. Files
 * are moved, or copied if the tool asks for that. A read-only table accepts them, as in HBase.
 * Stateless, safe for many threads.
 */
final class BulkLoadService {
  /** A path as Hadoop writes it: with or without the scheme of local files. */
  private static final Pattern LOCAL = Pattern.compile("(?:file:(?://)?)?(/.*)", Pattern.DOTALL);

  // Fixed at construction.
  private final Database database;
  private final RegionDirectory regions;
  private final boolean verify;

  /**
   * @param verify hbase.hstore.bulkload.verify: whether files are read to their end first
   */
  BulkLoadService(Database database, RegionDirectory regions, boolean verify) {
    this.database = database;
    this.regions = regions;
    this.verify = verify;
  }

  /**
   * {@code ClientService.PrepareBulkLoad}. A cluster makes a directory to which it moves the files
   * first; here nothing is needed, and the token is only a name that no directory has.
   */
  PrepareBulkLoadResponse prepare(PrepareBulkLoadRequest request, RpcCall call) {
    return PrepareBulkLoadResponse.newBuilder()
        .setBulkToken("/rowan-bulk-load/" + UUID.randomUUID())
        .build();
  }

  /** {@code ClientService.CleanupBulkLoad}: nothing was prepared. */
  CleanupBulkLoadResponse cleanup(CleanupBulkLoadRequest request, RpcCall call) {
    return CleanupBulkLoadResponse.getDefaultInstance();
  }

  /** {@code ClientService.BulkLoadHFile}: all files of the request, or none. */
  BulkLoadHFileResponse load(BulkLoadHFileRequest request, RpcCall call) throws IOException {
    Target target = regions.find(request.getRegion());
    if (target.table().equals(MetaTable.NAME)) {
      throw new DoNotRetryIOException(
          "hbase:meta is derived from the catalogue: it takes no files");
    }
    List<BulkLoad.SourceFile> files = new ArrayList<>();
    for (BulkLoadHFileRequest.FamilyPath file : request.getFamilyPathList()) {
      files.add(new BulkLoad.SourceFile(file.getFamily().toStringUtf8(), local(file.getPath())));
    }
    BulkLoad.Source source = request.getCopyFile() ? BulkLoad.Source.COPY : BulkLoad.Source.MOVE;
    String region = target.region().info().encodedName();
    boolean loaded;
    try {
      BulkLoadSummary summary =
          database.bulkLoad(
              new BulkLoad(target.table(), region, files, new LocalFileSystem(), source, verify));
      loaded = summary.files() == files.size();
    } catch (RefusedException e) {
      if (e.reason() != RefusedException.Reason.WRONG_REGION) {
        throw e;
      }
      loaded = false;
    }
    return BulkLoadHFileResponse.newBuilder().setLoaded(loaded).build();
  }

  private static Path local(String path) throws DoNotRetryIOException {
    Matcher local = LOCAL.matcher(path);
    if (!local.matches()) {
      throw new DoNotRetryIOException(
          "Files are loaded from the disks of this machine, by absolute paths: " + path);
    }
    try {
      return Path.of(local.group(1));
    } catch (InvalidPathException e) {
      throw new DoNotRetryIOException("No path of a file: " + path, e);
    }
  }
}
