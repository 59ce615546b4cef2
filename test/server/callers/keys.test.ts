import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createApiKey, hashApiKey, type ApiKey } from '../../../src/keys/apiKey.ts';
import { fromEnvironment } from '../../../src/server/callers/createAuthenticate.ts';
import { createKeyring } from '../../../src/server/callers/keys/keyring.ts';
import { serve, type RunningServer, type ServeOptions } from '../../../src/server/serve.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { agentWith, appWith, config, doubled, problemIn } from '../support.ts';

const KEY = createApiKey();
const OTHER = createApiKey();

function entry(name: string, key: string, fields: Partial<ApiKey> = {}): ApiKey {
  return { name, hash: hashApiKey(key).toString('hex'), scopes: ['sessions:start'], ...fields };
}

function startWith(app: FastifyInstance, authorization?: string): Promise<LightMyRequestResponse> {
  const headers = authorization === undefined ? {} : { authorization };
  return app.inject({ method: 'POST', url: '/v1/sessions', headers });
}

describe('a key', () => {
  it.each([`Bearer ${KEY}`, `bearer ${KEY}`, `Bearer   ${KEY}`])('lets its caller in', async (authorization) => {
    const app = await appWith({ api_keys: [entry('shop', KEY)] });
    expect((await startWith(app, authorization)).statusCode).toBe(201);
  });

  it.each([
    ['nothing', undefined],
    ['an empty header', ''],
    ['an empty key', 'Bearer '],
    ['no scheme', KEY],
    ['another scheme', `Basic ${KEY}`],
    ['another key', `Bearer ${OTHER}`],
    ['the beginning of the key', `Bearer ${KEY.slice(0, -1)}`],
    ['more than the key', `Bearer ${KEY}x`],
    ['the key in other letters', `Bearer ${KEY.toUpperCase()}`],
    ['two keys', `Bearer ${OTHER} ${KEY}`],
    ['two keys in a list', `Bearer ${OTHER}, Bearer ${KEY}`],
    ['its hash', `Bearer ${hashApiKey(KEY).toString('hex')}`],
    ['a very long key', `Bearer ${KEY.repeat(200)}`],
    ['a name of every object', 'Bearer __proto__'],
  ])('is needed: %s is unauthorized', async (_, authorization) => {
    const app = await appWith({ api_keys: [entry('shop', KEY)] });
    expect(problemIn(await startWith(app, authorization))).toMatchObject({ status: 401, code: 'unauthorized' });
  });

  it('is not in the answer and not in the log', async () => {
    const lines: string[] = [];
    const logger = { level: 'trace', stream: { write: (line: string) => lines.push(line) } };
    const app = await appWith({ api_keys: [entry('shop', KEY)] }, undefined, { logger });
    const answers = [await startWith(app, `Bearer ${OTHER}`), await startWith(app, `Bearer ${KEY}`)];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 201]);
    const written = [...lines, ...answers.map(({ payload }) => payload)].join('\n');
    expect([written.includes(OTHER), written.includes(KEY)]).toEqual([false, false]);
  });

  it('of nobody is refused by a server without entries', async () => {
    expect((await startWith(await appWith({ api_keys: [] }), 'Bearer undefined')).statusCode).toBe(401);
  });

  it('is compared with all entries', () => {
    const keyring = createKeyring([entry('a', KEY), entry('b', OTHER)]);
    expect([keyring(KEY)?.name, keyring(OTHER)?.name, keyring('')]).toEqual(['a', 'b', undefined]);
  });

  it('that is invalid fails the registration, and names the field', async () => {
    await expect(appWith({ api_keys: [{ ...entry('shop', KEY), hash: KEY }] })).rejects.toMatchObject({
      code: 'usage_invalid',
      message: 'api_keys: [0].hash: expected the SHA-256 of a key, 64 hexadecimal digits',
    });
  });

  it('and authenticate are one too many', async () => {
    await expect(appWith({ api_keys: [], authenticate: () => undefined })).rejects.toMatchObject({
      code: 'usage_invalid',
      message: 'api_keys, authenticate: expected only one of them',
    });
  });
});

describe('a file of keys', () => {
  it('is read again when it has changed, at most once in a second', async () => {
    const { path, clock, app } = await withFile([entry('shop', KEY)]);
    expect((await startWith(app, `Bearer ${KEY}`)).statusCode).toBe(201);
    await writeKeys(path, [entry('desk', OTHER)]);
    clock.flush(999);
    expect((await startWith(app, `Bearer ${KEY}`)).statusCode).toBe(201);
    clock.flush(1000);
    expect((await startWith(app, `Bearer ${KEY}`)).statusCode).toBe(401);
    expect((await startWith(app, `Bearer ${OTHER}`)).statusCode).toBe(201);
  });

  it('is read again by all requests of that instant', async () => {
    const { path, clock, app } = await withFile([entry('shop', KEY)]);
    await writeKeys(path, [entry('desk', OTHER)]);
    clock.flush(1000);
    const answers = await Promise.all(Array.from({ length: 10 }, () => startWith(app, `Bearer ${KEY}`)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([401]));
  });

  it.each([
    ['is no JSON', 'ak_plain', 'expected JSON, an array of entries'],
    [
      'has a faulty entry',
      JSON.stringify([{ ...entry('a', OTHER), scopes: ['all'] }]),
      '[0].scopes[0]: expected one of',
    ],
    ['is too long', ' '.repeat(1_048_577), 'expected at most 1048576 bytes'],
  ])('that %s keeps the old keys, and is logged once', async (_, text, reason) => {
    const { path, clock, app, lines } = await withFile([entry('shop', KEY)]);
    await writeFile(path, text);
    for (let n = 1; n <= 3; n++) {
      clock.flush(n * 1000);
      expect((await startWith(app, `Bearer ${KEY}`)).statusCode).toBe(201);
    }
    const errors = lines.filter((line) => line.includes('previous keys stay valid'));
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain(JSON.stringify(reason).slice(1, -1));
    expect(lines.join('')).not.toContain('ak_plain');
  });

  it('that is gone keeps the old keys until it is there again', async () => {
    const { path, clock, app } = await withFile([entry('shop', KEY)]);
    await rm(path);
    clock.flush(1000);
    expect((await startWith(app, `Bearer ${KEY}`)).statusCode).toBe(201);
    await writeKeys(path, [entry('desk', OTHER)]);
    clock.flush(2000);
    expect((await startWith(app, `Bearer ${KEY}`)).statusCode).toBe(401);
  });

  it('that is broken at first fails the registration', async () => {
    const path = await temporaryFile();
    await writeFile(path, '[');
    await expect(appWith({ api_keys_file: path })).rejects.toMatchObject({
      code: 'usage_invalid',
      message: `${path}: expected JSON, an array of entries`,
    });
    await expect(appWith({ api_keys_file: join(path, 'nowhere') })).rejects.toMatchObject({ code: 'usage_invalid' });
  });

  it('that changes while a session is configured does not stop it, nor free its place', async () => {
    let configure = (): void => {};
    const configured = new Promise<void>((resolve) => (configure = resolve));
    const agent = agentWith({ configure_session: () => configured.then(() => config) });
    const { path, clock, app } = await withFile([entry('shop', KEY, { max_sessions: 2 })], { agent });
    const starting = startWith(app, `Bearer ${KEY}`);
    // A second one, which waits behind the first.
    const second = startWith(app, `Bearer ${KEY}`);
    await startWith(app, 'Bearer none');
    await writeKeys(path, [entry('shop', OTHER, { max_sessions: 2 })]);
    clock.flush(1000);
    expect((await startWith(app, `Bearer ${KEY}`)).statusCode).toBe(401);
    configure();
    const { session_id } = (await starting).json();
    expect((await second).statusCode).toBe(201);
    expect(problemIn(await startWith(app, `Bearer ${OTHER}`)).code).toBe('key_concurrency_exceeded');
    const headers = { authorization: `Bearer ${OTHER}` };
    expect((await app.inject({ method: 'DELETE', url: `/v1/sessions/${session_id}`, headers })).statusCode).toBe(204);
    expect((await startWith(app, `Bearer ${OTHER}`)).statusCode).toBe(201);
  });
});

describe('the environment', () => {
  const json = JSON.stringify([entry('shop', KEY)]);

  it('names keys for a server that has no other callers', () => {
    expect(fromEnvironment({}, { ANTIPHON_API_KEYS: json })).toEqual({ api_keys: [entry('shop', KEY)] });
    expect(fromEnvironment({}, { ANTIPHON_API_KEYS_FILE: '/keys.json' })).toEqual({ api_keys_file: '/keys.json' });
    expect(fromEnvironment({ api_keys: [] }, { ANTIPHON_API_KEYS: json })).toEqual({ api_keys: [] });
    expect(fromEnvironment({}, {})).toEqual({});
  });

  it.each([
    ['', 'ANTIPHON_API_KEYS: expected JSON, an array of entries'],
    ['[{}]', /^ANTIPHON_API_KEYS: \[0\]\.name: expected a string; /u],
  ])('that is broken does not open the server: "%s"', (value, message) => {
    expect(() => fromEnvironment({}, { ANTIPHON_API_KEYS: value })).toThrow(message);
  });

  it('that names no file does not open the server', async () => {
    const options = fromEnvironment({}, { ANTIPHON_API_KEYS_FILE: '' });
    await expect(appWith(options)).rejects.toMatchObject({ code: 'usage_invalid' });
  });
});

describe('serve', () => {
  it('may be reached from elsewhere if it has keys', async () => {
    const { url } = await serving({ host: '0.0.0.0', api_keys: [entry('shop', KEY)] });
    const at = `http://127.0.0.1:${new URL(url).port}/v1/sessions`;
    expect((await fetch(at, { method: 'POST' })).status).toBe(401);
    expect((await fetch(at, { method: 'POST', headers: { authorization: `Bearer ${KEY}` } })).status).toBe(201);
  });

  it('may be reached from elsewhere if it has authenticate', async () => {
    const { url } = await serving({ host: '0.0.0.0', authenticate: () => undefined });
    expect((await fetch(`http://127.0.0.1:${new URL(url).port}/startSession`, { method: 'POST' })).status).toBe(401);
  });
});

async function serving(options: Partial<ServeOptions>): Promise<RunningServer> {
  const server = await serve({ ...doubled(), port: 0, logger: false, ...options });
  onTestFinished(() => server.close());
  return server;
}

interface WithFile {
  readonly path: string;
  readonly clock: VirtualClock;
  readonly app: FastifyInstance;
  readonly lines: readonly string[];
}

async function withFile(keys: readonly ApiKey[], options: Partial<ServeOptions> = {}): Promise<WithFile> {
  const path = await temporaryFile();
  await writeKeys(path, keys);
  const clock = new VirtualClock();
  const lines: string[] = [];
  const logger = { level: 'info', stream: { write: (line: string) => lines.push(line) } };
  const app = await appWith({ api_keys_file: path, scheduler: clock, ...options }, undefined, { logger });
  return { path, clock, app, lines };
}

async function temporaryFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'antiphon-keys-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, 'keys.json');
}

/** Replaces the file, as a careful program does. */
async function writeKeys(path: string, keys: readonly ApiKey[]): Promise<void> {
  await writeFile(`${path}.new`, JSON.stringify(keys));
  await rename(`${path}.new`, path);
}
