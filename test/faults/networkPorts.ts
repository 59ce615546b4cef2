import fc from 'fast-check';
import type { Ports } from '../../src/session/config/ports.ts';
import { createWebSocketStt } from '../../src/wire/stt/createWebSocketStt.ts';
import { createWebSocketTts } from '../../src/wire/tts/createWebSocketTts.ts';
import type { VirtualClock } from '../../src/time/virtualClock.ts';
import {
  createSocketDouble,
  type ServerBehaviour,
  type ServerSide,
  type SocketDouble,
} from '../../src/testing/wire/socketDouble.ts';
import { toyWire as sttWire } from '../wire/stt/toyWire.ts';
import { toyWire as ttsWire } from '../wire/tts/toyWire.ts';
import { MS_PER_CHAR, words, type Scenario } from '../properties/scenario.ts';

/** What a server does to its clients at an instant. */
export interface Outage {
  readonly atMs: number;
  readonly of: 'stt' | 'tts';
  /** How its connections end; with `mute` they stay, and nothing comes. */
  readonly by: 'drop' | 'close' | 'mute';
  /** For so long it refuses new ones. */
  readonly forMs: number;
}

export const outages: fc.Arbitrary<readonly Outage[]> = fc.array(
  fc.record({
    atMs: fc.integer({ min: 0, max: 8000 }),
    of: fc.constantFrom('stt' as const, 'tts' as const),
    by: fc.constantFrom('drop' as const, 'close' as const, 'mute' as const),
    forMs: fc.constantFrom(0, 100, 1000, 4000, 20_000),
  }),
  { minLength: 1, maxLength: 4 },
);

export interface NetworkPorts {
  readonly ports: Pick<Ports, 'stt' | 'tts'>;
  /** Connections that nobody has closed. */
  open(): number;
}

const ANSWER_MS = 50;
const SAMPLES_PER_CHAR = MS_PER_CHAR * 16;

/** A recogniser and a voice with all that stands between them and a network, and servers that fail at their instants. */
export function createNetworkPorts(
  { hearings }: Scenario,
  clock: VirtualClock,
  faults: readonly Outage[],
): NetworkPorts {
  const textFor = (segment: number): string =>
    words(
      `s${segment}`,
      (hearings[segment]?.words ?? []).reduce((sum, count) => sum + count, 0),
    );
  const stt = createFailingServer('stt', clock, faults, () => serveStt(textFor));
  const tts = createFailingServer('tts', clock, faults, serveTts);
  const deps = { scheduler: clock, random: () => 0.5, wallClock: () => 0 };
  return {
    ports: {
      stt: createWebSocketStt(sttWire, { ...deps, openSocket: stt.openSocket }),
      tts: createWebSocketTts(ttsWire({ sampleRate: 16_000 }), { ...deps, openSocket: tts.openSocket }),
    },
    open: () => [...stt.connections, ...tts.connections].filter(({ closed }) => closed === null).length,
  };
}

function createFailingServer(
  name: Outage['of'],
  clock: VirtualClock,
  faults: readonly Outage[],
  serve: () => NonNullable<ServerBehaviour['onFrame']>,
): SocketDouble {
  const own = faults.filter(({ of }) => of === name);
  const isRefusing = (): boolean => own.some(({ atMs, forMs }) => clock.now() >= atMs && clock.now() < atMs + forMs);
  const isMute = (since: number): boolean =>
    own.some(({ by, atMs }) => by === 'mute' && since < atMs && clock.now() >= atMs);
  const double = createSocketDouble({
    scheduler: clock,
    server: () => {
      if (isRefusing()) return { opensAfterMs: Number.POSITIVE_INFINITY, script: [{ atMs: 10, end: {} }] };
      const since = clock.now();
      const onFrame = serve();
      return { opensAfterMs: 20, onFrame: (frame, server) => (isMute(since) ? undefined : onFrame(frame, server)) };
    },
  });
  for (const { atMs, by } of own) {
    if (by === 'mute') continue;
    clock.schedule(() => {
      for (const { closed, server } of double.connections)
        if (closed === null) server.end({ code: by === 'drop' ? 1006 : 1000 });
    }, atMs);
  }
  return double;
}

function serveStt(textFor: (segment: number) => string): NonNullable<ServerBehaviour['onFrame']> {
  return (frame, server) => {
    const [, segment] = /^end (\d+)$/u.exec(String(frame)) ?? [];
    if (segment === undefined) return;
    const text = textFor(Number(segment));
    server.send([...(text === '' ? [] : [`piece ${segment} ${text}`]), `done ${segment}`].join('; '), ANSWER_MS);
  };
}

/** Speaks what has come when it is flushed or ended. */
function serveTts(): NonNullable<ServerBehaviour['onFrame']> {
  const waiting = new Map<string, number>();
  const speak = (id: string, mark: string, server: ServerSide): void => {
    const chars = waiting.get(id) ?? 0;
    waiting.set(id, 0);
    server.send(
      [...(chars > 0 ? [`audio ${id} ${chars * SAMPLES_PER_CHAR}`] : []), `${mark} ${id}`].join('|'),
      ANSWER_MS,
    );
  };
  return (frame, server) => {
    const [, kind, id = '', text = ''] = /^(\w+) (\d+) ?([^]*)$/u.exec(String(frame)) ?? [];
    if (kind === 'text') waiting.set(id, (waiting.get(id) ?? 0) + text.length);
    if (kind === 'flush') speak(id, 'flushed', server);
    if (kind === 'end') speak(id, 'done', server);
  };
}
