package io.rowandb.gateway;

import io.rowandb.cli.FatalEnd;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;

/**
 * Answers requests one after the other, each within the limits of its connection. Safe for many
 * threads.
 */
final class RequestProcessor implements TProcessor {
  private static final ThreadLocal<RequestTransport> SERVED = new ThreadLocal<>();

  /** HBase's calls have shorter names; a longer one might leave no room for words. */
  private static final int MAX_NAME_CHARS = 100;

  private final TProcessor requests;

  RequestProcessor(TProcessor requests) {
    this.requests = requests;
  }

  /** The connection whose request this thread answers, or null. */
  static RequestTransport served() {
    return SERVED.get();
  }

  @Override
  public void process(TProtocol in, TProtocol out) throws TException {
    RequestTransport transport = (RequestTransport) in.getTransport();
    SERVED.set(transport);
    boolean goesOn = false;
    try {
      requests.process(in, out);
      goesOn = true;
    } catch (RefusedRequestException e) {
      answer(((MeteredProtocol) in).message(), e, out);
      throw e;
    } catch (OutOfMemoryError e) {
      throw FatalEnd.now("a request used up the memory of this process", e);
    } catch (StackOverflowError e) {
      RefusedRequestException refusal =
          new RefusedRequestException("The request nests too deep to be answered");
      answer(((MeteredProtocol) in).message(), refusal, out);
      throw refusal;
    } catch (Error e) {
      // HBase's server leaves the connection of a thread that ends so open.
      transport.close();
      throw e;
    } finally {
      SERVED.remove();
      transport.endRequest(goesOn);
    }
  }

  /**
   * What a client understands of any call, in place of an answer; then its connection is closed.
   * Where an answer has begun the words would be taken for a part of it: its end is the error.
   */
  private static void answer(TMessage message, RefusedRequestException refusal, TProtocol out)
      throws TException {
    RequestTransport transport = (RequestTransport) out.getTransport();
    if (!transport.dropAnswer()) {
      return;
    }
    String name = message.name.length() > MAX_NAME_CHARS ? "" : message.name;
    out.writeMessageBegin(new TMessage(name, TMessageType.EXCEPTION, message.seqid));
    new TApplicationException(TApplicationException.PROTOCOL_ERROR, refusal.getMessage())
        .write(out);
    out.writeMessageEnd();
    transport.flush();
    transport.dropTheRest();
  }
}
