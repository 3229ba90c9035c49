package io.rowandb.schema.packed;

import org.apache.hbase.thirdparty.com.google.protobuf.InvalidProtocolBufferException;

/** Creates the exceptions for malformed messages, before the message's bytes are added to them. */
final class Malformed {
  private Malformed() {}

  static InvalidProtocolBufferException by(String rule, Exception cause) {
    InvalidProtocolBufferException failure = new InvalidProtocolBufferException(rule);
    failure.initCause(cause);
    return failure;
  }
}
