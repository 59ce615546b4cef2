// npm run bench:leak -- [sessions=10000] [warm-up=10000] [--classes]: what sessions leave behind in a server. They start over
// HTTP, join over WebSocket, talk, interrupt, and end in nine ways. `--classes` also compares the heaps by class.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { compareClasses, readClasses } from './classes.mjs';

const args = process.argv.slice(2);
/** Until V8 has compiled all code, and beyond the 1,000 ended sessions that a server remembers. */
const [sessions = 10_000, warmUp = 10_000] = args.filter((arg) => !arg.startsWith('--')).map(Number);
const withClasses = args.includes('--classes');
const SHOWN_CLASSES = 25;
const HEAP_MIB = 1;
const TOKENS_EXPIRE_MS = 70_000;
const WAYS = 9;

const server = start('server.mjs', ['--expose-gc']);
const [{ url }] = await once(server, 'message');
const client = start('client.mjs', [], url);
await once(client, 'message');

await run(warmUp);
const before = await measure();
const classesBefore = withClasses ? await takeClasses('before') : undefined;
const began = performance.now();
const counts = await run(sessions);
const seconds = (performance.now() - began) / 1000;
const after = await measure();

console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}`);
console.log(`${sessions} sessions in ${seconds.toFixed(0)} s: ${JSON.stringify(counts)}\n`);
console.log('| | before | after |\n|---|---|---|');
for (const key of ['heapUsed', 'arrayBuffers', 'rss']) row(`${key}, MiB`, mib(before[key]), mib(after[key]));
for (const name of new Set([...Object.keys(before.resources), ...Object.keys(after.resources)]))
  row(name, before.resources[name] ?? 0, after.resources[name] ?? 0);

const grown = (after.heapUsed - before.heapUsed) / 2 ** 20;
const isBack = JSON.stringify(before.resources) === JSON.stringify(after.resources);
console.log(`\nThe heap has grown by ${grown.toFixed(2)} MiB (target: ${HEAP_MIB}): ${verdict(grown < HEAP_MIB)}.`);
console.log(`What is open is what was open before: ${verdict(isBack)}.`);

if (classesBefore !== undefined) printGrowth(classesBefore, await takeClasses('after'));

server.send('end');
client.disconnect();
client.kill();

function run(count) {
  return ask(client, { sessions: count }).then(({ counts }) => counts);
}

/** Measures when the tokens of all sessions have expired, and a few further sessions have removed them. */
async function measure() {
  await sleep(TOKENS_EXPIRE_MS);
  await run(WAYS);
  return ask(server, 'measure');
}

/** Writes the heap of the server to a file, and sums it up. */
async function takeClasses(name) {
  const { file } = await ask(server, { snapshot: join(tmpdir(), `antiphon-leak-${process.pid}-${name}.heapsnapshot`) });
  const classes = readClasses(file);
  rmSync(file);
  return classes;
}

function printGrowth(classes, later) {
  console.log('\n| class | more objects | more KiB |\n|---|---|---|');
  for (const { key, count, bytes } of compareClasses(classes, later).slice(0, SHOWN_CLASSES))
    row(key, count, (bytes / 1024).toFixed(1));
}

/** Sends a command and waits for its answer. */
function ask(side, command) {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error('a process has ended'));
    side.once('exit', fail).once('message', (message) => {
      side.off('exit', fail);
      resolve(message);
    });
    side.send(command);
  });
}

function start(script, execArgv, ...args) {
  return fork(fileURLToPath(new URL(script, import.meta.url)), args, { execArgv });
}

function row(...cells) {
  console.log(`| ${cells.join(' | ')} |`);
}

function mib(bytes) {
  return (bytes / 2 ** 20).toFixed(2);
}

function verdict(isMet) {
  return isMet ? 'met' : 'missed';
}
