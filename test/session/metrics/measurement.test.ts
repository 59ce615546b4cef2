import { describe, expect, it, vi } from 'vitest';
import type { Metric } from '../../../src/core/metric.ts';
import type { SpeechEvent, TurnEvent } from '../../../src/core/turn.ts';
import { Measurement } from '../../../src/session/metrics/measurement.ts';
import type { MetricEvent } from '../../../src/session/metrics/metricEvent.ts';
import { UsageMeter } from '../../../src/session/usage/usageMeter.ts';
import { writeMetrics } from './waits.ts';

/** Its audio came in the same instant by default. */
type Happened = readonly [now: number, event: MetricEvent, arrivedAt?: number];

/** The records of what happens, in a session that nobody else takes part in. */
function recordsOf(...events: readonly Happened[]): readonly string[] {
  let now = 0;
  let arrivedAt = 0;
  const clock = { now: () => now };
  const measurement = new Measurement({
    clock,
    arrivals: { at: () => arrivedAt },
    usage: new UsageMeter({ stt: { name: 'stt' }, tts: { name: 'tts' } }, clock),
    minEndpointingDelayMs: () => 500,
  });
  const add = ([at, event, cameAt = at]: Happened): Metric | null => {
    [now, arrivedAt] = [at, cameAt];
    return measurement.add(event);
  };
  return writeMetrics(events.map(add).filter((metric) => metric !== null));
}

const reply = (event: TurnEvent): MetricEvent => ({ kind: 'reply', event });
const speech = (event: SpeechEvent): MetricEvent => ({ kind: 'speech', event });
const started = (turn = 0): MetricEvent => reply({ kind: 'started', turn });
const text = (turn = 0): MetricEvent => reply({ kind: 'text', turn, round: 0, delta: 'Yes.' });
const ended = (turn = 0): MetricEvent => reply({ kind: 'ended', turn, reason: 'complete' });
const typed = (turn: number): MetricEvent => ({
  kind: 'commit',
  turn: { turn, text: 'tell me' },
  from: { segments: [], typed: true },
});
const frame = { samples: new Int16Array(160), sampleRate: 16_000 };

/** The voice begins to speak. */
function spoken(utterance: string, atMs: number, turn = 0): readonly Happened[] {
  return [
    [atMs, speech({ kind: 'started', turn, utterance })],
    [atMs, speech({ kind: 'text', utterance, text: 'Yes.' })],
    [atMs + 10, speech({ kind: 'audio', utterance, frame })],
  ];
}

function sent(utterance: string, atMs: number): Happened {
  return [atMs, { kind: 'playout', event: { kind: 'sent', utterance, samples: 160 } }];
}

function heard(utterance: string, atMs: number): Happened {
  return [atMs, { kind: 'playout', event: { kind: 'started', utterance } }];
}

function stopped(utterance: string, atMs: number, samples: number): Happened {
  return [
    atMs,
    {
      kind: 'playout',
      event: { kind: 'stopped', utterance, samples, heard: '', whole: false, by: 'estimate', heardBy: 'reported' },
    },
  ];
}

const turnStarted: readonly Happened[] = [
  [1000, { kind: 'typed', text: 'tell me' }],
  [1000, typed(0)],
  [1000, started()],
];

describe('a measurement', () => {
  it('does without progress: the first text stands for the first chunk', () => {
    expect(
      recordsOf(
        ...turnStarted,
        [1200, text()],
        ...spoken('u0', 1300),
        sent('u0', 1310),
        [1320, ended()],
        heard('u0', 1350),
      ),
    ).toEqual(['350: handler 200, sentence 100, tts 10, transport 40']);
  });

  it('counts an answer that was sent, cut and not played on to where it is resumed', () => {
    const cut = [
      ...turnStarted,
      ...spoken('u0', 1100),
      sent('u0', 1110),
      stopped('u0', 1200, 0),
      [1300, ended()],
    ] as const;
    expect(recordsOf(...cut)).toEqual([]);
    expect(recordsOf(...cut, ...spoken('u1', 1500), sent('u1', 1510), heard('u1', 1540))).toEqual([
      '540: handler 100, tts 20, held 300, transport 120',
    ]);
  });

  it('drops an answer that was sent, cut by words and not played', () => {
    const cut = { kind: 'end_reply', turn: 0, reason: 'interrupted' } as const;
    expect(
      recordsOf(...turnStarted, ...spoken('u0', 1100), sent('u0', 1110), [1150, cut], stopped('u0', 1200, 0)),
    ).toEqual(['in vain 200: handler 100, tts 10, transport 90']);
  });

  it('takes for heard what stopped with samples played, when it stopped', () => {
    expect(
      recordsOf(...turnStarted, ...spoken('u0', 1100), sent('u0', 1110), stopped('u0', 1200, 80), [1300, ended()]),
    ).toEqual(['200: handler 100, tts 10, transport 90']);
  });

  it('goes on with what a failing reply has spoken', () => {
    const failed = { kind: 'end_reply', turn: 0, reason: 'failed' } as const;
    expect(
      recordsOf(
        ...turnStarted,
        ...spoken('u0', 1100),
        [1150, failed],
        [1150, ended()],
        sent('u0', 1200),
        heard('u0', 1200),
      ),
    ).toEqual(['200: handler 100, tts 10, held 90']);
  });

  it('goes on to the reply of the agent to which the turn was handed over without a word', () => {
    const handed = { kind: 'end_reply', turn: 0, reason: 'complete' } as const;
    expect(
      recordsOf(
        ...turnStarted,
        [1200, handed],
        [1200, ended()],
        [1200, started(1)],
        [1300, text(1)],
        ...spoken('u1', 1300, 1),
        sent('u1', 1310),
        [1310, ended(1)],
        heard('u1', 1350),
      ),
    ).toEqual(['350: handler 300, tts 10, transport 40']);
  });

  it('is unheard if the session ends before the agent answers to which the turn was handed over', () => {
    const handed = { kind: 'end_reply', turn: 0, reason: 'complete' } as const;
    expect(recordsOf(...turnStarted, [1200, handed], [1200, ended()], [1300, { kind: 'finish' }])).toEqual([
      'in vain 300: handler 300',
    ]);
  });

  it('is of what an agent says before it hands the turn over', () => {
    const handed = { kind: 'end_reply', turn: 0, reason: 'complete' } as const;
    expect(
      recordsOf(
        ...turnStarted,
        [1100, text()],
        ...spoken('u0', 1100),
        [1100, handed],
        [1100, ended()],
        sent('u0', 1110),
        heard('u0', 1150),
      ),
    ).toEqual(['150: handler 100, tts 10, transport 40']);
  });

  it('drops an answer that is still open when the next one begins', () => {
    const next: readonly Happened[] = [
      [2000, { kind: 'typed', text: 'and now' }],
      [2000, typed(1)],
      [2000, started(1)],
      [2100, ended(1)],
    ];
    expect(recordsOf(...turnStarted, ...next)).toEqual(['in vain 1000: handler 1000', 'in vain 100: handler 100']);
  });

  it('ends in whole ms whose sum is right, whatever the clock is', () => {
    const odd = [1200.4, 1300.8, 1311.2, 1350.6].map((at) => at + 0.3);
    const [textAt = 0, , sentAt = 0, heardAt = 0] = odd;
    expect(
      recordsOf(
        ...turnStarted,
        [textAt, text()],
        ...spoken('u0', 1301.1),
        sent('u0', sentAt),
        [1320, ended()],
        heard('u0', heardAt),
      ),
    ).toEqual(['351: handler 201, sentence 100, tts 10, held 1, transport 39']);
  });

  it('starts with the last voice as it was heard, not as late input makes it look', () => {
    const voice = { segment: 0, voicedMs: 64, lastVoicedMs: 960 };
    const happened: readonly Happened[] = [
      [1000, { kind: 'started', ...voice, atMs: 960, audio: [] }],
      [2100, { kind: 'ended', ...voice, atMs: 992, by: 'stall' }],
      [2200, { kind: 'final', segment: 0, text: 'tell me' }],
      [2200, { kind: 'commit', turn: { turn: 0, text: 'tell me' }, from: { segments: [0], typed: false } }],
      [2200, started()],
      [2300, ended()],
    ];
    expect(recordsOf(...happened)).toEqual(['in vain 1300: silence 1100, stt 100, handler 100']);
  });

  const words = (at: number): readonly Happened[] => [
    [at, { kind: 'final', segment: 0, text: 'tell me' }],
    [at, { kind: 'commit', turn: { turn: 0, text: 'tell me' }, from: { segments: [0], typed: false } }],
    [at, started()],
    [at, ended()],
  ];

  it('starts with the last voice as its audio came, however late the VAD heard it', () => {
    const voice = { segment: 0, voicedMs: 64, lastVoicedMs: 960 };
    expect(
      recordsOf(
        [2000, { kind: 'started', ...voice, atMs: 960, audio: [] }, 970],
        [2000, { kind: 'ended', ...voice, atMs: 1536, by: 'silence' }, 1546],
        ...words(2100),
      ),
    ).toEqual(['in vain 1130: silence 576, vad 454, stt 100']);
  });

  it('starts where later audio shows that the last voice was, when its own came late', () => {
    const voice = { segment: 0, voicedMs: 64, lastVoicedMs: 960 };
    expect(
      recordsOf(
        [2000, { kind: 'started', ...voice, atMs: 960, audio: [] }, 1300],
        [2000, { kind: 'window', ...voice, voiced: false, atMs: 1248, audio: [] }, 1300],
        [2000, { kind: 'ended', ...voice, atMs: 1536, by: 'silence' }, 1600],
        ...words(2100),
      ),
    ).toEqual(['in vain 1088: silence 588, vad 400, stt 100']);
  });

  it('starts with the latest speech, where text was typed before', () => {
    const voice = { segment: 0, voicedMs: 64, lastVoicedMs: 960, atMs: 960 };
    const happened: readonly Happened[] = [
      [500, { kind: 'typed', text: 'tell me' }],
      [960, { kind: 'started', ...voice, audio: [] }],
      [1500, { kind: 'ended', ...voice, atMs: 1500, by: 'silence' }],
      [1600, { kind: 'settled', segment: 0, by: 'final' }],
      [1600, { kind: 'commit', turn: { turn: 0, text: 'tell me all' }, from: { segments: [0], typed: true } }],
      [1600, started()],
      [1700, ended()],
    ];
    expect(recordsOf(...happened)).toEqual(['in vain 740: silence 540, stt 100, handler 100']);
  });

  it('turns that nobody answers fill no memory: the latest are remembered', () => {
    const turns = Array.from({ length: 33 }, (_, turn): Happened => [1000 + turn, typed(turn)]);
    const reply0: readonly Happened[] = [
      [2000, started(0)],
      [2000, ended(0)],
    ];
    expect(recordsOf([1000, { kind: 'typed', text: 'tell me' }], ...turns, ...reply0)).toEqual([]);
    expect(
      recordsOf([1000, { kind: 'typed', text: 'tell me' }], ...turns, [2000, started(1)], [2000, ended(1)]),
    ).toEqual(['in vain 1000: floor 1000']);
  });

  it('has no record for replies without a turn', () => {
    expect(recordsOf([0, started(7)], [0, text(7)], ...spoken('u7', 0), [20, ended(7)])).toEqual([]);
  });
});

it('frames of the agent and windows without a segment are not measured: no time is read', () => {
  const clock = { now: vi.fn<() => number>(() => 0) };
  const usage = new UsageMeter({ stt: { name: 'stt' }, tts: { name: 'tts' } }, clock);
  const measurement = new Measurement({ clock, arrivals: { at: () => 0 }, usage, minEndpointingDelayMs: () => 0 });
  const events: readonly MetricEvent[] = [
    speech({ kind: 'audio', utterance: 'u0.0', frame }),
    { kind: 'playout', event: { kind: 'sent', utterance: 'u0.0', samples: 160 } },
    { kind: 'playout', event: { kind: 'played', utterance: 'u0.0', samples: 160 } },
    { kind: 'window', segment: 0, atMs: 32, voiced: false, voicedMs: 0, lastVoicedMs: 0, audio: [] },
    { kind: 'wake' },
  ];
  expect(events.map((event) => measurement.add(event))).toEqual(events.map(() => null));
  expect(clock.now).not.toHaveBeenCalled();
});
