import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/playback/runMachine.ts';
import { createPacer } from '../../../operators/pace/pacer.ts';
import {
  clearUtterance,
  closeSource,
  enqueueSpeech,
  setHeld,
  setPaused,
  type PacerState,
} from '../../../operators/pace/pacerState.ts';
import { audio, brief, ended, started } from './score.ts';

const limits = { leadMs: 10, frameMs: 10, maxQueuedMs: 100 };
const machine = createPacer(limits);

/** What leaves at `nowMs`, and the state after it. */
function leave(state: PacerState, nowMs: number): readonly [commands: readonly string[], rest: PacerState] {
  const step = machine.next(state, nowMs);
  if (step === undefined) return [[], state];
  const [commands, rest] = leave(step.state, nowMs);
  return [[brief(step.output), ...commands], rest];
}

const after = (state: PacerState, nowMs: number, ...changes: readonly Change<PacerState>[]): PacerState =>
  changes.reduce((one, change) => change(one, nowMs), state);

const spoken = (...events: readonly Parameters<typeof enqueueSpeech>[0][]): readonly Change<PacerState>[] =>
  events.map((event) => enqueueSpeech(event, limits));

/** 40 ms of u, of which two frames left at 0: it plays until 20. */
const [, running] = leave(after(machine.initial, 0, ...spoken(started(), audio(40))), 0);
/** All 40 ms of u left in time: it plays until 40. */
const [, run] = leave(leave(running, 10)[1], 20);

describe('what leaves at an instant', () => {
  it.each<[string, PacerState, number, readonly Change<PacerState>[], readonly string[], number | undefined]>([
    ['nothing of nothing', machine.initial, 0, [], [], undefined],
    ['the lead of what begins', machine.initial, 0, spoken(started(), audio(40)), ['u start', 'u 10', 'u 10'], 10],
    ['nothing before the next frame is due', running, 9, [], [], 10],
    ['the next frame when it is due', running, 10, [], ['u 10'], 20],
    ['a new lead if the timer was so late that all is played', running, 35, [], ['u 10', 'u 10'], undefined],
    ['what is running although held', running, 10, [setHeld(true)], ['u 10'], 20],
    ['nothing after a silence while held', running, 20, [setHeld(true)], [], undefined],
    ['nothing while paused', running, 10, [setPaused(true)], [], undefined],
    ['the clear alone', running, 10, [clearUtterance('u')], ['u clear'], undefined],
    ['the end when all has left', run, 20, spoken(ended()), ['u end 40'], undefined],
    ['the end when the source is over', run, 20, [closeSource], ['u end 40'], undefined],
    [
      'nothing of the next one while held',
      run,
      20,
      [setHeld(true), ...spoken(ended(), started('v'), audio(5, 'v'))],
      ['u end 40'],
      undefined,
    ],
    ['the next one once its lead has come', run, 20, spoken(ended(), started('v'), audio(5, 'v')), ['u end 40'], 30],
    [
      'the next one at once after a clear',
      run,
      20,
      [...spoken(started('v'), audio(5, 'v')), clearUtterance('u')],
      ['u clear', 'v start', 'v 5'],
      undefined,
    ],
  ])('%s', (_, state, nowMs, changes, commands, wakesAt) => {
    const [left, rest] = leave(after(state, nowMs, ...changes), nowMs);
    expect([left, machine.wakesAt(rest, nowMs)]).toEqual([commands, wakesAt]);
  });

  it('remembers the last 32 that have left, and those alone', () => {
    const names = Array.from({ length: 33 }, (_, i) => `u${i}`);
    const state = names.reduce(
      (one, name, i) => leave(after(one, i * 100, ...spoken(started(name), audio(5, name), ended(name))), i * 100)[1],
      machine.initial,
    );
    const cleared = (name: string): readonly string[] => leave(after(state, 5000, clearUtterance(name)), 5000)[0];
    expect(['u0', 'u1', 'u32'].map(cleared)).toEqual([[], ['u1 clear'], ['u32 clear']]);
  });
});
