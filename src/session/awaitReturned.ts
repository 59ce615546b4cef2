import { types } from 'node:util';

/**
 * Awaits whatever a handler returned, without delay and without a result. `failed` gets the reason of a rejection, or what a
 * thenable throws, at most once. Promises of other realms and thenables that only begin when `then` is called count as promises.
 */
export function awaitReturned(returned: unknown, failed: (error: unknown) => void): void {
  let open = true;
  const fail = (error: unknown): void => {
    if (open) failed(error);
    open = false;
  };
  follow(returned, fail);
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
    // An async `then` rejects what it returns.
    handleRejection(derived, fail);
  } catch (error) {
    if (!settled) fail(error);
  }
}

/** Whatever a promise's own `then` does, its rejection is handled. */
function handleRejection(value: unknown, fail: Fail): void {
  if (!types.isPromise(value)) return;
  try {
    void Promise.prototype.then.call(value, undefined, fail);
  } catch (error) {
    fail(error);
  }
}
