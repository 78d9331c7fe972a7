package scenarios

import "slices"

// environmentOf reads how the environment is made.
func (c *checker) environmentOf(e environmentEntry) *Environment {
	if len(e.Prepare) == 0 {
		c.fault("environment", "an environment that nothing prepares: write it like prepare = [[\"python3\", \"-m\", \"venv\", \"{env}\"]]")
	}
	for _, argv := range e.Prepare {
		if len(argv) == 0 || argv[0] == "" {
			c.fault("environment.prepare", "a command without a program: write each one as a list of arguments")
		}
		c.arguments("environment.prepare", argv, env, "{root}")
	}
	all := slices.Concat(e.Prepare...)
	if len(all) > 0 && !mentions(env, all...) {
		c.fault("environment.prepare", "no argument has the placeholder {env}: what is made anywhere else would not be there for the next commit")
	}
	if mentions("{root}", all...) && len(e.Key) == 0 {
		c.fault("environment.prepare", "{root} is read and there is no key: name the files that the environment depends on")
	}
	for _, name := range e.Key {
		if name == "" {
			c.fault("environment.key", "a key without a name: name a file such as \"requirements.lock\"")
		} else {
			c.local("environment.key", &name)
		}
	}
	return &Environment{Prepare: e.Prepare, Key: e.Key}
}
