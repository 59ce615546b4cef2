import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createApiKey, hashApiKey } from '../../src/keys/apiKey.ts';
import { packAndInstall, ROOT, type Packed } from '../package/packed.ts';
import { buildImage, makeReadOnly, USER, type Image } from './buildImage.ts';
import { argumentOf, parseExec } from './dockerfile.ts';

// Docker's steps without Docker: a folder for each stage, and for a read-only root one that its user cannot write to.
const SECRETS = ['.env', '.env.local', '.npmrc', 'keys.json', 'tls.key', 'tls.pem', 'secrets/token'];
const KEY = createApiKey();

let packed: Packed;
let scratch: string;
let image: Image;
let keys: string;

beforeAll(() => {
  packed = packAndInstall([]);
  scratch = mkdtempSync(join(tmpdir(), 'antiphon-container-'));
  chmodSync(scratch, 0o755);
  keys = join(scratch, 'api-keys.json');
  const entry = { name: 'test', hash: hashApiKey(KEY).toString('hex'), scopes: ['sessions:start'] };
  writeFileSync(keys, JSON.stringify([entry]));
  const folder = createContext();
  const home = join(scratch, 'home');
  mkdirSync(home, { mode: 0o777 });
  chmodSync(home, 0o777);
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8', cwd: scratch }).trim();
  const env = { PATH: process.env['PATH'], HOME: home, npm_config_registry: registry };
  image = buildImage({ folder, scratch, env });
  makeReadOnly(image.root);
}, 300_000);
afterAll(() => {
  packed.dispose();
  execFileSync('chmod', ['-R', 'u+w', scratch]);
  rmSync(scratch, { recursive: true });
});

/** What a user has when they build: the files of `deploy`, a lock file, this package, and secrets beside them. */
function createContext(): string {
  const folder = join(scratch, 'context');
  cpSync(join(ROOT, 'deploy'), folder, { recursive: true });
  cpSync(packed.tarball, join(folder, 'antiphon.tgz'));
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  manifest.dependencies.antiphon = 'file:antiphon.tgz';
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  const { PATH, HOME } = process.env;
  const lock = ['install', '--package-lock-only', '--no-audit', '--no-fund'];
  execFileSync('npm', lock, { cwd: folder, stdio: 'pipe', env: { PATH, HOME } });
  // The image copies the manifest before the rest: the package of this checkout has to be there, too.
  const dockerfile = join(folder, 'Dockerfile');
  const text = readFileSync(dockerfile, 'utf8').replace('COPY package.json', 'COPY antiphon.tgz package.json');
  writeFileSync(dockerfile, text);
  mkdirSync(join(folder, 'secrets'));
  for (const path of SECRETS) writeFileSync(join(folder, path), '');
  return folder;
}

interface Container {
  readonly process: ChildProcess;
  readonly url: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Starts the entry point; on loopback, where tests listen. */
async function startContainer(): Promise<Container> {
  const { PATH } = process.env;
  const port = await findPort();
  const own = {
    PATH,
    HOST: '127.0.0.1',
    PORT: `${port}`,
    ANTIPHON_API_KEYS_FILE: keys,
    DEEPGRAM_API_KEY: 'a',
    OPENAI_API_KEY: 'b',
  };
  const env = { ...image.env, ...own, TMPDIR: image.workdir, HOME: image.workdir };
  const [command = '', ...args] = [
    ...parseExec(argumentOf(image.stage, 'ENTRYPOINT')),
    ...parseExec(argumentOf(image.stage, 'CMD')),
  ];
  const started = spawn(command, args, { cwd: image.workdir, env, stdio: ['ignore', 'pipe', 'pipe'], ...USER });
  onTestFinished(() => void started.kill('SIGKILL'));
  for await (const line of createInterface({ input: started.stderr })) {
    const url = /served at (?<url>http:\S+)/u.exec(line)?.groups?.['url'];
    if (url !== undefined) return { process: started, url, env };
  }
  throw new Error('the server did not start');
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

describe('the image', () => {
  test('has what runs, and no secret', () => {
    expect(existsSync(join(image.workdir, 'agent.js'))).toBe(true);
    expect(SECRETS.filter((path) => existsSync(join(image.workdir, path)))).toEqual([]);
  });

  test('is of a slim base in both stages, and runs as a user without privileges', () => {
    const text = readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8');
    expect(image.stage.base).toMatch(/^node:\d+-slim$/u);
    expect(argumentOf(image.stage, 'USER')).toBe('node');
    expect(text).not.toMatch(/^(?:ARG|ENV)[^\n]*(?:KEY|TOKEN|SECRET|PASSWORD)/mu);
  });

  test('cannot be written to by its user', () => {
    expect(statSync(image.workdir).mode & 0o222).toBe(0);
    const write = (): unknown => execFileSync('touch', ['written'], { cwd: image.workdir, stdio: 'pipe', ...USER });
    expect(write).toThrow('Permission denied');
  });
});

describe('the container', () => {
  test('starts sessions for callers with a key, and ends well on SIGTERM', async () => {
    const { process: server, url } = await startContainer();
    const exited = once(server, 'exit');
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect((await fetch(`${url}/v1/sessions`, { method: 'POST' })).status).toBe(401);
    const headers = { authorization: `Bearer ${KEY}` };
    expect((await fetch(`${url}/v1/sessions`, { method: 'POST', headers })).status).toBe(201);
    server.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  });

  test('is healthy as long as it runs', async () => {
    const { process: server, env } = await startContainer();
    const [command = '', ...args] = parseExec(argumentOf(image.stage, 'HEALTHCHECK'));
    const check = (): unknown => execFileSync(command, args, { cwd: image.workdir, env, stdio: 'pipe', ...USER });
    expect(check).not.toThrow();
    server.kill('SIGKILL');
    await once(server, 'exit');
    expect(check).toThrow('Command failed');
  });
});
