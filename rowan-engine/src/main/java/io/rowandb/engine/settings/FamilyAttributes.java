package io.rowandb.engine.settings;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.rowandb.engine.cache.BlockCaching;
import io.rowandb.engine.catalog.FamilyDescriptor;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.io.DataKey;
import io.rowandb.engine.io.FileKeys;
import io.rowandb.engine.io.FileKeys.Use;
import io.rowandb.engine.io.MissingKeyException;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.scan.VersionRules;
import io.rowandb.engine.scan.VersionRules.KeepDeletedCells;
import io.rowandb.engine.store.StoreOptions;
import io.rowandb.engine.storefile.BlockEncoding;
import io.rowandb.engine.storefile.BloomOptions;
import io.rowandb.engine.storefile.BloomType;
import io.rowandb.engine.storefile.Compression;
import io.rowandb.engine.storefile.StoreFile;
import io.rowandb.engine.storefile.StoreFileEncryption;
import io.rowandb.engine.storefile.StoreFileOptions;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A family's attributes as HBase's client stores them, read and checked by HBase's rules (its
 * TableDescriptorChecker). The engine stores unknown attributes but ignores them.
 */
public final class FamilyAttributes {
  /** HBase's bounds of a block, when it checks. */
  private static final int MIN_BLOCK_BYTES = 1 << 10;

  private static final int MAX_BLOCK_BYTES = 16 << 20;

  /** HBase's default: a scan that read so many blocks goes on. */
  private static final long BLOCKS_BEFORE_READ_AHEAD = 4;

  private static final String MAX_ROW_BYTES = "hbase.table.max.rowsize";
  private static final long DEFAULT_MAX_ROW_BYTES = 1L << 30;

  /** In front of the names that HBase keeps as a family's configuration, apart from its values. */
  private static final String CONFIGURATION_PREFIX = "CONFIGURATION:";

  private static final String ENCRYPTION = "ENCRYPTION";

  /** A key that HBase's client wrapped with the master key. */
  private static final String ENCRYPTION_KEY = "ENCRYPTION_KEY";

  private final String family;
  private final Map<String, String> attributes;
  private final int minBlockBytes;

  private FamilyAttributes(FamilyDescriptor family, boolean checks) {
    this.family = family.name();
    this.attributes = family.attributes();
    this.minBlockBytes = checks ? MIN_BLOCK_BYTES : 1;
  }

  /**
   * How the family is stored; BAD_REQUEST names the attribute and the rule it breaks.
   *
   * @param checks whether the rules against settings that would work badly apply
   */
  public static StoreOptions read(
      FamilyDescriptor family, boolean checks, DatabaseOptions options, FamilyKeys keys)
      throws RefusedException {
    FamilyAttributes a = new FamilyAttributes(family, checks);
    if (checks) {
      a.number("REPLICATION_SCOPE", 0, 0, 1); // nothing is replicated; a wrong one is a mistake
    }
    StoreFileOptions files = a.fileOptions(options.files(), options.fileSystem().keys());
    return new StoreOptions(
        family.name(),
        a.versionRules(keys),
        keys.atLeast(Long.MIN_VALUE, MAX_ROW_BYTES, DEFAULT_MAX_ROW_BYTES),
        files,
        a.caching(),
        readAheadAfterBytes(keys, files.blockBytes()),
        CompactionAttributes.read(options, keys));
  }

  /**
   * Refuses what a new family, or one that changes, must not have: the rules of {@link #read} are
   * about those too that an older release took.
   */
  public static void checkNew(FamilyDescriptor family) throws RefusedException {
    FamilyAttributes a = new FamilyAttributes(family, true);
    String cipher = family.attributes().get(ENCRYPTION);
    if (cipher != null && !isServed(cipher)) {
      throw a.bad(ENCRYPTION, cipher, "AES, the one cipher that there is");
    }
    if (cipher == null && family.attributes().containsKey(ENCRYPTION_KEY)) {
      throw a.refused(ENCRYPTION_KEY + " must come with " + ENCRYPTION, null);
    }
    boolean large = a.flag("IS_MOB", false);
    long unused = a.threshold(); // or it is refused
    if (large) {
      System.getLogger(FamilyAttributes.class.getName())
          .log(
              System.Logger.Level.INFO,
              "Column family {0} has IS_MOB: its large values are kept in its ordinary files",
              family.name());
    }
  }

  /** From how many bytes HBase keeps a value apart. */
  private long threshold() throws RefusedException {
    String name = "MOB_THRESHOLD";
    String text = value(name, "0");
    try {
      long bytes = Long.parseLong(text);
      if (bytes >= 0) {
        return bytes;
      }
    } catch (NumberFormatException e) {
      throw bad(name, text, "a whole number");
    }
    throw bad(name, text, "at least 0");
  }

  /** As HBase's ScanInfo reads it; there a negative number too means from the start. */
  private static long readAheadAfterBytes(FamilyKeys keys, int blockBytes) throws RefusedException {
    if (keys.flag("hbase.storescanner.use.pread", false)) {
      return StoreFile.NEVER_READ_AHEAD;
    }
    String key = "hbase.storescanner.pread.max.bytes";
    return Math.max(0, keys.atLeast(Long.MIN_VALUE, key, BLOCKS_BEFORE_READ_AHEAD * blockBytes));
  }

  private VersionRules versionRules(FamilyKeys keys) throws RefusedException {
    int versions = number("VERSIONS", 1, 1, Integer.MAX_VALUE);
    int minVersions = number("MIN_VERSIONS", 0, 0, Integer.MAX_VALUE);
    if (minVersions > versions) {
      throw bad("MIN_VERSIONS", Integer.toString(minVersions), "at most VERSIONS, " + versions);
    }
    return new VersionRules(
        versions,
        minVersions,
        ttlMillis(),
        keepDeletedCells(),
        flag("NEW_VERSION_BEHAVIOR", false),
        Math.max(0, keys.atLeast(Long.MIN_VALUE, "hbase.hstore.time.to.purge.deletes", 0)));
  }

  private long ttlMillis() throws RefusedException {
    if (value("TTL", "").equalsIgnoreCase("FOREVER")) {
      return VersionRules.FOREVER;
    }
    int seconds = number("TTL", Integer.MAX_VALUE, 1, Integer.MAX_VALUE);
    return seconds == Integer.MAX_VALUE ? VersionRules.FOREVER : TimeUnit.SECONDS.toMillis(seconds);
  }

  private KeepDeletedCells keepDeletedCells() throws RefusedException {
    return choice("KEEP_DELETED_CELLS", KeepDeletedCells.class, KeepDeletedCells.FALSE);
  }

  private StoreFileOptions fileOptions(StoreFileOptions defaults, FileKeys keys)
      throws RefusedException {
    return new StoreFileOptions(
        choice("COMPRESSION", Compression.class, Compression.NONE),
        choice("DATA_BLOCK_ENCODING", BlockEncoding.class, BlockEncoding.NONE),
        number("BLOCKSIZE", defaults.blockBytes(), minBlockBytes, MAX_BLOCK_BYTES),
        bloom(defaults.bloom()),
        defaults.indexChunkBytes(),
        defaults.checksumChunkBytes(),
        defaults.tags(),
        defaults.sequences(),
        encryption(keys));
  }

  /** Null without; the master key is tried, since who stores values must not find it missing. */
  private StoreFileEncryption encryption(FileKeys keys) throws RefusedException {
    String cipher = attributes.get(ENCRYPTION);
    if (cipher == null) {
      return null;
    }
    if (!isServed(cipher)) {
      // An older release took any, and wrote plain files; nobody could alter it if this were
      // refused.
      System.getLogger(FamilyAttributes.class.getName())
          .log(
              System.Logger.Level.WARNING,
              "Column family {0} is not encrypted: there is no cipher \"{1}\"",
              family,
              cipher);
      return null;
    }
    try {
      String wrapped = attributes.get(ENCRYPTION_KEY);
      StoreFileEncryption encryption =
          new StoreFileEncryption(
              keys,
              wrapped == null
                  ? Optional.empty()
                  : Optional.of(keys.unwrap(wrapped.getBytes(ISO_8859_1), Use.STORE_FILE)));
      encryption.check();
      return encryption;
    } catch (MissingKeyException e) {
      throw refused(ENCRYPTION + " is \"" + cipher + "\" and cannot be: " + e.getMessage(), e);
    }
  }

  private static boolean isServed(String cipher) {
    return DataKey.ALGORITHM.equalsIgnoreCase(cipher);
  }

  private BlockCaching caching() throws RefusedException {
    flag("EVICT_BLOCKS_ON_CLOSE", true); // they always are: nobody could find them again
    return new BlockCaching(
        flag("BLOCKCACHE", true),
        flag("IN_MEMORY", false),
        flag("CACHE_DATA_ON_WRITE", false),
        flag("CACHE_INDEX_ON_WRITE", false),
        flag("CACHE_BLOOMS_ON_WRITE", false),
        flag("PREFETCH_BLOCKS_ON_OPEN", false),
        BlockCaching.NO_BYTES);
  }

  private BloomOptions bloom(BloomOptions defaults) throws RefusedException {
    BloomType type = choice("BLOOMFILTER", BloomType.class, BloomType.ROW);
    int prefixBytes = defaults.prefixBytes();
    if (type == BloomType.ROWPREFIX_FIXED_LENGTH) {
      String name = setting("RowPrefixBloomFilter.prefix_length");
      if (!attributes.containsKey(name)) {
        throw bad(name, "", "set for a Bloom filter of prefixes");
      }
      prefixBytes = number(name, prefixBytes, 1, Cell.MAX_ROW_BYTES);
    }
    return new BloomOptions(
        defaults.type() == BloomType.NONE ? BloomType.NONE : type,
        prefixBytes,
        errorRate(setting("io.storefile.bloom.error.rate"), defaults.errorRate()),
        number(
            setting("io.storefile.bloom.block.size"),
            defaults.chunkBytes(),
            1,
            BloomOptions.MAX_CHUNK_BYTES),
        number(
            setting("io.storefile.bloom.max.fold"),
            defaults.maxFolds(),
            0,
            BloomOptions.MAX_FOLDS));
  }

  /** The attribute that sets one of HBase's configuration keys for the family. */
  private String setting(String key) {
    String configured = CONFIGURATION_PREFIX + key;
    return attributes.containsKey(configured) ? configured : key;
  }

  private double errorRate(String name, double absent) throws RefusedException {
    String text = value(name, Double.toString(absent));
    try {
      double rate = Double.parseDouble(text);
      if (BloomOptions.isErrorRate(rate)) {
        return rate;
      }
    } catch (NumberFormatException e) {
      throw bad(name, text, "a number");
    }
    throw bad(name, text, BloomOptions.RATES);
  }

  private String value(String name, String absent) {
    return attributes.getOrDefault(name, absent).trim();
  }

  private int number(String name, int absent, int least, int most) throws RefusedException {
    String text = value(name, Integer.toString(absent));
    try {
      int number = Integer.parseInt(text);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw bad(name, text, "a whole number");
    }
    throw bad(name, text, "between " + least + " and " + most);
  }

  private boolean flag(String name, boolean absent) throws RefusedException {
    String text = value(name, Boolean.toString(absent));
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw bad(name, text, "true or false");
    };
  }

  private <E extends Enum<E>> E choice(String name, Class<E> kind, E absent)
      throws RefusedException {
    String text = value(name, absent.name());
    for (E constant : kind.getEnumConstants()) {
      if (constant.name().equalsIgnoreCase(text)) {
        return constant;
      }
    }
    throw bad(name, text, "one of " + Arrays.toString(kind.getEnumConstants()));
  }

  private RefusedException refused(String rule, MissingKeyException cause) {
    return new RefusedException(
        RefusedException.Reason.BAD_REQUEST, "Column family " + family + ": " + rule, cause);
  }

  private RefusedException bad(String name, String value, String rule) {
    return new RefusedException(
        RefusedException.Reason.BAD_REQUEST,
        name + " of column family " + family + " is \"" + value + "\", must be " + rule);
  }
}
