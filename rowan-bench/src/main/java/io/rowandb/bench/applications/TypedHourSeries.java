package io.rowandb.bench.applications;

import io.rowandb.schema.pattern.DetailBuffer;
import io.rowandb.schema.pattern.RecordQuery;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.DetailDesign;
import io.rowandb.schema.table.DetailLayout;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.Connection;

/** Points of sensors, those of an hour in one row. */
final class TypedHourSeries implements Application {
  record Point(int second, double value) {}

  record Hour(String sensor, int hour, List<Point> points) {}

  private final RecordTable<Hour> hours;

  TypedHourSeries(Connection connection) throws IOException {
    hours =
        RecordTable.create(
            connection,
            TableDesign.of("series", Hour.class)
                .key(key -> key.part(Hour::sensor).part(Hour::hour))
                .family("p")
                .details(
                    Hour::points,
                    DetailLayout.wide("p"),
                    DetailDesign.of(Point.class)
                        .key(key -> key.part(Point::second))
                        .packed(packed -> packed.field(1, Point::value))
                        .build())
                .build());
  }

  @Override
  public void write(int from, int to) throws IOException {
    try (DetailBuffer<Point> points = hours.detailBuffer(Hour::points, Point.class)) {
      for (int number = from; number < to; number++) {
        Point point = new Point(number % 360, number / 2.0);
        points.add(point, Input.person(number / 360), number / 3_600);
      }
    }
  }

  @Override
  public String ask(int number) throws IOException {
    RecordQuery<Hour> read =
        hours.where(Hour::sensor).is(Input.person(number)).between(Hour::hour, 0, 4);
    return read.list().stream()
        .flatMap(hour -> hour.points().stream())
        .mapToDouble(Point::value)
        .summaryStatistics()
        .toString();
  }

  @Override
  public void close() throws IOException {
    hours.close();
  }
}
