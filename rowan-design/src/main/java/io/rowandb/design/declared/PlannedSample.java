package io.rowandb.design.declared;

import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.sample.SampleSpec;
import java.util.Optional;

/**
 * The plan of a design in Java, and its sample as the plan reads it.
 *
 * @param plan with the types that times of the sample show
 * @param sample empty for reasoning alone
 */
public record PlannedSample(TablePlan plan, Optional<SampleSpec> sample) {}
