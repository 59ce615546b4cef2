import { posix } from 'node:path';
import { pathsOf } from './projectFiles.ts';
import { perFile, type Rule } from './rule.ts';
import { importsOf } from './source.ts';

const HERE = 'test/architecture/serverLayers.ts';
const ROOT = 'src/server/';

/**
 * The folders of src/server, from the lowest to the highest, with their contents. A folder imports only itself and the
 * folders before it in this list. The folders of `adapters/*` do not import each other.
 */
export const SERVER_LAYERS = {
  common: 'helpers without a subject: options, names, maps',
  problems: 'the errors of requests, and their responses',
  connections: 'the fastify app, its limits, @fastify/websocket',
  addresses: 'the URLs and hosts of a server',
  life: 'the phases of a call, timeouts, draining',
  admission: 'the checks for capacity',
  usage: 'the usage of sessions, for clients, callers and metrics',
  protocols: 'code that all protocols of clients share, and antiphon.v1',
  media: 'the connection of one client: frames, playout, resuming',
  tokens: 'the tokens that let clients join',
  callers: 'the identity of a request, rates and quotas',
  idempotency: 'starts with an Idempotency-Key',
  checkpoints: 'sessions kept for other nodes, and takeovers',
  cluster: 'this server among other nodes',
  logs: 'the log of sessions',
  metrics: 'the Prometheus metrics',
  observer: 'connects calls to the log and the metrics',
  calls: 'sessions with their clients, from start to end',
  http: 'the routes of sessions',
  webrtc: 'clients over WebRTC',
  'adapters/telephone': 'code that carriers share',
  'adapters/*': 'one folder per foreign protocol',
  adapters: 'the lists of these protocols, and their routes',
  docs: '/openapi.json and /docs',
  demo: 'the demo page',
  '.': 'the entries: index, lazyServer, plugin, routes, serve',
} as const;

const ORDER = Object.keys(SERVER_LAYERS);
const ENTRIES = ['index.ts', 'lazyServer.ts', 'plugin.ts', 'routes.ts', 'serve.ts'];

export const layerRules: readonly Rule[] = [
  {
    title: 'a folder of src/server imports only folders below it',
    findFaults: perFile(/^src\/server\//, (text, path) =>
      importsOf(path, text)
        .filter(({ target }) => target.startsWith(ROOT))
        .flatMap(({ target }) => upward(path, target)),
    ),
    counterexample: { 'src/server/checkpoints/takeOver.ts': "import type { Calls } from '../calls/calls.ts';" },
  },
  {
    title: 'each folder of src/server has its place among the others',
    findFaults: (files) => {
      const folders = new Set(pathsOf(files, /^src\/server\/.+\//).map(layerOf));
      return [...folders]
        .filter((folder) => !ORDER.includes(folder))
        .map((folder) => `${ROOT}${folder}: add it to SERVER_LAYERS in ${HERE}, above what it imports`);
    },
    counterexample: { 'src/server/billing/invoice.ts': '' },
  },
  {
    title: 'only the entries of src/server are beside its folders',
    findFaults: (files) =>
      pathsOf(files, /^src\/server\/[^/]+$/)
        .filter((path) => !ENTRIES.includes(posix.basename(path)))
        .map((path) => `${path}: move it into the folder of its subject, see SERVER_LAYERS in ${HERE}`),
    counterexample: { 'src/server/seconds.ts': '' },
  },
];

/** Returns the entry of SERVER_LAYERS for a file, or the name of its folder if there is none. */
function layerOf(path: string): string {
  const [folder = '', second = '', ...deeper] = path.slice(ROOT.length).split('/');
  if (second === '') return '.';
  if (folder !== 'adapters' || deeper.length === 0) return folder;
  return second === 'telephone' ? 'adapters/telephone' : 'adapters/*';
}

function upward(path: string, target: string): readonly string[] {
  const [from, to] = [layerOf(path), layerOf(target)];
  const isSibling = from === to && from === 'adapters/*' && posix.dirname(path) !== posix.dirname(target);
  if (isSibling)
    return [`imports ${target}, another protocol: move what both need to src/server/adapters/telephone or protocols`];
  if (from === to || ORDER.indexOf(from) > ORDER.indexOf(to)) return [];
  return [
    `imports ${target}, which is above it: move that module to ${from} or below, or pass in what is needed of it`,
  ];
}
