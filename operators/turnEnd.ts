import {
  asyncScheduler,
  connect,
  defer,
  distinctUntilChanged,
  EMPTY,
  finalize,
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
import { isSamePause, pauseOf } from './turnEnd/pause.ts';
import { emitWhenDue } from '../src/stream/emitWhenDue.ts';
import { merge } from '../src/stream/merge.ts';
import { findWordless, isSameForRecogniser } from './turnEnd/recogniserTurns.ts';

export interface TurnEndOptions {
  /** The user's words. */
  readonly transcript: Observable<Transcript>;
  /** Settlements of segments. Without them a final settles its segment, until an interim follows. */
  readonly settled?: Observable<Settlement> | undefined;
  /** Says whether the user has finished: a model, or the recogniser of the transcripts. */
  readonly model: TurnModel | RecogniserTurns;
  /** Probability from which the user has finished, from 0 to 1. @default 0.5 */
  readonly threshold?: number | undefined;
  /** Probabilities for languages, by BCP-47 tag (`de` also holds for `de-CH`), in place of `threshold`. @default {} */
  readonly thresholds?: Readonly<Record<string, number>> | undefined;
  /**
   * Probability of a backchannel from which a pause goes on: the user is listening. It does not count behind a question of the agent, nor
   * for words that `isRequest` knows. @default 0.5
   */
  readonly backchannelThreshold?: number | undefined;
  /** Returns whether words are a request to the agent, such as "stop", and never a backchannel. @default none are */
  readonly isRequest?: ((text: string) => boolean) | undefined;
  /** Pause after which the model is asked, and the least one before the end of the turn, in ms. @default 400 */
  readonly minDelayMs?: number | undefined;
  /** Pause after which the turn ends although the model says that it goes on, in ms, counted from the last voice with words. @default 3000 */
  readonly maxDelayMs?: number | undefined;
  /** Time that the model has for its first answer, in ms. After it the turn ends by silence. @default 200 */
  readonly timeoutMs?: number | undefined;
  /** Pause that ends the turn if the model fails or is late, in ms. @default 500 */
  readonly silenceMs?: number | undefined;
  /**
   * With a recogniser's turns, silence that ends an open segment without words, in ms of audio: the VAD lets segments go on in pauses.
   * @default 550
   */
  readonly wordlessMs?: number | undefined;
  /** The user's audio, for models that listen. @default none */
  readonly audio?: Observable<AudioFrame> | undefined;
  /** Returns what the agent said last. @default no text */
  readonly agent?: (() => AgentText) | undefined;
  /** BCP-47 tag of the user's language, unless a transcript has one. @default unknown */
  readonly language?: string | undefined;
  /** Ends the VAD's open segment, so that the recogniser gives its final: the user has finished. @default nothing */
  readonly endSegment?: ((segment: number) => void) | undefined;
  /** Probability from which the user has probably finished, and `eagerEnd` is called; at most the one from which they have. @default the same */
  readonly eagerThreshold?: number | undefined;
  /** Called when the user has probably finished: once for the words and the pause. A model that listens may say so before `minDelayMs`. @default nothing */
  readonly eagerEnd?: ((event: EagerEnd) => void) | undefined;
  /** Gets `turn_model_failed`. @default nothing */
  readonly report?: ((error: AntiphonError) => void) | undefined;
  /** @default asyncScheduler */
  readonly scheduler?: SchedulerLike | undefined;
}

/**
 * Emits the user's turn when a model says that it is over: `endpointing` with a model.
 *
 * After a pause of `minDelayMs` with words the model is asked, and again whenever the words change; speech makes its answer
 * void. If it says that the turn is over, the open segment is ended, and the turn is emitted as soon as its words are known.
 * Otherwise the turn is emitted after `maxDelayMs`. A model that fails, or does not answer in time, is reported, and the turn
 * ends after `silenceMs`. A recogniser that finds the ends of turns itself is no different; it needs segments that go on in
 * pauses: a `vad` whose `minSilenceMs` is `maxDelayMs`. Completes when its inputs have completed and no turn is due. Unsubscribing stops its timer and the model.
 *
 * ```text
 * activity    s-m----------    m ended, at its last voiced sample; minDelayMs 3, maxDelayMs 9
 * transcript  -f-----------
 * verdict     ------o------    o the turn is over; with a g it goes on, and u comes at 11 ms
 * userTurn    ------u------
 * ```
 */
export function turnEnd(options: TurnEndOptions): OperatorFunction<VadEvent, UserTurn> {
  const { transcript, settled, model, audio = EMPTY, endSegment, eagerEnd, scheduler = asyncScheduler } = options;
  const { minDelayMs = 400, maxDelayMs = 3000, timeoutMs = 200, silenceMs = 500, wordlessMs = 550 } = options;
  const listensItself = model.kind === 'recogniser';
  const delays = { minDelayMs, maxDelayMs, silenceMs };
  return (activity) =>
    defer(() => {
      const running = startModel(model, { audio, now: () => scheduler.now() });
      const judge = judgePause(running, { ...options, minDelayMs, timeoutMs, scheduler });
      const state = createTurn();
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
          return merge(events, judged);
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
