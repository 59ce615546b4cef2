import {
  catchError,
  concat,
  defer,
  map,
  of,
  switchMap,
  throwIfEmpty,
  timeout,
  timer,
  type Observable,
  type SchedulerLike,
} from 'rxjs';
import { asAntiphonError, AntiphonError } from '../../src/core/errors.ts';
import type { AgentText } from '../../src/core/turnModel.ts';
import type { ModelAtWork } from './askModel.ts';
import type { Judgement } from './judgement.ts';
import type { Pause } from './pause.ts';

export interface JudgeOptions {
  readonly model: { readonly name: string };
  readonly threshold?: number | undefined;
  readonly thresholds?: Readonly<Record<string, number>> | undefined;
  readonly minDelayMs: number;
  readonly timeoutMs: number;
  readonly agent?: (() => AgentText) | undefined;
  readonly language?: string | undefined;
  readonly report?: ((error: AntiphonError) => void) | undefined;
  readonly scheduler: SchedulerLike;
}

const SILENT: AgentText = { heard: '', unsaid: '' };

/** Creates a function that emits what is known about a pause: nothing until it is long enough, then what the model says. */
export function judgePause(
  model: ModelAtWork,
  options: JudgeOptions,
): (pause: Pause, language: string | undefined) => Observable<Judgement> {
  const { minDelayMs, timeoutMs, agent = () => SILENT, scheduler } = options;
  const { name } = options.model;
  return (pause, language = options.language) => {
    const least = thresholdOf(language, options);
    const verdicts = defer(() => {
      const pauseMs = scheduler.now() - pause.lastVoicedAt;
      return model.ask({ text: pause.text, pauseMs, agent: agent(), language }, pause.lastVoicedAt);
    });
    const outcomes = verdicts.pipe(
      timeout({ first: timeoutMs, scheduler }),
      throwIfEmpty(() => new AntiphonError('turn_model_failed', 'it completed without an answer')),
      map(({ over }): Judgement => ({ pause, outcome: over >= least ? 'over' : 'goes_on' })),
      catchError((error: unknown) => {
        options.report?.(createError(error, name, timeoutMs));
        return of<Judgement>({ pause, outcome: 'unknown' });
      }),
    );
    const waitMs = Math.max(0, pause.lastVoicedAt + minDelayMs - scheduler.now());
    const asked = waitMs === 0 ? outcomes : timer(waitMs, scheduler).pipe(switchMap(() => outcomes));
    return concat(of<Judgement>({ pause, outcome: 'asking' }), asked);
  };
}

function thresholdOf(language: string | undefined, { threshold = 0.5, thresholds = {} }: JudgeOptions): number {
  if (language === undefined) return threshold;
  return thresholds[language] ?? thresholds[language.split('-', 1)[0] ?? ''] ?? threshold;
}

function createError(error: unknown, provider: string, timeoutMs: number): AntiphonError {
  const isLate = error instanceof Error && error.name === 'TimeoutError';
  const reason = isLate ? `it did not answer within ${timeoutMs} ms` : asAntiphonError(error, 'internal').message;
  const message = `the turn model ${provider} failed: ${reason}; the turn ends by silence`;
  return new AntiphonError('turn_model_failed', message, { failure: false, provider, cause: error });
}
