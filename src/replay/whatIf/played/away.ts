import { defer, EMPTY, of, type Observable, type SchedulerLike } from 'rxjs';
import type { OnUserAwayInput } from '../../../session/agent.ts';
import type { RecordedSession } from '../recorded/recordedSession.ts';
import { createRequestSteps, playSteps } from './playSteps.ts';

/** Creates an `on_user_away` that says what the recorded one said in this call; beyond those, nothing. */
export function createUserAway(
  { away }: RecordedSession,
  scheduler: SchedulerLike,
): (input: OnUserAwayInput<object>) => Observable<unknown> {
  let calls = 0;
  return ({ session }) =>
    defer(() => {
      const call = away[calls++];
      if (call === undefined) return EMPTY;
      const texts = call.texts.map(({ atMs, text }) => ({ atMs, run: () => of(text) }));
      return playSteps<unknown>([...createRequestSteps(call.requests, session), ...texts], scheduler);
    });
}
