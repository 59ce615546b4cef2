// npm run bench:greeting: how long a caller of `npm start` waits for the first sound of the greeting, from the request that
// begins the session. The first call and the second of each server; in turn, with its engines warmed and without.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { WebSocket } from 'ws';

const RUNS = 5;
/** Each is asked once it has printed such a line. */
const SERVERS = {
  warmed: { script: 'dist/examples/serve/serve.js', ready: /engines are loaded/u },
  cold: { script: 'test/bench/greeting/cold.mjs', ready: /http/u },
};

console.log('| server | first call, ms: min, median, max | second call |\n|---|---|---|');
const waits = Object.fromEntries(Object.keys(SERVERS).map((name) => [name, []]));
for (let run = 0; run < RUNS; run++)
  for (const [name, server] of Object.entries(SERVERS)) waits[name].push(await measure(server));
for (const [name, runs] of Object.entries(waits))
  console.log(`| ${name} | ${spread(runs.map(([first]) => first))} | ${spread(runs.map(([, second]) => second))} |`);
console.log('\nAim: at most 1000 ms from the click, of which this is the server.');

async function measure({ script, ready }) {
  const server = spawn(process.execPath, [script], {
    env: { ...process.env, PORT: '0', ENGINES: 'local' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const url = await addressOf(server, ready);
    return [await call(url), await call(url)];
  } finally {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
}

async function addressOf({ stdout }, ready) {
  let url;
  for await (const line of createInterface({ input: stdout })) {
    url ??= /http:\/\/\S+/u.exec(line)?.[0];
    if (url !== undefined && ready.test(line)) return url;
  }
  throw new Error('the server ended before it was ready');
}

async function call(url) {
  const began = performance.now();
  const response = await fetch(new URL('/v1/sessions', url), { method: 'POST' });
  const { transport } = await response.json();
  const socket = new WebSocket(transport.url, [transport.protocol, `antiphon.token.${transport.token}`]);
  const waited = await new Promise((resolve, reject) => {
    socket.on('message', (_, isBinary) => isBinary && resolve(performance.now() - began));
    socket.on('error', reject);
  });
  socket.close();
  return waited;
}

function spread(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)].map((ms) => ms.toFixed(0)).join(', ');
}
