import { asyncScheduler as scheduler, from, NEVER, type Observable } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { AntiphonError } from '../../src/core/errors.ts';
import type { PlayoutEvent } from '../../src/core/playout.ts';
import type { Settlement, Transcript, VadEvent } from '../../src/core/speech.ts';
import type { SpeechEvent } from '../../src/core/turn.ts';
import { ignoreEcho } from '../../src/session/standardStages/ignoreEcho.ts';
import { marbles } from '../../src/testing/marbles.ts';

const utterance = 'u';

/** "a b c d e f", a word in each ms from 0 on. */
const speech = from<SpeechEvent[]>([
  { kind: 'started', turn: 0, utterance },
  { kind: 'text', utterance, text: 'A, b c' },
  { kind: 'text', utterance, text: ' d! E f.' },
  { kind: 'audio', utterance, frame: { samples: new Int16Array(6), sampleRate: 1000 } },
  { kind: 'ended', utterance, reason: 'complete' },
]);
const playing = (samples: number): Observable<PlayoutEvent> =>
  from<PlayoutEvent[]>([
    { kind: 'sent', utterance, samples },
    { kind: 'started', utterance },
  ]);

/** A segment that begins at 0. */
const activity = from<VadEvent[]>([
  { kind: 'started', segment: 0, atMs: 64, voicedMs: 64, lastVoicedMs: 64, audio: [] },
]);

const interim = (text: string): Transcript => ({ kind: 'interim', segment: 0, text });
const final = (text: string): Transcript => ({ kind: 'final', segment: 0, text });
const settled = (by: Settlement['by']): Settlement => ({ kind: 'settled', segment: 0, by });

const values: Readonly<Record<string, Transcript | Settlement>> = {
  a: interim('a'),
  b: interim('a b'),
  c: interim('a b c'),
  d: interim('a b c d'),
  n: interim('a b no'),
  x: interim('hey'),
  D: final('a b c d'),
  N: final('a b c d no, wait'),
  B: final('a b'),
  C: final('c d'),
  E: final('e'),
  X: final('x'),
  Y: final('a b x'),
  W: final('no, wait'),
  o: final(''),
  s: settled('final'),
  t: settled('timeout'),
};

/** Plays transcripts while the agent says "a b c d e f" and expects these; returns the codes that were reported. */
function filtered(source: string, output: string, samples = 6): readonly string[] {
  const reported: AntiphonError[] = [];
  marbles(({ hot, expectObservable, expectSubscriptions }) => {
    const edges = { activity, speech, playout: playing(samples) };
    const transcripts = hot(source, values);
    const report = (error: AntiphonError): void => void reported.push(error);
    expectObservable(transcripts.pipe(ignoreEcho({ edges, report, scheduler }))).toBe(output, values);
    const end = source.indexOf('|');
    expectSubscriptions(transcripts.subscriptions).toBe(end < 0 ? '^' : `^${'-'.repeat(end - 1)}!`);
  });
  return reported.map(({ code }) => code);
}

describe('words that the agent says', () => {
  it('are no words of the user if they are four in a row', () => {
    expect(filtered('-a-b-c-d--D-s-|', '------------s-|')).toEqual(['echo']);
  });

  it('are kept until it is clear that they are fewer', () => {
    expect(filtered('-a-b----B---s-', '------------(Bs)')).toEqual([]);
  });

  it('are emitted at once with words of the user behind them', () => {
    expect(filtered('-a-b-n-', '-----n-')).toEqual([]);
  });

  it('are taken out of a transcript that goes on', () => {
    expect(filtered('-a-b-c-d--N-s-', '----------W-s-')).toEqual(['echo']);
  });

  it('are found across finals', () => {
    expect(filtered('-B--C--E-s-', '---------s-')).toEqual(['echo']);
  });

  it('are returned with the final behind them', () => {
    expect(filtered('-B--X--s-', '----Y--s-')).toEqual([]);
  });

  it('are returned before the settlement if their final never comes', () => {
    expect(filtered('-a-b----t----', '--------(bt)-')).toEqual([]);
  });

  it('take back an interim that was understood as other words', () => {
    expect(filtered('-x-b-c-d-D-s-', '-x-------o-s-')).toEqual(['echo']);
  });

  it('are words of the user as long as they are not sent', () => {
    expect(filtered('-d-', '-d-', 2)).toEqual([]);
  });

  it('are looked for in a final that comes after the settlement, too', () => {
    expect(filtered('-s-B-D-', '-s-B---')).toEqual(['echo']);
  });
});

it('leaves the times of the words that stay', () =>
  marbles(({ hot, expectObservable }) => {
    const words = ['a', 'b', 'c', 'd', 'no'].map((text, at) => ({ text, startMs: at, endMs: at + 1 }));
    const details = { words, confidence: 0.5 };
    const transcripts = hot('-f-', { f: { ...final('a b c d no'), ...details } });
    const edges = { activity, speech, playout: playing(6) };
    const output = transcripts.pipe(ignoreEcho({ edges, report: () => {}, scheduler }));
    expectObservable(output).toBe('-k-', { k: { ...final('no'), ...details, words: words.slice(4) } });
  }));

it('leaves transcripts of segments that it does not know', () =>
  marbles(({ hot, expectObservable }) => {
    const edges = { activity: NEVER, speech, playout: playing(6) };
    const output = hot('-d-D-s-', values).pipe(ignoreEcho({ edges, report: () => {}, scheduler }));
    expectObservable(output).toBe('-d-D-s-', values);
  }));

it('hears no edge any more when it is unsubscribed', () =>
  marbles(({ hot, expectSubscriptions, expectObservable }) => {
    const [spoken, played, voice] = [hot<SpeechEvent>('-'), hot<PlayoutEvent>('-'), hot<VadEvent>('-')];
    const edges = { activity: voice, speech: spoken, playout: played };
    expectObservable(hot('----', values).pipe(ignoreEcho({ edges, report: () => {}, scheduler })), '^-!').toBe('---');
    for (const edge of [spoken, played, voice]) expectSubscriptions(edge.subscriptions).toBe('^-!');
  }));
