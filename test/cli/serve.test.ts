import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { runCommand } from '../../src/cli/run.ts';
import { readSettings } from '../../src/cli/serve/readSettings.ts';
import { PROTOCOL, TOKEN_PREFIX } from '../../src/core/protocol.ts';
import type { StartSessionResponse } from '../../src/core/sessionRequests.ts';
import { terminal } from './terminal.ts';

const TLS = resolve(import.meta.dirname, '../server/tls');
const COMMAND = resolve(import.meta.dirname, '../../dist/src/cli/antiphon.js');

/** It contacts no provider before a client joins. */
const AGENT = `const agent = {
  configure_session: () => ({
    initial_messages: [],
    vad: { provider: 'silero' },
    stt: { provider: 'deepgram', api_key: 'none' },
    tts: { provider: 'deepgram', api_key: 'none' },
    session_data: {},
  }),
  llm_response_handler: async function* () {},
};
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'antiphon-serve-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function moduleWith(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

type Process = ChildProcessByStdio<null, Readable, Readable>;

function spawned(args: readonly string[], env: NodeJS.ProcessEnv = {}): Process {
  const started = spawn(process.execPath, [COMMAND, 'serve', ...args], {
    env: { ...process.env, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void started.kill('SIGKILL'));
  return started;
}

/** Resolves with the address when the server listens. */
async function addressOf(server: Process): Promise<string> {
  const lines: string[] = [];
  for await (const line of createInterface({ input: server.stderr })) {
    lines.push(line);
    const url = /served at (?<url>https?:\S+)/u.exec(line)?.groups?.['url'];
    if (url !== undefined) return url;
  }
  throw new Error(lines.join('\n'));
}

describe('antiphon serve', () => {
  test.each([
    ['exports it', 'exported.mjs', `${AGENT}export { agent };`],
    ['has it as default', 'default.mjs', `${AGENT}export default agent;`],
  ])('serves the agent of a module that %s', async (_, name, text) => {
    const url = await addressOf(spawned([await moduleWith(name, text)]));
    expect((await fetch(`${url}/v1/sessions`, { method: 'POST' })).status).toBe(201);
  });

  test.each(['SIGTERM', 'SIGINT'] as const)('ends well on %s', async (signal) => {
    const server = spawned([await moduleWith('agent.mjs', `${AGENT}export { agent };`)]);
    await addressOf(server);
    const exited = once(server, 'exit');
    server.kill(signal);
    expect(await exited).toEqual([0, null]);
  });

  test('ends well on SIGTERM while the agent is loading', async () => {
    const path = await moduleWith(
      'slow.mjs',
      `console.log('loading');setInterval(() => {}, 1e6);await new Promise(() => {});`,
    );
    const server = spawned([path]);
    await once(server.stdout, 'data');
    const exited = once(server, 'exit');
    server.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  });

  test('takes options from flags, from variables, and from the module, in this order', async () => {
    const options = `export const options = { prefix: '/module', max_sessions: 1, about: 'of the module' };`;
    const path = await moduleWith('options.mjs', `${AGENT}export { agent };${options}`);
    const env = { ANTIPHON_PREFIX: '/variable', ANTIPHON_MAX_SESSIONS: '2' };
    const url = await addressOf(spawned([path, '--prefix', '/flag'], env));
    const statuses: number[] = [];
    for (let count = 0; count < 3; count += 1)
      statuses.push((await fetch(`${url}/flag/v1/sessions`, { method: 'POST' })).status);
    expect(statuses).toEqual([201, 201, 503]);
    expect(await (await fetch(url)).text()).toContain('of the module');
  });

  test.each([
    ['flags', [`--tls-key-file=${TLS}/key.pem`, `--tls-cert-file=${TLS}/cert.pem`], {}],
    ['variables', [], { ANTIPHON_TLS_KEY_FILE: `${TLS}/key.pem`, ANTIPHON_TLS_CERT_FILE: `${TLS}/cert.pem` }],
  ])('speaks https with a key and a certificate from %s', async (_, args, env) => {
    const path = await moduleWith('tls.mjs', `${AGENT}export { agent };`);
    const url = await addressOf(spawned([path, ...args], env));
    const sent = request(`${url}/healthz`, { ca: await readFile(`${TLS}/cert.pem`), agent: false }).end();
    const [response] = await once(sent, 'response');
    expect([url.slice(0, 8), response.statusCode]).toEqual(['https://', 200]);
    response.destroy();
  });

  test('loads the engines before it listens, with --warm-up', async () => {
    const text = `${AGENT}const config = agent.configure_session();
agent.configure_session = ({ custom_data }) => (console.log('configured', JSON.stringify(custom_data)), config);
export { agent };`;
    const server = spawned([await moduleWith('warm.mjs', text), '--warm-up']);
    const [[data]] = await Promise.all([once(server.stdout, 'data'), addressOf(server)]);
    expect(String(data)).toBe('configured {}\n');
  });
});

describe('with --watch-edges', () => {
  test('the values of the edges of each session are printed as they flow', async () => {
    const path = await moduleWith('watched.mjs', `${AGENT}export { agent };`);
    const server = spawned([path, '--watch-edges', '--watch-only', 'textIn,userTurn']);
    const printed = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
    const url = await addressOf(server);
    const started = await fetch(`${url}/v1/sessions`, { method: 'POST' });
    const { session_id, transport } = (await started.json()) as StartSessionResponse;
    const protocols = [PROTOCOL, `${TOKEN_PREFIX}${transport.token}`];
    const client = new WebSocket(`${url.replace('http', 'ws')}/v1/sessions/${session_id}/media`, protocols);
    onTestFinished(() => client.terminate());
    await once(client, 'open');
    client.send(JSON.stringify({ type: 'input.text', text: 'hello' }));
    const lines = [await printed.next(), await printed.next()].map(({ value }) => String(value));
    expect(lines.map((line) => line.replace(/^ *[\d.]+ /u, ''))).toEqual([
      `${session_id} textIn   'hello'`,
      `${session_id} userTurn { turn: 0, text: 'hello' }`,
    ]);
  });

  test.each([
    ['an unknown edge', ['--watch-only', 'transcipt'], 'did you mean "transcript"?'],
    ['an unknown format', ['--watch-as', 'table'], 'serve: expected --watch-as lines or marbles, got "table"'],
  ])('%s is refused', async (_, args, message) => {
    const path = await moduleWith('refused.mjs', `${AGENT}export { agent };`);
    const kept = terminal();
    expect(await runCommand(['serve', path, ...args], kept)).toBe(2);
    expect(kept.stderr.join('\n')).toContain(message);
  });
});

describe('the settings of antiphon serve', () => {
  test('are numbers, lists and texts, and an empty variable is none', () => {
    const env = { ANTIPHON_ALLOWED_ORIGINS: 'https://a.example, https://b.example', ANTIPHON_PREFIX: '' };
    const { module, values } = readSettings(['agent.js', '--no-page', '--drain-timeout', '2.5'], env);
    expect(module).toBe('agent.js');
    expect(values).toEqual({
      page: false,
      drain_timeout: 2.5,
      allowed_origins: ['https://a.example', 'https://b.example'],
    });
  });

  test.each([
    ['true', true],
    ['false', false],
    ['127.0.0.1, 10.0.0.0/8', ['127.0.0.1', '10.0.0.0/8']],
  ])('trust proxies: %s', (text, trust_proxy) => {
    expect(readSettings(['agent.js', '--trust-proxy', text], {}).values).toEqual({ trust_proxy });
    expect(readSettings(['agent.js'], { ANTIPHON_TRUST_PROXY: text }).values).toEqual({ trust_proxy });
  });

  test.each([
    ['no module', [], 'serve: expected one MODULE, got 0'],
    ['a module that is not there', ['nowhere.js'], 'serve: "nowhere.js" could not be loaded: Cannot find module'],
    ['no number', ['a.js', '--port', '80a'], 'serve: expected a number for --port, got "80a"'],
    ['a flag that there is not', ['a.js', '--loud'], "Unknown option '--loud'"],
  ])('with %s are refused, exit code 2', async (_, args, message) => {
    const kept = terminal();
    expect(await runCommand(['serve', ...args], kept)).toBe(2);
    expect(kept.stderr.join('\n')).toContain(message);
  });

  test.each([
    ['no agent', 'export const other = 1;', [], 'to export `agent`, or an agent as default'],
    ['an unknown log level', `${AGENT}export { agent };`, ['--log-level', 'loud'], 'expected a log level of fatal,'],
    [
      'a key alone',
      `${AGENT}export { agent };`,
      [`--tls-key-file=${TLS}/key.pem`],
      'expected tls_cert_file: TLS needs',
    ],
    [
      'a certificate that is not there',
      `${AGENT}export { agent };`,
      [`--tls-key-file=${TLS}/key.pem`, '--tls-cert-file=nowhere.pem'],
      'tls_cert_file: expected a file, got ENOENT',
    ],
    [
      'a key in place of the certificate',
      `${AGENT}export { agent };`,
      [`--tls-key-file=${TLS}/cert.pem`, `--tls-cert-file=${TLS}/key.pem`],
      'tls_cert_file: expected a certificate chain in PEM, got ',
    ],
    [
      'a certificate in place of the key',
      `${AGENT}export { agent };`,
      [`--tls-key-file=${TLS}/cert.pem`, `--tls-cert-file=${TLS}/cert.pem`],
      'tls_key_file: expected the private key of tls_cert_file in PEM, got ',
    ],
    [
      'a file of keys without a name',
      `${AGENT}export { agent };`,
      ['--api-keys-file='],
      'api_keys_file: expected an API key file',
    ],
    ['what the server refuses', `${AGENT}export { agent };`, ['--max-sessions', '0'], 'max_sessions'],
  ])('with %s are refused by name', async (_, text, args, message) => {
    const kept = terminal();
    const path = await moduleWith(`refused${args.length}.mjs`, text);
    expect(await runCommand(['serve', path, ...args], kept)).toBe(2);
    expect(kept.stderr.join('\n')).toContain(message);
  });

  test('are listed by --help, with their variables', async () => {
    const kept = terminal();
    await runCommand(['serve', '--help'], kept);
    expect(kept.stdout.join('\n')).toMatch(/--max-sessions +ANTIPHON_MAX_SESSIONS/u);
    expect(kept.stdout.join('\n')).toMatch(/--\[no-\]page +ANTIPHON_PAGE/u);
  });
});
