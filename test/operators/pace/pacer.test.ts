import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Pacer } from '../../../operators/pace/pacer.ts';
import type { SpeechEvent } from '../../../src/core/turn.ts';
import { runs } from '../../properties/runs.ts';
import { audio, brief, ended, started } from './score.ts';

type Change = (pacer: Pacer, nowMs: number) => void;

const createPacer = (): Pacer => new Pacer({ leadMs: 10, frameMs: 10, maxQueuedMs: 100 });

/** What leaves at `nowMs`. */
function leave(pacer: Pacer, nowMs: number): readonly string[] {
  const commands: string[] = [];
  for (let command = pacer.next(nowMs); command; command = pacer.next(nowMs)) commands.push(brief(command));
  return commands;
}

const spoken = (...events: readonly SpeechEvent[]): Change => {
  return (pacer) => events.forEach((event) => pacer.add(event));
};
const setHeld: Change = (pacer) => pacer.setHeld(true);
const setPaused: Change = (pacer, nowMs) => pacer.setPaused(true, nowMs);
const clear: Change = (pacer, nowMs) => pacer.clear('u', nowMs);
const close: Change = (pacer) => pacer.close();

/** 40 ms of u, of which two frames left at 0: it plays until 20. */
function createRunning(): Pacer {
  const pacer = createPacer();
  spoken(started(), audio(40))(pacer, 0);
  leave(pacer, 0);
  return pacer;
}

/** All 40 ms of u left in time: it plays until 40. */
function createRun(): Pacer {
  const pacer = createRunning();
  leave(pacer, 10);
  leave(pacer, 20);
  return pacer;
}

describe('what leaves at an instant', () => {
  it.each<[string, () => Pacer, number, readonly Change[], readonly string[], number | undefined]>([
    ['nothing of nothing', createPacer, 0, [], [], undefined],
    ['the lead of what begins', createPacer, 0, [spoken(started(), audio(40))], ['u start', 'u 10', 'u 10'], 10],
    ['nothing before the next frame is due', createRunning, 9, [], [], 10],
    ['the next frame when it is due', createRunning, 10, [], ['u 10'], 20],
    ['a new lead if the timer was so late that all is played', createRunning, 35, [], ['u 10', 'u 10'], undefined],
    ['what is running although held', createRunning, 10, [setHeld], ['u 10'], 20],
    ['nothing after a silence while held', createRunning, 20, [setHeld], [], undefined],
    ['nothing while paused', createRunning, 10, [setPaused], [], undefined],
    ['the clear alone', createRunning, 10, [clear], ['u clear'], undefined],
    ['the end when all has left', createRun, 20, [spoken(ended())], ['u end 40'], undefined],
    ['the end when the source is over', createRun, 20, [close], ['u end 40'], undefined],
    [
      'nothing of the next one while held',
      createRun,
      20,
      [setHeld, spoken(ended(), started('v'), audio(5, 'v'))],
      ['u end 40'],
      undefined,
    ],
    [
      'the next one once its lead has come',
      createRun,
      20,
      [spoken(ended(), started('v'), audio(5, 'v'))],
      ['u end 40'],
      30,
    ],
    [
      'the next one at once after a clear',
      createRun,
      20,
      [spoken(started('v'), audio(5, 'v')), clear],
      ['u clear', 'v start', 'v 5'],
      undefined,
    ],
  ])('%s', (_, create, nowMs, changes, commands, wakesAt) => {
    const pacer = create();
    for (const change of changes) change(pacer, nowMs);
    expect([leave(pacer, nowMs), pacer.wakesAt(nowMs)]).toEqual([commands, wakesAt]);
  });

  it('remembers the last 32 that have left, and those alone', () => {
    const pacer = createPacer();
    for (let i = 0; i < 33; i++) {
      spoken(started(`u${i}`), audio(5, `u${i}`), ended(`u${i}`))(pacer, i * 100);
      leave(pacer, i * 100);
    }
    const cleared = ['u0', 'u1', 'u32'].map((utterance) => {
      pacer.clear(utterance, 5000);
      return leave(pacer, 5000);
    });
    expect(cleared).toEqual([[], ['u1 clear'], ['u32 clear']]);
  });
});

it('sends audio at each time at which it wakes, however times are rounded', () => {
  const instant = fc.double({ min: 0, max: 3000, noNaN: true });
  fc.assert(
    fc.property(
      instant,
      instant,
      instant,
      fc.constantFrom(1103, 22_050, 44_100),
      (beginsMs, pausesMs, lostMs, rate) => {
        const pacer = createPacer();
        pacer.setPaused(true, pausesMs);
        pacer.setPaused(false, pausesMs + lostMs);
        pacer.add(started());
        pacer.add({ kind: 'audio', utterance: 'u', frame: { samples: new Int16Array(rate / 10), sampleRate: rate } });
        let nowMs: number | undefined = pausesMs + lostMs + beginsMs;
        while (nowMs !== undefined) {
          expect(leave(pacer, nowMs)).not.toEqual([]);
          nowMs = pacer.wakesAt(nowMs);
        }
      },
    ),
    runs(25),
  );
});
