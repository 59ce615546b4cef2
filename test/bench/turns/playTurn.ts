import { filter, from, lastValueFrom, map, share, Subject, toArray, type OperatorFunction } from 'rxjs';
import { endpointing } from '../../../operators/endpointing.ts';
import { turnEnd } from '../../../operators/turnEnd.ts';
import { vad } from '../../../operators/vad.ts';
import { silero } from '../../../providers/silero/model.ts';
import type { VadModel } from '../../../src/core/ports.ts';
import type { Settlement, Transcript, UserTurn, VadEvent } from '../../../src/core/speech.ts';
import type { TurnModel } from '../../../src/core/turnModel.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { RATE, type SpokenTurn } from './spokenTurns.ts';
import { transcriber } from './transcriber.ts';

const WINDOW = 512;
const WINDOW_MS = (WINDOW / RATE) * 1000;

/** What ends a turn: silence of so many ms, or a model. */
export type TurnEnding =
  | { readonly kind: 'silence'; readonly delayMs: number }
  | {
      readonly kind: 'model';
      readonly create: (turn: SpokenTurn, now: () => number) => TurnModel;
      readonly minDelayMs: number;
      readonly maxDelayMs: number;
    };

/** What became of a turn. */
export interface PlayedTurn {
  /** The pauses in which it was ended. */
  readonly cuts: number;
  /** Time from the end of the last sound to the end of the turn, in ms. */
  readonly waitMs: number;
}

/** Scores the windows of a turn's audio, as `playTurn` plays them. */
export function scoreWindows({ samples }: SpokenTurn): Promise<readonly number[]> {
  const windows = Array.from({ length: Math.floor(samples.length / WINDOW) }, (_, n) =>
    samples.subarray(n * WINDOW, (n + 1) * WINDOW),
  );
  return lastValueFrom(silero({ sampleRate: RATE }).score(from(windows)).pipe(toArray()));
}

/** Plays a turn in virtual time: the audio comes window by window, and turns end as `ending` says. */
export async function playTurn(turn: SpokenTurn, scores: readonly number[], ending: TurnEnding): Promise<PlayedTurn> {
  const clock = new VirtualClock();
  const audio = new Subject<{ readonly samples: Int16Array; readonly sampleRate: number }>();
  const ends = new Subject<number>();
  const model: VadModel = {
    sampleRate: RATE,
    windowSamples: WINDOW,
    score: (windows) => windows.pipe(map((_, n) => scores[n] ?? 0)),
  };
  const minSilenceMs = ending.kind === 'silence' ? ending.delayMs : 550;
  const activity = audio.pipe(vad({ model, minSilenceMs, ends, scheduler: clock }), share());
  const transcript = activity.pipe(transcriber(turn.words, clock), share());
  const endedAt: number[] = [];
  activity.pipe(detect(turn, ending, { transcript, ends, clock })).subscribe(() => endedAt.push(clock.now()));
  for (let n = 0; n < scores.length; n += 1) {
    const samples = turn.samples.subarray(n * WINDOW, (n + 1) * WINDOW);
    clock.schedule(() => audio.next({ samples, sampleRate: RATE }), (n + 1) * WINDOW_MS);
  }
  await clock.run(scores.length * WINDOW_MS);
  const last = endedAt.at(-1);
  if (last === undefined || last < turn.endMs) throw new Error(`no end of the turn "${turn.text}"`);
  return { cuts: endedAt.filter((atMs) => atMs < turn.endMs).length, waitMs: last - turn.endMs };
}

interface Inputs {
  readonly transcript: ReturnType<ReturnType<typeof transcriber>>;
  readonly ends: Subject<number>;
  readonly clock: VirtualClock;
}

function detect(
  turn: SpokenTurn,
  ending: TurnEnding,
  { transcript: all, ends, clock }: Inputs,
): OperatorFunction<VadEvent, UserTurn> {
  const transcript = all.pipe(filter((event): event is Transcript => event.kind !== 'settled'));
  const settled = all.pipe(filter((event): event is Settlement => event.kind === 'settled'));
  const inputs = { transcript, settled, scheduler: clock };
  if (ending.kind === 'silence') return endpointing({ ...inputs, minDelayMs: ending.delayMs });
  const { create, minDelayMs, maxDelayMs } = ending;
  return turnEnd({
    ...inputs,
    model: create(turn, () => clock.now()),
    minDelayMs,
    maxDelayMs,
    language: 'en',
    agent: () => ({ heard: turn.agent, unsaid: '' }),
    endSegment: (segment) => ends.next(segment),
  });
}
