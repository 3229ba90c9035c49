package io.rowandb.gateway;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;

/**
 * One client's connection, which does not trust any length that the client claims.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>Thrift asks {@link #checkReadBytesAvailable} before it allocates memory for a claimed
 *       length; the call returns when that many bytes have arrived in {@code buffer}. So memory is
 *       allocated only for bytes that were sent: the buffer grows with them, to at most twice their
 *       size.
 *   <li>No request, framed or not, exceeds the size limit, and none takes longer to arrive than the
 *       time limit, whatever is sent in between.
 *   <li>The memory of a request and its answer is taken from {@link GatewayMemory} before it is
 *       used, and given back by {@link #endRequest}. Between requests, only the growth of the
 *       buffer beyond its initial size stays taken; at the connection's end nothing does.
 *   <li>There is always room for the message of a refusal.
 * </ol>
 *
 * Used by the thread that serves the client; all threads may call the methods of {@link
 * GatewayClient}.
 */
final class RequestTransport extends TTransport implements GatewayClient, RequestAccount {
  private static final int FIRST_BUFFER_BYTES = 8 << 10;
  private static final int PIECE_BYTES = 64 << 10;

  /**
   * So much of an answer is not taken, so that words find room where nothing else does: more than
   * those of any refusal, and little for each of the connections.
   */
  private static final int WORDS_BYTES = 1 << 10;

  private static final TConfiguration CONFIGURATION = new TConfiguration();

  // Fixed at construction.
  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;
  private final GatewayLimits limits;
  private final GatewayMemory memory;
  private final boolean framed;
  private final int idleMillis;
  private final Consumer<RequestTransport> atClose;

  private volatile Stage stage = Stage.WAITING;
  private volatile long sinceNanos = System.nanoTime();
  private volatile boolean hasLeft;

  /** What arrived and was not read yet: from position to end. */
  private byte[] buffer = new byte[FIRST_BUFFER_BYTES];

  private int position;
  private int end;

  /** Of the present request: how many bytes may still be read, and how many were. */
  private long left;

  private long read;

  /** Of a framed request, what its frame says; or -1. */
  private int frameBytes;

  private long takenBytes;
  private ByteArrayOutputStream answer = new ByteArrayOutputStream();

  /** What is taken for the answer. */
  private long answerBytes;

  /** Whether some of the answer was sent. */
  private boolean answerBegun;

  /**
   * A connection that was accepted.
   *
   * @param framed whether each request and answer has its length before it
   * @param idleMillis how long a client may say nothing
   * @param atClose told once or more often
   */
  RequestTransport(
      Socket socket,
      GatewayLimits limits,
      GatewayMemory memory,
      boolean framed,
      int idleMillis,
      Consumer<RequestTransport> atClose)
      throws IOException {
    this.socket = socket;
    this.in = socket.getInputStream();
    this.out = socket.getOutputStream();
    this.limits = limits;
    this.memory = memory;
    this.framed = framed;
    this.idleMillis = idleMillis;
    this.atClose = atClose;
  }

  @Override
  public Stage stage() {
    return stage;
  }

  /** When the stage began. */
  @Override
  public long since() {
    return sinceNanos;
  }

  @Override
  public InetAddress address() {
    return socket.getInetAddress();
  }

  @Override
  public TcpTable.Ends ends() {
    return new TcpTable.Ends(
        (InetSocketAddress) socket.getLocalSocketAddress(),
        (InetSocketAddress) socket.getRemoteSocketAddress());
  }

  @Override
  public void leave() {
    hasLeft = true;
  }

  @Override
  public boolean hasLeft() {
    return hasLeft;
  }

  /** How much has room in the buffer. */
  int bufferBytes() {
    return buffer.length;
  }

  /** As it is on the wire. */
  @Override
  public long requestBytes() {
    return read;
  }

  private void enter(Stage next) {
    stage = next;
    sinceNanos = System.nanoTime();
  }

  /** Waits for the first byte of the next request, for as long as a client may say nothing. */
  void beginRequest() throws TTransportException {
    enter(Stage.WAITING);
    left = limits.requestBytes();
    read = 0;
    frameBytes = -1;
    buffer(1);
    enter(Stage.READING);
    if (framed) {
      byte[] prefix = new byte[Integer.BYTES];
      readAll(prefix, 0, prefix.length);
      int length = ByteBuffer.wrap(prefix).getInt();
      if (length < 0) {
        throw new RefusedRequestException(
            "The length of a frame is " + length + "; does the client use framed transport?");
      }
      requireAllowed(length);
      frameBytes = length;
      left = length;
      read = 0;
    }
  }

  /** All of the request was read. */
  void endReading() throws TTransportException {
    if (framed && left > 0) {
      throw new RefusedRequestException("A frame is " + left + " bytes longer than its request");
    }
    enter(Stage.WORKING);
  }

  /**
   * The request was answered, or failed: gives back what it held, but for a buffer of what follows
   * it.
   *
   * @param goesOn false when nothing more is read of this connection
   */
  void endRequest(boolean goesOn) {
    answerBytes = 0;
    answerBegun = false;
    answer = new ByteArrayOutputStream();
    if (goesOn) {
      shrinkBuffer(end - position);
    } else {
      dropBuffer();
    }
    long keptBytes = (long) buffer.length - FIRST_BUFFER_BYTES;
    memory.giveBack(takenBytes - keptBytes);
    takenBytes = keptBytes;
  }

  private void dropBuffer() {
    buffer = new byte[FIRST_BUFFER_BYTES];
    position = 0;
    end = 0;
  }

  /** Keeps so many bytes of the buffer, and no more than as much room again. */
  private void shrinkBuffer(int rest) {
    int needed = Math.max(FIRST_BUFFER_BYTES, rest);
    if (buffer.length / 2 < needed) {
      return;
    }
    byte[] smaller = new byte[needed];
    System.arraycopy(buffer, position, smaller, 0, rest);
    buffer = smaller;
    position = 0;
    end = rest;
  }

  /**
   * Lets the client read the answer: closing a connection with unread bytes would discard what was
   * sent. Bytes that the client still sends are dropped.
   */
  void dropTheRest() {
    enter(Stage.WRITING);
    try {
      socket.shutdownOutput();
      socket.setSoTimeout(limits.requestMillis());
      while (in.read(buffer) >= 0) {
        // Dropped.
      }
    } catch (IOException e) {
      // The client, or who needs its place, was faster.
      close();
    }
  }

  @Override
  public void take(long bytes) throws RefusedRequestException {
    memory.take(bytes);
    takenBytes += bytes;
  }

  @Override
  public boolean isScarce() {
    return memory.isScarce();
  }

  @Override
  public void giveBack(long bytes) {
    memory.giveBack(bytes);
    takenBytes -= bytes;
  }

  @Override
  public boolean isOpen() {
    return !socket.isClosed();
  }

  @Override
  public void open() {
    // It was accepted.
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new IllegalStateException("A socket of the system could not be closed", e);
    } finally {
      atClose.accept(this);
    }
  }

  @Override
  public void checkReadBytesAvailable(long bytes) throws TTransportException {
    if (bytes < 0) {
      throw new RefusedRequestException("A length in the request is negative or too great");
    }
    requireAllowed(bytes);
    buffer((int) bytes);
  }

  @Override
  public int read(byte[] into, int offset, int length) throws TTransportException {
    requireAllowed(1);
    buffer(1);
    int bytes = (int) Math.min(Math.min(length, end - position), left);
    System.arraycopy(buffer, position, into, offset, bytes);
    position += bytes;
    left -= bytes;
    read += bytes;
    return bytes;
  }

  private void requireAllowed(long bytes) throws RefusedRequestException {
    if (bytes > left) {
      String limit =
          frameBytes < 0
              ? GatewayLimits.REQUEST_BYTES_KEY + " is " + limits.requestBytes()
              : "its frame has " + frameBytes;
      throw new RefusedRequestException(
          "The request claims to be " + (read + bytes) + " bytes long or longer; " + limit);
    }
  }

  /** Waits until so many bytes can be read. */
  private void buffer(int bytes) throws TTransportException {
    if (end - position >= bytes) {
      return;
    }
    try {
      while (end - position < bytes) {
        makeRoom();
        socket.setSoTimeout(timeoutMillis());
        int got = in.read(buffer, end, buffer.length - end);
        if (got < 0) {
          throw new TTransportException(
              TTransportException.END_OF_FILE, "The client has closed the connection");
        }
        end += got;
      }
    } catch (SocketTimeoutException e) {
      throw timedOut();
    } catch (IOException e) {
      throw new TTransportException(TTransportException.UNKNOWN, e);
    }
  }

  /** Room for one byte or more: the buffer is full of what has arrived, or has been read. */
  private void makeRoom() throws RefusedRequestException {
    if (position == end) {
      position = 0;
      end = 0;
    } else if (end == buffer.length) {
      int waiting = end - position;
      if (waiting > buffer.length / 2) {
        take(buffer.length);
        buffer = Arrays.copyOf(buffer, 2 * buffer.length);
      }
      System.arraycopy(buffer, position, buffer, 0, waiting);
      position = 0;
      end = waiting;
    }
  }

  private int timeoutMillis() throws TTransportException {
    if (stage == Stage.WAITING) {
      return idleMillis;
    }
    long spent = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - sinceNanos);
    if (spent >= limits.requestMillis()) {
      throw timedOut();
    }
    return (int) (limits.requestMillis() - spent);
  }

  private TTransportException timedOut() {
    return stage == Stage.WAITING
        ? new TTransportException(
            TTransportException.TIMED_OUT, "The client said nothing for " + idleMillis + " ms")
        : new RefusedRequestException(
            "The request did not arrive within "
                + limits.requestMillis()
                + " ms: "
                + GatewayLimits.REQUEST_MILLIS_KEY);
  }

  /**
   * Drops what was written of the answer and not sent, to write another in its place.
   *
   * @return false when some of it was sent: nothing may follow that does not belong to it
   */
  boolean dropAnswer() {
    answer.reset();
    return !answerBegun;
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws TTransportException {
    long needed = (long) answer.size() + length;
    if (needed > Math.max(WORDS_BYTES, answerBytes)) {
      // It grows by doubling.
      take(needed);
      answerBytes += needed;
    }
    answer.write(bytes, offset, length);
    if (!framed && answer.size() >= PIECE_BYTES) {
      send();
    }
  }

  @Override
  public void flush() throws TTransportException {
    send();
  }

  /** A frame's length stands before it: so much of the answer is kept until its end. */
  private void send() throws TTransportException {
    if (stage != Stage.WRITING) {
      enter(Stage.WRITING);
    }
    answerBegun = true;
    try {
      if (framed) {
        out.write(ByteBuffer.allocate(Integer.BYTES).putInt(answer.size()).array());
      }
      answer.writeTo(out);
      out.flush();
    } catch (IOException e) {
      throw new TTransportException(TTransportException.UNKNOWN, e);
    }
    answer.reset();
  }

  @Override
  public TConfiguration getConfiguration() {
    return CONFIGURATION;
  }

  @Override
  public void updateKnownMessageSize(long size) {
    // Each request has its own limit, from its first byte on.
  }
}
