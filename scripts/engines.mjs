// The programs that some tests need and that npm does not install, with their commands and Debian packages.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

export const ENGINES = [
  {
    name: 'Chromium',
    commands: ['chromium', 'chromium-browser', 'google-chrome'],
    variable: 'CHROMIUM',
    package: 'chromium',
  },
  { name: 'redis-server', commands: ['redis-server'], package: 'redis-server' },
  { name: 'nats-server', commands: ['nats-server'], package: 'nats-server' },
];

/** Returns the path of an engine: the value of its variable, or the first of its commands on PATH; undefined if it is missing. */
export function findEngine(name, env = process.env) {
  const { commands, variable } = ENGINES.find((engine) => engine.name === name);
  return (variable && env[variable]) ?? findCommand(commands, env);
}

/** Returns the missing engines. */
export function findAbsent(env = process.env) {
  return ENGINES.filter(({ name }) => findEngine(name, env) === undefined);
}

/** Returns the engines whose tests are skipped: the missing ones, unless REQUIRE_ENGINES is set. */
export function findSkipped(env = process.env) {
  return env.REQUIRE_ENGINES === undefined ? findAbsent(env) : [];
}

/** Returns the path of the first of `commands` on PATH, or in the sbin next to a bin on PATH, where Debian puts nats-server. */
export function findCommand(commands, { PATH = '' }) {
  const folders = PATH.split(delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => [folder, folder.replace(/bin$/, 'sbin')]);
  return commands.flatMap((command) => folders.map((folder) => join(folder, command))).find(isExecutable);
}

/** Returns `a`, `a and b`, or `a, b and c`. */
export function listNames(engines) {
  const names = engines.map(({ name }) => name);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
