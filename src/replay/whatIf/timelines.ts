import { diagram, type Moment } from '../../draw/text/diagram.ts';
import type { Outcome } from './outcome/outcome.ts';
import type { SpeechSpan } from './outcome/speech.ts';
import type { WhatIf } from './whatIf.ts';

/** Draws both runs along one time axis: the user, the agent before and the agent after. */
export function timelines({ before, after, stop }: Pick<WhatIf, 'before' | 'after' | 'stop'>): string {
  return diagram([
    ...before.user.map((sound) => momentOf('user', sound)),
    ...createLanes('before', before),
    ...createLanes('after', after),
    ...(stop === null ? [] : [{ lane: 'after: agent', atMs: stop.atMs, text: 'the run stops' }]),
  ]);
}

function createLanes(name: string, { turns, agent, interruptions }: Outcome): readonly Moment[] {
  return [
    ...turns.map(({ committedMs, cutOff }) => ({
      lane: `${name}: turn`,
      atMs: committedMs,
      text: cutOff ? 'commit, cut off' : 'commit',
    })),
    ...agent.map((sound) => momentOf(`${name}: agent`, sound)),
    ...interruptions.map(({ atMs, isFalse }) => ({
      lane: `${name}: agent`,
      atMs,
      text: isFalse ? 'interrupted by no words' : 'interrupted',
    })),
  ];
}

function momentOf(lane: string, { fromMs, toMs, text }: SpeechSpan): Moment {
  return { lane, atMs: fromMs, toMs, text: text === '' ? '…' : text };
}
