// What a frame costs in each part of its path: samples of the CPU and of the allocations of this process, by part.
import { existsSync, readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Files by part. Helpers that several parts use, such as RxJS, count for their caller. */
const PARTS = [
  ['in: socket', /\/ws\/lib\/(receiver|websocket|permessage|buffer)/],
  [
    'in: limits',
    /\/server\/media\/(fromSocket|heartbeat|inbound|frameBudget|typedRate|createBucket|mediaConnection|sessionIo)|\/session\/borders\//,
  ],
  [
    'in: windows',
    /\/operators\/vad\/(detectSegments|inputs|stallTimer|windows)|\/core\/(sampleQueue|copier|resampler)/,
  ],
  ['in: score', /\/operators\/vad\/scorer|\/providers\/silero\/|^wasm:/],
  ['in: segments', /\/operators\/vad\/(segmenter|padding)|\/core\/voiceActivity/],
  ['in: words and turns', /\/operators\/(transcribe|endpointing|interruption)/],
  [
    'floor, metrics',
    /\/session\/(floor|metrics)\/|\/graph\/(runFloor|feedFloor)|\/server\/media\/(eventContext|serverMessages)/,
  ],
  ['out: voice', /\/operators\/(speak|sentences)|\/testing\/doubles\/tts|bench\/load\/server/],
  ['out: pacer', /\/operators\/pace|\/time\/(tickScheduler|workQueue|alarm)/],
  ['out: ledger', /\/session\/playout|\/playback\/playHead/],
  ['out: socket', /\/ws\/lib\/sender|\/server\/media\/(outbox|clientPlayout|sentAudio|backpressure)/],
];

/** Node’s streams, which call the receiver of the socket: the first part; and which the sender calls. */
const STREAMS = /internal\/(streams|stream_base)/;

/** Starts to sample. The result stops, and returns the shares of the CPU and the bytes of each part. */
export async function startProfile(parts = PARTS) {
  const session = new Session();
  session.connect();
  const collected = { includeObjectsCollectedByMajorGC: true, includeObjectsCollectedByMinorGC: true };
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 1000 });
  await session.post('Profiler.start');
  await session.post('HeapProfiler.startSampling', { samplingInterval: 16_384, ...collected });
  return async () => {
    const cpu = await session.post('Profiler.stop');
    const heap = await session.post('HeapProfiler.stopSampling');
    session.disconnect();
    return { cpu: sharesOf(cpu.profile, parts), bytes: bytesOf(heap.profile.head, parts) };
  };
}

function sharesOf({ nodes, samples, timeDeltas }, parts) {
  const times = new Map();
  samples.forEach((id, at) => times.set(id, (times.get(id) ?? 0) + timeDeltas[at]));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const sums = {};
  let busy = 0;
  visit(
    byId.get(nodes[0].id),
    (id) => byId.get(id),
    parts,
    'other',
    (node, part) => {
      const time = times.get(node.id) ?? 0;
      const { functionName } = node.callFrame;
      if (functionName === '(idle)') return;
      busy += time;
      const name = functionName === '(garbage collector)' ? 'collection' : part;
      sums[name] = (sums[name] ?? 0) + time;
    },
  );
  return Object.fromEntries(Object.entries(sums).map(([name, time]) => [name, time / busy]));
}

function bytesOf(head, parts) {
  const sums = {};
  visit(
    head,
    (node) => node,
    parts,
    'other',
    ({ selfSize }, part) => (sums[part] = (sums[part] ?? 0) + selfSize),
  );
  return sums;
}

/** Visits a call tree with the part of each node: its own, or that of its caller. */
function visit(node, childOf, parts, caller, each) {
  const url = sourceOf(node.callFrame);
  const own = parts.find(([, files]) => files.test(url))?.[0];
  const part = own ?? (caller === 'other' && STREAMS.test(url) ? parts[0][0] : caller);
  each(node, part);
  for (const child of node.children ?? []) visit(childOf(child), childOf, parts, part, each);
}

/** Returns the URL of the source of a function: that of the module from which it was bundled. */
function sourceOf({ url, lineNumber, columnNumber }) {
  const source = mapOf(url)?.findEntry(lineNumber, columnNumber).originalSource;
  return source === undefined ? url : new URL(source, url).href;
}

const maps = new Map();

/** Returns the source map beside a module, if there is one. */
function mapOf(url) {
  if (!maps.has(url)) {
    const file = url.startsWith('file:') ? `${fileURLToPath(url)}.map` : '';
    maps.set(url, existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : undefined);
  }
  return maps.get(url);
}

/** Prints the parts per frame, with the CPU time of the process, in ms, and the frames of the time that was sampled. */
export function printProfile({ cpu, bytes }, cpuMs, { framesIn, framesOut }) {
  console.log('\n| part | CPU, us per frame | allocated, bytes per frame |\n|---|---|---|');
  for (const name of [...PARTS.map(([part]) => part), 'collection', 'other']) {
    const frames = name.startsWith('out') ? framesOut : framesIn;
    const us = ((cpu[name] ?? 0) * cpuMs * 1000) / frames;
    console.log(`| ${name} | ${us.toFixed(1)} | ${Math.round((bytes[name] ?? 0) / frames)} |`);
  }
  console.log(`| all | ${((cpuMs * 1000) / framesIn).toFixed(1)} | ${Math.round(sumOf(bytes) / framesIn)} |`);
}

/** Prints the parts per second of a session: their share of the CPU, the CPU time and the bytes. */
export function printShares({ cpu, bytes }, cpuMs, seconds) {
  console.log('\n| part | share of the CPU, % | CPU, us/s | allocated, KiB/s |\n|---|---|---|---|');
  const rows = Object.entries(cpu).sort(([, a], [, b]) => b - a);
  for (const [name, share] of rows) {
    const figures = [share * 100, (share * cpuMs * 1000) / seconds, (bytes[name] ?? 0) / 1024 / seconds];
    console.log(`| ${[name, ...figures.map((value) => value.toFixed(1))].join(' | ')} |`);
  }
  console.log(`| all | | ${((cpuMs * 1000) / seconds).toFixed(1)} | ${(sumOf(bytes) / 1024 / seconds).toFixed(1)} |`);
}

function sumOf(values) {
  return Object.values(values).reduce((sum, value) => sum + value, 0);
}
