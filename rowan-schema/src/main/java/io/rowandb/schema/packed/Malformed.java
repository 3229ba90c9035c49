package io.rowandb.schema.packed;

import org.apache.hbase.thirdparty.com.google.protobuf.InvalidProtocolBufferException;

/** Makes the failures that reading a message ends with, before its bytes are added to them. */
final class Malformed {
  private Malformed() {}

  static InvalidProtocolBufferException by(String rule, Exception cause) {
    InvalidProtocolBufferException failure = new InvalidProtocolBufferException(rule);
    failure.initCause(cause);
    return failure;
  }
}
