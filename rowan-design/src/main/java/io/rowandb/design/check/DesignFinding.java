package io.rowandb.design.check;

/**
 * A fault of a design.
 *
 * @param weight share of the rows or calls that it harms, 0 to 1; orders findings of one severity
 * @param subject the part, family, column or pattern that has it
 * @param evidence what shows it: figures and examples of the sample, or the reasoning
 * @param cost what it costs
 * @param remedy what to do
 * @param snippet the remedy as lines of a design file; empty when it cannot be said so
 */
public record DesignFinding(
    FindingKind kind,
    FindingSeverity severity,
    double weight,
    String subject,
    String evidence,
    String cost,
    String remedy,
    String snippet) {}
