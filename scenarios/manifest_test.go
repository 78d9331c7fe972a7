package scenarios

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/grindgate/grindgate/cachegrind"
	"github.com/grindgate/grindgate/results"
)

// minimal is the shortest manifest, of four lines. What is appended to it stands
// in line 5 and belongs to its scenario.
const minimal = `[[scenario]]
name = "a"
language = "other"
run = ["./p", "{n}"]
`

// head begins a scenario whose run, and so on, follows in line 4.
const head = `[[scenario]]
name = "a"
language = "c"
`

func TestLoadRefuses(t *testing.T) {
	const (
		scenarioKeys = "allowance, build, dir, env, informational, iterations, language, metric, name, run, startup_threshold, stdin, tags, threshold, timeout"
		gateKeys     = "allowance, startup_threshold, threshold"
		tables       = "anchor, cache, environment, gate, model, scenario"
		noN          = "no argument has the placeholder {n}, so the program cannot know how often to do its work"
		percentages  = `: write a percentage above 0% and below 100%, such as "0.2%"`
		allowances   = ": write a number above 0, in units of cost, such as 50"
		durations    = `: write it like "90s" or "2m"`
		outside      = " is outside the repository: use a path below the folder that grindgate runs in"
		languages    = ": use one of c, go, node, other, pypy, python, rust"
		leaveOut     = "; or leave the key out, and grindgate chooses"
		names        = ": use letters, digits and . _ + = -, in parts joined by /, such as go/hello"
	)
	for _, test := range []struct{ name, text, want string }{
		// What is not there.
		{"empty file", "", "m:1: no scenario: add a [[scenario]] with name, language and run"},
		{"comments only", "# nothing\n\n", "m:1: no scenario: add a [[scenario]] with name, language and run"},
		{"no scenario", "[gate]\nthreshold = \"1%\"\n", "m:1: no scenario: add a [[scenario]] with name, language and run"},
		{"no scenario inline", "\nscenario = []\n", "m:2: no scenario: add a [[scenario]] with name, language and run"},
		{"empty scenario", "\n[[scenario]]\n", "m:2: a scenario without a name\n" +
			"m:2: a scenario without a language" + languages + "\n" +
			`m:2: no program to run: write it like run = ["{bin}", "{n}"]`},

		// Keys.
		{"unknown table", "[gates]\nthreshold = 1\n" + minimal, `m:1: unknown key "gates": use one of ` + tables},
		{"unknown array", minimal + "[[scenarios]]\nname = 1\n", `m:5: unknown key "scenarios": use one of ` + tables},
		{"unknown at top level", "treshold = \"1%\"\n" + minimal, `m:1: unknown key "treshold": use one of ` + tables},
		{"unknown in gate", "[gate]\nlimit = 1\n" + minimal, `m:2: unknown key "limit": use one of ` + gateKeys},
		{"unknown in dotted gate", "gate.limit = 1\n" + minimal, `m:1: unknown key "limit": use one of ` + gateKeys},
		{"unknown in model", "[model]\nl2 = 1\n" + minimal, `m:2: unknown key "l2": use one of l1, ll, ram`},
		{"unknown in inline model", "model = { l1 = 1, l2 = 1 }\n" + minimal, `m:1: unknown key "l2": use one of l1, ll, ram`},
		{"unknown in cache", "[cache]\nL2 = \"\"\n" + minimal, `m:2: unknown key "L2": use one of D1, I1, LL`},
		{"unknown in scenario", minimal + "comand = []\n", `m:5: unknown key "comand": use one of ` + scenarioKeys},
		{
			"unknown in second scenario", minimal + "[[scenario]]\nname = \"b\"\nlanguage = \"c\"\nrun = [\"p\", \"{n}\"]\ntag = []\n",
			`m:9: unknown key "tag": use one of ` + scenarioKeys,
		},
		{"unknown part of scenario", minimal + "[scenario.limits]\nthreshold = \"1%\"\n", `m:5: unknown key "limits": use one of ` + scenarioKeys},
		{"unknown with an escape", minimal + "\"\\u001b[2J\" = 1\n", `m:5: unknown key "\x1b[2J": use one of ` + scenarioKeys},
		{"empty key", "\"\" = 1\n" + minimal, `m:1: unknown key "": use one of ` + tables},
		{"quoted dots", "\"gate.threshold\" = \"1%\"\n" + minimal, `m:1: unknown key "gate.threshold": use one of ` + tables},
		{"quoted star", "\"*\" = 1\n" + minimal, `m:1: unknown key "*": use one of ` + tables},
		{"other case", minimal + "Tags = []\n", `m:5: unknown key "Tags": use one of ` + scenarioKeys},
		{"other case, twice", minimal + "NAME = \"b\"\n", `m:5: unknown key "NAME": use one of ` + scenarioKeys},
		{"other case in cache", "[cache]\ni1 = \"32768,8,64\"\n" + minimal, `m:2: unknown key "i1": use one of D1, I1, LL`},
		{"other case of a table", "[GATE]\nthreshold = \"1%\"\n" + minimal, `m:1: unknown key "GATE": use one of ` + tables},
		{"single table", strings.Replace(minimal, "[[scenario]]", "[scenario]", 1), "m:1: [scenario] is a single table: write [[scenario]] above each scenario"},
		{"key twice", minimal + "run = []\n", "m:5:1: key run is already defined"},
		{"key twice with an escape", "\"\\u001b\" = 1\n\"\\u001b\" = 2\n", `m:1: unknown key "\x1b": use one of ` + tables + "\n" +
			`m:2: unknown key "\x1b": use one of ` + tables + "\n" + `m:2:1: "key \x1b is already defined"`},
		{"table twice", "[gate]\n[gate]\n" + minimal, "m:2:2: table gate already exists"},

		// Types.
		{"gate is a number", "gate = 1\n" + minimal, "m:1:8: wrong type: an integer where a table is wanted"},
		{"threshold is a number", "[gate]\nthreshold = 0.2\n" + minimal, "m:2:13: wrong type: a float where a string is wanted"},
		{"weight is a string", "[model]\nl1 = \"1\"\n" + minimal, "m:2:6: wrong type: a string where a number is wanted"},
		{"weight is true", "[model]\nl1 = true\n" + minimal, "m:2:6: wrong type: a boolean where a number is wanted"},
		{"cache is a number", "[cache]\nI1 = 32768\n" + minimal, "m:2:6: wrong type: an integer where a string is wanted"},
		{"scenario is a number", "scenario = 1\n", "m:1:12: wrong type: an integer where an array of tables is wanted"},
		{"name is a number", "[[scenario]]\nname = 1\n", "m:2:8: wrong type: an integer where a string is wanted"},
		{"run is a string", head + "run = \"./p {n}\"\n", "m:4:7: wrong type: a string where an array of strings is wanted"},
		{"run has a number", head + "run = [\"./p\", 1]\n", "m:4:15: wrong type: an integer where an array of strings is wanted"},
		{"tags is a string", minimal + "tags = \"http\"\n", "m:5:8: wrong type: a string where an array of strings is wanted"},
		{"iterations is a number", minimal + "iterations = 5\n", "m:5:14: wrong type: an integer where an array of whole numbers is wanted"},
		{"iterations has a fraction", minimal + "iterations = [1000, 1500.5]\n", "m:5:21: wrong type: a float where an array of whole numbers is wanted"},
		{"iterations is too large", minimal + "iterations = [99999999999999999999]\n", "m:5:15: decimal number is too large to fit in a 64-bit signed integer"},
		{"informational is a string", minimal + "informational = \"yes\"\n", "m:5:17: wrong type: a string where true or false is wanted"},
		{"allowance is a string", minimal + "allowance = \"50\"\n", "m:5:13: wrong type: a string where a number is wanted"},
		{"metric is a number", minimal + "metric = 1\n", "m:5:10: wrong type: an integer where a string is wanted"},
		{"anchor is a string", "anchor = \"results/v1.json\"\n" + minimal, "m:1:10: wrong type: a string where a table is wanted"},
		{"timeout is a number", minimal + "timeout = 90\n", "m:5:11: wrong type: an integer where a string is wanted"},
		{"timeout is a time", minimal + "timeout = 00:02:00\n", "m:5:11: wrong type: a local time where a string is wanted"},
		{"env is an array", minimal + "env = [\"A=1\"]\n", `m:5:7: wrong type: an array where a table of strings such as { KEY = "value" } is wanted`},
		{"env value is a number", minimal + "env = { A = 1 }\n", `m:5:13: wrong type: an integer where a table of strings such as { KEY = "value" } is wanted`},
		{
			"env value is a table", minimal + "[scenario.env]\nA = \"1\"\nB = { C = \"1\" }\n",
			`m:7: unknown key "C"` + "\n" + "m:7:5: wrong type: an inline table where a string is wanted",
		},

		// Syntax.
		{"no value", minimal + "stdin\n", "m:5:6: expected '=' after key"},
		{"bare word", minimal + "stdin = file\n", `m:5:9: expected keyword "false"`},
		{"open string", minimal + "stdin = \"file\n", "m:5:14: basic strings cannot have new lines"},
		{"open table", minimal + "[gate\n", "m:5:6: expected ']' to close table name"},
		{"raw control character", minimal + "stdin = \"\x1b\"\n", "m:5:10: basic strings cannot have control characters"},
		{"not UTF-8", minimal + "stdin = \"\xff\"\n", "m:5:10: invalid UTF-8 character in basic string"},
		{"mark of byte order", "\ufeff" + minimal, "m:1:1: invalid character at start of key: U+00EF 'ï'"},
		{"not TOML", "{\"scenario\": []}\n", "m:1:1: invalid character at start of key: U+007B '{'"},

		// Names and tags.
		{"name twice", minimal + "\n" + minimal, `m:7: scenario "a" is already there in line 2: give it another name`},
		{"name three times", minimal + minimal + minimal, `m:6: scenario "a" is already there in line 2: give it another name` + "\n" +
			`m:10: scenario "a" is already there in line 2: give it another name`},
		{"name empty", "[[scenario]]\nname = \"\"\nlanguage = \"c\"\nrun = [\"p\", \"{n}\"]\n", "m:2: a scenario without a name"},
		{
			"name empty twice", strings.Repeat("[[scenario]]\nname = \"\"\nlanguage = \"c\"\nrun = [\"p\", \"{n}\"]\n", 2),
			"m:2: a scenario without a name\nm:6: a scenario without a name",
		},
		{"name with a blank", "[[scenario]]\nname = \"a b\"\nlanguage = \"c\"\nrun = [\"p\", \"{n}\"]\n", `m:2: bad scenario name "a b"` + names},
		{"name climbs", "[[scenario]]\nname = \"../a\"\nlanguage = \"c\"\nrun = [\"p\", \"{n}\"]\n", `m:2: bad scenario name "../a"` + names},
		{"name with an escape", "[[scenario]]\nname = \"\\u001b[0m\"\nlanguage = \"c\"\nrun = [\"p\", \"{n}\"]\n", `m:2: bad scenario name "\x1b[0m"` + names},
		{
			"name too long", "[[scenario]]\nname = \"" + strings.Repeat("a", 201) + "\"\nlanguage = \"c\"\nrun = [\"p\", \"{n}\"]\n",
			"m:2: scenario name of 201 bytes is longer than 200",
		},
		{"tag empty", minimal + "tags = [\"\"]\n", `m:5: bad tag "": use letters, digits and . _ + = -`},
		{"tag with a blank", minimal + "tags = [\"ok\", \"a b\"]\n", `m:5: bad tag "a b": use letters, digits and . _ + = -`},
		{"tag with an escape", minimal + "tags = [\"\\u009b1m\"]\n", `m:5: bad tag "\u009b1m": use letters, digits and . _ + = -`},

		// Languages.
		{"language unknown", "[[scenario]]\nname = \"a\"\nlanguage = \"cobol\"\nrun = [\"p\", \"{n}\"]\n", `m:3: unknown language "cobol"` + languages},
		{"language in capitals", "[[scenario]]\nname = \"a\"\nlanguage = \"Go\"\nrun = [\"p\", \"{n}\"]\n", `m:3: unknown language "Go"` + languages},
		{"language absent", "[[scenario]]\nname = \"a\"\nrun = [\"p\", \"{n}\"]\n", "m:1: a scenario without a language" + languages},

		// Command lines.
		{"no run", head, `m:1: no program to run: write it like run = ["{bin}", "{n}"]`},
		{"run empty", head + "run = []\n", `m:4: no program to run: write it like run = ["{bin}", "{n}"]`},
		{"program empty", head + "run = [\"\", \"{n}\"]\n", `m:4: no program to run: write it like run = ["{bin}", "{n}"]`},
		{"no N", head + "run = [\"./p\"]\n", "m:4: " + noN},
		{"no N among arguments", head + "run = [\"./p\", \"n\", \"{N}\"]\n", "m:4: " + noN},
		{"N is the program", head + "run = [\"{n}\"]\n", `m:4: unknown placeholder {n} in "{n}": use {bin}, {root} there` + "\nm:4: " + noN},
		{"N in the program", head + "run = [\"./p{n}\", \"{n}\"]\n", `m:4: unknown placeholder {n} in "./p{n}": use {bin}, {root} there`},
		{"run with an unknown placeholder", head + "run = [\"./p\", \"{n}\", \"{file}\"]\n", `m:4: unknown placeholder {file} in "{file}": use {bin}, {root}, {n} there`},
		{"build with N", head + "build = [\"cc\", \"-o\", \"{bin}\", \"{n}\"]\nrun = [\"{bin}\", \"{n}\"]\n", `m:4: unknown placeholder {n} in "{n}": use {bin}, {root} there`},
		{"bin without a build", head + "run = [\"{bin}\", \"{n}\"]\n", "m:4: {bin} is what the build makes, and there is no build"},
		{"bin with an empty build", head + "build = []\nrun = [\"{bin}\", \"{n}\"]\n", "m:5: {bin} is what the build makes, and there is no build"},
		{"build without bin", head + "build = [\"make\"]\nrun = [\"./p\", \"{n}\"]\n", "m:4: no argument has the placeholder {bin}, the path at which the program is expected"},
		{"build by nobody", head + "build = [\"\", \"{bin}\"]\nrun = [\"{bin}\", \"{n}\"]\n", `m:4: no program to build with: write it like build = ["go", "build", "-o", "{bin}", "./folder"]`},
		{"control character in run", head + "run = [\"./p\", \"{n}\", \"a\\nb\"]\n", `m:4: argument "a\nb" has a control character`},
		{"control character in build", head + "build = [\"cc\", \"{bin}\", \"\\u0085\"]\nrun = [\"{bin}\", \"{n}\"]\n", `m:4: argument "\u0085" has a control character`},
		{"NUL", head + "run = [\"./p\", \"{n}\", \"\\u0000\"]\n", `m:4: argument "\x00" has a control character`},

		// Iterations.
		{"two points", minimal + "iterations = [1000, 2000]\n", "m:5: 2 iteration counts: a line needs at least 3, such as [1000, 1500, 2000, 2500]" + leaveOut},
		{"no points", minimal + "iterations = []\n", "m:5: 0 iteration counts: a line needs at least 3, such as [1000, 1500, 2000, 2500]" + leaveOut},
		{"unequal digits", minimal + "iterations = [500, 750, 1000]\n", "m:5: iterations [500 750 1000]: 500 has 3 digits and 1000 has 4, " +
			"and a longer argument costs instructions of its own: use numbers of equal length" + leaveOut},
		{"descending", minimal + "iterations = [3, 2, 1]\n", "m:5: iterations [3 2 1]: not ascending at 2" + leaveOut},
		{"repeated", minimal + "iterations = [1, 2, 2]\n", "m:5: iterations [1 2 2]: not ascending at 2" + leaveOut},
		{"zero", minimal + "iterations = [0, 1, 2]\n", "m:5: iterations [0 1 2]: 0 is not more than 0" + leaveOut},
		{"negative", minimal + "iterations = [-3, -2, -1]\n", "m:5: iterations [-3 -2 -1]: -3 is not more than 0" + leaveOut},

		// Thresholds and timeouts.
		{"threshold without a sign", "[gate]\nthreshold = \"0.2\"\n" + minimal, `m:2: bad threshold "0.2"` + percentages},
		{"threshold negative", minimal + "threshold = \"-1%\"\n", `m:5: bad threshold "-1%"` + percentages},
		{"threshold 0", minimal + "threshold = \"0%\"\n", `m:5: bad threshold "0%"` + percentages},
		{"threshold next to 0", minimal + "threshold = \"0." + strings.Repeat("0", 322) + "5%\"\n", `m:5: bad threshold "0.` + strings.Repeat("0", 322) + `5%"` + percentages},
		{"threshold 100", minimal + "threshold = \"100%\"\n", `m:5: bad threshold "100%"` + percentages},
		{"threshold a word", minimal + "threshold = \"abc\"\n", `m:5: bad threshold "abc"` + percentages},
		{"threshold a word with a sign", minimal + "threshold = \"abc%\"\n", `m:5: bad threshold "abc%"` + percentages},
		{"threshold not a number", minimal + "threshold = \"NaN%\"\n", `m:5: bad threshold "NaN%"` + percentages},
		{"threshold infinite", minimal + "threshold = \"Inf%\"\n", `m:5: bad threshold "Inf%"` + percentages},
		{"threshold hexadecimal", minimal + "threshold = \"0x1p-2%\"\n", `m:5: bad threshold "0x1p-2%"` + percentages},
		{"threshold with a blank", minimal + "threshold = \"1 %\"\n", `m:5: bad threshold "1 %"` + percentages},
		{"threshold with a comma", minimal + "threshold = \"0,2%\"\n", `m:5: bad threshold "0,2%"` + percentages},
		{"threshold empty", minimal + "threshold = \"\"\n", `m:5: bad threshold ""` + percentages},
		{"threshold of the gate empty", "[gate]\nthreshold = \"\"\n" + minimal, `m:2: bad threshold ""` + percentages},
		{"startup threshold without %", minimal + "startup_threshold = \"5\"\n", `m:5: bad threshold "5"` + percentages},
		{"startup threshold of the gate", "[gate]\nstartup_threshold = \"x\"\n" + minimal, `m:2: bad threshold "x"` + percentages},
		{"allowance 0", minimal + "allowance = 0\n", `m:5: bad allowance 0` + allowances},
		{"allowance negative", minimal + "allowance = -1.5\n", `m:5: bad allowance -1.5` + allowances},
		{"allowance of nan", "[gate]\nallowance = nan\n" + minimal, `m:2: bad allowance NaN` + allowances},
		{"allowance of inf", "[gate]\nallowance = inf\n" + minimal, `m:2: bad allowance +Inf` + allowances},
		{"metric", minimal + "metric = \"Dr\"\n", `m:5: unknown metric "Dr": use "cost", which is the default, or "Ir" for instructions alone`},
		{"anchor without a baseline", minimal + "[anchor]\nthreshold = \"5%\"\n", `m:5: an anchor without a baseline: name the file of an older baseline, such as baseline = "results/v1.json"`},
		{"anchor outside", minimal + "[anchor]\nbaseline = \"../v1.json\"\n", `m:6: "../v1.json"` + outside},
		{"anchor threshold", minimal + "[anchor]\nbaseline = \"v1.json\"\nthreshold = \"0%\"\n", `m:7: bad threshold "0%"` + percentages},
		{"unknown in anchor", minimal + "[anchor]\nbaseline = \"v1.json\"\nfile = \"\"\n", `m:7: unknown key "file": use one of baseline, threshold`},
		{"timeout without a unit", minimal + "timeout = \"90\"\n", `m:5: bad timeout "90"` + durations},
		{"timeout 0", minimal + "timeout = \"0s\"\n", `m:5: bad timeout "0s"` + durations},
		{"timeout negative", minimal + "timeout = \"-1s\"\n", `m:5: bad timeout "-1s"` + durations},
		{"timeout empty", minimal + "timeout = \"\"\n", `m:5: bad timeout ""` + durations},
		{"timeout too long", minimal + "timeout = \"9999999h\"\n", `m:5: bad timeout "9999999h"` + durations},
		{"timeout with an escape", minimal + "timeout = \"\\u001b\"\n", `m:5: bad timeout "\x1b"` + durations},

		// Model and cache.
		{"weight negative", "[model]\nram = -1\n" + minimal, "m:2: model: ram = -1 is not a finite number of 0 or more"},
		{"weight not a number", "[model]\nl1 = nan\n" + minimal, "m:2: model: l1 = NaN is not a finite number of 0 or more"},
		{"weight infinite", "[model]\nll = inf\n" + minimal, "m:2: model: ll = +Inf is not a finite number of 0 or more"},
		{
			"weights bad in two lines", "[model]\nl1 = 1\nll = -2\nram = -3\n" + minimal,
			"m:3: model: ll = -2 is not a finite number of 0 or more\nm:4: model: ram = -3 is not a finite number of 0 or more",
		},
		{"weights all 0", "[model]\nl1 = 0\nll = 0\nram = 0\n" + minimal, "m:1: model: l1, ll and ram are all 0; set at least one of them"},
		{"cache empty", "[cache]\nI1 = \"\"\n" + minimal, `m:2: cache: I1 = "": want size, associativity and line size, such as "32768,8,64"`},
		{"cache with a blank", "[cache]\nI1 = \"32768, 8, 64\"\n" + minimal, `m:2: cache: I1 = "32768, 8, 64": " 8" is not a number of bytes or ways`},
		{
			"caches bad in two lines", "[cache]\nLL = \"1,1\"\nI1 = \"32768,8,64\"\nD1 = \"32768,3,64\"\n" + minimal,
			`m:2: cache: LL = "1,1": want size, associativity and line size, such as "32768,8,64"` + "\n" +
				`m:4: cache: D1 = "32768,3,64": 32768 bytes in 3 ways of 64-byte lines is not a power of two of sets`,
		},

		// What a program sees.
		{"variable with an equals sign", minimal + "env = { \"A=B\" = \"\" }\n", `m:5: bad variable name "A=B": use letters, digits and _, and no digit first`},
		{"variable with a digit first", minimal + "[scenario.env]\n1A = \"\"\n", `m:6: bad variable name "1A": use letters, digits and _, and no digit first`},
		{"variable with a dot", minimal + "[scenario.env]\n\"A.B\" = \"\"\n", `m:6: bad variable name "A.B": use letters, digits and _, and no digit first`},
		{"variable without a name", minimal + "env = { \"\" = \"x\" }\n", `m:5: bad variable name "": use letters, digits and _, and no digit first`},
		{"value with an escape", minimal + "env.A = \"\\u001b[2J\"\n", `m:5: variable "A" is "\x1b[2J", which has a control character`},
		{"value with NUL", minimal + "env = { A = \"a\\u0000b\" }\n", `m:5: variable "A" is "a\x00b", which has a control character`},
		{"several variables", minimal + "[scenario.env]\nZ = \"\\t\"\nB = \"\\t\"\nA = \"\\t\"\n", `m:6: variable "Z" is "\t", which has a control character` + "\n" +
			`m:7: variable "B" is "\t", which has a control character` + "\n" + `m:8: variable "A" is "\t", which has a control character`},
		{"several variables in a line", minimal + "env = { Z = \"\\t\", B = \"\\t\" }\n", `m:5: variable "B" is "\t", which has a control character` + "\n" +
			`m:5: variable "Z" is "\t", which has a control character`},
		{"stdin escapes", minimal + "stdin = \"../x\"\n", `m:5: "../x"` + outside},
		{"stdin escapes late", minimal + "stdin = \"a/../../x\"\n", `m:5: "a/../../x"` + outside},
		{"stdin absolute", minimal + "stdin = \"/etc/passwd\"\n", `m:5: "/etc/passwd"` + outside},
		{"stdin empty", minimal + "stdin = \"\"\n", `m:5: ""` + outside},
		{"dir escapes", minimal + "dir = \"..\"\n", `m:5: ".."` + outside},
		{"dir absolute", minimal + "dir = \"/\"\n", `m:5: "/"` + outside},
		{"dir empty", minimal + "dir = \"\"\n", `m:5: ""` + outside},
		{"dir with an escape", minimal + "dir = \"a\\u001b\"\n", `m:5: path "a\x1b" has a control character`},

		// Environments.
		{"environment without prepare", minimal + "[environment]\n", `m:5: an environment that nothing prepares: write it like prepare = [["python3", "-m", "venv", "{env}"]]`},
		{"unknown in environment", minimal + "[environment]\nprepare = [[\"a\", \"{env}\"]]\nkeys = []\n", `m:7: unknown key "keys": use one of key, prepare`},
		{"prepare is one command", minimal + "[environment]\nprepare = [\"a\", \"{env}\"]\n", "m:6:12: wrong type: a string where an array of arrays of strings is wanted"},
		{"prepare has a number", minimal + "[environment]\nprepare = [[\"a\"], [1, \"{env}\"]]\n", "m:6:20: wrong type: an integer where an array of arrays of strings is wanted"},
		{"prepare without a program", minimal + "[environment]\nprepare = [\n[\"a\", \"{env}\"],\n[]]\n", "m:6: a command without a program: write each one as a list of arguments"},
		{"prepare makes something elsewhere", minimal + "[environment]\nprepare = [[\"npm\", \"ci\"]]\n", "m:6: no argument has the placeholder {env}: what is made anywhere else would not be there for the next commit"},
		{"prepare with another placeholder", minimal + "[environment]\nprepare = [[\"a\", \"{env}\", \"{bin}\"]]\n", `m:6: unknown placeholder {bin} in "{bin}": use {env}, {root} there`},
		{"prepare reads what no key names", minimal + "[environment]\nprepare = [[\"a\", \"{env}\", \"{root}/x\"]]\n", "m:6: {root} is read and there is no key: name the files that the environment depends on"},
		{"key outside", minimal + "[environment]\nprepare = [[\"a\", \"{env}\"]]\nkey = [\"../x\", \"\"]\n", `m:7: "../x"` + outside + "\n" + `m:7: a key without a name: name a file such as "requirements.lock"`},
		{"run in no environment", head + "run = [\"{env}/p\", \"{n}\"]\n", `m:4: placeholder {env} in "{env}/p", and there is no [environment] that it could be`},
		{"variable in no environment", minimal + "env = { A = \"{env}\" }\n", `m:5: variable "A" is "{env}", and there is no [environment] that {env} could be`},

		// Several at once, and other ways to write the same.
		{"in the order of lines", `[gate]
threshold = "2"
limit = 3
[[scenario]]
timeout = "x"
run = ["p", "{m}"]
language = "x"
colour = "red"
name = "-"
[[scenario]]
name = "b"
language = "c"
run = ["p", "{n}"]
stdin = "/x"
[model]
l1 = -1
`, `m:2: bad threshold "2"` + percentages + "\n" +
			`m:3: unknown key "limit": use one of ` + gateKeys + "\n" +
			`m:5: bad timeout "x"` + durations + "\n" +
			`m:6: unknown placeholder {m} in "{m}": use {bin}, {root}, {n} there` + "\n" +
			"m:6: " + noN + "\n" +
			`m:7: unknown language "x"` + languages + "\n" +
			`m:8: unknown key "colour": use one of ` + scenarioKeys + "\n" +
			`m:9: bad scenario name "-"` + names + "\n" +
			`m:14: "/x"` + outside + "\n" +
			"m:16: model: l1 = -1 is not a finite number of 0 or more"},
		{"CRLF", strings.ReplaceAll(minimal+"dir = \"..\"\n", "\n", "\r\n"), `m:5: ".."` + outside},
		{
			"inline scenarios", "scenario = [\n  { name = \"a\", language = \"c\", run = [\"p\", \"{n}\"] },\n  { name = \"a\", language = \"d\", run = [\"p\", \"{n}\"], x = 1 },\n]\n",
			`m:3: unknown key "x": use one of ` + scenarioKeys + "\n" +
				`m:3: unknown language "d"` + languages + "\n" +
				`m:3: scenario "a" is already there in line 2: give it another name`,
		},
		{"faults behind a long array", head + "run = [\n  \"./p\",\n  \"{n}\",\n]\ndir = \"..\"\n", `m:8: ".."` + outside},
	} {
		t.Run(test.name, func(t *testing.T) {
			m, err := parse([]byte(test.text), "m")
			if err == nil {
				t.Fatalf("accepted: %+v", m)
			}
			if diff := cmp.Diff(strings.Split(test.want, "\n"), strings.Split(err.Error(), "\n")); diff != "" {
				t.Error(diff)
			}
			checkPrintable(t, err.Error())
		})
	}
}

func TestLoadRefusesFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "scenarios.toml")
	_, err := Load(path)
	want := "open " + path + ": no such file or directory: run grindgate in the folder that holds the manifest, or name one with --manifest"
	if err == nil || err.Error() != want {
		t.Errorf("%v\nwant %s", err, want)
	}
	if err := os.WriteFile(path, []byte(minimal+"x = 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(path); err == nil || !strings.HasPrefix(err.Error(), path+":5: ") {
		t.Errorf("%v\nwant it to begin with %s:5: ", err, path)
	}
}

func TestLoad(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       Manifest
	}{
		{"defaults", minimal, Manifest{
			Threshold: 0.002,
			Model:     cachegrind.Model{L1: 1, LL: 5, RAM: 35},
			Cache:     cachegrind.Cache{I1: "32768,8,64", D1: "32768,8,64", LL: "8388608,16,64"},
			Scenarios: []Scenario{{Name: "a", Language: "other", Run: []string{"./p", "{n}"}}},
		}},
		{"environment", `
[environment]
prepare = [["python3", "-m", "venv", "{env}"], ["{env}/bin/pip", "install", "-r", "{root}/requirements.lock"]]
key = ["requirements.lock"]
[[scenario]]
name = "a"
language = "other"
build = ["{env}/cc", "{bin}"]
run = ["{env}/p", "{env}", "{n}"]
env = { A = "{env}:{root}" }
`, Manifest{
			Threshold: 0.002,
			Model:     cachegrind.Model{L1: 1, LL: 5, RAM: 35},
			Cache:     cachegrind.Cache{I1: "32768,8,64", D1: "32768,8,64", LL: "8388608,16,64"},
			Environment: &Environment{
				Prepare: [][]string{{"python3", "-m", "venv", "{env}"}, {"{env}/bin/pip", "install", "-r", "{root}/requirements.lock"}},
				Key:     []string{"requirements.lock"},
			},
			Scenarios: []Scenario{{
				Name: "a", Language: "other", Build: []string{"{env}/cc", "{bin}"}, Run: []string{"{env}/p", "{env}", "{n}"},
				Env: map[string]string{"A": "{env}:{root}"},
			}},
		}},
		{"every key", `
[gate]
threshold = "0.25%"
allowance = 12.5
startup_threshold = "5%"
[anchor]
baseline = "results/v1.json"
threshold = "3%"
[model]
l1 = 2
ll = 10.5
ram = 0
[cache]
I1 = "16384,4,32"
D1 = "65536,16,64"
LL = "1048576,1,128"
[[scenario]]
name = "go/hello+x"
language = "go"
build = ["go", "build", "-o", "{bin}", "{root}/x", "{}", "{A}", "{ bin }"]
run = ["{bin}", "-n={n}", "{root}/é ü"]
tags = ["http", "slow"]
iterations = [10, 15, 20]
threshold = "99.9%"
allowance = 50
startup_threshold = "1%"
metric = "Ir"
informational = true
timeout = "1m30s"
env = { KEY = "", _a1 = "ä = b" }
stdin = "scenarios/in put"
dir = "."
`, Manifest{
			Threshold: 0.0025, Allowance: 12.5, Startup: 0.05,
			Anchor: &Anchor{Baseline: "results/v1.json", Threshold: 0.03},
			Model:  cachegrind.Model{L1: 2, LL: 10.5, RAM: 0},
			Cache:  cachegrind.Cache{I1: "16384,4,32", D1: "65536,16,64", LL: "1048576,1,128"},
			Scenarios: []Scenario{{
				Name: "go/hello+x", Language: "go",
				Build: []string{"go", "build", "-o", "{bin}", "{root}/x", "{}", "{A}", "{ bin }"},
				Run:   []string{"{bin}", "-n={n}", "{root}/é ü"},
				Tags:  []string{"http", "slow"}, Iterations: []int{10, 15, 20}, Threshold: 0.999, Allowance: 50, Startup: 0.01, Metric: "Ir",
				Informational: true, Timeout: 90 * time.Second,
				Env: map[string]string{"KEY": "", "_a1": "ä = b"}, Stdin: "scenarios/in put", Dir: ".",
			}},
		}},
		{"CRLF, inline tables and dotted keys", strings.ReplaceAll(`gate.threshold = "1%"
cache = { LL = "1048576,16,64" }
scenario = [{ name = "b", language = "c", run = ["p", "{n}"], env.A = "1" }, { name = "a", language = "c", run = ["p", "{n}"] }]
`, "\n", "\r\n"), Manifest{
			Threshold: 0.01,
			Model:     cachegrind.DefaultModel(),
			Cache:     cachegrind.Cache{I1: "32768,8,64", D1: "32768,8,64", LL: "1048576,16,64"},
			Scenarios: []Scenario{
				{Name: "b", Language: "c", Run: []string{"p", "{n}"}, Env: map[string]string{"A": "1"}},
				{Name: "a", Language: "c", Run: []string{"p", "{n}"}},
			},
		}},
		{"table of variables", minimal + "[scenario.env]\nA = \"1\"\nB = \"2\"\n" + strings.Replace(minimal, `"a"`, `"b"`, 1), Manifest{
			Threshold: 0.002, Model: cachegrind.DefaultModel(), Cache: cachegrind.DefaultCache(),
			Scenarios: []Scenario{
				{Name: "a", Language: "other", Run: []string{"./p", "{n}"}, Env: map[string]string{"A": "1", "B": "2"}},
				{Name: "b", Language: "other", Run: []string{"./p", "{n}"}},
			},
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "m.toml")
			if err := os.WriteFile(path, []byte(test.text), 0o600); err != nil {
				t.Fatal(err)
			}
			m, err := Load(path)
			if err != nil {
				t.Fatal(err)
			}
			test.want.Path = path
			if diff := cmp.Diff(&test.want, m); diff != "" {
				t.Error(diff)
			}
			checkInvariants(t, m)
		})
	}
}

// TestLoadOwn keeps the manifest of this repository loadable.
func TestLoadOwn(t *testing.T) {
	m, err := Load("scenarios.toml")
	if err != nil {
		t.Fatal(err)
	}
	checkInvariants(t, m)
}

func FuzzLoad(f *testing.F) {
	own, err := os.ReadFile("scenarios.toml")
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{
		string(own), minimal, minimal + minimal, head, strings.ReplaceAll(minimal, "\n", "\r\n"),
		minimal + "iterations = [10, 20, 30]\nthreshold = \"1%\"\ntimeout = \"2m\"\nenv = { A = \"b\" }\nstdin = \"a\"\ndir = \".\"\n",
		minimal + "[scenario.env]\nA = \"b\"\n", "[scenario]\nname = \"a\"\n", "scenario = [{ name = \"a\" }]\n", "scenario = { name = \"a\" }\n",
		"[model]\nl1 = nan\n[cache]\nI1 = \"1\"\n", "[[gate]]\n", "[scenario.env]\n[[scenario]]\n", "a = 1\n\"\\u001b\" = [[{ b = 1 }]]\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := parse(data, "m.toml")
		if err != nil {
			checkPrintable(t, err.Error())
			for line := range strings.SplitSeq(err.Error(), "\n") {
				if !strings.HasPrefix(line, "m.toml:") {
					t.Errorf("a message without a place: %q", line)
				}
			}
			return
		}
		checkInvariants(t, m)
	})
}

// checkPrintable requires that a message has no control character but newlines.
func checkPrintable(t *testing.T, message string) {
	t.Helper()
	for _, r := range message {
		if unicode.IsControl(r) && r != '\n' {
			t.Errorf("%q has the control character %U", message, r)
		}
	}
}

// checkInvariants requires what the rest of grindgate takes for granted.
func checkInvariants(t *testing.T, m *Manifest) {
	t.Helper()
	must := func(ok bool, what string) {
		t.Helper()
		if !ok {
			t.Errorf("%s: %+v", what, m)
		}
	}
	must(m.Threshold > 0 && m.Threshold < 1, "threshold")
	must(m.Model.Validate() == nil, "model")
	must(m.Cache.Validate() == nil, "cache")
	must(len(m.Scenarios) > 0, "no scenario")
	names := make(map[string]bool)
	for _, s := range m.Scenarios {
		must(!names[s.Name], "name twice")
		names[s.Name] = true
		must(results.CheckName(s.Name) == nil, "name")
		_, ok := presets[s.Language]
		must(ok, "language")
		must(len(s.Run) > 1 && s.Run[0] != "", "run")
		must(strings.Contains(strings.Join(s.Run[1:], " "), "{n}") && !strings.Contains(s.Run[0], "{n}"), "placeholder {n}")
		must(len(s.Build) == 0 || s.Build[0] != "" && strings.Contains(strings.Join(s.Build, " "), "{bin}"), "build")
		must(len(s.Build) > 0 || !strings.Contains(strings.Join(s.Run, " "), "{bin}"), "placeholder {bin}")
		must(s.Iterations == nil || results.CheckIterations(s.Iterations) == nil, "iterations")
		must(s.Threshold >= 0 && s.Threshold < 1, "threshold")
		must(s.Timeout >= 0, "timeout")
		must(s.Stdin == "" || filepath.IsLocal(s.Stdin), "stdin")
		must(s.Dir == "" || filepath.IsLocal(s.Dir), "dir")
		for name, value := range s.Env {
			must(name != "" && !strings.ContainsAny(name, "=\x00") && !strings.Contains(value, "\x00"), "env")
		}
	}
}
