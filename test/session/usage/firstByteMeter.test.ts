import { describe, expect, it } from 'vitest';
import type { Settlement } from '../../../src/core/speech.ts';
import type { SpeechEvent } from '../../../src/core/turn.ts';
import { FirstByteMeter } from '../../../src/session/usage/firstByteMeter.ts';

type Happened = readonly [now: number, add: (meter: FirstByteMeter) => void];

/** `kind ms at` of each first answer. */
function answersOf(...events: readonly Happened[]): readonly string[] {
  const answers: string[] = [];
  let now = 0;
  const meter = new FirstByteMeter({ now: () => now }, 'stt', 'tts');
  meter.answers.subscribe(({ kind, ms }) => answers.push(`${kind} ${ms} at ${now}`));
  for (const [at, add] of events) {
    now = at;
    add(meter);
  }
  return answers;
}

const segmentEnded = (now: number, segment: number): Happened => [now, (meter) => meter.endSegment(segment)];
const settled = (now: number, segment: number, by: Settlement['by']): Happened => [
  now,
  (meter) => meter.settle({ kind: 'settled', segment, by }),
];
const round = (now: number, kind: 'called' | 'chunk', turn: number, number = 0): Happened => [
  now,
  (meter) => meter.addChunks({ kind, turn, round: number }),
];
const speech = (now: number, event: SpeechEvent): Happened => [now, (meter) => meter.addSpeech(event)];
const frame = { samples: new Int16Array(160), sampleRate: 16_000 };
const begun = (now: number, utterance: string): Happened => speech(now, { kind: 'started', turn: 0, utterance });
const text = (now: number, utterance: string): Happened => speech(now, { kind: 'text', utterance, text: 'Yes.' });
const audio = (now: number, utterance: string): Happened => speech(now, { kind: 'audio', utterance, frame });

describe('the first answer of a recogniser', () => {
  it.each<readonly [what: string, by: Settlement['by'], answers: readonly string[]]>([
    ['words', 'final', ['stt 50 at 150']],
    ['no words', 'empty', ['stt 50 at 150']],
    ['a failure is none', 'failed', []],
    ['a timeout is none', 'timeout', []],
  ])('%s', (_what, by, expected) => {
    expect(answersOf(segmentEnded(100, 0), settled(150, 0, by), settled(200, 0, by))).toEqual(expected);
  });

  it('each segment has its own', () => {
    const events = [segmentEnded(100, 0), segmentEnded(120, 1), settled(150, 0, 'final'), settled(200, 1, 'final')];
    expect(answersOf(...events)).toEqual(['stt 50 at 150', 'stt 80 at 200']);
  });

  it('a segment that is settled while it is open was not waited for', () => {
    expect(answersOf(settled(50, 0, 'noise'), segmentEnded(100, 0), settled(150, 0, 'final'))).toEqual([
      'stt 50 at 150',
    ]);
  });
});

it('segments that are never settled fill no memory: the latest are remembered', () => {
  const ends = Array.from({ length: 33 }, (_, segment) => segmentEnded(segment, segment));
  expect(answersOf(...ends, settled(100, 0, 'final'), settled(100, 1, 'final'))).toEqual(['stt 99 at 100']);
});

describe('the first answer of a handler', () => {
  it('is its first chunk, in each round', () => {
    const rounds = [
      round(100, 'called', 0),
      round(130, 'chunk', 0),
      round(200, 'called', 0, 1),
      round(300, 'chunk', 0, 1),
    ];
    expect(answersOf(...rounds)).toEqual(['llm 30 at 130', 'llm 100 at 300']);
  });

  it('that was cancelled comes from the next call', () => {
    const cancelled = [
      round(100, 'called', 0),
      round(200, 'called', 1),
      round(210, 'chunk', 0),
      round(230, 'chunk', 1),
    ];
    expect(answersOf(...cancelled)).toEqual(['llm 30 at 230']);
  });
});

describe('the first answer of a voice', () => {
  it('is the first audio after the first text, in each utterance', () => {
    const events = [begun(0, 'a'), text(10, 'a'), text(20, 'a'), audio(60, 'a'), audio(70, 'a')];
    const more = [begun(100, 'b'), text(100, 'b'), audio(110, 'b')];
    expect(answersOf(...events, ...more)).toEqual(['tts 50 at 60', 'tts 10 at 110']);
  });

  it('that was cut comes from the next utterance', () => {
    expect(
      answersOf(begun(0, 'a'), text(10, 'a'), begun(50, 'b'), audio(60, 'a'), text(70, 'b'), audio(90, 'b')),
    ).toEqual(['tts 20 at 90']);
  });
});
