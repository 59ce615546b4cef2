import {
  catchError,
  concat,
  defer,
  EMPTY,
  map,
  of,
  startWith,
  switchMap,
  throwIfEmpty,
  timeout,
  TimeoutError,
  timer,
  type Observable,
  type SchedulerLike,
} from 'rxjs';
import { asAntiphonError, AntiphonError } from '../../src/core/errors.ts';
import { endsInQuestion } from '../../src/core/questions.ts';
import type { AgentText, TurnVerdict } from '../../src/core/turnModel.ts';
import type { ModelAtWork } from './modelAtWork.ts';
import type { Judgement } from './judgement.ts';
import type { Pause } from './pause.ts';

export interface JudgeOptions {
  readonly model: { readonly name: string };
  readonly threshold?: number | undefined;
  readonly thresholds?: Readonly<Record<string, number>> | undefined;
  readonly eagerThreshold?: number | undefined;
  readonly backchannelThreshold?: number | undefined;
  readonly isRequest?: ((text: string) => boolean) | undefined;
  readonly minDelayMs: number;
  /** True if the user is still heard, so that there is no pause. @default false */
  readonly isSpeaking?: boolean | undefined;
  readonly timeoutMs: number;
  readonly agent?: (() => AgentText) | undefined;
  readonly language?: string | undefined;
  readonly report?: ((error: AntiphonError) => void) | undefined;
  readonly scheduler: SchedulerLike;
}

const SILENT: AgentText = { heard: '', unsaid: '' };

/** Creates a function that emits judgements about a pause: none until it is long enough, then the model's. */
export function judgePause(
  model: ModelAtWork,
  options: JudgeOptions,
): (pause: Pause, language: string | undefined) => Observable<Judgement> {
  const { minDelayMs, timeoutMs, agent = () => SILENT, scheduler } = options;
  const { name } = options.model;
  return (pause, language = options.language) => {
    const least = thresholdOf(language, options);
    const eager = Math.min(least, options.eagerThreshold ?? least);
    let latest: AgentText = SILENT;
    const judge = (verdict: TurnVerdict | null): Judgement => {
      if (verdict === null) return { pause, outcome: 'unknown' };
      const over = checked(verdict.over);
      const isSilent = !listens(verdict, { text: pause.text, latest }, options);
      return { pause, outcome: over >= least && isSilent ? 'over' : 'goes_on', isEager: over >= eager && isSilent };
    };
    const verdicts = defer(() => {
      const { isSpeaking } = options;
      const pauseMs = isSpeaking === true ? 0 : scheduler.now() - pause.lastVoicedAt;
      latest = agent();
      return model.ask({ text: pause.text, pauseMs, isSpeaking, agent: latest, language }, pause);
    });
    const outcomes = verdicts.pipe(
      timeout({ first: timeoutMs, ...(model.silentMs !== undefined && { each: model.silentMs }), scheduler }),
      throwIfEmpty(() => new AntiphonError('turn_model_failed', 'it completed without an answer')),
      map(judge),
      catchError((error: unknown) => {
        options.report?.(createError(error, name, { timeoutMs, silentMs: model.silentMs }));
        return of<Judgement>({ pause, outcome: 'unknown' });
      }),
    );
    const waitMs = Math.max(0, pause.lastVoicedAt + minDelayMs - scheduler.now());
    const asking: Judgement = { pause, outcome: 'asking' };
    // A verdict before the shortest pause decides nothing; a failure surfaces again in the question that follows.
    const early = model.isEarly
      ? verdicts.pipe(
          map((verdict) => ({ ...asking, isEager: judge(verdict).isEager })),
          catchError(() => EMPTY),
        )
      : EMPTY;
    const asked =
      waitMs === 0
        ? outcomes
        : timer(waitMs, scheduler).pipe(
            startWith(null),
            switchMap((at) => (at === null ? early : outcomes)),
          );
    return concat(of(asking), asked);
  };
}

/** Returns whether the model takes the words for a backchannel. An answer to a question and a request never are. */
function listens(
  { backchannel = 0 }: TurnVerdict,
  { text, latest }: { readonly text: string; readonly latest: AgentText },
  { backchannelThreshold = 0.5, isRequest = () => false }: JudgeOptions,
): boolean {
  return checked(backchannel) >= backchannelThreshold && !endsInQuestion(latest.heard) && !isRequest(text);
}

/** Checks a probability. @throws AntiphonError `turn_model_failed` if it is not a number from 0 to 1 */
function checked(probability: number): number {
  if (probability >= 0 && probability <= 1) return probability;
  throw new AntiphonError('turn_model_failed', `expected a probability from 0 to 1, got ${probability}`);
}

/** Returns the probability from which the user counts as finished, for the language of their words. */
export function thresholdOf(
  language: string | undefined,
  { threshold = 0.5, thresholds = {} }: Pick<JudgeOptions, 'threshold' | 'thresholds'>,
): number {
  if (language === undefined) return threshold;
  return thresholds[language] ?? thresholds[language.split('-', 1)[0] ?? ''] ?? threshold;
}

interface Limits {
  readonly timeoutMs: number;
  readonly silentMs: number | undefined;
}

function createError(error: unknown, provider: string, { timeoutMs, silentMs }: Limits): AntiphonError {
  const limitMs = error instanceof TimeoutError && (error.info?.seen ?? 0) > 0 ? silentMs : timeoutMs;
  const isLate = error instanceof TimeoutError;
  const reason = isLate ? `it did not answer within ${limitMs} ms` : asAntiphonError(error, 'internal').message;
  const message = `the turn model ${provider} failed: ${reason}; the turn ends by silence`;
  return new AntiphonError('turn_model_failed', message, { failure: false, provider, cause: error });
}
