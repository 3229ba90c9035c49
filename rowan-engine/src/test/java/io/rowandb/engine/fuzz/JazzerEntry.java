package io.rowandb.engine.fuzz;

/** What Jazzer calls: the parser whose name is in the property {@value #PARSER}. */
public final class JazzerEntry {
  static final String PARSER = "rowan.fuzz.parser";

  private static final FuzzTarget TARGET = Parser.valueOf(System.getProperty(PARSER)).target();

  private JazzerEntry() {}

  /** Runs one input; anything thrown is a finding. */
  public static void fuzzerTestOneInput(byte[] input) {
    Trial.run(TARGET, input);
  }
}
