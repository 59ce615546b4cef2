import {
  catchError,
  concatMap,
  defer,
  endWith,
  filter,
  ignoreElements,
  merge,
  of,
  timeout,
  type Observable,
} from 'rxjs';
import { AntiphonError } from '../../core/errors.ts';
import type { SttEvent } from '../../core/ports.ts';
import { requestWithRetry } from '../requestWithRetry.ts';
import type { WireDeps } from '../wireDeps.ts';
import type { Utterance } from './collectUtterances.ts';
import type { HttpRequest } from '../http.ts';

/** Longest time that the key check may delay the first utterance, in ms. */
export const CHECK_MS = 2000;
/** Matches the refusal of a key that may transcribe but not list models. */
const NARROW_KEY = /^[^:]*: HTTP 403|scope|permission/iu;

export type Checked = Utterance | Extract<SttEvent, { readonly kind: 'report' }>;

/** Emits the error if the key is refused, otherwise null. Ignores any other result of the check. */
export function checkKey(
  { name, keyCheck }: { readonly name: string; readonly keyCheck?: HttpRequest | undefined },
  deps: WireDeps,
): Observable<AntiphonError | null> {
  if (keyCheck === undefined) return of(null);
  return requestWithRetry(keyCheck, { name, attempts: 1 }, deps).pipe(
    ignoreElements(),
    endWith(null),
    timeout({ first: CHECK_MS, scheduler: deps.scheduler, with: () => of(null) }),
    catchError((error: unknown) => of(isRefusedKey(error) && !NARROW_KEY.test(error.message) ? error : null)),
  );
}

/** Holds the utterances back until the check is over. A refusal comes first. */
export function withKeyCheck(
  check: Observable<AntiphonError | null>,
  utterances: Observable<Utterance>,
): Observable<Checked> {
  return defer(() => {
    const held: Utterance[] = [];
    let isChecked = false;
    const checked = check.pipe(
      concatMap((error): readonly Checked[] => {
        isChecked = true;
        return error === null ? held.splice(0) : [{ kind: 'report', error }, ...held.splice(0)];
      }),
    );
    const isReady = (utterance: Utterance): boolean => {
      if (!isChecked) held.push(utterance);
      return isChecked;
    };
    return merge(checked, utterances.pipe(filter(isReady)));
  });
}

export function isRefusedKey(error: unknown): error is AntiphonError {
  return error instanceof AntiphonError && (error.details.status === 401 || error.details.status === 403);
}
