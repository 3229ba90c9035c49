package io.rowandb.gateway;

import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;

/**
 * Answers one request after the other, each within the limits of its connection. Safe for many
 * threads.
 */
final class RequestProcessor implements TProcessor {
  private static final ThreadLocal<RequestTransport> SERVED = new ThreadLocal<>();

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

  /** What a client understands of any call; then its connection is closed. */
  private static void answer(TMessage message, RefusedRequestException refusal, TProtocol out)
      throws TException {
    out.writeMessageBegin(new TMessage(message.name, TMessageType.EXCEPTION, message.seqid));
    new TApplicationException(TApplicationException.PROTOCOL_ERROR, refusal.getMessage())
        .write(out);
    out.writeMessageEnd();
    out.getTransport().flush();
    ((RequestTransport) out.getTransport()).dropTheRest();
  }
}
