package io.rowandb.design.check;

/** How bad a finding is, the worst first. */
public enum FindingSeverity {
  /** Data is lost, answers are wrong, or the load ends on one server. */
  ERROR,
  /** It works, and costs much more than it should. */
  WARNING,
  /** It could be better. */
  HINT
}
