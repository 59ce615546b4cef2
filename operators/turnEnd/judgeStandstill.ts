import { distinctUntilChanged, map, of, switchMap, timer, type Observable, type OperatorFunction } from 'rxjs';
import { textOf, type TurnState } from '../endpointing/turnState.ts';
import { judgePause, type JudgeOptions } from './judgePause.ts';
import type { ModelAtWork } from './modelAtWork.ts';
import type { Pause } from './pause.ts';

export interface StandstillOptions extends JudgeOptions {
  /** Returns whether the user is currently heard. */
  readonly isVoiced: () => boolean;
}

/**
 * Time without a new word after which the model is asked, in ms. It is shorter than the time after which sound becomes
 * noise.
 */
const STILL_MS = 2500;

/**
 * Emits the model's judgement on whether a turn continues when no new word has come for 2.5 s although the user is
 * heard. Emits nothing if the model fails. `judgePause` judges pauses.
 */
export function judgeStandstill(
  state: TurnState,
  model: ModelAtWork,
  options: StandstillOptions,
): OperatorFunction<unknown, boolean> {
  const { scheduler, language, isVoiced } = options;
  const judge = judgePause(model, { ...options, minDelayMs: 0, isSpeaking: true, report: undefined });
  const judgeText = (text: string): Observable<boolean> =>
    judge(createStandstill(state, text, scheduler.now()), language).pipe(map(({ outcome }) => outcome === 'goes_on'));
  return (events) =>
    events.pipe(
      map(() => textOf(state)),
      distinctUntilChanged(),
      switchMap((text) =>
        text === ''
          ? of(false)
          : timer(STILL_MS, scheduler).pipe(switchMap(() => (isVoiced() ? judgeText(text) : of(false)))),
      ),
      distinctUntilChanged(),
    );
}

/** Creates a pause without silence, for asking the model. */
function createStandstill({ turn, segments }: TurnState, text: string, now: number): Pause {
  const startedAt = Math.min(now, ...segments.map((segment) => segment.startedAt));
  return { turn, text, startedAt, lastVoicedAt: now, lastVoicedMs: 0, lastWordsAt: now, open: undefined };
}
