package io.rowandb.tsdb.server.api;

import io.rowandb.tsdb.store.ReadLimits;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which endpoint answers which path. Immutable. */
public final class ApiRoutes {
  /** Whose workers answer. */
  public enum Work {
    /** Ended when the client is gone. */
    READ,
    /** Brought to its end. */
    WRITE,
    /** None: it needs no store and is answered at once, whatever the workers do. */
    NONE
  }

  /** An endpoint and its workers. */
  public record Route(ApiEndpoint endpoint, Work work) {}

  private static final Set<String> METAS = Set.of("uidmeta", "tsmeta");

  private final Map<String, Route> api = new HashMap<>();
  private final Map<String, Route> pages = new HashMap<>();

  /**
   * On a store.
   *
   * @param limits of each question
   * @param allowsDelete whether questions may remove points
   * @param configuration shown to those who ask
   */
  public ApiRoutes(
      ServedStore store,
      ServerStats stats,
      ReadLimits limits,
      boolean allowsDelete,
      Map<String, String> configuration,
      Clock clock) {
    QueryLog log = new QueryLog(clock);
    InfoEndpoints info = new InfoEndpoints(store, stats, log, configuration, clock);
    api.put("put", new Route(new PutEndpoint<>(new PlainPoints(store), stats), Work.WRITE));
    api.put(
        "histogram", new Route(new PutEndpoint<>(new HistogramPoints(store), stats), Work.WRITE));
    api.put("rollup", new Route(new PutEndpoint<>(new RollupPoints(store), stats), Work.WRITE));
    QueryEndpoint queries = new QueryEndpoint(store, stats, log, limits, allowsDelete, clock);
    api.put("query", new Route(queries, Work.READ));
    pages.put("q", new Route(new GraphEndpoint(store, queries, limits), Work.READ));
    api.put("uid", new Route(new UidEndpoint(store, limits), Work.WRITE));
    Route annotations = new Route(new AnnotationEndpoint(store, limits, clock), Work.WRITE);
    api.put("annotation", annotations);
    api.put("annotations", annotations);
    for (Map<String, Route> both : List.of(api, pages)) {
      both.put("suggest", new Route(new SuggestEndpoint(store), Work.READ));
      both.put("aggregators", new Route(info::aggregators, Work.NONE));
      both.put("version", new Route(info::version, Work.NONE));
      both.put("stats", new Route(info::stats, Work.NONE));
    }
    api.put("serializers", new Route(info::serializers, Work.NONE));
    api.put("config", new Route(info::config, Work.NONE));
    api.put("dropcaches", new Route(info::dropCaches, Work.READ));
    api.put("search", new Route(new SearchEndpoint(store, limits), Work.READ));
    api.put("tree", new Route(new TreeEndpoint(store, limits), Work.WRITE));
    pages.put("", new Route(new PageEndpoint(), Work.NONE));
  }

  /**
   * The one of a request, if there is one.
   *
   * @throws ApiException when it is not known what the request means to do
   */
  public Optional<Route> find(ApiRequest request) {
    String first = request.word(0).toLowerCase(Locale.ROOT);
    Optional<Route> found = Optional.ofNullable((request.underApi() ? api : pages).get(first));
    return found.map(route -> reads(request) ? new Route(route.endpoint(), Work.READ) : route);
  }

  /** Whether it only reads, though other requests to its endpoint write. */
  private static boolean reads(ApiRequest request) {
    if (!request.underApi()) {
      return false;
    }
    return switch (request.word(0).toLowerCase(Locale.ROOT)) {
      case "annotation", "annotations", "tree" -> request.meantMethod().equals("GET");
      case "uid" ->
          METAS.contains(request.word(1).toLowerCase(Locale.ROOT))
              && request.meantMethod().equals("GET");
      default -> false;
    };
  }
}
