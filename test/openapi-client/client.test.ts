import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fastify, type FastifyInstance, type FastifyRequest } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../src/server/callers/caller.ts';
import { antiphon } from '../../src/server/plugin.ts';
import { doubled } from '../server/support.ts';

const MODULES = join(import.meta.dirname, 'node_modules');
const PAGE = join(import.meta.dirname, '../../docs/server.md');
const API_KEY = 'a key of the test';

const COMPILER_OPTIONS = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitReturns: true,
  skipLibCheck: true,
  module: 'nodenext',
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: [],
} as const;

/** What the program uses of Node. */
const NODE_TYPES = 'declare const process: { readonly env: Readonly<Record<string, string | undefined>> };\n';

/** Leaves out what has a default. */
const DEFAULTS = `import createClient from 'openapi-fetch';
import type { paths } from './antiphon.d.ts';

const output = { encoding: 'pcm_s16le', sample_rate: 48000 } as const;
const transport = { type: 'websocket', protocol: 'antiphon.v1', audio: { output } } as const;
export const started = createClient<paths>().POST('/startSession', { body: { transport } });
`;

/** Faults of a program: what is right, what is wrong, and what the compiler says. */
const FAULTS = [
  ['a value of another type', 'max_duration: 0', "max_duration: 'long'", "'string' is not assignable to type 'number'"],
  ['a path that there is not', "POST('/v1/sessions'", "POST('/v2/sessions'", '\'"/v2/sessions"\''],
  ['a code that there is not', "case 'draining'", "case 'drained'", 'Type \'"drained"\' is not comparable'],
  ['a field of the answer that there is not', 'session.transport.url', 'session.transport.uri', "'uri' does not exist"],
] as const;

const run = promisify(execFile);
let folder: string;
let app: FastifyInstance;
let url: string;
let program: string;
/** What the compiler prints. */
let messages: readonly string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'antiphon-openapi-'));
  app = fastify();
  await app.register(antiphon, doubled({ authenticate }));
  url = await app.listen({ host: '127.0.0.1', port: 0 });
  program = /```typescript\n(?<code>[^]*?)```/u.exec(await readFile(PAGE, 'utf8'))?.groups?.['code'] ?? '';
  await symlink(MODULES, join(folder, 'node_modules'));
  await generate();
  messages = await compile();
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

function authenticate({ headers }: FastifyRequest): Caller | undefined {
  return headers.authorization === `Bearer ${API_KEY}` ? { name: 'test', scopes: ['sessions:start'] } : undefined;
}

/** As docs/server.md says. */
async function generate(): Promise<void> {
  const args = [`${url}/openapi.json`, '--default-non-nullable=false', '--output', 'antiphon.d.ts'];
  await run(process.execPath, [join(MODULES, 'openapi-typescript/bin/cli.js'), ...args], { cwd: folder });
}

/** Compiles all programs at once. */
async function compile(): Promise<readonly string[]> {
  const faulty = FAULTS.map(([, right, wrong], index) => [`fault${index}.ts`, program.replace(right, wrong)] as const);
  const sources = [['client.ts', program], ['defaults.ts', DEFAULTS], ['node.d.ts', NODE_TYPES], ...faulty] as const;
  const project = { compilerOptions: COMPILER_OPTIONS, files: sources.map(([name]) => name) };
  const others = [
    ['package.json', '{ "type": "module" }'],
    ['tsconfig.json', JSON.stringify(project)],
  ] as const;
  for (const [name, text] of [...sources, ...others]) await writeFile(join(folder, name), text);
  const output = await run(process.execPath, [join(MODULES, 'typescript/bin/tsc')], { cwd: folder }).then(
    ({ stdout }) => stdout,
    ({ stdout }: { readonly stdout: string }) => stdout,
  );
  return output.split('\n');
}

function messagesOf(name: string): string {
  return messages.filter((message) => message.startsWith(name)).join('\n');
}

function start(key: string): Promise<{ readonly stdout: string }> {
  return run(process.execPath, ['client.js'], { cwd: folder, env: { ...process.env, SERVER: url, API_KEY: key } });
}

describe('the client that is generated from /openapi.json', () => {
  test('compiles', () => {
    expect(program).toContain('createClient<paths>');
    expect(messages.filter((message) => !/^(?:fault|\s|$)/u.test(message))).toEqual([]);
  });

  test('starts a session, reads and ends it, and tells problems apart by their code', async () => {
    const { stdout } = await start(API_KEY);
    const [joined, shown, refused] = stdout.trim().split('\n');
    const [, id] = /^join ws:\S+\/v1\/sessions\/(ses_[\w-]+)\/media with antiphon\.v1$/u.exec(joined ?? '') ?? [];
    expect([shown, refused]).toEqual(['created 0', '/max_duration: expected at least 1']);
    const ended = await fetch(`${url}/v1/sessions/${id}`, { headers: { authorization: `Bearer ${API_KEY}` } });
    expect(await ended.json()).toMatchObject({ state: 'ended', reason: 'ended_by_api' });
  });

  test('reports a refusal by its code', async () => {
    await expect(start('another')).rejects.toThrow('unauthorized: ');
  });

  test.each(FAULTS.map(([name, right, , message], index) => ({ name, right, message, index })))(
    'does not compile with $name',
    ({ right, message, index }) => {
      expect(program).toContain(right);
      expect(messagesOf(`fault${index}.ts`)).toContain(message);
    },
  );
});
