import {
  asyncScheduler,
  connect,
  defer,
  distinctUntilChanged,
  EMPTY,
  finalize,
  ignoreElements,
  map,
  of,
  switchMap,
  tap,
  type Observable,
  type OperatorFunction,
  type SchedulerLike,
} from 'rxjs';
import type { AudioFrame } from '../src/core/audio.ts';
import type { AntiphonError } from '../src/core/errors.ts';
import type { EagerEnd, Settlement, Transcript, UserTurn, VadEvent } from '../src/core/speech.ts';
import type { AgentText, RecogniserTurns, TurnModel } from '../src/core/turnModel.ts';
import { createTurn, startNextTurn, textOf, updateTurn, type TurnInput } from './endpointing/turnState.ts';
import { startModel } from './turnEnd/askModel.ts';
import { computeTurnEnd, NOT_JUDGED, type Judgement } from './turnEnd/judgement.ts';
import { judgePause } from './turnEnd/judgePause.ts';
import { judgeStandstill } from './turnEnd/judgeStandstill.ts';
import { isSamePause, pauseOf } from './turnEnd/pause.ts';
import { emitWhenDue } from '../src/stream/emitWhenDue.ts';
import { merge } from '../src/stream/merge.ts';
import { findWordless, isSameForRecogniser } from './turnEnd/recogniserTurns.ts';

export interface TurnEndOptions {
  /** The user's words. */
  readonly transcript: Observable<Transcript>;
  /** Settlements of segments. Without them a final settles its segment, until an interim follows. */
  readonly settled?: Observable<Settlement> | undefined;
  /** Judges whether the user has finished: a model, or the recogniser of the transcripts. */
  readonly model: TurnModel | RecogniserTurns;
  /** Probability from which the user counts as finished, from 0 to 1. @default 0.5 */
  readonly threshold?: number | undefined;
  /**
   * Thresholds for individual languages, by BCP-47 tag, in place of `threshold`; `de` also applies to `de-CH`.
   * @default {}
   */
  readonly thresholds?: Readonly<Record<string, number>> | undefined;
  /**
   * Probability of a backchannel from which the user counts as listening, so that the turn does not end. Ignored after
   * a question by the agent, and for words that `isRequest` accepts. @default 0.5
   */
  readonly backchannelThreshold?: number | undefined;
  /**
   * Returns whether words are a request to the agent, such as "stop", and so never a backchannel. @default always false
   */
  readonly isRequest?: ((text: string) => boolean) | undefined;
  /** Pause after which the model is asked, and the shortest pause that can end the turn, in ms. @default 400 */
  readonly minDelayMs?: number | undefined;
  /**
   * Pause after which the turn ends even if the model says that it continues, in ms from the last voice with words.
   * @default 3000
   */
  readonly maxDelayMs?: number | undefined;
  /** Time limit for the model's first answer, in ms. If it is exceeded, silence ends the turn. @default 200 */
  readonly timeoutMs?: number | undefined;
  /** Pause that ends the turn if the model fails or is late, in ms. @default 500 */
  readonly silenceMs?: number | undefined;
  /**
   * Silence that ends an open segment without words when a recogniser judges turns, in ms of audio. The VAD then keeps
   * segments open during pauses.
   * @default 550
   */
  readonly wordlessMs?: number | undefined;
  /** The user's audio, for models that listen. @default none */
  readonly audio?: Observable<AudioFrame> | undefined;
  /** Returns the text of the agent's latest reply. @default no text */
  readonly agent?: (() => AgentText) | undefined;
  /** BCP-47 tag of the user's language, for transcripts without one. @default unknown */
  readonly language?: string | undefined;
  /**
   * Ends the VAD's open segment when the user has finished, so that the recogniser emits its final.
   * @default does nothing
   */
  readonly endSegment?: ((segment: number) => void) | undefined;
  /**
   * Probability from which the user has probably finished and `eagerEnd` is called; at most the threshold.
   * @default the threshold
   */
  readonly eagerThreshold?: number | undefined;
  /**
   * Called when the user has probably finished, once for each combination of words and pause. A streaming model may
   * trigger it before `minDelayMs`.
   * @default does nothing
   */
  readonly eagerEnd?: ((event: EagerEnd) => void) | undefined;
  /**
   * Called with a model's judgement on whether the turn continues when no new word has come for 2.5 s although the user
   * is heard. Only models that are asked at pauses give it.
   * @default does nothing
   */
  readonly setUnfinished?: ((isUnfinished: boolean) => void) | undefined;
  /** Called with `turn_model_failed` errors. @default does nothing */
  readonly report?: ((error: AntiphonError) => void) | undefined;
  /** @default asyncScheduler */
  readonly scheduler?: SchedulerLike | undefined;
}

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
  const { transcript, settled, model, audio = EMPTY, endSegment, eagerEnd, scheduler = asyncScheduler } = options;
  const { setUnfinished } = options;
  const { minDelayMs = 400, maxDelayMs = 3000, timeoutMs = 200, silenceMs = 500, wordlessMs = 550 } = options;
  const listensItself = model.kind === 'recogniser';
  const delays = { minDelayMs, maxDelayMs, silenceMs };
  return (activity) =>
    defer(() => {
      const running = startModel(model, { audio, now: () => scheduler.now() });
      const judging = { ...options, minDelayMs, timeoutMs, scheduler };
      const judge = judgePause(running, judging);
      const state = createTurn();
      const isVoiced = (): boolean => voiced !== null;
      const unfinished =
        model.kind === 'pause' && setUnfinished ? judgeStandstill(state, running, { ...judging, isVoiced }) : null;
      let voiced: number | null = null;
      let language: string | undefined;
      let judgement: Judgement = NOT_JUDGED;
      return merge(activity, transcript, settled ?? EMPTY).pipe(
        tap((event) => {
          updateTurn(state, event, { now: scheduler.now(), finalsSettle: settled === undefined });
          voiced = findVoiced(voiced, event);
          if ('language' in event) language = event.language ?? language;
          const wordless = listensItself ? findWordless(state, event, wordlessMs) : null;
          if (wordless !== null) endSegment?.(wordless);
        }),
        connect((events) => {
          const judgements = events.pipe(
            map(() => pauseOf(state, voiced)),
            distinctUntilChanged(listensItself ? isSameForRecogniser : isSamePause),
            switchMap((pause) => (pause === null ? of(NOT_JUDGED) : judge(pause, language))),
          );
          const judged = judgements.pipe(
            tap((next) => {
              if (next.isEager === true && !(judgement.isEager === true && isSamePause(next.pause, judgement.pause)))
                eagerEnd?.({ kind: 'eager_end' });
              judgement = next;
              const isDecided = next.outcome === 'over' || (listensItself && next.outcome === 'unknown');
              if (isDecided && next.pause?.open !== undefined) endSegment?.(next.pause.open);
            }),
          );
          return unfinished === null
            ? merge(events, judged)
            : merge(events, judged, events.pipe(unfinished, tap(setUnfinished), ignoreElements()));
        }),
        emitWhenDue(
          () => computeTurnEnd(state, pauseOf(state, voiced), judgement, delays),
          (): UserTurn => {
            const turn = { turn: state.turn, text: textOf(state) };
            startNextTurn(state);
            return turn;
          },
          scheduler,
        ),
        finalize(() => running.stop()),
      );
    });
}

/** Returns the segment whose latest window was voiced; null in a pause. */
function findVoiced(before: number | null, event: TurnInput): number | null {
  if (event.kind === 'started') return event.segment;
  if (event.kind === 'window') return event.voiced ? event.segment : null;
  return event.kind === 'ended' ? null : before;
}
