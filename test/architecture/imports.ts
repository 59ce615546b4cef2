import type { ProjectFiles } from './projectFiles.ts';
import { modulesOf } from './projectFiles.ts';
import type { Rule } from './rule.ts';
import { perFile } from './rule.ts';
import type { Import } from './source.ts';
import { importsOf } from './source.ts';

const MODULES = /^(src|operators|providers)\/.*\.ts$/;
const BELOW_PLAYBACK = ['src/core', 'src/time', 'src/stream'];
const BELOW_SESSION = [...BELOW_PLAYBACK, 'src/playback', 'src/wire', 'operators', 'providers'];

/** What each room may see besides itself. A provider's room is `providers/*`; `providers` is the hall between them. */
const MAY_SEE: Readonly<Record<string, readonly string[]>> = {
  'src/core': [],
  'src/time': ['src/core'],
  'src/stream': ['src/core', 'src/time'],
  'src/playback': BELOW_PLAYBACK,
  'src/wire': BELOW_PLAYBACK,
  operators: [...BELOW_PLAYBACK, 'src/playback'],
  'providers/*': [...BELOW_PLAYBACK, 'src/wire'],
  providers: ['src/core', 'src/wire', 'providers/*'],
  'src/session': BELOW_SESSION,
  'src/testing': [...BELOW_SESSION, 'src/session', 'src/draw'],
  'src/record': [...BELOW_SESSION, 'src/session'],
  'src/replay': [...BELOW_SESSION, 'src/session', 'src/record', 'src/draw'],
  'src/server': [...BELOW_SESSION, 'src/session', 'src/record'],
  'src/client': ['src/core'],
  'src/draw': ['src/core'],
  'src/page': ['src/client', 'src/draw'],
  'src/cli': [...BELOW_SESSION, 'src/session', 'src/testing', 'src/record', 'src/replay', 'src/draw'],
  src: [...BELOW_SESSION, 'src/session'],
};

/** Packages that only some rooms may import, and whether only lazily. Workers are loaded lazily as a whole. */
const GUARDED: readonly { readonly name: string; readonly room: RegExp; readonly lazily: boolean }[] = [
  { name: 'zod', room: /^(src|providers)\//, lazily: false },
  { name: 'fastify', room: /^src\/server\//, lazily: false },
  { name: '@fastify/static', room: /^src\/server\//, lazily: false },
  { name: '@fastify/websocket', room: /^src\/server\//, lazily: false },
  { name: 'fastify-plugin', room: /^src\/server\//, lazily: false },
  { name: 'jose', room: /^src\/server\//, lazily: false },
  { name: 'ws', room: /^src\/(server|wire)\//, lazily: false },
  { name: 'mpg123-decoder', room: /^src\/wire\//, lazily: true },
  { name: '@msgpack/msgpack', room: /^providers\/fish\//, lazily: false },
  { name: 'onnxruntime-node', room: /^providers\/silero\//, lazily: true },
  { name: 'soundswallower', room: /^providers\/local\//, lazily: true },
  { name: 'espeak-ng', room: /^providers\/local\//, lazily: true },
];

export const importRules: readonly Rule[] = [
  {
    title: 'nothing points upwards: each room sees only the rooms below it',
    findFaults: perFile(MODULES, (text, path) => importsOf(path, text).flatMap((seen) => upward(path, seen))),
    counterexample: { 'operators/vad.ts': "import { silero } from '../providers/silero/model.ts';" },
  },
  {
    title: 'a provider does not see another provider',
    findFaults: perFile(/^providers\/[^/]+\//, (text, path) =>
      importsOf(path, text).flatMap(({ target }) =>
        target.startsWith('providers/') && folderOf(target) !== folderOf(path) ? [`sees ${target}`] : [],
      ),
    ),
    counterexample: { 'providers/azure/stt.ts': "import { socket } from '../deepgram/socket.ts';" },
  },
  {
    title: 'core imports no package but rxjs and zod; time, stream, playback and operators none but rxjs',
    findFaults: perFile(/^(src\/(core|time|stream|playback)|operators)\//, (text, path) =>
      importsOf(path, text).flatMap(({ target }) =>
        MODULES.test(target) ||
        target === 'rxjs' ||
        (target === 'zod' && path.startsWith('src/core/')) ||
        (target === 'node:async_hooks' && path.startsWith('src/time/'))
          ? []
          : [`imports ${target}`],
      ),
    ),
    counterexample: { 'operators/vad.ts': "import { z } from 'zod';" },
  },
  {
    title: 'what runs in a browser imports no package, and of core only what imports none either',
    findFaults: (house) => reachable(house, /^src\/(client|page|draw)\//).flatMap((path) => packagesOf(house, path)),
    counterexample: {
      'src/client/call.ts': "import { PROTOCOL } from '../core/protocol.ts';",
      'src/core/protocol.ts': "import { of } from 'rxjs';",
    },
  },
  {
    title: 'engines and servers stay in their rooms, and engines are loaded lazily',
    findFaults: perFile(MODULES, (text, path) => importsOf(path, text).flatMap((seen) => unguarded(path, seen))),
    counterexample: { 'providers/silero/model.ts': "import { InferenceSession } from 'onnxruntime-node';" },
  },
  {
    title: 'nobody imports an index.ts from inside',
    findFaults: perFile(/^(src|operators|providers|examples)\/.*\.ts$/, (text, path) =>
      importsOf(path, text).flatMap(({ target }) => (/(^|\/)index\.ts$/.test(target) ? [`imports ${target}`] : [])),
    ),
    counterexample: { 'src/session/graph.ts': "export { vad } from '../../operators/index.ts';" },
  },
  {
    title: 'what is imported is there',
    findFaults: perFile(MODULES, (text, path, house) =>
      importsOf(path, text).flatMap(({ target }) => (MODULES.test(target) && !house.has(target) ? [target] : [])),
    ),
    counterexample: { 'src/session/graph.ts': "import { x } from './nowhere.ts';" },
  },
  {
    title: 'no module imports itself, however far round',
    findFaults: cycles,
    counterexample: {
      'operators/a.ts': "import { b } from './b.ts';",
      'operators/b.ts': "import type { C } from './c.ts';",
      'operators/c.ts': "export { a } from './a.ts';",
    },
  },
];

/** The modules of these rooms, and all that they load; types are not loaded. */
function reachable(house: ProjectFiles, rooms: RegExp): readonly string[] {
  const seen = new Set(modulesOf(house).filter((path) => rooms.test(path)));
  for (const path of seen) for (const { target } of loaded(house, path)) if (house.has(target)) seen.add(target);
  return [...seen];
}

function packagesOf(house: ProjectFiles, path: string): string[] {
  const packages = loaded(house, path).filter(({ target }) => !MODULES.test(target));
  return packages.map(({ target }) => `${path}: imports ${target}`);
}

function loaded(house: ProjectFiles, path: string): readonly Import[] {
  return importsOf(path, house.get(path) ?? '').filter(({ typeOnly }) => !typeOnly);
}

function roomOf(path: string): string {
  if (/^providers\/[^/]+\//.test(path)) return 'providers/*';
  return folderOf(path);
}

/** `src/core`, `operators`, `providers/silero` … */
function folderOf(path: string): string {
  const parts = path.split('/').slice(0, -1);
  return parts.slice(0, parts[0] === 'operators' ? 1 : 2).join('/');
}

function upward(path: string, { target }: Import): string[] {
  const room = roomOf(path);
  const allowed = MAY_SEE[room];
  if (allowed === undefined) return [`${room} is no room of the house`];
  if (/^(?:node:)?[\w@#]/.test(target) && !MODULES.test(target)) return [];
  const seen = roomOf(target);
  return seen === room || allowed.includes(seen) ? [] : [`sees ${target}`];
}

function unguarded(path: string, { target, lazy, typeOnly }: Import): string[] {
  const guard = GUARDED.find(({ name }) => target === name || target.startsWith(`${name}/`));
  if (guard === undefined) return [];
  if (!guard.room.test(path)) return [`imports ${target}`];
  const late = lazy || typeOnly || path.endsWith('orker.ts');
  return guard.lazily && !late ? [`imports ${target} at once`] : [];
}

/** Each cycle of static imports, type imports included, as a path that comes back to its start. */
function cycles(house: ProjectFiles): string[] {
  const edges = new Map(modulesOf(house).map((path) => [path, staticImports(house, path)]));
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]): string[] => {
    const at = trail.indexOf(path);
    if (at >= 0) return [[...trail.slice(at), path].join(' -> ')];
    if (done.has(path)) return [];
    const found = (edges.get(path) ?? []).flatMap((next) => visit(next, [...trail, path]));
    done.add(path);
    return found;
  };
  return [...edges.keys()].flatMap((path) => visit(path, []));
}

function staticImports(house: ProjectFiles, path: string): string[] {
  return importsOf(path, house.get(path) ?? '')
    .filter(({ lazy }) => !lazy)
    .map(({ target }) => target);
}
