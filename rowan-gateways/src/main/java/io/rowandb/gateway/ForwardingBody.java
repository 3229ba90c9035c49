package io.rowandb.gateway;

import java.io.IOException;
import javax.servlet.ReadListener;
import javax.servlet.ServletInputStream;

/**
 * The base of wrappers that inspect the bytes of a request's body: all of them go through {@link
 * #read(byte[], int, int)}. Used by one thread at a time.
 */
abstract class ForwardingBody extends ServletInputStream {
  /** Where the bytes come from. */
  protected final ServletInputStream body;

  /** Passes {@code body} on. */
  ForwardingBody(ServletInputStream body) {
    this.body = body;
  }

  @Override
  public final int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public abstract int read(byte[] into, int offset, int length) throws IOException;

  @Override
  public final boolean isFinished() {
    return body.isFinished();
  }

  @Override
  public final boolean isReady() {
    return body.isReady();
  }

  @Override
  public final void setReadListener(ReadListener listener) {
    body.setReadListener(listener);
  }

  @Override
  public void close() throws IOException {
    body.close();
  }
}
