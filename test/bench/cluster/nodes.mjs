// An engine and the nodes on it, each in a process of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const COMMAND = fileURLToPath(new URL('../../../dist/src/cli/antiphon.js', import.meta.url));
const AGENT = fileURLToPath(new URL('agent.mjs', import.meta.url));
export const CAPACITY = 40;

const ENGINES = {
  redis: {
    command: 'redis-server',
    args: (port, folder) =>
      `--port ${port} --bind 127.0.0.1 --appendonly no --dir ${folder} --save`.split(' ').concat(''),
    ready: 'Ready to accept',
  },
  nats: {
    command: 'nats-server',
    args: (port, folder) => `-a 127.0.0.1 -p ${port} -js -sd ${folder}`.split(' '),
    ready: 'Server is ready',
  },
};

/** Starts the engine `name`, and three nodes on it. */
export async function startCluster(name) {
  const folder = mkdtempSync(join(tmpdir(), 'antiphon-bench-'));
  const secrets = join(folder, 'secrets');
  writeFileSync(secrets, 'of the nodes of this bench, and of nobody else');
  const port = await findPort();
  const engine = { child: await startEngine(ENGINES[name], port, folder) };
  const startNode = async (id) => {
    const at = await findPort();
    const url = `http://127.0.0.1:${at}`;
    const flags = {
      port: at,
      'node-id': id,
      'node-url': url,
      [name]: `${name}://127.0.0.1:${port}`,
      'cluster-secrets-file': secrets,
      'max-sessions': CAPACITY,
      'max-unauthenticated-per-minute': 1_000_000,
      'max-loop-delay': 60,
      'join-timeout': 600,
      'drain-timeout': 30,
    };
    const args = Object.entries(flags).map(([flag, value]) => `--${flag}=${value}`);
    const child = spawn(
      process.execPath,
      [COMMAND, 'serve', AGENT, '--no-page', '--warm-up', '--checkpoints', ...args],
      {
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    for await (const line of createInterface({ input: child.stderr })) if (line.includes('served at')) break;
    child.stderr.resume();
    return { id, url, child };
  };
  const nodes = await Promise.all(['a', 'b', 'c'].map(startNode));
  const cluster = {
    name,
    engineUrl: `${name}://127.0.0.1:${port}`,
    nodes,
    /** Starts a node again, at another address. */
    restart: async (at) => {
      nodes[at] = await startNode(nodes[at].id);
      await cluster.settle(3);
    },
    stopEngine: () => end(engine.child),
    startEngine: async () => void (engine.child = await startEngine(ENGINES[name], port, folder)),
    /** Waits until the first nodes know of so many. */
    settle: async (count, known = nodes) => {
      for (const node of known) await untilMetric(node, `antiphon_directory_nodes{state="serving"} ${count}`);
    },
    close: async () => {
      for (const child of [...nodes.map((node) => node.child), engine.child]) await end(child);
      rmSync(folder, { recursive: true });
    },
  };
  await cluster.settle(3);
  return cluster;
}

/** Ends a process as a crash does. */
export async function end(child, signal = 'SIGKILL') {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exited = once(child, 'exit');
  child.kill(signal);
  return (await exited)[0];
}

/** Waits for a line of the metrics of a node. */
export async function untilMetric({ url }, line) {
  for (;;) {
    const text = await (await fetch(`${url}/metrics`)).text();
    if (text.split('\n').includes(line)) return;
    await sleep(20);
  }
}

async function startEngine({ command, args, ready }, port, folder) {
  const child = spawn(command, args(port, folder), { stdio: ['ignore', 'pipe', 'pipe'] });
  await new Promise((resolve, reject) => {
    child.once('error', reject);
    for (const output of [child.stdout, child.stderr]) output.on('data', (data) => data.includes(ready) && resolve());
  });
  return child;
}

async function findPort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
