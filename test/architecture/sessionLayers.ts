import { pathsOf } from './projectFiles.ts';
import { perFile, type Rule } from './rule.ts';
import { importsOf } from './source.ts';

const HERE = 'test/architecture/sessionLayers.ts';
const ROOT = 'src/session/';

/**
 * The folders of src/session and the contracts beside them, from the lowest to the highest. Each imports only itself and
 * those before it in this list.
 */
export const SESSION_LAYERS = {
  'edges.ts': 'the edges of the graph',
  config: 'the config: schema, check, settings, ports',
  'sessionControl.ts': 'the methods of a session',
  'partSession.ts': 'the session as its parts see it',
  floor: 'the reducer that decides who speaks',
  states: 'the states that follow from the floor',
  'history.ts': 'the entries of the history',
  usage: 'the usage of providers, and its costs',
  'eventInputs.ts': 'the inputs of the nine events',
  'transcribingAgent.ts': 'an agent without answers',
  'agent.ts': 'the agent',
  containment: 'runs the code of a developer',
  'events.ts': 'the nine events',
  'stages.ts': 'the stages of the graph',
  agentCode: 'calls the agent: configure_session, handlers, functions',
  'handOffChange.ts': 'a conversation that another agent takes over',
  'sessionUpdate.ts': 'a checked update, and its recorded form',
  'recording.ts': 'the borders that are recorded',
  borders: 'checks what ports and transports emit',
  updates: 'updates of a running session',
  splices: 'operators at the edges',
  standardStages: 'the stages that this library brings',
  metrics: 'the metrics of a turn',
  explain: 'the reasons of decisions',
  graph: 'connects the stages',
  'taps.ts': 'observers of the edges',
  'telemetry.ts': 'the border to traces',
  'session.ts': 'the session',
  checkpoints: 'writes and reads checkpoints',
  opening: 'from an agent, a config and a transport to a session',
} as const;

const ORDER = Object.keys(SESSION_LAYERS);

export const sessionLayerRules: readonly Rule[] = [
  {
    title: 'a folder of src/session imports only what is below it',
    findFaults: perFile(/^src\/session\//, (text, path) =>
      importsOf(path, text)
        .filter(({ target }) => target.startsWith(ROOT))
        .flatMap(({ target }) => upward(path, target)),
    ),
    counterexample: { 'src/session/floor/floor.ts': "import type { Graph } from '../graph/graph.ts';" },
  },
  {
    title: 'each folder of src/session, and each contract beside them, has its place among the others',
    findFaults: (files) => {
      const layers = new Set(pathsOf(files, /^src\/session\//).map(layerOf));
      return [...layers]
        .filter((layer) => !ORDER.includes(layer))
        .map(
          (layer) =>
            `${ROOT}${layer}: move it into the folder of its subject, or add it to SESSION_LAYERS in ${HERE} if others implement it`,
        );
    },
    counterexample: { 'src/session/createNoise.ts': '' },
  },
];

/** Returns the entry of SESSION_LAYERS for a file: its folder, or its name if it stands beside the folders. */
function layerOf(path: string): string {
  return path.slice(ROOT.length).split('/')[0] ?? '';
}

function upward(path: string, target: string): readonly string[] {
  const [from, to] = [layerOf(path), layerOf(target)];
  if (ORDER.indexOf(from) >= ORDER.indexOf(to)) return [];
  return [
    `imports ${target}, which is above it: move that module to ${from} or below, or pass in what is needed of it`,
  ];
}
