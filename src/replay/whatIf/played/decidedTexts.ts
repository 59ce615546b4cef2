import { defer, EMPTY, of, type Observable } from 'rxjs';
import type { SessionControl } from '../../../session/sessionControl.ts';
import type { DecidedText } from '../recorded/decidedTexts.ts';
import { createRequestSteps, playSteps } from './playSteps.ts';
import type { Run } from './run.ts';

/**
 * Creates a callback that says in each call what the recorded one said in the same call, and nothing after the last
 * recorded call.
 */
export function createDecidedTexts(
  recorded: readonly DecidedText[],
  run: Pick<Run, 'clock' | 'apply'>,
): (input: { readonly session?: SessionControl | undefined }) => Observable<unknown> {
  let calls = 0;
  return ({ session }) =>
    defer(() => {
      const call = recorded[calls++];
      if (call === undefined) return EMPTY;
      const texts = call.texts.map(({ atMs, text }) => ({ atMs, run: () => of(text) }));
      const requests = session === undefined ? [] : createRequestSteps(call.requests, session, run);
      return playSteps<unknown>([...requests, ...texts], run.clock);
    });
}
