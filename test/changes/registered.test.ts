import { registeredRules } from '../architecture/registered.ts';
import { addAfter, describeChange } from './change.ts';

const SCHEMAS = 'src/server/protocols/parseClientMessage.ts';

describeChange(
  'a new message of clients',
  registeredRules,
  {
    edits: { 'src/core/protocol.ts': [addAfter('export type ClientMessage =', "  | { readonly type: 'input.wave' }")] },
  },
  {
    'its row in the docs': {
      edits: {
        'docs/protocol.md': [
          addAfter(
            '## Messages of the client\n\n| `type` | Fields | Meaning |\n|---|---|---|',
            '| `input.wave` | | The user waves |',
          ),
        ],
      },
      sentences: ['docs/protocol.md: add a row for `input.wave` to "Messages of the client"'],
    },
    'its schema': {
      edits: { [SCHEMAS]: [addAfter("  'input.clear': bare,", "  'input.wave': bare,")] },
      sentences: [`${SCHEMAS}: add the schema of \`input.wave\` to BY_TYPE`],
    },
    'its handler': {
      edits: {
        'src/server/media/mediaConnection.ts': [addAfter("    case 'agent.interrupt':", "    case 'input.wave':")],
      },
      sentences: ['src/server/media: handle `input.wave`, in handleControl of mediaConnection.ts or in sessionIo.ts'],
    },
  },
);

describeChange(
  'a new metric',
  registeredRules,
  { creates: { 'src/server/metrics/waves.ts': "  name: 'antiphon_waves_total',\n" } },
  {
    'its row in the docs': {
      edits: {
        'docs/operations.md': [
          addAfter(
            '| Metric | Type | Labels | Meaning |\n|---|---|---|---|',
            '| `antiphon_waves_total` | counter | | waves |',
          ),
        ],
      },
      sentences: [
        'src/server/metrics/waves.ts: add a row for `antiphon_waves_total` to the table of metrics in docs/operations.md',
      ],
    },
  },
);

const STORE = 'src/directory/checkpoints/etcdCheckpoints.ts';
const CREATE = 'createEtcdCheckpoints';

describeChange(
  'a new checkpoint store',
  registeredRules,
  { creates: { [STORE]: `export function ${CREATE}(options: object): CheckpointStore {\n` } },
  {
    'its export': {
      edits: {
        'src/directory/index.ts': [
          addAfter(
            "} from '../core/sessionDirectory.ts';",
            `export { ${CREATE} } from './checkpoints/etcdCheckpoints.ts';`,
          ),
        ],
      },
      sentences: [`${STORE}: export ${CREATE} from src/directory/index.ts`],
    },
    'a run of the contract': {
      creates: {
        'test/directory/etcdCheckpoints.test.ts': `const create = () => ${CREATE}({});\ncreateCheckpointStoreContract({ create });\n`,
      },
      sentences: [`${STORE}: run createCheckpointStoreContract with ${CREATE} in a test of test/directory`],
    },
    'its docs': {
      edits: { 'docs/scale.md': [addAfter('## When a node dies', `\nUse \`${CREATE}\`.`)] },
      sentences: [`${STORE}: describe ${CREATE} in docs/scale.md, "When a node dies"`],
    },
  },
);

const COMMAND = 'src/cli/wave.ts';

describeChange(
  'a new command',
  registeredRules,
  { creates: { [COMMAND]: "export const wave: Command = {\n  name: 'wave',\n  page: 'recordings.md',\n" } },
  {
    'its entry in the list': {
      edits: {
        'src/cli/commands.ts': [['= new Map([', "= new Map([['wave', async () => (await import('./wave.ts')).wave],"]],
      },
      sentences: [`${COMMAND}: add wave to COMMANDS in src/cli/commands.ts`],
    },
    'its description': {
      edits: { 'docs/recordings.md': [addAfter('# Recordings', '\n`npx antiphon wave` waves.')] },
      sentences: [`${COMMAND}: describe \`npx antiphon wave\` in docs/recordings.md`],
    },
    'its row of the generated page': {
      edits: { 'docs/command-line.md': [addAfter('|---|---|---|', '| [`wave`](recordings.md) | | Waves. |')] },
      sentences: [`${COMMAND}: run \`npm run docs\`, which writes docs/command-line.md`],
    },
  },
);
