package ch.qos.logback.classic.spi;

/** Named by OpenTSDB's requests, which cannot be loaded without. */
public interface IThrowableProxy {}
