package io.rowandb.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rowandb.cli.program.RowanCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code ./rowan} itself, as far as it goes without a build. */
class ScriptTest {
  @TempDir private Path directory;

  @Test
  void printsItsCommands() throws Exception {
    Run run = run(Map.of(), script(), "help");
    assertThat(run.code).isZero();
    assertThat(run.output)
        .contains(
            "demo", "test", "load", "backup", "restore", "dump", "check", "bench", "rest", "thrift",
            "version");
  }

  /** What it names it runs, and it knows what was meant by a name with a letter too many. */
  @Test
  @Tag("slow")
  void runsEveryCommandThatItNames() throws Exception {
    List<String> named =
        run(Map.of(), script(), "help")
            .output
            .lines()
            .dropWhile(line -> !line.equals("Commands:"))
            .takeWhile(line -> !line.isEmpty())
            .filter(line -> line.matches("  [a-z]+ .*"))
            .map(line -> line.strip().split(" ", 2)[0])
            .toList();
    assertThat(named).containsAll(RowanCommand.newCommandLine().getSubcommands().keySet());
    Path script = built("rowan-cli", "17.0.9");
    Path target = script.resolveSibling("target");
    for (String module : List.of("rowan-bench", "rowan-gateways", "rowan-systems-web")) {
      Files.copy(target.resolve("rowan-cli.classpath"), target.resolve(module + ".classpath"));
      Files.copy(target.resolve("rowan-cli.built"), target.resolve(module + ".built"));
    }
    Map<String, String> environment = Map.of("JAVA_HOME", directory.resolve("jdk").toString());
    for (String command : named) {
      if (!List.of("test", "dist", "help").contains(command)) {
        Run run = run(environment, script, command, "--help");
        assertThat(run.output).as(command).startsWith("-").endsWith(" --help\n");
        assertThat(run.code).as(command).isZero();
      }
      assertThat(run(environment, script, command + "x").output)
          .contains("did you mean " + command + "?");
    }
  }

  /** What needs the sources is neither named nor meant where there are none. */
  @Test
  void aDistributionNamesTheCommandsThatItHas() throws Exception {
    Path script = copiedScript();
    Path lib = Files.createDirectory(script.resolveSibling("lib"));
    Files.writeString(lib.resolve("rowan-cli.classpath"), "a.jar\n");
    Run help = run(Map.of(), script, "help");
    assertThat(help.code).isZero();
    assertThat(help.output)
        .contains("  demo ", "  dump ", "  rest ", "  version ", "ROWAN_JAVA_OPTS")
        .doesNotContain("  test ", "  bench ", "  dist ", "Maven", "--quick", "Those of test");
    for (String[] command : new String[][] {{"test"}, {"help", "test"}, {"help", "bench"}}) {
      Run refused = run(Map.of(), script, command);
      assertThat(refused.output).contains("needs Rowan's sources, and this is a distribution");
      assertThat(refused.code).isEqualTo(2);
    }
    assertThat(run(Map.of(), script, "benchs").output).doesNotContain("did you mean");
    assertThat(run(Map.of(), script, "shel").output).contains("did you mean shell?");
  }

  @Test
  void refusesAnUnknownCommand() throws Exception {
    Run run = run(Map.of(), script(), "frobnicate");
    assertThat(run.code).isEqualTo(2);
    assertThat(run.output).isEqualTo("rowan: \"frobnicate\" is no command\nTry: ./rowan help\n");
  }

  @ParameterizedTest
  @CsvSource({"chek, check", "state, stats", "restor, restore", "shel, shell", "verison, version"})
  void namesTheCommandThatWasMeant(String typed, String meant) throws Exception {
    Run run = run(Map.of(), script(), typed);
    assertThat(run.code).isEqualTo(2);
    assertThat(run.output)
        .isEqualTo(
            "rowan: \"%s\" is no command; did you mean %s?\nTry: ./rowan help\n"
                .formatted(typed, meant));
  }

  @Test
  void explainsOneCommand() throws Exception {
    Path script = built("rowan-cli", "17.0.9");
    Map<String, String> environment = Map.of("JAVA_HOME", directory.resolve("jdk").toString());
    assertThat(run(environment, script, "help", "stats").output)
        .contains("io.rowandb.cli.program.RowanCommand stats --help");
    assertThat(run(environment, script, "help", "test").output).contains("--durability");
    Run unknown = run(environment, script, "help", "chek");
    assertThat(unknown.code).isEqualTo(2);
    assertThat(unknown.output).contains("did you mean check?");
  }

  /** Java itself, not one that is made up: what it does with a path is what counts. */
  @Tag("slow")
  @ParameterizedTest
  @ValueSource(strings = {"C", "POSIX", "C.UTF-8"})
  void takesPathsOfAnyScriptInAnyLocale(String locale) throws Exception {
    Path home = Files.createDirectories(directory.resolve("jdk/bin"));
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Path source =
        Files.writeString(
            directory.resolve("There.java"),
            "class There { public static void main(String[] a) {"
                + " System.out.println(java.nio.file.Files.exists(java.nio.file.Path.of(a[0]))); }"
                + " }");
    Files.createSymbolicLink(home.resolve("javac"), java.resolveSibling("javac"));
    Path script = built("rowan-cli", "17.0.9");
    executable("java", "for last; do :; done\nexec " + java + " " + source + " \"$last\"");
    Path named = Files.createDirectory(directory.resolve("store-one"));
    Run made = run(Map.of(), Path.of("/bin/sh"), "-c", "mkdir '" + named + "/数据'");
    assertThat(made.code).isZero();
    Run run =
        run(
            Map.of("JAVA_HOME", directory.resolve("jdk").toString(), "LC_ALL", locale),
            Path.of("/bin/sh"),
            "-c",
            "'" + script + "' stats '" + named + "/数据'");
    assertThat(run.output).isEqualTo("true\n");
  }

  /** A small system has no program to ask for the characters of a locale. */
  @ParameterizedTest
  @CsvSource({"C, '', C.UTF-8", "POSIX, de_DE.UTF-8, C.UTF-8", "'', '', C.UTF-8", "'', C, C.UTF-8"})
  void theLocaleOfAsciiIsLeftWithoutTheProgramOfThatName(String all, String lang, String taken)
      throws Exception {
    Path script = built("rowan-cli", "17.0.9");
    executable("java", "echo \"$LC_ALL\"");
    executable("locale", "exit 127");
    String bin = directory.resolve("jdk/bin").toString();
    Map<String, String> environment =
        Map.of(
            "JAVA_HOME",
            directory.resolve("jdk").toString(),
            "PATH",
            bin + ":" + System.getenv("PATH"),
            "LC_ALL",
            all,
            "LC_CTYPE",
            "",
            "LANG",
            lang);
    assertThat(run(environment, script, "demo").output).isEqualTo(taken + "\n");
  }

  /** Of another account nobody can read the libraries of Maven; what was built has them. */
  @Test
  void otherAccountsRunWhatWasBuilt() throws Exception {
    assumeTrue(System.getProperty("user.name").equals("root"), "needs to become another account");
    Path java =
        executable(
            "java", "[ \"$1\" = -version ] && echo 'openjdk version \"17.0.9\"' >&2; echo \"$@\"");
    executable("javac", "exit 0");
    Path script = copiedScript();
    Path root = script.getParent();
    Files.writeString(root.resolve("pom.xml"), "  <version>1.0</version>\n");
    Files.createDirectories(root.resolve("rowan-cli/target"));
    Files.writeString(root.resolve("rowan-cli/target/rowan-cli-1.0.jar"), "Rowan");
    Path jar =
        Files.writeString(
            Files.createDirectory(directory.resolve("m2")).resolve("some-1.0.jar"), "a library");
    executable("mvn", "printf '%s' '" + jar + "' >rowan-cli/target/runtime.classpath");
    Files.setPosixFilePermissions(jar.getParent(), PosixFilePermissions.fromString("rwx------"));
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    Map<String, String> environment =
        Map.of(
            "JAVA_HOME",
            directory.resolve("jdk").toString(),
            "PATH",
            java.getParent() + ":" + System.getenv("PATH"));
    assertThat(run(environment, script, "stats").output)
        .contains("target/lib/rowan-cli-1.0.jar:", "target/lib/some-1.0.jar");
    Run other =
        run(
            environment,
            Path.of("/bin/sh"),
            "-c",
            "su nobody -s /bin/sh -c \"JAVA_HOME='$JAVA_HOME' '" + script + "' stats\"");
    assertThat(other.output)
        .as("no empty name at its end, which would be the directory of the caller")
        .contains("target/lib/some-1.0.jar io.rowandb.cli.program.RowanCommand stats");
    Files.setPosixFilePermissions(
        root.resolve("target/lib/some-1.0.jar"), PosixFilePermissions.fromString("rw-rw-rw-"));
    assertThat(run(environment, script, "stats").output).contains("or all may change it");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--quick --soak 1s",
        "--soak 1s --matrix",
        "--durability --soak 1s",
        "--quick --durability",
        "--durability --matrix"
      })
  void refusesOptionsOfTestThatDoNotGoTogether(String options) throws Exception {
    Run run =
        run(Map.of("JAVA_HOME", directory.toString()), script(), ("test " + options).split(" "));
    assertThat(run.code).isEqualTo(2);
    assertThat(run.output).contains("and nothing else: leave out");
  }

  @Test
  void refusesAJavaHomeWithoutJava() throws Exception {
    Run run = run(Map.of("JAVA_HOME", directory.toString()), script(), "version");
    assertThat(run.code).isEqualTo(2);
    assertThat(run.output).contains("JAVA_HOME").contains(directory.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x -> is no version",
        "11 -> needs 17 or later",
        "99 -> ROWAN_JAVA_99 or JAVA99_HOME",
        "25 --soak 1s -> leave out",
        "25 --matrix -> leave out",
        "25 --durability -> leave out"
      })
  void refusesAnotherJavaThatItCannotUse(String optionsAndAnswer) throws Exception {
    String[] parts = optionsAndAnswer.split(" -> ", 2);
    executable("java", "echo 'openjdk version \"17.0.9\"' >&2");
    executable("javac", "exit 0");
    Run run =
        run(
            Map.of("JAVA_HOME", directory.resolve("jdk").toString()),
            script(),
            ("test --java " + parts[0]).split(" ", -1));
    assertThat(run.output).contains(parts[1]);
    assertThat(run.code).isEqualTo(2);
  }

  /** Runs a command that prints what Java was started with, of a module that seems to be built. */
  private Run runBuilt(String module, String javaVersion, String... command) throws Exception {
    Run run =
        run(
            Map.of("JAVA_HOME", directory.resolve("jdk").toString()),
            built(module, javaVersion),
            command);
    assertThat(run.code).as(run.output).isZero();
    return run;
  }

  /** The script, where a module seems to be built and Java prints what it is started with. */
  private Path built(String module, String javaVersion) throws IOException {
    Path java = executable("java", "echo \"$@\"");
    Files.writeString(directory.resolve("jdk/release"), "JAVA_VERSION=\"" + javaVersion + "\"\n");
    Path script = copiedScript();
    Path root = script.getParent().toRealPath();
    Path target = Files.createDirectories(root.resolve("target"));
    Files.writeString(target.resolve(module + ".classpath"), root + "\n" + java + "\nan-entry:\n");
    Files.writeString(target.resolve(module + ".built"), "");
    return script;
  }

  /** What stands in ROWAN_JAVA_OPTS is words, also where files of such names are. */
  @Test
  void optionsForJavaAreNoPatterns() throws Exception {
    Path script = built("rowan-cli", "17.0.9");
    Files.writeString(Files.createDirectories(directory.resolve("logs")).resolve("old.txt"), "");
    String option = "-Xlog:gc:file=" + directory + "/logs/*";
    Map<String, String> environment =
        Map.of(
            "JAVA_HOME",
            directory.resolve("jdk").toString(),
            "ROWAN_JAVA_OPTS",
            directory + "/logs/* " + option);
    Run run = run(environment, script, "demo");
    assertThat(run.output).contains(directory + "/logs/* " + option + " -Drowan.home=");
  }

  /** Of the script, where Java does something else while it makes the archive of classes. */
  private Path preparing(String instead) throws IOException {
    return preparing(":", instead);
  }

  /** The same, and something else while it lists the classes before that. */
  private Path preparing(String listing, String instead) throws IOException {
    Path script = directory.resolve("a project/rowan");
    if (!Files.exists(script)) {
      script = built("rowan-cli", "17.0.9");
    }
    executable(
        "java",
        """
        dump=
        for each; do
          case $dump$each in
            -XX:DumpLoadedClassList=*)
              archive=${each#*=}
              archive=${archive%%list}classes
              %s
              exit ;;
            -Xshare:dump) dump=yes ;;
            yes-XX:SharedArchiveFile=*)
              archive=${each#*=}
              %s
              exit ;;
          esac
        done
        echo "$@\"\
        """
            .formatted(listing, instead));
    Files.createDirectories(lib());
    return script;
  }

  private Path lib() {
    return directory.resolve("a project/target/lib");
  }

  private List<String> inLib() throws IOException {
    try (Stream<Path> files = Files.list(lib())) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private Run runPreparing(Path script) throws Exception {
    return run(Map.of("JAVA_HOME", directory.resolve("jdk").toString()), script, "stats");
  }

  /** As by Ctrl-C, which Java gets too, the end of a session, or a script that gives up. */
  @ParameterizedTest
  @CsvSource({"INT, 130, yes", "INT, 130, no", "TERM, 143, yes", "TERM, 143, no", "HUP, 129, no"})
  void aPreparationThatIsStoppedLeavesNothing(String signal, int code, String whileListing)
      throws Exception {
    Path pid = directory.resolve("pid");
    Path never = directory.resolve("never");
    assertThat(run(Map.of(), Path.of("mkfifo"), never.toString()).code).isZero();
    String stopped =
        ": >\"$archive\"; echo $$ >'%s'; kill -%s $PPID; kill -INT $$; read -r line <'%s'"
            .formatted(pid, signal, never);
    Path script = whileListing.equals("yes") ? preparing(stopped, ":") : preparing(stopped);
    List<String> command = new ArrayList<>();
    if (CommandProcess.ignoresSignals()) {
      command.addAll(CommandProcess.HEARING);
    }
    command.addAll(List.of(script.toString(), "stats"));
    Run run =
        run(
            Map.of("JAVA_HOME", directory.resolve("jdk").toString()),
            Path.of(command.get(0)),
            command.subList(1, command.size()).toArray(new String[0]));
    Optional<ProcessHandle> left = ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()));
    left.ifPresent(ProcessHandle::destroyForcibly);
    assertThat(run.code).as(run.output).isEqualTo(code);
    assertThat(run.output)
        .isEqualTo("Preparing Rowan to start fast (first use with this Java) …\n");
    assertThat(inLib()).isEmpty();
    assertThat(left).as("it ended with the script").isEmpty();
  }

  /** An empty archive says that none can be made: so it is not tried again. */
  @Test
  void aPreparationThatIsKilledIsTriedAgain() throws Exception {
    Path script = preparing("kill -KILL $$");
    assertThat(runPreparing(script).output).endsWith("RowanCommand stats\n");
    assertThat(inLib()).isEmpty();
    preparing("echo classes >\"$archive\"");
    assertThat(runPreparing(script).output).contains("Preparing", "-XX:SharedArchiveFile=");
    assertThat(inLib()).singleElement().asString().endsWith("-8.jsa");
    assertThat(runPreparing(script).output)
        .contains("-XX:SharedArchiveFile=")
        .doesNotContain("Preparing");
  }

  @Test
  void aPreparationThatFailsIsNotTriedAgain() throws Exception {
    Path script = preparing("exit 1", "echo classes >\"$archive\"");
    assertThat(runPreparing(script).output).contains("Preparing");
    assertThat(inLib()).singleElement().asString().endsWith("-0.jsa");
    assertThat(runPreparing(script).output)
        .contains("RowanCommand stats")
        .doesNotContain("Preparing", "SharedArchiveFile");
  }

  /** Nobody else removes them, as after a kill that no script can answer. */
  @Test
  void whatADeadPreparationLeftIsRemoved() throws Exception {
    Path script = preparing("echo classes >\"$archive\"");
    Process dead = new ProcessBuilder("true").start();
    assertThat(dead.waitFor()).isZero();
    String living = "first." + ProcessHandle.current().pid() + ".aB3dE6";
    for (String left : List.of("first.aB3dE6", "first." + dead.pid() + ".aB3dE6", living)) {
      Files.writeString(Files.createDirectories(lib().resolve(left)).resolve("classes"), "some");
    }
    assertThat(runPreparing(script).code).isZero();
    assertThat(inLib()).hasSize(2).startsWith(living);
    Files.createDirectory(lib().resolve("first.aB3dE6"));
    assertThat(runPreparing(script).output).doesNotContain("Preparing");
    assertThat(inLib()).as("also when there is an archive").hasSize(2).startsWith(living);
  }

  /** A setting that is not read may be the one that keeps a store to its account. */
  @Test
  void aDirectoryOfSettingsThatIsNoneIsRefused() throws Exception {
    Path script = built("rowan-cli", "17.0.9");
    Path settings = Files.createDirectories(directory.resolve("conf"));
    Path file = Files.writeString(settings.resolve("hbase-site.xml"), "<configuration/>");
    Path colon = Files.createDirectories(directory.resolve("a:b"));
    for (Path wrong : List.of(directory.resolve("none"), file, colon)) {
      Run run =
          run(
              Map.of(
                  "JAVA_HOME",
                  directory.resolve("jdk").toString(),
                  "ROWAN_CONF_DIR",
                  wrong.toString()),
              script,
              "demo");
      assertThat(run.code).as("%s", wrong).isEqualTo(2);
      assertThat(run.output).contains("ROWAN_CONF_DIR is " + wrong);
    }
  }

  /** Whoever writes into target could have its code run by everybody else. */
  @ParameterizedTest
  @ValueSource(strings = {"target", "target/rowan-cli.classpath", "rowan-cli/target", "target/lib"})
  void whatAllMayChangeIsNotRun(String path) throws Exception {
    Path script = built("rowan-cli", "17.0.9");
    Path root = script.getParent();
    Files.createDirectories(root.resolve("rowan-cli/target"));
    Files.createDirectories(root.resolve("target/lib"));
    Files.setPosixFilePermissions(root.resolve(path), PosixFilePermissions.fromString("rwxrwxrwx"));
    Run run = run(Map.of("JAVA_HOME", directory.resolve("jdk").toString()), script, "demo");
    assertThat(run.code).isEqualTo(2);
    assertThat(run.output).contains(path + " belongs to another account, or all may change it");
  }

  /** A gateway without memory must not keep the store; a program's own store may go on. */
  @ParameterizedTest
  @CsvSource({
    "rest, rowan-gateways, true",
    "thrift, rowan-gateways, true",
    "systems, rowan-systems-web, true",
    "tsdb serve, rowan-cli, true",
    "tsdb query, rowan-cli, false",
    "demo, rowan-cli, false"
  })
  void serversEndAtLackOfMemory(String command, String module, boolean ends) throws Exception {
    Run run = runBuilt(module, "17.0.9", command.split(" ", -1));
    assertThat(run.output.contains("-XX:+ExitOnOutOfMemoryError")).isEqualTo(ends);
  }

  /** A Java that would warn is told not to; an older one knows no such flag. */
  @ParameterizedTest
  @CsvSource({"17.0.9, false", "21, false", "25.0.3, true", "25, true"})
  void keepsALaterJavaFromWarning(String version, boolean flags) throws Exception {
    Run run = runBuilt("rowan-cli", version, "demo");
    assertThat(run.output).contains("io.rowandb.cli.program.RowanCommand demo");
    assertThat(run.output.contains("--sun-misc-unsafe-memory-access=allow")).isEqualTo(flags);
    assertThat(run.output.contains("--enable-native-access=ALL-UNNAMED")).isEqualTo(flags);
  }

  @Test
  void refusesAnOldJavaWithAdviceWhatToInstall() throws Exception {
    Path java = executable("java", "echo 'openjdk version \"1.8.0_292\"' >&2");
    Path home = java.getParent().getParent();
    Run run = run(Map.of("JAVA_HOME", home.toString()), copiedScript(), "version");
    assertThat(run.code).isEqualTo(2);
    assertThat(run.output)
        .contains("Java 8")
        .contains("17")
        .contains("apt-get install openjdk-17-jdk-headless maven");
  }

  @Test
  void refusesAJavaWithoutCompiler() throws Exception {
    Path java = executable("java", "echo 'openjdk version \"21.0.2\" 2024-01-16' >&2");
    Path home = java.getParent().getParent();
    Run run = run(Map.of("JAVA_HOME", home.toString()), copiedScript(), "version");
    assertThat(run.code).isEqualTo(2);
    assertThat(run.output).contains("compiler").contains("JDK");
  }

  @Test
  void refusesToBuildWithoutMaven() throws Exception {
    Path java = executable("java", "echo 'openjdk version \"17.0.9\"' >&2");
    executable("javac", "exit 0");
    for (String tool : List.of("sh", "readlink", "dirname", "sed", "head", "find", "awk")) {
      link(tool);
    }
    Path home = java.getParent().getParent();
    Run run =
        run(
            Map.of("JAVA_HOME", home.toString(), "PATH", java.getParent().toString()),
            copiedScript(),
            "version");
    assertThat(run.code).isEqualTo(2);
    assertThat(run.output).contains("Maven (mvn) is missing").contains("apt-get install");
  }

  /** The script in a directory with a space in its name, where nothing is built. */
  private Path copiedScript() throws IOException {
    Path home = Files.createDirectories(directory.resolve("a project"));
    Path copy = Files.copy(script(), home.resolve("rowan"));
    assertThat(copy.toFile().setExecutable(true, /* ownerOnly= */ false)).isTrue();
    return copy;
  }

  private Path executable(String name, String body) throws IOException {
    Path bin = Files.createDirectories(directory.resolve("jdk/bin"));
    Path file = Files.writeString(bin.resolve(name), "#!/bin/sh\n" + body + "\n");
    assertThat(file.toFile().setExecutable(true, /* ownerOnly= */ false)).isTrue();
    return file;
  }

  private void link(String tool) throws IOException {
    Path bin = Files.createDirectories(directory.resolve("jdk/bin"));
    for (String place : List.of("/usr/bin", "/bin")) {
      Path original = Path.of(place, tool);
      if (Files.exists(original) && !Files.exists(bin.resolve(tool))) {
        Files.createSymbolicLink(bin.resolve(tool), original);
      }
    }
  }

  /** The script at the project's root; tests run in their module's directory. */
  private static Path script() {
    return Path.of("..", "rowan").toAbsolutePath().normalize();
  }

  private static Run run(Map<String, String> environment, Path script, String... arguments)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(script.toString());
    builder.command().addAll(List.of(arguments));
    builder.environment().putAll(environment);
    Process process = builder.redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Run(process.waitFor(), output);
  }

  private record Run(int code, String output) {}
}
