// What Node's entry points share, in few chunks: Node takes about as long to find and read a module as to compile 10 kB of it.
const WORKERS = ['providers/silero/worker', 'providers/local/stt/worker', 'providers/local/tts/worker'];
/** What `antiphon` and `antiphon/providers` export at once. Their other exports are functions, which load the rest when called. */
const FIRST = [
  'providers/names',
  'providers/silero/model',
  'src/core/digit',
  'src/core/errors',
  'src/core/metric',
  'src/core/phrases/lists',
  'src/core/usage',
  'src/session/agent',
  'src/session/edges',
  'src/session/agentCode/handoff',
  'src/session/stages',
  'src/session/states/agentState',
  'src/wire/audio/g711',
  'src/wire/audio/mp3',
  'src/wire/audio/pcm',
  'src/wire/audio/wav',
];
/** A chunk holds what all entry points, or all groups of them, reach, and no chunk before it holds: imports go backwards only. */
const CHUNKS = {
  shared: [['operators/index'], WORKERS],
  engines: [WORKERS],
  common: [['operators/index'], FIRST],
  first: [FIRST],
  operators: [['operators/index']],
  providers: [['providers/index']],
  session: [['src/index']],
};

/** The chunks that the main entry points load at once. */
export const LOADED_FIRST = ['shared', 'engines', 'common', 'first'];

/** Returns a plugin that reads the graph of the modules, and the groups of modules for `codeSplitting`. */
export function createChunks() {
  const members = new Map();
  const plugin = {
    name: 'chunks',
    buildEnd() {
      const infos = new Map([...this.getModuleIds()].map((id) => [id, this.getModuleInfo(id)]));
      for (const [name, groups] of Object.entries(CHUNKS)) {
        const [first, ...others] = groups.map((entries) => findReached(infos, entries));
        const inAll = [...first].filter((id) => others.every((reached) => reached.has(id)));
        members.set(name, new Set(inAll.filter((id) => !infos.get(id).isEntry)));
      }
    },
  };
  const groups = Object.keys(CHUNKS).map((name, index, { length }) => ({
    name,
    priority: length - index,
    test: (id) => members.get(name).has(id),
  }));
  return { plugin, codeSplitting: { groups } };
}

function findReached(infos, entries) {
  const reached = new Set([...infos.keys()].filter((id) => entries.some((entry) => id.endsWith(`/${entry}.ts`))));
  for (const id of reached)
    for (const imported of infos.get(id)?.importedIds ?? []) if (infos.has(imported)) reached.add(imported);
  return reached;
}
