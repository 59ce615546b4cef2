import { defer, EMPTY, of, type Observable, type SchedulerLike } from 'rxjs';
import type { SessionControl } from '../../../session/agent.ts';
import type { DecidedText } from '../recorded/decidedTexts.ts';
import { createRequestSteps, playSteps } from './playSteps.ts';

/** Creates a callback that says what the recorded one said in this call; beyond those, nothing. */
export function createDecidedTexts(
  recorded: readonly DecidedText[],
  scheduler: SchedulerLike,
): (input: { readonly session?: SessionControl | undefined }) => Observable<unknown> {
  let calls = 0;
  return ({ session }) =>
    defer(() => {
      const call = recorded[calls++];
      if (call === undefined) return EMPTY;
      const texts = call.texts.map(({ atMs, text }) => ({ atMs, run: () => of(text) }));
      const requests = session === undefined ? [] : createRequestSteps(call.requests, session);
      return playSteps<unknown>([...requests, ...texts], scheduler);
    });
}
