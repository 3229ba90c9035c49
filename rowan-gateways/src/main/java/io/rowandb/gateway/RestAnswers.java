package io.rowandb.gateway;

import org.apache.hadoop.hbase.rest.ProtobufStreamingOutput;
import org.apache.hadoop.hbase.rest.model.VersionModel;
import org.apache.hbase.thirdparty.javax.ws.rs.container.ContainerRequestContext;
import org.apache.hbase.thirdparty.javax.ws.rs.container.ContainerResponseContext;
import org.apache.hbase.thirdparty.javax.ws.rs.container.ContainerResponseFilter;
import org.apache.hbase.thirdparty.javax.ws.rs.core.FeatureContext;
import org.apache.hbase.thirdparty.javax.ws.rs.core.Response.Status;
import org.apache.hbase.thirdparty.org.glassfish.jersey.internal.spi.AutoDiscoverable;
import org.apache.hbase.thirdparty.org.glassfish.jersey.server.ServerProperties;

/**
 * Removes from the REST gateway's answers everything that helps only an attacker: the stack traces
 * that HBase puts into errors, and the versions of the machine's Java, kernel and web server. Also
 * tells {@link RestAnswer} when an answer is complete in memory. Jersey finds it as a service.
 * Stateless.
 */
public final class RestAnswers implements AutoDiscoverable, ContainerResponseFilter {
  @Override
  public void configure(FeatureContext context) {
    // What describes all paths to OPTIONS fails after seconds of work.
    context.property(ServerProperties.WADL_FEATURE_DISABLE, true);
    context.register(RestAnswers.class).register(RestFailures.class).register(RestBodies.class);
  }

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    RestAnswer answer = RestAnswer.underWay();
    Object entity = response.getEntity();
    if (answer != null && entity instanceof ProtobufStreamingOutput) {
      answer.beginWritingMessages();
    } else if (answer != null) {
      answer.beginWriting();
    }
    if (entity instanceof VersionModel version) {
      version.setJVMVersion("");
      version.setOSVersion("");
      version.setServerVersion("");
      version.setJerseyVersion("");
    } else if (entity instanceof String words
        && response.getStatus() >= Status.BAD_REQUEST.getStatusCode()) {
      response.setEntity(ErrorWords.asWebText(words));
    }
  }
}
