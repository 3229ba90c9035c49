# Tab behind rowan and ./rowan, in bash: commands, options, files and directories. To have it now:
#   source completion/rowan.bash
# The words stand here, so that Tab starts no Java; tests compare them with the commands' own.

_rowan_commands="demo test dump load backup restore shell design board calls forum logs messages tsdb twibase webtable systems stats check bench rest thrift dist version help"
_rowan_systems="ask compare explain load"
_rowan_measurements="allocation applications bulk cache edges fanout growth memstore migration offheap points reads records series systems timing typed"

# Prints the options of command $1, or of a measurement: bench cache.
_rowan_options() {
  local bench="--cache --csv --heap --help --jfr --only --path --quick --rows --runs --seconds --svg --version"
  case $1 in
    backup | restore) echo "--copy --help --verbose --version" ;;
    bench) echo "$bench --against --fail-worse" ;;
    "bench cache") echo "$bench --requests --seed" ;;
    "bench fanout") echo "$bench --readers --writers" ;;
    "bench growth") echo "$bench --steps" ;;
    "bench memstore") echo "$bench --seed" ;;
    "bench migration") echo "$bench --kills --lease" ;;
    "bench offheap") echo "$bench --reads" ;;
    "bench reads") echo "$bench --megabytes --seed --turns" ;;
    "bench series") echo "$bench --days" ;;
    "bench systems") echo "$bench --rate --system" ;;
    "bench timing") echo "$bench --seed --turns" ;;
    "bench "*) echo "$bench" ;;
    board | calls | design | forum | logs | messages | systems | tsdb | twibase | webtable) echo "--help --version" ;;
    "board ask")
      echo "--around --cluster --help --json --name --path --period --player --score --size --top --verbose" \
        "--version"
      ;;
    "board explain")
      echo "--around --cluster --help --name --path --period --player --score --size --top --verbose --version"
      ;;
    "board compare")
      echo "--accidents --asked --cluster --create --days --file --first --games --help --json --path --players" \
        "--points --seed --verbose --version"
      ;;
    "board load")
      echo "--cluster --create --days --file --first --games --help --name --path --players --points --seed" \
        "--verbose --version"
      ;;
    "calls ask")
      echo "--area --bill --cell --cents --cluster --free --help --json --month --path --phone --verbose" \
        "--version"
      ;;
    "calls explain")
      echo "--area --bill --cell --cents --cluster --free --help --month --path --phone --verbose --version"
      ;;
    "calls compare")
      echo "--calls --cluster --create --epoch --file --first --help --json --month --months --path --people --phones" \
        "--seed --verbose --version"
      ;;
    "calls load")
      echo "--calls --cluster --create --epoch --file --first --help --months --path --people --seed --verbose" \
        "--version"
      ;;
    "messages ask")
      echo "--after --cluster --conversation --count --from --help --inbox --json --page --path --sent --to --unread --user" \
        "--verbose --version --with"
      ;;
    "messages compare")
      echo "--cluster --create --days --deaths --first --help --json --messages --path --people --seed --users" \
        "--verbose --version"
      ;;
    "messages explain")
      echo "--cluster --conversation --from --help --inbox --path --sent --to --unread --user --verbose --version --with"
      ;;
    "messages load")
      echo "--cluster --create --days --epoch --file --first --help --messages --path --people --seed --verbose" \
        "--version"
      ;;
    "messages repair") echo "--cluster --help --path --verbose --version" ;;
    "design advise")
      echo "--best --budget --class --classpath --columns --field --format --help --html --identity --json --limit" \
        "--max-bad --verbose --version"
      ;;
    "design check")
      echo "--class --classpath --cluster --columns --fail-on --field --format --help --html --identity --json --limit" \
        "--max-bad --path --seed --table --verbose --version"
      ;;
    "design estimate")
      echo "--class --classpath --columns --field --format --help --html --identity --json --limit --max-bad --rows" \
        "--verbose --version"
      ;;
    "design fit")
      echo "--class --classpath --cluster --columns --constraints --field --format --free-questions --help --identity" \
        "--joins --json --limit --max-bad --path --rows --seed --servers --table --transactions --verbose --version" \
        "--writes-per-second"
      ;;
    "design mcp") echo "--help --root --timeout --verbose --version" ;;
    "design measure")
      echo "--calls --class --classpath --cluster --columns --field --format --help --html --identity --json --limit" \
        "--max-bad --path --seed --table --verbose --version"
      ;;
    "design simulate")
      echo "--class --classpath --cluster --columns --field --format --help --html --identity --json --limit" \
        "--max-bad --path --seed --servers --spans --split-policy --table --verbose --version"
      ;;
    check) echo "--give-up-missing --help --json --path --repair --verbose --version" ;;
    demo) echo "--data --help --path --verbose --version" ;;
    dump)
      echo "--blocks --cells --help --json --limit --row --summary --value-bytes --verbose --version"
      ;;
    "forum ask")
      echo "--after --author --below --cluster --help --json --latest --limit --newest --oldest --path --post" \
        "--thread --verbose --version"
      ;;
    "forum explain")
      echo "--after --author --below --cluster --help --latest --limit --newest --oldest --path --post --thread" \
        "--verbose --version"
      ;;
    "forum compare")
      echo "--accidents --asked --cluster --comments --create --file --help --json --path --posts --seed --verbose" \
        "--version"
      ;;
    "forum move") echo "--cluster --help --layout --path --post --verbose --version" ;;
    "forum remove") echo "--cluster --comment --help --path --post --verbose --version" ;;
    "forum repair") echo "--cluster --help --path --verbose --version" ;;
    "forum load")
      echo "--cluster --comments --create --file --help --layout --path --posts --seed --verbose --version"
      ;;
    load)
      echo "--block-size --bloom --bulk --columns --compression --create --encoding --help --index --max-bad" \
        "--max-files --memory --path --separator --skip-empty --table --timestamp --verbose --verify" \
        "--version --work"
      ;;
    "logs ask")
      echo "--cluster --code --from --group --guid --help --json --path --source --to --verbose --version"
      ;;
    "logs explain")
      echo "--cluster --code --from --group --guid --help --path --source --to --verbose --version"
      ;;
    "logs compare")
      echo "--cluster --columns --create --days --file --first --groups --guids --help --json --lines --path" \
        "--questions --seed --title --verbose --version"
      ;;
    "logs index") echo "--cluster --help --path --verbose --version" ;;
    "logs load")
      echo "--bulk --cluster --columns --create --date --days --file --first --groups --guids --help --lines --path" \
        "--seed --title --verbose --version --work"
      ;;
    rest) echo "--create --help --host --path --port --read-only --verbose --version" ;;
    shell) echo "--cluster --create --design --execute --help --json --path --verbose --version" ;;
    stats) echo "--help --json --path --regions --verbose --version" ;;
    "tsdb convert")
      echo "--cluster --help --path --salt-buckets --salt-width --table --to --uid-width --verbose --version"
      ;;
    "tsdb drop")
      echo "--cluster --force --help --metric --names --path --salt-buckets --salt-width --table --uid-width" \
        "--verbose --version"
      ;;
    "tsdb fsck")
      echo "--cluster --delete --fix --force --help --keep --metric --path --salt-buckets --salt-width --table" \
        "--uid-width --verbose --version"
      ;;
    "tsdb import")
      echo "--cluster --create --csv --file --help --hosts --meta --metric --path --points --salt-buckets --salt-width --seed" \
        "--start --step --table --tags --time --trees --uid-width --verbose --version --zone"
      ;;
    "tsdb index") echo "--help --version" ;;
    "tsdb index build" | "tsdb index drop")
      echo "--cluster --help --lease --path --salt-buckets --salt-width --table --uid-width --verbose --version"
      ;;
    "tsdb index state")
      echo "--cluster --help --path --salt-buckets --salt-width --table --uid-width --verbose --version"
      ;;
    "tsdb keep")
      echo "--all --cluster --help --metric --path --salt-buckets --salt-width --settle --table --uid-width --verbose" \
        "--version"
      ;;
    "tsdb last")
      echo "--cluster --end --help --hours --metric --path --salt-buckets --salt-width --table --tag --tsuid" \
        "--uid-width --verbose --version"
      ;;
    "tsdb lookup")
      echo "--cluster --help --metric --most --path --salt-buckets --salt-width --table --tag --uid-width --verbose" \
        "--version"
      ;;
    "tsdb metasync")
      echo "--cluster --help --path --salt-buckets --salt-width --table --uid-width --verbose --version"
      ;;
    "tsdb query")
      echo "--cluster --end --explain --help --path --query --rollups --salt-buckets --salt-width --sketches --start --table --uid-width" \
        "--verbose --version --zone"
      ;;
    "tsdb relayout")
      echo "--cluster --drop-old --help --lease --path --salt-buckets --salt-width --table --to --to-salt-buckets" \
        "--to-salt-width --to-uid-width --uid-width --undo --verbose --version"
      ;;
    "tsdb rollup")
      echo "--cluster --end --help --interval --metric --path --salt-buckets --salt-width --start --table" \
        "--uid-width --verbose --version"
      ;;
    "tsdb scan")
      echo "--cluster --delete --end --help --metric --path --salt-buckets --salt-width --start --table --tag" \
        "--uid-width --verbose --version"
      ;;
    "tsdb serve")
      echo "--allow-delete --cluster --cors --create --help --host --meta --name --path --port --rollups --salt-buckets" \
        "--salt-width --table --trees --uid-width --verbose --version"
      ;;
    "tsdb suggest")
      echo "--cluster --help --most --path --prefix --salt-buckets --salt-width --table --type --uid-width" \
        "--verbose --version"
      ;;
    "tsdb treepurge")
      echo "--cluster --definition --help --path --salt-buckets --salt-width --table --tree --uid-width --verbose" \
        "--version"
      ;;
    "tsdb treesync")
      echo "--cluster --help --path --salt-buckets --salt-width --table --uid-width --verbose --version"
      ;;
    "tsdb uid") echo "--help --version" ;;
    "tsdb uid assign")
      echo "--cluster --help --name --path --salt-buckets --salt-width --table --type --uid-width --verbose --version"
      ;;
    "tsdb uid delete")
      echo "--cluster --force --help --name --path --salt-buckets --salt-width --table --type --uid-width --verbose" \
        "--version"
      ;;
    "tsdb uid grep")
      echo "--cluster --help --path --pattern --salt-buckets --salt-width --table --uid-width --verbose --version"
      ;;
    "tsdb uid rename")
      echo "--cluster --help --name --path --salt-buckets --salt-width --table --to --type --uid-width --verbose" \
        "--version"
      ;;
    "tsdb uid room")
      echo "--cluster --help --path --salt-buckets --salt-width --table --uid-width --verbose --version"
      ;;
    "twibase ask")
      echo "--after --authors --before --cluster --followers-of --follows-of --help --json --likers-of --most --path" \
        "--posts-of --profile --timeline --verbose --version"
      ;;
    "twibase compare")
      echo "--cluster --create --follows --help --json --looks --path --posts --seed --users --verbose --version"
      ;;
    "twibase explain") echo "--cluster --help --path --timeline --verbose --version" ;;
    "twibase load")
      echo "--cluster --create --file --follows --help --path --plan --posts --seed --users --verbose --version"
      ;;
    "twibase replan") echo "--after --cluster --help --path --plan --verbose --version" ;;
    "systems serve") echo "--cluster --create --help --host --name --path --port --verbose --version" ;;
    test) echo "--durability --full --help --java --matrix --quick --soak" ;;
    thrift) echo "--compact --create --framed --help --host --path --port --v2 --verbose --version" ;;
    version) echo "--help --version" ;;
    "webtable ask")
      echo "--at --body --cluster --domain --from --help --history --json --limit --linked --links --next" \
        "--path --to --url --verbose --version"
      ;;
    "webtable explain")
      echo "--at --body --cluster --domain --from --help --history --limit --linked --links --next --path --to" \
        "--url --verbose --version"
      ;;
    "webtable compare")
      echo "--asked --cluster --crawls --create --file --first --help --hosts --json --pages --path --seed" \
        "--skip-wrong --time --verbose --version"
      ;;
    "webtable load")
      echo "--cluster --crawls --create --file --first --frontier --help --hosts --pages --path --seed --skip-wrong" \
        "--time --verbose --version"
      ;;
  esac
}

# Prints what option $2 of command $1 takes: a file, a directory, one of some words, or what nobody can know;
# nothing if it takes nothing.
_rowan_value() {
  case "$1 $2" in
    *" --path" | *" --data" | *" --work" | *" --jfr") echo directory ;;
    "tsdb import --csv") ;;
    *" --cluster" | *" --design" | *" --file" | *" --csv" | *" --html" | *" --svg" | *" --against") echo file ;;
    "bench systems --system") echo "calls logs forum messages board webtable twibase" ;;
    "bench systems --rate") echo unknown ;;
    *" --layout") echo "tall wide" ;;
    *" --plan") echo "pair pull push" ;;
    *" --bloom") echo "NONE ROW ROWCOL" ;;
    *" --compression") echo "NONE GZ SNAPPY LZ4 ZSTD LZO" ;;
    *" --encoding") echo "NONE PREFIX DIFF FAST_DIFF ROW_INDEX_V1" ;;
    "design check --fail-on") echo "error warning hint never" ;;
    "design "*" --format") echo "csv tsv json" ;;
    "design "*" --classpath") echo file ;;
    "design "*" --class" | "design "*" --field" | "design "*" --identity" | "design mcp --timeout") echo unknown ;;
    "design mcp --root") echo directory ;;
    "design fit --transactions") echo "none row rows" ;;
    "design fit --joins" | "design fit --rows" | "design fit --servers" | "design fit --writes-per-second") echo unknown ;;
    "design simulate --split-policy") echo "stepping increasing increasing-094 constant disabled" ;;
    "design advise --best" | "design advise --budget" | "design measure --calls" | "design simulate --servers" | "design simulate --spans") echo unknown ;;
    "tsdb convert --to") echo "packed opentsdb" ;;
    "tsdb fsck --keep") echo "last first" ;;
    "tsdb "*" --meta") echo "realtime_uid tsuid_tracking realtime_ts tsuid_incrementing" ;;
    "tsdb suggest --type" | "tsdb uid "*" --type") echo "metrics tagk tagv" ;;
    "tsdb import --create" | "tsdb serve --create" | "tsdb serve --rollups" | "shell --create" | "rest --create" | "thrift --create" | "systems "*" --create" | *" load --create" | *" compare --create") ;;
    "board "*" --accidents" | "forum "*" --accidents" | *" --after" | *" --area" | *" --author" | "board "*" --around" | "board "*" --asked" | \
      *" --asked" | *" --at" | *" --before" | *" --below" | *" --comment" | *" --comments" | \
      "calls "*" --calls" | *" --cell" | *" --cents" | *" --code" | *" --conversation" | *" --cors" | \
      *" --crawls" | *" --date" | "logs "*" --days" | *" --deaths" | *" --domain" | *" --epoch" | *" --first" | \
      *" --followers-of" | *" --follows" | *" --follows-of" | *" --free" | *" --from" | "board "*" --games" | \
      *" --group" | *" --groups" | *" --guid" | *" --guids" | *" --hosts" | *" --likers-of" | *" --lines" | \
      *" --looks" | *" --newest" | *" --oldest" | *" --post" | *" --thread" | "messages "*" --messages" | *" --month" | *" --months" | *" --most" | "board "*" --name" | \
      *" --page" | *" --pages" | *" --people" | "board "*" --period" | *" --phone" | \
      *" --phones" | "board "*" --player" | "board "*" --players" | *" --posts" | *" --posts-of" | \
      *" --profile" | *" --questions" | "board "*" --score" | *" --source" | *" --time" | \
      *" --timeline" | *" --title" | *" --to" | "board "*" --top" | *" --url" | *" --user" | *" --users" | \
      *" --with" | "tsdb "*" --points" | "tsdb "*" --start" | *" --step" | *" --end" | *" --zone" | *" --prefix" | "tsdb "*" --hours" | *" --metric" | \
      *" --tag" | *" --tags" | *" --tsuid" | *" --pattern" | *" --rollups" | *" --interval" | *" --salt-width" | \
      *" --salt-buckets" | *" --uid-width" | "tsdb treepurge --tree" | *" --to-salt-width" | *" --to-salt-buckets" | \
      *" --to-uid-width") echo unknown ;;
    "shell -e" | "tsdb query -m" | *" --query" | "dump -w" | *" --block-size" | *" --cache" | *" --columns" | *" --create" | *" --days" | \
      *" --execute" | *" --heap" | *" --host" | *" --index" | *" --java" | *" --kills" | *" --readers" | *" --writers" | *" --lease" | *" --limit" | *" --max-bad" | \
      *" --max-files" | *" --megabytes" | *" --memory" | *" --name" | *" --only" | *" --port" | *" --reads" | \
      *" --requests" | *" --row" | *" --rows" | *" --runs" | *" --seconds" | *" --seed" | *" --separator" | \
      *" --soak" | *" --steps" | *" --table" | *" --timestamp" | *" --turns" | *" --value-bytes")
      echo unknown
      ;;
  esac
}

# Prints what command $1 takes that is no option.
_rowan_argument() {
  case $1 in
    bench) echo "$_rowan_measurements" ;;
    board | calls | webtable) echo "$_rowan_systems" ;;
    twibase) echo "$_rowan_systems replan" ;;
    forum) echo "$_rowan_systems move remove repair" ;;
    logs) echo "$_rowan_systems index" ;;
    tsdb) echo "convert drop fsck import index keep last lookup metasync query relayout rollup scan serve suggest treepurge treesync uid" ;;
    "tsdb index") echo "build drop state" ;;
    "tsdb uid") echo "assign delete grep rename room" ;;
    design) echo "advise check estimate fit mcp measure simulate" ;;
    messages) echo "$_rowan_systems repair" ;;
    systems) echo serve ;;
    "board "* | "calls "* | "forum "* | "logs "* | "messages "* | "systems "* | "tsdb "* | "twibase "* | "webtable "*) echo directory ;;
    "design mcp") ;;
    dump | load | "design "*) echo file ;;
    backup | check | rest | restore | shell | stats | thrift) echo directory ;;
    help) echo "$_rowan_commands" ;;
    *) echo unknown ;;
  esac
}

# Sets COMPREPLY to what begins with $1 and is of kind $2. Files are found by readline itself, which quotes
# their names.
_rowan_reply() {
  case $2 in
    file) ;;
    directory) compopt +o default -o dirnames 2>/dev/null ;;
    unknown) compopt +o default 2>/dev/null ;;
    *)
      compopt +o default 2>/dev/null
      # shellcheck disable=SC2207 # the words have no spaces
      COMPREPLY=($(compgen -W "$2" -- "$1"))
      ;;
  esac
}

_rowan() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]} kind
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    _rowan_reply "$word" "$_rowan_commands"
    return
  fi
  if [[ " bench board calls design forum logs messages systems tsdb twibase webtable " == *" $command "* ]] && [ "$COMP_CWORD" -gt 2 ] &&
    [[ " $(_rowan_argument "$command") " == *" ${COMP_WORDS[2]} "* ]]; then
    command="$command ${COMP_WORDS[2]}"
  fi
  if [[ $command == "tsdb uid" || $command == "tsdb index" ]] && [ "$COMP_CWORD" -gt 3 ] &&
    [[ " $(_rowan_argument "$command") " == *" ${COMP_WORDS[3]} "* ]]; then
    command="$command ${COMP_WORDS[3]}"
  fi
  # --path=x is three words.
  if [ "$word" = = ]; then
    word=
  elif [ "$before" = = ]; then
    before=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  kind=$(_rowan_value "$command" "$before")
  if [ -n "$kind" ]; then
    _rowan_reply "$word" "$kind"
  elif [[ $word == -* ]]; then
    _rowan_reply "$word" "$(_rowan_options "$command")"
  else
    _rowan_reply "$word" "$(_rowan_argument "$command")"
  fi
}

complete -o default -F _rowan rowan
