import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { StartSessionResponse } from '../../../src/core/sessionRequests.ts';
import { hasType, type Peer } from './peer.ts';
import { lossesOf, PROCESS_PHASES, startCalls, type Calls, type Outcome, type ProcessPhase } from './processPhases.ts';
import { joinAs, startServerProcess, untilSo, type ServerProcess } from './serverProcess.ts';

const PHASES = Object.keys(PROCESS_PHASES) as ProcessPhase[];
const JOINED: readonly ProcessPhase[] = PHASES.filter((phase) => phase !== 'waiting for its client');

/** A fault of a process. */
interface Fault {
  readonly flags?: readonly string[];
  /** Begins before the calls are in their phases. @default when they are */
  readonly isSlow?: boolean;
  /** The calls go on while it lasts. @default they cannot: it is over first */
  readonly lasts?: boolean;
  /** Sessions in these phases go on. @default all */
  readonly spares?: readonly ProcessPhase[];
  /** The process ends by it, once the calls have ended. @default it takes new calls */
  readonly ends?: boolean;
  /** Begins. Resolves with a function that ends it. */
  begin(server: ServerProcess): Promise<() => unknown>;
}

const FAULTS: Readonly<Record<string, Fault>> = {
  'is suspended for 1.5 s, and continued': {
    begin: async ({ child }) => {
      child.kill('SIGSTOP');
      return async () => {
        await wait(1500);
        child.kill('SIGCONT');
      };
    },
  },
  'is blocked for 10 s by an event handler': { begin: (server) => block(server, 10_000) },
  'runs out of file descriptors': { lasts: true, begin: exhaustDescriptors },
  'has nearly filled its heap': {
    flags: ['--max-old-space-size=256'],
    isSlow: true,
    lasts: true,
    begin: fillHeap,
  },
  'is told to end with SIGTERM': { lasts: true, spares: JOINED, ends: true, begin: terminate },
};

interface Run {
  readonly server: ServerProcess;
  readonly witness: Peer;
  readonly calls: Calls;
  readonly outcomes: ReadonlyMap<ProcessPhase, Promise<Outcome>>;
  /** What held the process open before. */
  readonly before: readonly string[];
}

async function run({ flags = [], isSlow = false, lasts = false, spares = PHASES, begin }: Fault): Promise<Run> {
  const server = await startServerProcess(...flags);
  const before = await server.measureOpen();
  const witness = await joinAs(server, 'witness');
  const calls = await startCalls(server);
  const early = isSlow ? await begin(server) : undefined;
  witness.say({ type: 'input.text', text: 'tell me' });
  await calls.enter();
  const end = early ?? (await begin(server));
  calls.leave();
  const outcomes = new Map<ProcessPhase, Promise<Outcome>>();
  for (const phase of JOINED) outcomes.set(phase, calls.outcomeOf(phase));
  if (lasts) await Promise.all(outcomes.values());
  await end();
  for (const phase of spares) outcomes.set(phase, outcomes.get(phase) ?? calls.outcomeOf(phase));
  return { server, witness, calls, outcomes, before };
}

it('a server is told to end twice with SIGTERM: it ends, and tells its clients, whatever they do', async () => {
  const server = await startServerProcess();
  onTestFinished(() => server.close());
  const calls = await startCalls(server);
  await calls.enter();
  const exited = once(server.child, 'exit');
  await terminate(server);
  server.child.kill('SIGTERM');
  const codes = Promise.all(JOINED.map(async (phase) => [phase, await calls.closeCodeOf(phase)] as const));
  expect(await exited).toEqual([0, null]);
  expect(Object.fromEntries(await codes)).toEqual({
    ...Object.fromEntries(JOINED.map((phase) => [phase, 1012])),
    ending: 1000,
  });
});

describe.each(Object.entries(FAULTS))('a server %s', (_, fault) => {
  let done: Run;

  beforeAll(async () => {
    done = await run(fault);
  });

  afterAll(() => done.server.close());

  it.each(fault.spares ?? PHASES)('while a session is %s: it goes on, and nothing is lost', async (phase) => {
    const { said, ...others } = (await done.outcomes.get(phase)) as Outcome;
    const expected = [...PROCESS_PHASES[phase].said, ...(phase === 'ending' ? [] : ['user: again', 'assistant: Yes.'])];
    const isUser = (one: string): boolean => one.startsWith('user');
    expect(others).toEqual({ lost: [], told: [], closeCode: phase === 'ending' ? 1000 : null });
    expect(said).toEqual(expect.arrayContaining(expected));
    expect(said.filter(isUser)).toEqual(expected.filter(isUser));
  });

  it('the others hear their answers whole, and nothing is left open', async () => {
    const { witness } = done;
    await untilSo(witness, () => hasType(witness, 'audio.end'));
    expect([lossesOf(witness), witness.closeCode]).toEqual([[], null]);
    await (fault.ends === true ? expectExit : expectService)(done);
  });
});

/** New callers are served, and nothing is left open once all have hung up. */
async function expectService({ server, calls, witness, before }: Run): Promise<void> {
  // The heap is freed only as requests allocate, which takes long on a loaded machine.
  await expect.poll(() => tryToStart(server), { timeout: 120_000 }).toBe(201);
  calls.close();
  witness.socket.close();
  await expect.poll(() => server.measureOpen(), { timeout: 30_000 }).toEqual(before);
}

/** The process ends once all have hung up. */
async function expectExit({ server, calls, witness }: Run): Promise<void> {
  const exited = once(server.child, 'exit');
  calls.close();
  witness.socket.close();
  expect(await exited).toEqual([0, null]);
}

/** Starts a session and ends it. Resolves with the status, or `refused`. */
async function tryToStart(server: ServerProcess): Promise<number | string> {
  const response = await server.start('later').catch(() => undefined);
  if (response?.status === 201) await hangUp(server, (await response.json()) as StartSessionResponse);
  return response?.status ?? 'refused';
}

async function hangUp({ url }: ServerProcess, { session_id }: StartSessionResponse): Promise<void> {
  await fetch(`${url}/v1/sessions/${session_id}`, { method: 'DELETE', headers: { connection: 'close' } });
}

async function block(server: ServerProcess, ms: number): Promise<() => Promise<void>> {
  const peer = await joinAs(server, 'blocking');
  const blocked = once(server.child.stdout as NodeJS.ReadableStream, 'data');
  peer.say({ type: 'input.text', text: `block ${ms}` });
  await blocked;
  return async () => {
    await peer.ping();
    peer.socket.close();
  };
}

/** File descriptors that are left, fewer than the connections that come. */
const SPARE = 10;

async function exhaustDescriptors(server: ServerProcess): Promise<() => void> {
  const { child, url } = server;
  // A limit from the start would be reached by what the server loads.
  const open = readdirSync(`/proc/${child.pid}/fd`).length;
  execFileSync('prlimit', ['--pid', `${child.pid}`, `--nofile=${open + SPARE}:`]);
  const { port, hostname } = new URL(url);
  const sockets: Socket[] = [];
  do for (let n = 0; n < 50; n += 1) sockets.push(connect(Number(port), hostname).on('error', () => undefined));
  while ((await tryToStart(server)) === 201);
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}

async function fillHeap(server: ServerProcess): Promise<() => Promise<void>> {
  const sessions: StartSessionResponse[] = [];
  let answer = await server.start('full', { mib: 8 });
  while (answer.status === 201) {
    sessions.push((await answer.json()) as StartSessionResponse);
    answer = await server.start('full', { mib: 8 });
  }
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([503, 'overloaded']);
  expect(sessions.length).toBeGreaterThan(5);
  return async () => {
    await Promise.all(sessions.map((session) => hangUp(server, session)));
  };
}

async function terminate(server: ServerProcess): Promise<() => void> {
  server.child.kill('SIGTERM');
  while ((await tryToStart(server)) === 201);
  expect(await tryToStart(server)).toBe(503);
  return () => undefined;
}
