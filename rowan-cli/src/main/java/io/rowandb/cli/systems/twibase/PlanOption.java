package io.rowandb.cli.systems.twibase;

import io.rowandb.systems.twibase.DeliveryPlan;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** How posts come to followers. */
final class PlanOption {
  @Option(
      names = "--plan",
      paramLabel = "PLAN",
      defaultValue = "pair",
      converter = Converter.class,
      description =
          "push: posts are written into all streams; pull: timelines read all authors; pair: what costs less for the pair, by its counted habits: ${DEFAULT-VALUE} unless given.")
  private DeliveryPlan plan;

  DeliveryPlan plan() {
    return plan;
  }

  /** Reads it in lower case. */
  static final class Converter implements ITypeConverter<DeliveryPlan> {
    @Override
    public DeliveryPlan convert(String text) {
      return switch (text) {
        case "push" -> DeliveryPlan.PUSH;
        case "pull" -> DeliveryPlan.PULL;
        case "pair" -> DeliveryPlan.PER_PAIR;
        default -> throw new TypeConversionException("'" + text + "' is not push, pull or pair");
      };
    }
  }
}
