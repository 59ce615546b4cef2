// What can be imported: the entry points of package.json, with what each is for.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '..');
const { name, exports } = JSON.parse(readFileSync(resolve(ROOT, 'package.json'), 'utf8'));

const PURPOSES = {
  antiphon: 'Agents, sessions, their graph and its types.',
  'antiphon/operators': 'The operators of the graph, each usable alone.',
  'antiphon/providers': 'Recognisers, TTS providers, voice activity detection and turn models.',
  'antiphon/llm': 'Streams of any language model as answers of a handler, messages for any model, MCP.',
  'antiphon/server': 'Sessions over HTTP, WebSocket and telephone lines.',
  'antiphon/client': 'The browser client.',
  'antiphon/react': 'Hooks for React.',
  'antiphon/webrtc': 'Browsers over WebRTC.',
  'antiphon/testing': 'Conversations in virtual time, test doubles and contracts of ports.',
  'antiphon/record': 'Recordings of sessions.',
  'antiphon/replay': 'Recordings run again: exactly, or with other settings.',
  'antiphon/studio': 'Studio, served from code: recorded calls in a browser.',
  'antiphon/telemetry': 'Traces with OpenTelemetry.',
  'antiphon/directory': 'Nodes that know each other, and checkpoints: in memory, Redis or NATS.',
};

/** Each has the name by which it is imported, its file of declarations, its page and its purpose; in the order of the pages. */
export const entryPoints = Object.keys(PURPOSES).map((path) => ({
  path,
  page: path.replaceAll('/', '.'),
  purpose: PURPOSES[path],
  file: resolve(ROOT, exports[path.replace(name, '.')]?.types ?? `${path}: not in package.json`),
}));

const missing = Object.keys(exports).filter((path) => !(path.replace('.', name) in PURPOSES));
if (missing.length > 0) throw new Error(`site/entryPoints.mjs does not say what these are for: ${missing.join(', ')}`);
