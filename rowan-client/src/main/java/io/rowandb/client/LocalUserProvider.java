package io.rowandb.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.security.PrivilegedAction;
import java.security.PrivilegedExceptionAction;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.security.UserProvider;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.security.token.TokenIdentifier;

/**
 * The user of an embedded store: the account that runs the process. HBase's own provider logs in
 * through Hadoop and JAAS and loads groups, which delays the first row by a third of a second. A
 * store in the process does not authenticate its user. {@code hbase.client.userprovider.class}
 * names this class; HBase makes it by reflection.
 */
final class LocalUserProvider extends UserProvider {
  private Configuration conf;

  /** For reflection. */
  LocalUserProvider() {}

  @Override
  public void setConf(Configuration conf) {
    // Not the inherited one: it sets up Hadoop's group mapping.
    this.conf = conf;
  }

  @Override
  public Configuration getConf() {
    return conf;
  }

  @Override
  public boolean isHBaseSecurityEnabled() {
    return false;
  }

  @Override
  public boolean isHadoopSecurityEnabled() {
    return false;
  }

  @Override
  public User getCurrent() {
    return new LocalUser(System.getProperty("user.name", "rowan"));
  }

  /** A user who is only a name until Hadoop's user object is requested. */
  private static final class LocalUser extends User {
    private final String name;

    LocalUser(String name) {
      this.name = name;
    }

    @Override
    public UserGroupInformation getUGI() {
      try {
        return UserGroupInformation.getCurrentUser();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public String getName() {
      return name;
    }

    @Override
    public String getShortName() {
      return name;
    }

    @Override
    public String[] getGroupNames() {
      return new String[0];
    }

    /** Asked by HBase's own connection, for which a keytab means that it must log in again. */
    @Override
    public boolean isLoginFromKeytab() {
      return false;
    }

    @Override
    public Token<?> getToken(String kind, String service) {
      return null;
    }

    @Override
    public Collection<Token<? extends TokenIdentifier>> getTokens() {
      return List.of();
    }

    @Override
    public void addToken(Token<? extends TokenIdentifier> token) {
      getUGI().addToken(token);
    }

    @Override
    public <T> T runAs(PrivilegedAction<T> action) {
      return action.run();
    }

    @Override
    public <T> T runAs(PrivilegedExceptionAction<T> action)
        throws IOException, InterruptedException {
      try {
        return action.run();
      } catch (InvocationTargetException e) {
        // ConnectionFactory calls constructors in here: show what they said, not how.
        if (e.getCause() instanceof IOException failure) {
          throw failure;
        }
        if (e.getCause() instanceof UncheckedIOException wrapped) {
          throw wrapped.getCause();
        }
        if (e.getCause() instanceof RuntimeException failure) {
          throw failure;
        }
        throw new IOException(e.getCause());
      } catch (IOException | InterruptedException | RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IOException(e);
      }
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof LocalUser that && name.equals(that.name);
    }

    @Override
    public int hashCode() {
      return name.hashCode();
    }

    @Override
    public String toString() {
      return name;
    }
  }
}
