import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import type { StartSessionResponse } from '../../../src/core/sessionRequests.ts';
import { createPeer, type Peer } from '../faults/peer.ts';
import { offerOf, openSocket } from '../support.ts';
import { ATTACKS, type Attack } from './sustained.ts';

/** With it, each attack lasts so many seconds, one after the other, and the lag of the server is judged. */
const LONG_SECONDS = Number(process.env['ABUSE_SECONDS'] ?? 0);
const SECONDS = 4;
const FRAME_MS = 20;
const MAX_LAG_MS = 100;
const MAX_GROWTH_MIB = 16;
/** An address may send 60 in a minute, as the server counts minutes; more are not looked at. */
const MAX_WRONG_TOKENS = 60 * (2 + Math.floor(LONG_SECONDS / 60));
const MIB = 2 ** 20;

interface Measured {
  readonly heapUsed: number;
  /** The delay of the event loop since the last measurement, p99 in ms. */
  readonly lagMs: number;
}

interface Server {
  readonly at: URL;
  measure(): Promise<Measured>;
}

async function startServer(): Promise<Server> {
  const script = fileURLToPath(new URL('../faults/process.mjs', import.meta.url));
  const child = spawn(process.execPath, ['--expose-gc', script], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [printed] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  return {
    at: new URL(printed.toString().trim()),
    measure: async () => {
      const answer = once(child, 'message');
      child.send('measure');
      return ((await answer) as [Measured])[0];
    },
  };
}

async function join(at: URL): Promise<Peer> {
  const response = await fetch(new URL('/v1/sessions', at), { method: 'POST', headers: { connection: 'close' } });
  const session = (await response.json()) as StartSessionResponse;
  const socket = openSocket(session.transport.url, offerOf(session));
  const peer = createPeer(socket);
  await once(socket, 'open');
  return peer;
}

/** A client that listens and speaks: returns a function that stops it, with what it has lost. */
function talk(peer: Peer): () => Promise<readonly string[]> {
  let isOver = false;
  const listen = async (): Promise<void> => {
    while (!isOver && peer.closeCode === null) {
      peer.socket.send(Buffer.alloc(640));
      await peer.ping();
      await wait(FRAME_MS);
    }
  };
  const answers = async (): Promise<void> => {
    for (let asked = 1; peer.closeCode === null && (!isOver || asked === 1); asked += 1) {
      peer.say({ type: 'input.text', text: 'tell me' });
      const ended = (): number => peer.messages.filter(({ type }) => type === 'audio.end').length;
      while (ended() < asked && peer.closeCode === null) await once(peer.socket, 'message');
    }
  };
  const over = Promise.all([listen(), answers()]);
  return async () => {
    isOver = true;
    await over;
    const { messages, samples, announced, closeCode } = peer;
    return [
      ...(messages.every(({ seq }, at) => seq === at) ? [] : ['messages']),
      ...(samples > 0 && samples === announced ? [] : [`${announced - samples} samples`]),
      ...(closeCode === null ? [] : [`closed with ${closeCode}`]),
    ];
  };
}

async function attack(names: readonly string[], at: URL, seconds: number): Promise<void> {
  const until = performance.now() + 1000 * seconds;
  const counted = names.map(async (name) => {
    const [run, ...answers]: readonly [run?: Attack, ...answers: string[]] = ATTACKS[name] ?? [];
    const counts = (await run?.(at, () => performance.now() > until)) ?? {};
    // The server drops a connection half a second after its close frame: a client that is kept waiting so long has not read it.
    const wrong = Object.keys(counts).filter((told) => !answers.includes(told) && told !== 'null');
    expect([name, wrong]).toEqual([name, []]);
    expect(Object.keys(counts)).not.toEqual([]);
    expect(name === 'wrong tokens' ? (counts['401'] ?? 0) : 0).toBeLessThanOrEqual(MAX_WRONG_TOKENS);
    return `${name}: ${Object.values(counts).join()}`;
  });
  console.log((await Promise.all(counted)).join(' · '));
}

it(
  'attacks that go on are answered rightly, take no memory, and a neighbour loses nothing',
  async () => {
    const { at, measure } = await startServer();
    const names = Object.keys(ATTACKS);
    // What V8 compiles and what a server remembers is no growth.
    await attack(names, at, 1);
    const stop = talk(await join(at));
    const before = await measure();
    if (LONG_SECONDS === 0) await attack(names, at, SECONDS);
    for (const name of LONG_SECONDS === 0 ? [] : names) await attack([name], at, LONG_SECONDS);
    const lost = await stop();
    const after = await measure();
    const grown = (after.heapUsed - before.heapUsed) / MIB;
    console.log(`lag p99 ${after.lagMs.toFixed(0)} ms, heap ${grown.toFixed(1)} MiB`);
    expect(lost).toEqual([]);
    expect(grown).toBeLessThan(MAX_GROWTH_MIB);
    expect(after.lagMs).toBeLessThan(LONG_SECONDS > 0 ? MAX_LAG_MS : Number.POSITIVE_INFINITY);
  },
  Math.max(300_000, LONG_SECONDS * 20_000),
);
