import { TestScheduler, type RunHelpers } from 'rxjs/testing';
import { AntiphonError } from '../core/errors.ts';
import { isThenable } from '../core/isThenable.ts';
import { Expectations } from './marbles/expectations.ts';

/**
 * Runs a marble test on RxJS's TestScheduler, with or without a test runner. `run` must not be async. A failed
 * expectation throws an Error that shows both sequences side by side, and the number of the expectation if there are
 * several. Its stack begins at the line of the `toBe`. Compares values deeply and strictly.
 *
 * @example
 * ```ts runnable
 * import { marbles } from 'antiphon/testing';
 * import { debounceTime } from 'rxjs';
 *
 * marbles(({ hot, expectObservable }) => {
 *   const typed = hot('   -a-b------c|');
 *   const settled = '     ------b----(c|)';
 *   expectObservable(typed.pipe(debounceTime(3))).toBe(settled);
 * });
 * ```
 *
 * @throws AntiphonError `usage_invalid` for a letter without a value, or an async `run`
 */
export function marbles<T>(run: (helpers: RunHelpers) => T): T {
  const expectations = new Expectations();
  const scheduler = new TestScheduler((got, expected) => expectations.assertNext(got, expected));
  return scheduler.run((helpers) => refusePromise(run(strict(helpers, expectations))));
}

function refusePromise<T>(returned: T): T {
  if (!isThenable(returned)) return returned;
  // The test fails with the error below. A rejection of the promise must not cause an additional unhandled error.
  returned.then(undefined, () => {});
  throw new AntiphonError(
    'usage_invalid',
    'the function of marbles must not be async: marbles are played synchronously, so later expectations would not be checked',
  );
}

/** Rejects letters without a value, because `undefined` on both sides would always pass. */
function strict(helpers: RunHelpers, expectations: Expectations): RunHelpers {
  const { cold, hot, expectObservable, expectSubscriptions } = helpers;
  return {
    ...helpers,
    cold: (diagram, values, error) => cold(diagram, lettersOf(values), error),
    hot: (diagram, values, error) => hot(diagram, lettersOf(values), error),
    expectObservable: (source, subscription) => {
      const { toBe, toEqual } = expectObservable(source, subscription);
      return expectations.add({
        toBe: (diagram: string, values?: object, error?: unknown) => toBe(diagram, lettersOf(values), error),
        toEqual,
      });
    },
    expectSubscriptions: (logs) => expectations.add({ toBe: expectSubscriptions(logs).toBe }),
  };
}

function lettersOf<Values extends object>(values: Values | undefined): Values | undefined {
  if (values === undefined) return undefined;
  const letter = (known: Values, name: string | symbol): unknown => {
    if (name in known) return Reflect.get(known, name);
    const letters = Object.keys(known).join(' ');
    throw new AntiphonError('usage_invalid', `the letter "${String(name)}" has no value; only ${letters} have one`);
  };
  return new Proxy(values, { get: letter });
}
