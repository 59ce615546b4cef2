import { of } from 'rxjs';
import { textRules } from '../../../providers/textRules/textRules.ts';
import { summariseWaits, type Waits } from '../../../src/cli/turns/waits.ts';
import type { TurnModel } from '../../../src/core/turnModel.ts';
import { playTurn, scoreWindows, type PlayedTurn, type TurnEnding } from './playTurn.ts';
import { createSpokenTurns, type SpokenTurn } from './spokenTurns.ts';
import type { TextKind } from './texts.ts';

/** The turns of the set with the scores of their audio. */
export interface TurnSet {
  readonly turns: readonly { readonly turn: SpokenTurn; readonly scores: readonly number[] }[];
}

/** What one way to end turns does to the users of the set. */
export interface Measurement {
  readonly title: string;
  /** Share of the pauses within turns in which the turn was ended. */
  readonly cutOffs: number;
  /** Share of the turns that were ended in one of their pauses. */
  readonly cutTurns: number;
  readonly waits: Waits;
  /** Pauses in which the turn was ended, of all, by the kind of the text. */
  readonly byKind: Readonly<Partial<Record<TextKind, readonly [number, number]>>>;
}

export async function createTurnSet(every?: number): Promise<TurnSet> {
  const spoken = await createSpokenTurns(every);
  const scored = spoken.map(async (turn) => ({ turn, scores: await scoreWindows(turn) }));
  return { turns: await Promise.all(scored) };
}

export function silence(delayMs: number): TurnEnding {
  return { kind: 'silence', delayMs };
}

/** The rules about words, with the delays of `TurnDetection.Text`. */
export function rules(minDelayMs = 400): TurnEnding {
  return { kind: 'model', create: textRules, minDelayMs, maxDelayMs: 3000 };
}

/** A model that knows when the user has finished. */
export function oracle(minDelayMs = 200): TurnEnding {
  const create = ({ endMs }: SpokenTurn, now: () => number): TurnModel => ({
    kind: 'pause',
    name: 'oracle',
    usesAudio: false,
    score: () => of({ over: now() >= endMs ? 1 : 0 }),
  });
  return { kind: 'model', create, minDelayMs, maxDelayMs: 3000 };
}

/** Plays the set. */
export async function measureTurns(title: string, { turns }: TurnSet, ending: TurnEnding): Promise<Measurement> {
  const played: (PlayedTurn & { readonly turn: SpokenTurn })[] = [];
  for (const { turn, scores } of turns) played.push({ turn, ...(await playTurn(turn, scores, ending)) });
  const byKind: Partial<Record<TextKind, readonly [number, number]>> = {};
  for (const { turn, cuts } of played) {
    const [cut, all] = byKind[turn.kind] ?? [0, 0];
    byKind[turn.kind] = [cut + cuts, all + turn.pauses.length];
  }
  const kinds = Object.values(byKind);
  return {
    title,
    cutOffs: kinds.reduce((sum, [cut]) => sum + cut, 0) / kinds.reduce((sum, [, all]) => sum + all, 0),
    cutTurns: played.filter(({ cuts }) => cuts > 0).length / played.length,
    waits: summariseWaits(played.map(({ waitMs }) => waitMs)),
    byKind,
  };
}

/** Segments end with a window: delays between two of them are the same. */
const WINDOW_MS = 32;

/** Measures the silence whose median wait is nearest to that of another measurement. */
export async function measureSilenceLike({ waits }: Measurement, set: TurnSet): Promise<Measurement> {
  let best: Measurement | undefined;
  const distance = (to: Measurement): number => Math.abs(to.waits.median - waits.median);
  for (let delayMs = 320; delayMs <= 640; delayMs += WINDOW_MS) {
    const measured = await measureTurns(`silence of ${delayMs} ms`, set, silence(delayMs));
    if (best === undefined || distance(measured) < distance(best)) best = measured;
  }
  if (best === undefined) throw new Error('nothing was measured');
  return best;
}
