package io.rowandb.schema.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.client.Rowan;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.pattern.Details;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.pattern.UniqueViolationException;
import io.rowandb.schema.table.DetailDesign;
import io.rowandb.schema.table.DetailLayout;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A program that does nothing wrong meets no hazard, whatever the record layer writes for it. */
class HazardsOfRecordsTest {
  record User(int id, String mail, String tag, String city, List<Line> near, List<Line> far) {}

  record Line(int number, String text) {}

  record ByCity(String city, int id, String mail) {}

  private static final DetailDesign<Line> LINES =
      DetailDesign.of(Line.class)
          .key(key -> key.part(Line::number, Parts.unsignedInt(4)))
          .cell(Line::text, "t")
          .build();

  private static final TableDesign<User> USERS =
      TableDesign.of("users", User.class)
          .key(key -> key.literal("D-").part(User::id))
          .family("f")
          .family("w")
          .family("i")
          .column(User::mail, "f:m")
          .column(User::tag, "f:t")
          .column(User::city, "f:c")
          .details(User::near, DetailLayout.wide("w"), LINES)
          .details(User::far, DetailLayout.tall("users_far"), LINES)
          .index("byMail", index -> index.on(key -> key.part(User::mail)).unique())
          .index(
              "byCity",
              index -> index.on(key -> key.part(User::city)).covering(User::mail, User::tag))
          .index(
              "byTag",
              index ->
                  index
                      .on(key -> key.part(User::tag))
                      .covering(User::mail)
                      .inTableOfRecords("I-", "i"))
          .index(
              "byTagToo",
              index -> index.on(key -> key.part(User::tag)).unique().inTableOfRecords("U-", "i"))
          .index(
              "bySide", index -> index.on(key -> key.part(User::tag)).anyOf(User::tag, User::city))
          .build();

  private static final TableDesign<ByCity> CITIES =
      TableDesign.of("cities", ByCity.class)
          .key(key -> key.part(ByCity::city).part(ByCity::id))
          .family("v")
          .column(ByCity::mail, "v:m")
          .build();

  private static final View<User, ByCity> VIEW =
      View.of(USERS, CITIES, user -> List.of(new ByCity(user.city(), user.id(), user.mail())));

  private static Connection connection(String path) throws IOException {
    Configuration conf = Rowan.configuration(path);
    conf.set("rowan.hazards", "fail");
    return ConnectionFactory.createConnection(conf);
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void writesOfRecordsMeetNoHazard(boolean viewed) throws IOException {
    long seed = Long.getLong("rowan.seed", 5);
    Random random = new Random(seed);
    NavigableMap<Integer, User> model = new TreeMap<>();
    int refused = 0;
    try (Connection connection = connection("mem:hazards-of-records" + viewed)) {
      RecordTable.create(connection, CITIES).close();
      RecordTable.create(connection, USERS).close();
      try (ViewedTable<User> views = viewed ? ViewedTable.open(connection, USERS, VIEW) : null;
          RecordTable<User> users = RecordTable.open(connection, USERS)) {
        for (int i = 0; i < 300; i++) {
          User user = user(random);
          try {
            if (random.nextInt(5) == 0) {
              if (viewed) {
                views.delete(user);
              } else {
                users.delete(user);
              }
              model.remove(user.id());
            } else {
              if (viewed) {
                views.put(user);
              } else {
                users.put(user);
              }
              model.put(user.id(), user);
            }
          } catch (UniqueViolationException e) {
            refused++;
          }
          if (!viewed && i % 2 == 0 && model.containsKey(user.id())) {
            changeDetails(users, user.id(), model, random);
          }
          // Seldom, so that many writes are done within a millisecond.
          if (i % 20 == 19) {
            assertThat(users.where(User::city).is(user.city()).list())
                .as("seed %d, call %d", seed, i)
                .containsExactlyInAnyOrderElementsOf(
                    model.values().stream().filter(u -> u.city().equals(user.city())).toList());
          }
        }
        assertThat(refused).isBetween(10, 200);
        for (String index : List.of("byMail", "byCity", "byTag", "byTagToo", "bySide")) {
          users.verifyIndex(index);
          users.repairIndex(index);
        }
        if (viewed) {
          views.verify();
          views.rebuild();
        }
      }
    }
  }

  private static User user(Random random) {
    int id = random.nextInt(6);
    List<Line> near = new ArrayList<>();
    List<Line> far = new ArrayList<>();
    for (int number = 0; number < 3; number++) {
      if (random.nextBoolean()) {
        near.add(new Line(number, "near" + random.nextInt(2)));
      }
      if (random.nextBoolean()) {
        far.add(new Line(number, "far" + random.nextInt(2)));
      }
    }
    return new User(
        id, "m" + random.nextInt(9), "t" + random.nextInt(9), "c" + random.nextInt(3), near, far);
  }

  private static void changeDetails(
      RecordTable<User> users, int id, NavigableMap<Integer, User> model, Random random)
      throws IOException {
    Details<Line> near = users.details(User::near, Line.class, id);
    Details<Line> far = users.details(User::far, Line.class, id);
    for (Details<Line> each : List.of(near, far)) {
      Line line = new Line(random.nextInt(3), "text" + random.nextInt(2));
      if (random.nextBoolean()) {
        each.put(line);
      } else {
        each.remove(line);
      }
    }
    User was = model.get(id);
    model.put(
        id,
        new User(
            id, was.mail(), was.tag(), was.city(), near.stream().toList(), far.stream().toList()));
  }

  @Test
  void familiesOfEntriesAloneAreNotLookedAt() {
    assertThat(USERS.families().get("i").getValue(Bytes.toBytes("rowan.hazards")))
        .isEqualTo(Bytes.toBytes("off"));
    assertThat(USERS.families().get("f").getValue(Bytes.toBytes("rowan.hazards"))).isNull();
    assertThat(USERS.families().get("w").getValue(Bytes.toBytes("rowan.hazards"))).isNull();
    assertThat(USERS.toShell())
        .contains("{NAME => 'i', METADATA => {'rowan.hazards' => 'off'}, CONFIGURATION => {")
        .contains(
            "create 'users_byMail', {NAME => 'i', METADATA => {'rowan.hazards' => 'off'},"
                + " CONFIGURATION => {'rowan.compaction.hidden.cells' => '20000'}}")
        .contains(
            "create 'users_byCity', {NAME => 'i', METADATA => {'rowan.hazards' => 'off'},"
                + " CONFIGURATION => {")
        .contains("create 'users_far', {NAME => 'd', CONFIGURATION => {");
  }

  @Test
  void aTableWithoutTheAttributeIsOpenedAndDiffersInNothing() throws IOException {
    try (Connection connection = connection("mem:hazards-of-older-tables");
        Admin admin = connection.getAdmin()) {
      RecordTable.create(connection, USERS).close();
      admin.modifyColumnFamily(
          USERS.name(),
          ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes("i"))
              .setConfiguration("hbase.hstore.time.to.purge.deletes", "14400000")
              .build());
      assertThat(USERS.diff(admin.getDescriptor(USERS.name()))).isEmpty();
      try (RecordTable<User> users = RecordTable.open(connection, USERS)) {
        assertThat(users.where(User::id).is(1).list()).isEmpty();
      }
    }
  }
}
