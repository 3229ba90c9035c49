package io.rowandb.testkit.interop;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import javax.crypto.spec.SecretKeySpec;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.io.crypto.KeyStoreKeyProvider;

/** A key store with master keys, as an administrator of HBase makes one with keytool. */
public final class MasterKeys {
  private static final String PASSWORD = "secret of the store";

  private MasterKeys() {}

  /**
   * Makes a key store, and has a configuration use it.
   *
   * @param present the name of the master key
   * @param others names of more keys; a name has always the same key
   */
  public static Configuration configure(
      Configuration conf, Path directory, String present, String... others)
      throws IOException, GeneralSecurityException {
    // Under a name of its own: HBase keeps what it has read of one.
    Path file = Files.createTempFile(directory, "keys", ".jceks");
    List<String> names = new ArrayList<>(List.of(others));
    names.add(present);
    write(file, names);
    conf.set("hbase.crypto.keyprovider", KeyStoreKeyProvider.class.getName());
    conf.set(
        "hbase.crypto.keyprovider.parameters",
        "jceks://" + file + "?password=" + PASSWORD.replace(" ", "%2520"));
    conf.set("hbase.crypto.master.key.name", present);
    return conf;
  }

  /** Makes a key store in the place of the one that is there. */
  static void write(Path file, List<String> names) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("JCEKS");
    store.load(null, PASSWORD.toCharArray());
    for (String name : names) {
      put(store, name);
    }
    try (OutputStream out = Files.newOutputStream(file)) {
      store.store(out, PASSWORD.toCharArray());
    }
  }

  private static void put(KeyStore store, String name) throws GeneralSecurityException {
    byte[] key = new byte[16];
    new Random(name.hashCode()).nextBytes(key);
    store.setEntry(
        name,
        new KeyStore.SecretKeyEntry(new SecretKeySpec(key, "AES")),
        new KeyStore.PasswordProtection(PASSWORD.toCharArray()));
  }
}
