package io.rowandb.cli.systems.calls;

import io.rowandb.systems.calls.Bill;
import io.rowandb.systems.calls.CallRecord;
import io.rowandb.systems.calls.Usage;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Call records and what they sum up to, as members of JSON, the same on the command line and over
 * HTTP.
 */
public final class CallJson {
  private CallJson() {}

  /** A call record, as a request may have it. */
  public static Map<String, ?> record(CallRecord record) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("phone", record.phone());
    members.put("time", record.time());
    members.put("peer", record.peer());
    members.put("outgoing", record.outgoing());
    members.put("seconds", record.seconds());
    members.put("area", record.area());
    members.put("cell", record.cell());
    return members;
  }

  /** A bill. */
  public static Map<String, ?> bill(Bill bill) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("phone", bill.phone());
    members.putAll(usage(bill.usage()));
    members.put("minutes", bill.minutes());
    members.put("cents", bill.cents());
    return members;
  }

  /** What went on somewhere. */
  public static Map<String, ?> usage(Usage usage) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("calls", usage.calls());
    members.put("missed", usage.missed());
    members.put("outgoingSeconds", usage.outgoingSeconds());
    members.put("incomingSeconds", usage.incomingSeconds());
    return members;
  }

  /** The same of one cell of an area. */
  public static Map<String, ?> cell(int cell, Usage usage) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("cell", cell);
    members.putAll(usage(usage));
    return members;
  }
}
