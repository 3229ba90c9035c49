package io.rowandb.gateway;

import java.nio.ByteBuffer;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TList;
import org.apache.thrift.protocol.TMap;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolDecorator;
import org.apache.thrift.protocol.TProtocolException;
import org.apache.thrift.protocol.TSet;
import org.apache.thrift.protocol.TStruct;

/**
 * One of Thrift's protocols that measures requests while they are read: how deeply they nest, and
 * how much memory their objects take. Thrift itself allocates room for as many elements as a list
 * claims; it does not count the size of structures, and counts with an {@code int} that overflows.
 *
 * <p>Used by the thread that serves the client.
 */
final class MeteredProtocol extends TProtocolDecorator {
  /** HBase's own requests nest less than ten structures and lists. */
  static final int MAX_DEPTH = 100;

  /** About what a structure, a string or an entry of a collection takes beside what is in it. */
  private static final int OBJECT_BYTES = 64;

  private static final TMessage NONE = new TMessage();

  private final RequestTransport transport;
  private TMessage message = NONE;
  private int depth;

  MeteredProtocol(TProtocol protocol, RequestTransport transport) {
    super(protocol);
    this.transport = transport;
  }

  /** What is being answered; one without a name before the first. */
  TMessage message() {
    return message;
  }

  @Override
  public TMessage readMessageBegin() throws TException {
    message = NONE;
    depth = 0;
    transport.beginRequest();
    TMessage begun = readBeginning();
    transport.take(OBJECT_BYTES + 2L * begun.name.length());
    message = begun;
    return message;
  }

  private TMessage readBeginning() throws TException {
    try {
      return super.readMessageBegin();
    } catch (TProtocolException e) {
      throw new RefusedRequestException(
          "The request does not begin as a message of this protocol does: " + e.getMessage());
    } catch (IndexOutOfBoundsException | NullPointerException e) {
      throw negativeLength();
    }
  }

  @Override
  public void readMessageEnd() throws TException {
    super.readMessageEnd();
    transport.endReading();
  }

  @Override
  public TStruct readStructBegin() throws TException {
    enter(1, 0);
    return super.readStructBegin();
  }

  @Override
  public void readStructEnd() throws TException {
    super.readStructEnd();
    depth--;
  }

  @Override
  public TList readListBegin() throws TException {
    TList list = super.readListBegin();
    enter(list.size, 1);
    return list;
  }

  @Override
  public void readListEnd() throws TException {
    super.readListEnd();
    depth--;
  }

  @Override
  public TSet readSetBegin() throws TException {
    TSet set = super.readSetBegin();
    enter(set.size, 1);
    return set;
  }

  @Override
  public void readSetEnd() throws TException {
    super.readSetEnd();
    depth--;
  }

  @Override
  public TMap readMapBegin() throws TException {
    TMap map = super.readMapBegin();
    enter(map.size, 2);
    return map;
  }

  @Override
  public void readMapEnd() throws TException {
    super.readMapEnd();
    depth--;
  }

  @Override
  public String readString() throws TException {
    String string;
    try {
      string = super.readString();
    } catch (IndexOutOfBoundsException | NullPointerException e) {
      throw negativeLength();
    }
    transport.take(OBJECT_BYTES + 2L * string.length());
    return string;
  }

  /** TBinaryProtocol has exceptions of the language for it. */
  private static RefusedRequestException negativeLength() {
    return new RefusedRequestException("A length in the request is negative or too great");
  }

  @Override
  public ByteBuffer readBinary() throws TException {
    ByteBuffer bytes = super.readBinary();
    transport.take(OBJECT_BYTES + bytes.remaining());
    return bytes;
  }

  /** Keys and values are written as bytes: text with a stack trace is that of a failure. */
  @Override
  public void writeString(String text) throws TException {
    super.writeString(
        text != null && ErrorWords.havePlaces(text) ? ErrorWords.withoutPlaces(text, "\n") : text);
  }

  /**
   * Goes into a structure or a collection.
   *
   * @param elementBytes how long each is at least, as it is on the wire
   */
  private void enter(int elements, int elementBytes) throws TException {
    if (++depth > MAX_DEPTH) {
      throw new RefusedRequestException(
          "The request nests more than " + MAX_DEPTH + " structures and lists");
    }
    transport.checkReadBytesAvailable((long) elements * elementBytes);
    transport.take((long) elements * OBJECT_BYTES);
  }
}
