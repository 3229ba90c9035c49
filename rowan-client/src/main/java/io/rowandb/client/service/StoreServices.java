package io.rowandb.client.service;

import io.rowandb.client.adapter.ExceptionAdapter;
import io.rowandb.client.filter.FilterLimit;
import io.rowandb.client.hazard.HazardMode;
import io.rowandb.client.hazard.HazardWatch;
import io.rowandb.client.meta.MetaTable;
import io.rowandb.client.meta.ProcedureFailure;
import io.rowandb.client.meta.TableChanges;
import io.rowandb.engine.Database;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.shaded.protobuf.generated.LockServiceProtos.LockService;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.HbckService;
import org.apache.hbase.thirdparty.com.google.protobuf.Descriptors.MethodDescriptor;
import org.apache.hbase.thirdparty.com.google.protobuf.Descriptors.ServiceDescriptor;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;

/**
 * All services of one open database: the one place through which any transport calls them.
 *
 * <p>Invariants: 1. Every failure inside surfaces as one of HBase's exceptions; a failure that a
 * retry cannot cure is a {@code DoNotRetryIOException}. 2. There is one instance per database,
 * because {@code hbase:meta} is a table of it. Safe for many threads. Open from construction until
 * {@link #close}, which must be called before the database is closed.
 */
public final class StoreServices implements AutoCloseable {
  private final Database database;
  private final ServerName server;
  private final ScannerLeases leases;
  private final Map<String, RpcService> services = new HashMap<>();
  private volatile boolean closed;

  private StoreServices(Database database, ServerName server, ScannerLeases leases) {
    this.database = database;
    this.server = server;
    this.leases = leases;
  }

  /**
   * Opens the services of {@code database}: fills {@code hbase:meta}.
   *
   * @param changes how its tables are changed, at both doors
   * @param server what clients are told is master and region server
   * @param hazards what is done about hazards
   */
  public static StoreServices open(
      Database database,
      TableChanges changes,
      ServerName server,
      ServiceLimits limits,
      HazardMode hazards)
      throws IOException {
    MetaTable meta = changes.openMeta(server);
    RegionDirectory regions =
        new RegionDirectory(
            database,
            meta,
            HazardWatch.of(hazards, () -> database),
            FilterLimit.of(limits.callMillis(), database::isClosed));
    ScannerLeases leases = new ScannerLeases(database.options().clock(), limits);
    Nonces nonces = new Nonces(database.options().clock(), limits);
    Procedures procedures = new Procedures();
    MasterSwitches switches = new MasterSwitches(database);
    ClusterReport report = new ClusterReport(database, server, switches);
    RegionAdmin regionAdmin = new RegionAdmin(database, regions);
    MasterEndpoint.Parts master =
        new MasterEndpoint.Parts(
            new TableAdmin(database, changes, procedures),
            new TableListing(database),
            new NamespaceAdmin(database, procedures),
            new SnapshotAdmin(database, changes, procedures, switches, limits),
            new QuotaAdmin(database, changes, limits),
            regionAdmin,
            new RegroupingAdmin(database, changes, switches, procedures),
            report,
            switches,
            procedures);
    StoreServices all = new StoreServices(database, server, leases);
    List<RpcService> services =
        List.of(
            ClientEndpoint.create(database, regions, leases, nonces, limits),
            AdminEndpoint.create(regionAdmin, new ServerAdmin(database, regions), report, server),
            MasterEndpoint.create(master),
            RegistryEndpoint.create(database, server),
            RpcService.of(HbckService.getDescriptor())
                .refuseAll("hbase:meta is derived from the catalogue: there is nothing to repair")
                .build(),
            RpcService.of(LockService.getDescriptor())
                .refuseAll("there are no locks on tables and namespaces")
                .build());
    for (RpcService service : services) {
      all.services.put(service.descriptor().getFullName(), service);
    }
    return all;
  }

  /** Whether calls fail: the store was closed, or opened again with services of its own. */
  public boolean isClosed() {
    return closed;
  }

  /** The server that all regions are on. */
  public ServerName server() {
    return server;
  }

  /** The cluster id. */
  public String clusterId() {
    return database.id();
  }

  /**
   * Answers a call.
   *
   * @throws IOException one of HBase's exceptions
   */
  public Message call(MethodDescriptor method, Message request, RpcCall call) throws IOException {
    if (closed) {
      throw new DoNotRetryIOException("The store " + database.options().directory() + " is closed");
    }
    RpcService service = services.get(method.getService().getFullName());
    if (service == null) {
      throw RpcService.refused(method.getFullName(), "there is no such service");
    }
    try {
      return service.call(method, request, call);
    } catch (ProcedureFailure e) {
      throw e.failure();
    } catch (IOException e) {
      throw ExceptionAdapter.asSent(ExceptionAdapter.translate(e));
    } catch (RuntimeException | Error e) {
      // HBase's server passes most of these on as IOExceptions, and its client tries again for
      // minutes; the same request would only fail the same way. So does its client with an Error,
      // and then tells of the scanner that the failure closed.
      throw ExceptionAdapter.asSent(ExceptionAdapter.unexpected(e));
    }
  }

  /** Why a method is refused, or null; for the list of unsupported calls. */
  String refusal(MethodDescriptor method) {
    RpcService service = services.get(method.getService().getFullName());
    return service == null ? "there is no such service" : service.refusal(method);
  }

  /** Why methods of a service are refused that only other versions of HBase have. */
  Map<String, String> refusalsElsewhere(ServiceDescriptor service) {
    RpcService known = services.get(service.getFullName());
    return known == null ? Map.of() : known.refusalsElsewhere();
  }

  /** Closes all open scanners; calls that come later fail. */
  @Override
  public void close() {
    closed = true;
    leases.close();
  }
}
