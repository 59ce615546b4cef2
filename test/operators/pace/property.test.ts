import fc from 'fast-check';
import { TestScheduler } from 'rxjs/testing';
import { describe, expect, it } from 'vitest';
import { pace } from '../../../operators/pace.ts';
import { concatSamples, msOfSamples } from '../../../src/core/audio.ts';
import type { PlayoutCommand } from '../../../src/core/playout.ts';
import type { SpeechEvent } from '../../../src/core/turn.ts';
import { runs } from '../../properties/runs.ts';

type Score = { readonly speech: Timed<SpeechEvent>; readonly held: Timed<boolean> } & Cues;
type Cues = { readonly paused: Timed<boolean>; readonly clear: Timed<string> };
type Timed<T> = readonly (readonly [atMs: number, value: T])[];

const LEAD_MS = 200;
const UTTERANCES = ['u', 'v', 'w'];

const atMs = fc.integer({ min: 0, max: 3000 });
const flags = fc
  .uniqueArray(atMs, { maxLength: 6 })
  .map((times): Timed<boolean> => times.sort((a, b) => a - b).map((ms, i) => [ms, i % 2 === 0]));
const clears: fc.Arbitrary<Timed<string>> = fc.array(fc.tuple(atMs, fc.constantFrom(...UTTERANCES)), { maxLength: 3 });

/** Three utterances one after the other, each of audio that comes in pieces and pauses of any length. */
const speech: fc.Arbitrary<Timed<SpeechEvent>> = fc
  .array(
    fc.record({
      sampleRate: fc.constantFrom(800, 1000, 1103),
      pieces: fc.array(fc.record({ afterMs: fc.integer({ min: 0, max: 400 }), samples: fc.nat({ max: 900 }) }), {
        maxLength: 6,
      }),
    }),
    { minLength: 3, maxLength: 3 },
  )
  .map((utterances) => {
    const events: [number, SpeechEvent][] = [];
    let ms = 0;
    for (const [i, { sampleRate, pieces }] of utterances.entries()) {
      const utterance = UTTERANCES[i] ?? '';
      let sample = 0;
      events.push([ms, { kind: 'started', turn: i, utterance }]);
      for (const piece of pieces) {
        ms += piece.afterMs;
        const samples = Int16Array.from({ length: piece.samples }, () => sample++);
        events.push([ms, { kind: 'audio', utterance, frame: { samples, sampleRate } }]);
      }
      events.push([ms, { kind: 'ended', utterance, reason: 'complete' }]);
    }
    return events;
  });

function play({ speech: events, held, paused, clear }: Score): Timed<PlayoutCommand> {
  const seen: [number, PlayoutCommand][] = [];
  const clock = new TestScheduler(() => {});
  clock.run(({ hot, flush }) => {
    const input = <T>(timed: Timed<T>) => {
      const subject = hot<T>('');
      for (const [ms, value] of timed) clock.schedule(() => subject.next(value), ms);
      return subject;
    };
    const inputs = { held: input(held), paused: input(paused), clear: input(clear) };
    input(events)
      .pipe(pace({ ...inputs, leadMs: LEAD_MS, scheduler: clock }))
      .subscribe((command) => seen.push([clock.now(), command]));
    flush();
  });
  return seen;
}

const generated = (events: Timed<SpeechEvent>, utterance: string): Int16Array =>
  concatSamples(
    events.flatMap(([, event]) =>
      event.kind === 'audio' && event.utterance === utterance ? [event.frame.samples] : [],
    ),
  );
const sent = (commands: Timed<PlayoutCommand>, utterance: string): Int16Array =>
  concatSamples(
    commands.flatMap(([, one]) => (one.kind === 'audio' && one.utterance === utterance ? [one.frame.samples] : [])),
  );

describe('whatever comes, pace', () => {
  it('sends every sample exactly once, in order, each utterance in its brackets', () => {
    fc.assert(
      fc.property(speech, flags, flags, (events, held, paused) => {
        const commands = play({
          speech: events,
          held: [...held, [5000, false]],
          paused: [...paused, [5000, false]],
          clear: [],
        });
        for (const utterance of UTTERANCES) expect(sent(commands, utterance)).toEqual(generated(events, utterance));
        const order = commands
          .filter(([, { kind }]) => kind !== 'audio')
          .map(([, { kind, utterance }]) => `${kind} ${utterance}`);
        const sounding = UTTERANCES.filter((utterance) => generated(events, utterance).length > 0);
        expect(order).toEqual(sounding.flatMap((utterance) => [`start ${utterance}`, `end ${utterance}`]));
      }),
      runs(25),
    );
  });

  it('is never more than its lead ahead of what plays', () => {
    fc.assert(
      fc.property(speech, flags, flags, (events, held, paused) => {
        const playTime = (ms: number): number =>
          ms -
          paused.reduce((lost, [at, is], i) => {
            const until = Math.min(paused[i + 1]?.[0] ?? Infinity, ms);
            return is && until > at ? lost + until - at : lost;
          }, 0);
        let endsMs = 0;
        for (const [ms, command] of play({ speech: events, held, paused, clear: [] })) {
          if (command.kind !== 'audio') continue;
          const aheadMs = endsMs - playTime(ms);
          expect(aheadMs).toBeLessThan(LEAD_MS + 1e-6);
          endsMs = Math.max(endsMs, playTime(ms)) + msOfSamples(command.frame.samples.length, command.frame.sampleRate);
        }
      }),
      runs(25),
    );
  });

  it('sends a prefix of what is cleared, then one clear, then nothing of it', () => {
    fc.assert(
      fc.property(speech, flags, flags, clears, (events, held, paused, clear) => {
        const commands = play({ speech: events, held, paused, clear });
        for (const utterance of UTTERANCES) {
          const samples = sent(commands, utterance);
          expect(samples).toEqual(generated(events, utterance).subarray(0, samples.length));
          const kinds = commands.filter(([, one]) => one.utterance === utterance).map(([, { kind }]) => kind);
          expect(kinds.join(' ')).toMatch(/^(start( audio)*( end)?( clear)?)?$/);
        }
      }),
      runs(25),
    );
  });

  it('begins nothing while held', () => {
    fc.assert(
      fc.property(speech, flags, (events, held) => {
        const isHeld = (ms: number): boolean => held.findLast(([at]) => at <= ms)?.[1] ?? false;
        let endsMs = -1;
        for (const [ms, command] of play({ speech: events, held, paused: [], clear: [] })) {
          const begins = command.kind === 'start' || (command.kind === 'audio' && ms >= endsMs);
          expect(begins && isHeld(ms)).toBe(false);
          if (command.kind !== 'audio') continue;
          endsMs = Math.max(endsMs, ms) + msOfSamples(command.frame.samples.length, command.frame.sampleRate);
        }
      }),
      runs(25),
    );
  });
});
