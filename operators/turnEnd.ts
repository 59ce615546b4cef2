import {
  asyncScheduler,
  connect,
  defer,
  distinctUntilChanged,
  EMPTY,
  finalize,
  ignoreElements,
  map,
  merge,
  of,
  switchMap,
  tap,
  type OperatorFunction,
} from 'rxjs';
import type { UserTurn, VadEvent } from '../src/core/speech.ts';
import { createSubject } from '../src/stream/operate.ts';
import { emitWhenDue } from '../src/stream/emitWhenDue.ts';
import type { TurnInput } from './endpointing/turnState.ts';
import { startModel } from './turnEnd/askModel.ts';
import { JudgedTurn } from './turnEnd/judgedTurn.ts';
import { NOT_JUDGED, type Judgement } from './turnEnd/judgement.ts';
import { judgePause, type JudgeOptions } from './turnEnd/judgePause.ts';
import { judgeStandstill } from './turnEnd/judgeStandstill.ts';
import type { ModelAtWork } from './turnEnd/modelAtWork.ts';
import { isSamePause } from './turnEnd/pause.ts';
import { findWordless, isSameForRecogniser } from './turnEnd/recogniserTurns.ts';
import type { TurnEndOptions } from './turnEnd/turnEndOptions.ts';

/**
 * Emits the user's turn when a model says that it is over: `endpointing` with a turn model.
 *
 * Asks the model after a pause of `minDelayMs` with words, and again whenever the words change. Speech invalidates its
 * answer. If the model says that the turn is over, ends the open segment and emits the turn as soon as its words are
 * known; otherwise, emits the turn after `maxDelayMs`. If the model fails or does not answer in time, reports that and
 * ends the turn after `silenceMs`. A recogniser that finds the ends of turns works the same way, but needs segments
 * that continue during pauses: a `vad` whose `minSilenceMs` is `maxDelayMs`. Completes when its inputs have completed
 * and no turn is due. Unsubscribing stops its timer and the model.
 *
 * ```text
 * activity    s-m----------    m ended, at its last voiced sample; minDelayMs 3, maxDelayMs 9
 * transcript  -f-----------
 * verdict     ------o------    o the turn is over; with a g it continues, and u comes at 11 ms
 * userTurn    ------u------
 * ```
 *
 * @example
 * ```ts
 * import type { Transcript, VadEvent } from 'antiphon';
 * import { turnEnd } from 'antiphon/operators';
 * import { textRules } from 'antiphon/providers';
 * import type { Observable } from 'rxjs';
 *
 * declare const activity: Observable<VadEvent>;
 * declare const transcript: Observable<Transcript>; // "a table for" waits for more words, "a table for two" does not
 * activity.pipe(turnEnd({ transcript, model: textRules() })).subscribe(({ text }) => console.log('user:', text));
 * ```
 */
export function turnEnd(options: TurnEndOptions): OperatorFunction<VadEvent, UserTurn> {
  const { transcript, settled, model, audio = EMPTY, scheduler = asyncScheduler } = options;
  const { minDelayMs = 400, maxDelayMs = 3000, silenceMs = 500 } = options;
  return (activity) =>
    defer(() => {
      const turn = new JudgedTurn({ minDelayMs, maxDelayMs, silenceMs }, settled === undefined);
      const running = startModel(model, { audio, now: () => scheduler.now() });
      return merge(activity, transcript, settled ?? EMPTY).pipe(
        tap((event) => turn.update(event, scheduler.now())),
        tap(endWordless(turn, options)),
        connect(
          (events) =>
            merge(
              events,
              events.pipe(judgePauses(turn, running, options)),
              events.pipe(judgeSound(turn, running, options)),
            ),
          { connector: createSubject },
        ),
        emitWhenDue(
          () => turn.computeEnd(),
          () => turn.end(),
          scheduler,
        ),
        finalize(() => running.stop()),
      );
    });
}

/** Ends silent segments without words, whose end a recogniser would never find. */
function endWordless(
  turn: JudgedTurn,
  { model, wordlessMs = 550, endSegment }: TurnEndOptions,
): (event: TurnInput) => void {
  return (event) => {
    const wordless = model.kind === 'recogniser' ? findWordless(turn.state, event, wordlessMs) : null;
    if (wordless !== null) endSegment?.(wordless);
  };
}

/** Judges each pause, and ends the open segment once the turn is over. */
function judgePauses(
  turn: JudgedTurn,
  running: ModelAtWork,
  options: TurnEndOptions,
): OperatorFunction<TurnInput, Judgement> {
  const { model, endSegment, eagerEnd } = options;
  const listensItself = model.kind === 'recogniser';
  const judge = judgePause(running, withDefaults(options));
  return (events) =>
    events.pipe(
      map(() => turn.pause),
      distinctUntilChanged(listensItself ? isSameForRecogniser : isSamePause),
      switchMap((pause) => (pause === null ? of(NOT_JUDGED) : judge(pause, turn.language))),
      tap((judgement) => {
        const { outcome, pause } = judgement;
        if (turn.isNewlyEager(judgement)) eagerEnd?.({ kind: 'eager_end' });
        turn.judge(judgement);
        const isDecided = outcome === 'over' || (listensItself && outcome === 'unknown');
        if (isDecided && pause?.open !== undefined) endSegment?.(pause.open);
      }),
    );
}

/** Asks a model that is asked at pauses whether the turn continues although no word has come for long. */
function judgeSound(
  turn: JudgedTurn,
  running: ModelAtWork,
  options: TurnEndOptions,
): OperatorFunction<TurnInput, never> {
  const { model, setUnfinished } = options;
  if (model.kind !== 'pause' || setUnfinished === undefined) return () => EMPTY;
  const isVoiced = (): boolean => turn.isVoiced;
  return (events) =>
    events.pipe(
      judgeStandstill(turn.state, running, { ...withDefaults(options), isVoiced }),
      tap(setUnfinished),
      ignoreElements(),
    );
}

function withDefaults({
  minDelayMs = 400,
  timeoutMs = 200,
  scheduler = asyncScheduler,
  ...options
}: TurnEndOptions): JudgeOptions {
  return { ...options, minDelayMs, timeoutMs, scheduler };
}
