import { once } from 'node:events';
import { fromEvent, interval, takeUntil } from 'rxjs';
import type { ServerMessage } from '../../../src/core/protocol.ts';
import { silence, voiced } from '../../../src/testing/audio.ts';
import { errorCodes, hasType, type Peer } from './peer.ts';
import { connectTo, renewToken, startFor, untilSo, type ServerProcess } from './serverProcess.ts';

/** A session of another process, and its client. */
interface Call {
  readonly server: ServerProcess;
  /** What the client does until the session leaves the phase. */
  readonly until: AbortController;
  /** Its path at the backend. */
  readonly path: string;
  /** Its client; connects it if it is not connected. */
  peer(): Peer;
  /** Lets the client come again, with another token. */
  renew(): Promise<void>;
}

interface Phase {
  /** Brings the session into the phase. */
  enter(call: Call): unknown;
  /** What the client and the backend do next: the phase is over by it. */
  leave(call: Call): void;
  /** What is said, as `role: content`. */
  readonly said: readonly string[];
}

export type ProcessPhase =
  | 'waiting for its client'
  | 'waiting for the user'
  | 'executing a function'
  | 'waiting for a client that does not read'
  | 'waiting for the model'
  | 'listening to the user'
  | 'speaking'
  | 'waiting for the answer to a clear'
  | 'ending';

/** The text of an answer of three seconds. */
const WORDS = 'We opened in nineteen eighty. We opened in nineteen eighty.';
/** Two seconds of audio at 24 kHz: with more in its socket's buffer, a client is not sent more. */
const PAUSE_BYTES = 96_000;
/** Less than the eight seconds more with which it would be closed. */
const LARGE_RESULT = `more ${'.'.repeat(200_000)}`;
/** Half a second of audio at 24 kHz. */
const PLAYED = 12_000;

/** What a session in another process does when something goes wrong. */
export const PROCESS_PHASES: Readonly<Record<ProcessPhase, Phase>> = {
  'waiting for its client': {
    enter: () => undefined,
    leave: ({ peer }) => void peer(),
    said: [],
  },
  'waiting for the user': {
    enter: () => undefined,
    leave: ({ peer }) => say(peer(), 'again'),
    said: ['user: again', 'assistant: Yes.'],
  },
  'waiting for the model': {
    enter: ({ peer, server, path }) => {
      say(peer(), 'think');
      return server.backend.asked(`${path}/think`);
    },
    leave: ({ server, path }) => server.backend.answer(`${path}/think`, 'It is seven.'),
    said: ['user: think', 'assistant: It is seven.'],
  },
  'executing a function': {
    enter: ({ peer, server, path }) => {
      say(peer(), 'act');
      return server.backend.asked(`${path}/act`);
    },
    leave: ({ server, path }) => server.backend.answer(`${path}/act`, 'done'),
    said: ['user: act', 'assistant: Done.'],
  },
  'waiting for a client that does not read': {
    enter: async ({ peer, server, path }) => {
      say(peer(), 'act and tell me');
      peer().socket.pause();
      for (;;) {
        await server.backend.asked(`${path}/act`);
        if ((await countBuffered(server)) > PAUSE_BYTES) break;
        server.backend.answer(`${path}/act`, LARGE_RESULT);
      }
      server.backend.answer(`${path}/act`, 'done');
    },
    leave: ({ peer }) => peer().socket.resume(),
    said: ['user: act and tell me', `assistant: ${WORDS}`],
  },
  'listening to the user': {
    enter: ({ peer, until }) => {
      speakUntil(until.signal, peer());
      return untilSo(peer(), () => hasType(peer(), 'user.speech_started'));
    },
    leave: ({ peer, until }) => {
      until.abort();
      send(peer(), 60, silence(20).samples);
    },
    said: ['user: and again'],
  },
  speaking: {
    enter: ({ peer }) => {
      say(peer(), 'tell me');
      return untilSo(peer(), () => peer().samples > 0);
    },
    leave: ({ peer }) => send(peer(), 1, silence(20).samples),
    said: ['user: tell me', `assistant: ${WORDS}`],
  },
  'waiting for the answer to a clear': {
    enter: async ({ peer }) => {
      say(peer(), 'tell me more');
      await untilSo(peer(), () => peer().samples > PLAYED);
      const { utterance_id } = findMessage(peer(), 'audio.start');
      peer().say({ type: 'playback.started', utterance_id, played_samples: 0 });
      peer().say({ type: 'playback.position', utterance_id, played_samples: PLAYED });
      peer().say({ type: 'agent.interrupt' });
      return untilSo(peer(), () => hasType(peer(), 'clear'));
    },
    leave: ({ peer }) => {
      const { utterance_id, clear_id } = findMessage(peer(), 'clear');
      peer().say({ type: 'playback.cleared', utterance_id, clear_id, played_samples: PLAYED });
    },
    said: ['user: tell me more'],
  },
  ending: {
    enter: async ({ peer, server, path }) => {
      say(peer(), 'act');
      await server.backend.asked(`${path}/act`);
      peer().say({ type: 'session.end' });
      return server.backend.asked(`${path}/aborted`);
    },
    leave: ({ server, path }) => {
      server.backend.answer(`${path}/aborted`, '');
      server.backend.answer(`${path}/act`, 'done');
    },
    said: ['user: act'],
  },
};

/** These do not last: they are entered last. */
const BRIEF: readonly ProcessPhase[] = [
  'waiting for the model',
  'listening to the user',
  'speaking',
  'waiting for the answer to a clear',
  'ending',
];

/** Calls in each phase at once. */
export interface Calls {
  /** Brings each into its phase. */
  enter(): Promise<void>;
  /** Lets each leave its phase. */
  leave(): void;
  /** Returns what came of one: resolves when what was begun is over, and the client is answered once more. */
  outcomeOf(phase: ProcessPhase): Promise<Outcome>;
  /** Resolves when the connection of one is closed. */
  closeCodeOf(phase: ProcessPhase): Promise<number | null>;
  /** Hangs up. */
  close(): void;
}

export interface Outcome {
  readonly said: readonly string[];
  /** What the client has not got of what was sent to it. */
  readonly lost: readonly string[];
  /** The errors that it was told. */
  readonly told: readonly string[];
  readonly closeCode: number | null;
}

/** Starts a session for each phase; their clients join, but for one. */
export async function startCalls(server: ServerProcess): Promise<Calls> {
  const names = Object.keys(PROCESS_PHASES) as ProcessPhase[];
  const calls = new Map(await Promise.all(names.map(async (name) => [name, await startCall(server, name)] as const)));
  const callIn = (phase: ProcessPhase): Call => calls.get(phase) as Call;
  const enter = (phases: readonly ProcessPhase[]): Promise<unknown> =>
    Promise.all(phases.map((phase) => PROCESS_PHASES[phase].enter(callIn(phase))));
  return {
    enter: async () => {
      await enter(names.filter((phase) => !BRIEF.includes(phase)));
      await enter(BRIEF);
    },
    leave: () => {
      for (const [phase, call] of calls) PROCESS_PHASES[phase].leave(call);
    },
    closeCodeOf: async (phase) => {
      const peer = callIn(phase).peer();
      peer.socket.resume();
      await untilSo(peer, () => false);
      return peer.closeCode;
    },
    outcomeOf: (phase) => finish(callIn(phase), phase),
    close: () => {
      for (const { peer } of calls.values()) peer().socket.close();
    },
  };
}

/** What a client has not got of what was sent to it. */
export function lossesOf(peer: Peer): readonly string[] {
  const { messages, samples, announced } = peer;
  return [
    // The end of what is cleared is not announced.
    ...(samples === announced || hasType(peer, 'clear') ? [] : [`${announced - samples} samples`]),
    ...(messages.every(({ seq }, at) => seq === at) ? [] : ['messages']),
  ];
}

async function startCall(server: ServerProcess, phase: ProcessPhase): Promise<Call> {
  const name = phase.replaceAll(' ', '-');
  let session = await startFor(server, name);
  let client: Peer | undefined;
  const peer = (): Peer => (client ??= connectTo(session));
  const renew = async (): Promise<void> => {
    session = { ...session, transport: { ...session.transport, token: await renewToken(server, session) } };
    client = undefined;
  };
  if (phase !== 'waiting for its client') await once(peer().socket, 'open');
  return { server, until: new AbortController(), path: `/${name}`, peer, renew };
}

async function finish({ peer, renew }: Call, phase: ProcessPhase): Promise<Outcome> {
  const isStarted = (): boolean => hasType(peer(), 'session.started');
  await untilSo(peer(), isStarted);
  // Who was refused comes again.
  while (!isStarted()) {
    await renew();
    await untilSo(peer(), isStarted);
  }
  const isSaid = (): boolean => PROCESS_PHASES[phase].said.every((one) => saidTo(peer()).includes(one));
  await untilSo(peer(), () => isSaid() || toldTo(peer()).length > 0);
  if (phase === 'ending') await untilSo(peer(), () => false);
  else await askAgain(peer());
  const { closeCode } = peer();
  return { said: saidTo(peer()), lost: lossesOf(peer()), told: toldTo(peer()), closeCode };
}

/** Asks once more. Resolves when that is answered. */
async function askAgain(peer: Peer): Promise<void> {
  const questions = (): number => saidTo(peer).filter((one) => one.startsWith('user')).length;
  const before = questions();
  say(peer, 'again');
  const isAnswered = (): boolean => questions() > before && saidTo(peer).at(-1) === 'assistant: Yes.';
  await untilSo(peer, () => (isAnswered() && lossesOf(peer).length === 0) || toldTo(peer).length > 0);
}

/** The errors that it was told, but for those of a busy machine. */
function toldTo(peer: Peer): readonly string[] {
  return errorCodes(peer).filter((code) => code !== 'slow_reply' && code !== 'empty_turn');
}

function saidTo({ messages }: Peer): readonly string[] {
  return messages.flatMap((one) =>
    one.type === 'message.added' && one.message.role !== 'tool' && one.message.content !== ''
      ? [`${one.message.role}: ${one.message.content}`]
      : [],
  );
}

async function countBuffered({ url }: ServerProcess): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`, { headers: { connection: 'close' } })).text();
  return Number(/^antiphon_buffered_bytes (\d+)/mu.exec(metrics)?.[1]);
}

function findMessage<Type extends ServerMessage['type']>(
  peer: Peer,
  type: Type,
): ServerMessage & { readonly type: Type } {
  const isSo = (message: ServerMessage): message is ServerMessage & { readonly type: Type } => message.type === type;
  const found = peer.messages.find(isSo);
  if (found === undefined) throw new Error(`no ${type}`);
  return found;
}

function say(peer: Peer, text: string): void {
  peer.say({ type: 'input.text', text });
}

function send({ socket }: Peer, frames: number, samples: Int16Array): void {
  for (let n = 0; n < frames; n += 1) socket.send(samples);
}

/** Speaks in real time. */
function speakUntil(signal: AbortSignal, peer: Peer): void {
  interval(20)
    .pipe(takeUntil(fromEvent(signal, 'abort')))
    .subscribe(() => send(peer, 1, voiced(20).samples));
}
