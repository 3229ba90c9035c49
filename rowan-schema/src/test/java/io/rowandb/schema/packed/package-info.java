/** Tests of packed records: golden bytes, and Protobuf's own reader as the oracle. */
package io.rowandb.schema.packed;
