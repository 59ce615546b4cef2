import { types } from 'node:util';

/**
 * Awaits the return value of a handler without delay, and discards the result. Calls `onError` at most once, with the
 * reason of a rejection or the error of a thenable. Promises of other realms and lazy thenables count as promises.
 */
export function awaitReturned(returned: unknown, onError: Fail): void {
  let failed = false;
  follow(returned, (error) => {
    if (!failed) onError(error);
    failed = true;
  });
}

type Fail = (error: unknown) => void;

function follow(value: unknown, fail: Fail): void {
  if (typeof value !== 'function' && (typeof value !== 'object' || value === null)) return;
  handleRejection(value, fail);
  let settled = false;
  try {
    const { then } = value as { readonly then?: unknown };
    if (typeof then !== 'function') return;
    const derived: unknown = then.call(
      value,
      (result: unknown) => {
        if (!settled && result !== value) follow(result, fail);
        settled = true;
      },
      (error: unknown) => {
        if (!settled) fail(error);
        settled = true;
      },
    );
    // An async `then` returns a promise, which rejects if `then` throws.
    handleRejection(derived, fail);
  } catch (error) {
    if (!settled) fail(error);
  }
}

/** Handles the rejection of a promise, even if it has a `then` of its own. */
function handleRejection(value: unknown, fail: Fail): void {
  if (!types.isPromise(value)) return;
  try {
    void Promise.prototype.then.call(value, undefined, fail);
  } catch (error) {
    fail(error);
  }
}
