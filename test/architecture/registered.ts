import { pathsOf, type ProjectFiles } from './projectFiles.ts';
import type { Rule } from './rule.ts';

/** Rules that name the missing piece of a client message, a metric, a checkpoint store or a command, and say what to do. */
export const registeredRules: readonly Rule[] = [
  {
    title: 'a message of clients has a row in docs/protocol.md, a schema and a handler',
    findFaults: (files) => {
      const types = clientMessagesOf(files.get('src/core/protocol.ts') ?? '');
      const schemas = files.get('src/server/protocols/parseClientMessage.ts') ?? '';
      const handlers = pathsOf(files, /^src\/server\/media\//).map((path) => files.get(path) ?? '');
      const [, page = ''] = (files.get('docs/protocol.md') ?? '').split(/^## Messages of the client$/m);
      return types.flatMap((type) => [
        ...missing(
          new RegExp(`^\\| (?:.*, )?\`${escape(type)}\`[^|]*\\|`, 'm').test(page),
          `docs/protocol.md: add a row for \`${type}\` to "Messages of the client"`,
        ),
        ...missing(
          new RegExp(`^  '?${escape(type)}'?[:,]`, 'm').test(schemas),
          `src/server/protocols/parseClientMessage.ts: add the schema of \`${type}\` to BY_TYPE`,
        ),
        ...missing(
          handlers.some((text) => text.includes(`'${type}'`) || text.includes(`\`${type.split('.')[0]}.\${`)),
          `src/server/media: handle \`${type}\`, in handleControl of mediaConnection.ts or in sessionIo.ts`,
        ),
      ]);
    },
    counterexample: { 'src/core/protocol.ts': "export type ClientMessage = { readonly type: 'input.wave' };\n\n" },
  },
  {
    title: 'a metric of the server has a row in docs/operations.md, and each row a metric',
    findFaults: (files) => {
      const names = pathsOf(files, /^src\/server\/metrics\//).flatMap((path) =>
        matches(files.get(path) ?? '', /name: '(antiphon_\w+)'/g).map((name) => ({ path, name })),
      );
      const rows = matches(files.get('docs/operations.md') ?? '', /^\| `(antiphon_\w+)`/gm);
      return [
        ...names
          .filter(({ name }) => !rows.includes(name))
          .map(({ path, name }) => `${path}: add a row for \`${name}\` to the table of metrics in docs/operations.md`),
        ...rows
          .filter((row) => !names.some(({ name }) => name === row))
          .map(
            (row) => `docs/operations.md: remove the row of \`${row}\`: no metric in src/server/metrics has this name`,
          ),
      ];
    },
    counterexample: { 'src/server/metrics/instruments.ts': "new Counter({ name: 'antiphon_waves_total' })" },
  },
  {
    title: 'a checkpoint store is exported, and runs the contract of stores',
    findFaults: (files) =>
      pathsOf(files, /^src\/directory\/checkpoints\//).flatMap((path) =>
        matches(files.get(path) ?? '', /^export function (create\w+)\([^]*?\): CheckpointStore \{/gm).flatMap(
          (create) => [
            ...missing(
              (files.get('src/directory/index.ts') ?? '').includes(` ${create}`),
              `${path}: export ${create} from src/directory/index.ts`,
            ),
            ...missing(
              runsContract(files, create),
              `${path}: run createCheckpointStoreContract with ${create} in a test of test/directory`,
            ),
            ...missing(
              (files.get('docs/scale.md') ?? '').includes(create),
              `${path}: describe ${create} in docs/scale.md, "When a node dies"`,
            ),
          ],
        ),
      ),
    counterexample: {
      'src/directory/checkpoints/etcd.ts': 'export function createEtcdCheckpoints(url: string): CheckpointStore {',
    },
  },
  {
    title: 'a command is in the list of commands, and described',
    findFaults: (files) =>
      pathsOf(files, /^src\/cli\/[^/]+\.ts$/).flatMap((path) => {
        const text = files.get(path) ?? '';
        const [variable] = matches(text, /^export const (\w+): Command = \{/gm);
        const [name = ''] = matches(text, /^ {2}name: '([\w-]+)'/gm);
        const [page = ''] = matches(text, /^ {2}page: '([^'#]+)/gm);
        if (variable === undefined) return [];
        return [
          ...missing(
            new RegExp(`COMMANDS[^;]*\\b${variable}\\b`).test(files.get('src/cli/commands.ts') ?? ''),
            `${path}: add ${variable} to COMMANDS in src/cli/commands.ts`,
          ),
          ...missing(
            (files.get(`docs/${page}`) ?? '').includes(`antiphon ${name}`),
            `${path}: describe \`npx antiphon ${name}\` in docs/${page || '…, and name the page in `page`'}`,
          ),
          ...missing(
            (files.get('docs/command-line.md') ?? '').includes(`[\`${name}\`](`),
            `${path}: run \`npm run docs\`, which writes docs/command-line.md`,
          ),
        ];
      }),
    counterexample: { 'src/cli/wave.ts': "export const wave: Command = {\n  name: 'wave',\n  page: 'waves.md',\n" },
  },
];

/** The types of the union `ClientMessage`. */
function clientMessagesOf(protocol: string): readonly string[] {
  const start = protocol.indexOf('export type ClientMessage');
  const union = start < 0 ? '' : protocol.slice(start, protocol.indexOf('\n\n', start));
  const named = matches(union, /^ {2}\| (\w+)$/gm).map((name) => {
    const at = protocol.indexOf(`export interface ${name} `);
    return protocol.slice(at, protocol.indexOf(';', at));
  });
  return [union, ...named].flatMap((text) =>
    matches(text, /type: ([^;]+?)(?:;|\}|$)/gm).flatMap((types) => matches(types, /'([\w.]+)'/g)),
  );
}

/** Whether a test runs the contract with a store, or with a double that creates it. */
function runsContract(files: ProjectFiles, create: string): boolean {
  const using = pathsOf(files, /^test\/support\/checkpoints\//).filter((path) =>
    files.get(path)?.includes(`${create}(`),
  );
  return pathsOf(files, /^test\/(?:directory|contracts)\/.*\.test\.ts$/).some((path) => {
    const text = files.get(path) ?? '';
    const names = [create, ...using.map((double) => double.split('/').at(-1) ?? '')];
    return text.includes('createCheckpointStoreContract({') && names.some((name) => text.includes(name));
  });
}

export function missing(isThere: boolean, sentence: string): readonly string[] {
  return isThere ? [] : [sentence];
}

/** The first groups of all matches. */
export function matches(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([, group = '']) => group);
}

export function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
