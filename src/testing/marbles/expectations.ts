import { formatDifference, isSame } from './difference.ts';

/** The position where `toBe` or `toEqual` was called. An expectation without such a call is not checked. */
interface Expectation {
  site: { readonly stack?: string } | undefined;
}

/** The expectations of one marble test, in the order in which the TestScheduler checks them. */
export class Expectations {
  readonly #all: Expectation[] = [];
  #checked = 0;

  /** Adds an expectation. Returns its checks, which record the line that calls them. */
  add<Checks extends Readonly<Record<string, (...args: never) => void>>>(checks: Checks): Checks {
    const expectation: Expectation = { site: undefined };
    this.#all.push(expectation);
    const noted = Object.entries(checks).map(([name, check]) => {
      const note = (...args: never): void => {
        const site = {};
        Error.captureStackTrace(site, note);
        check(...args);
        expectation.site = site;
      };
      return [name, note];
    });
    return Object.fromEntries(noted) as Checks;
  }

  /** Checks the next expectation. @throws Error whose stack begins at its line */
  assertNext(got: unknown, expected: unknown): void {
    const checked = this.#all.filter(({ site }) => site !== undefined);
    const site = checked[this.#checked]?.site;
    this.#checked += 1;
    if (isSame(got, expected)) return;
    const which = checked.length > 1 ? ` in expectation ${this.#checked} of ${checked.length}` : '';
    const error = new Error(`the marbles differ${which}\n${formatDifference(expected, got)}`);
    const frames = site?.stack?.split('\n').slice(1) ?? [];
    if (frames.length > 0) error.stack = [String(error), ...frames].join('\n');
    throw error;
  }
}
