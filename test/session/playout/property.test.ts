import fc from 'fast-check';
import { map } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { describe, expect, it } from 'vitest';
import { pace } from '../../../operators/pace.ts';
import type { PlayoutReport } from '../../../src/core/playout.ts';
import type { SpeechEvent } from '../../../src/core/turn.ts';
import { playout } from '../../../src/session/standardStages/playout/playout.ts';
import { Ledger } from '../../../src/session/standardStages/playout/ledger.ts';
import { runs } from '../../properties/runs.ts';
import { brief } from './score.ts';

const UTTERANCES = ['u', 'v'];
const TEXT = 'Well, the table for 2 (two) at 12:30 is well-known. "Really?" Yes: it costs $3.50… Good-bye.';

/** What comes of one utterance: text in pieces, audio, timings and marks, in any order. */
const spoken = (utterance: string): fc.Arbitrary<readonly SpeechEvent[]> => {
  const event = fc.oneof(
    fc.nat({ max: 20 }).map((length) => ({ kind: 'text' as const, length })),
    fc.nat({ max: 900 }).map((length) => ({ kind: 'audio' as const, length })),
    fc.nat({ max: 90 }).map((chars) => ({ kind: 'mark' as const, chars })),
    fc
      .tuple(fc.nat({ max: 90 }), fc.nat({ max: 3000 }))
      .map(([from, endMs]) => ({ kind: 'words' as const, from, endMs })),
  );
  return fc.tuple(fc.array(event, { maxLength: 20 }), fc.boolean()).map(([events, ends]) => {
    let at = 0;
    const detailed = events.map((one): SpeechEvent => {
      switch (one.kind) {
        case 'text':
          return { kind: 'text', utterance, text: TEXT.slice(at, (at += one.length)) };
        case 'audio':
          return { kind: 'audio', utterance, frame: { samples: new Int16Array(one.length), sampleRate: 1000 } };
        case 'mark':
          return { kind: 'mark', utterance, chars: one.chars };
        case 'words': {
          const { from, endMs } = one;
          return { kind: 'words', utterance, words: [{ from, to: from + 3, startMs: endMs, endMs }] };
        }
      }
    });
    const started: SpeechEvent = { kind: 'started', turn: 0, utterance };
    return [started, ...detailed, { kind: 'ended', utterance, reason: ends ? 'complete' : 'failed' }];
  });
};

describe('whatever was spoken', () => {
  it('what was heard is a prefix of the text in whole words, and grows with what was played', () => {
    fc.assert(
      fc.property(spoken('u'), (events) => {
        const ledger = new Ledger();
        for (const event of events) ledger.add(event);
        const text = events.map((event) => (event.kind === 'text' ? event.text : '')).join('');
        let before = '';
        for (let samples = 0; samples <= 20_000; samples += 97) {
          const now = ledger.computeHeard('u', samples);
          expect(text.startsWith(now.text) && now.text.startsWith(before)).toBe(true);
          expect(now.text === '' || now.whole || /^(\s|Good)/.test(text.slice(now.text.length))).toBe(true);
          expect(now.whole).toBe(now.text === text);
          before = now.text;
        }
      }),
      runs(25),
    );
  });
});

const atMs = fc.integer({ min: 0, max: 8000 });
const reports = fc.array(
  fc.record({
    atMs,
    kind: fc.constantFrom<PlayoutReport['kind'][]>('started', 'position', 'finished', 'cleared'),
    utterance: fc.constantFrom('u', 'v', 'w'),
    playedSamples: fc.nat({ max: 9000 }),
    outputLatencyMs: fc.constantFrom(0, 60),
  }),
  { maxLength: 12 },
);
const clears = fc.array(fc.tuple(atMs, fc.constantFrom(...UTTERANCES)), { maxLength: 2 });
const presence = fc.uniqueArray(atMs, { maxLength: 6 }).map((times) => times.sort((a, b) => a - b));

it('what was heard grows, though the timing of a word goes beyond the end of its sentence', () => {
  const ledger = new Ledger();
  const utterance = 'u';
  const frame = { samples: new Int16Array(98), sampleRate: 1000 };
  const events: readonly SpeechEvent[] = [
    { kind: 'started', turn: 0, utterance },
    { kind: 'words', utterance, words: [{ from: 14, to: 17, startMs: 0, endMs: 0 }] },
    { kind: 'text', utterance, text: 'Well, the table ' },
    { kind: 'audio', utterance, frame },
    { kind: 'mark', utterance, chars: 15 },
    { kind: 'audio', utterance, frame },
    { kind: 'text', utterance, text: 'f' },
    { kind: 'ended', utterance, reason: 'failed' },
  ];
  for (const event of events) ledger.add(event);
  const heard = [97, 98, 10_000].map((samples) => ledger.computeHeard(utterance, samples).text);
  expect(heard).toEqual(['Well, the table', 'Well, the table', 'Well, the table f']);
});

describe('whatever the client reports', () => {
  it('each utterance that was sent starts at most once, stops exactly once, and the two alternate', () => {
    fc.assert(
      fc.property(spoken('u'), spoken('v'), reports, clears, presence, (u, v, reported, cleared, changes) => {
        const seen: string[] = [];
        const clock = new TestScheduler(() => {});
        clock.run(({ hot, flush }) => {
          const [speech, clear] = [hot<SpeechEvent>(''), hot<string>('')];
          const [clientReports, connected] = [hot<PlayoutReport>(''), hot<boolean>('')];
          clock.schedule(() => [...u, ...v].forEach((event) => speech.next(event)), 0);
          reported.forEach((report) => clock.schedule(() => clientReports.next(report), report.atMs));
          cleared.forEach(([ms, utterance]) => clock.schedule(() => clear.next(utterance), ms));
          [...changes, 9000].forEach((ms, i, all) =>
            clock.schedule(() => connected.next((all.length - i) % 2 === 1), ms),
          );
          const options = { speech, reports: clientReports, connected, scheduler: clock };
          speech
            .pipe(
              pace({ clear, paused: connected.pipe(map((is) => !is)), scheduler: clock }),
              playout(options),
              map(brief),
            )
            .subscribe((event) => seen.push(event));
          clock.schedule(() => clientReports.next({ kind: 'started', utterance: 'w', playedSamples: 0 }), 20_000);
          flush();
        });
        for (const one of UTTERANCES) {
          const kinds = seen.filter((line) => line.startsWith(one)).map((line) => line.split(' ')[1]);
          expect(kinds.join(' ')).toMatch(/^((sent ?)+(started ?)?((sent|played) ?)*stopped)?$/);
        }
        const hasStarted = (line: string): boolean => seen.includes(`${line[0]} started`);
        const turns = seen
          .filter((line) => /started|stopped/.test(line) && hasStarted(line))
          .map((line) => line.split(' ')[1]);
        expect(turns.join(' ')).toMatch(/^(started stopped ?)*$/);
      }),
      runs(25),
    );
  });
});
