import { AssertionError } from 'node:assert/strict';
import { availableParallelism, loadavg } from 'node:os';
import { inspect, isDeepStrictEqual } from 'node:util';
import type { AntiphonError, ErrorCode } from '../../core/errors.ts';
import type { InjectedFault } from './injectedFault.ts';

/** One promise of a port, for any test runner: it is kept if `run` resolves. What a broken one rejects with says what was expected and what came. */
export interface ContractCase {
  readonly name: string;
  readonly run: () => Promise<void>;
}

/** What every subject of a contract has. */
export interface ContractSubject {
  /** Resolves as soon as nothing is open that a session or an utterance opened: no thread's work, no request, no socket. */
  readonly closed: () => Promise<void>;
  /** What a strict server behind it found wrong with its client. */
  readonly violations?: () => readonly string[];
  /** How often the server behind it was asked for a connection or an answer. */
  readonly attempts?: () => number;
  /** Puts away what `make` set up. */
  readonly dispose?: () => Promise<void>;
}

/** What a promise is held against. */
export interface Context<S extends ContractSubject> {
  readonly subject: S;
  /** One more subject, out of trouble. */
  readonly another: () => Promise<S>;
}

export interface Requirement<S extends ContractSubject> {
  readonly name: string;
  /** What is wrong with the server. */
  readonly fault?: InjectedFault;
  readonly check: (stage: Context<S>) => Promise<void>;
}

/** How long something that is due is waited for, in ms: 4 s, and as many times that as processes wait for each core. */
function patienceMs(): number {
  return Math.round(4000 * Math.max(1, (loadavg()[0] ?? 1) / availableParallelism()));
}

/** The cases of those vows that need no trouble but the given. Behind each, everything must be closed and no fault found. */
export function createContractCases<S extends ContractSubject>(
  vows: readonly Requirement<S>[],
  make: (fault: InjectedFault | undefined) => Promise<S>,
  faults: readonly InjectedFault[],
): readonly ContractCase[] {
  const possible = vows.filter(({ fault }) => fault === undefined || faults.includes(fault));
  return possible.map((vow) => ({ name: vow.name, run: () => run(vow, make) }));
}

/** Fails unless `came` equals `expected`. */
export function assertEqual(what: string, came: unknown, expected: unknown): void {
  if (isDeepStrictEqual(came, expected)) return;
  const message = `${what}: expected ${shown(expected)}, came ${shown(came)}`;
  throw new AssertionError({ message, actual: came, expected, operator: 'deepStrictEqual' });
}

/** Fails unless `isSo`. */
export function assertThat(what: string, isSo: boolean, came: unknown): void {
  if (!isSo) throw new AssertionError({ message: `expected ${what}, came ${shown(came)}`, actual: came });
}

/** Fails unless `error` is an `AntiphonError` of this code that names the provider. */
export function assertProviderError(error: unknown, code: ErrorCode, provider: string): void {
  // By its fields: who brings a provider may bring this library a second time.
  const told = error instanceof Error ? (error as Partial<AntiphonError>) : {};
  const isIt = told.code === code && told.details?.provider === provider;
  assertThat(`an error of code ${code} that names ${provider}`, isIt, { ...told, message: String(error) });
}

/** Fails if `promise` has not settled within `ms`; `came` tells what there is instead. */
export async function withinTime<T>(
  what: string,
  promise: Promise<T>,
  { ms = patienceMs(), came = (): unknown => 'nothing' }: { ms?: number; came?: () => unknown } = {},
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new AssertionError({ message: `expected within ${ms} ms ${what}, came ${shown(came())}` })),
      ms,
    );
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function run<S extends ContractSubject>(
  { fault, check: keep }: Requirement<S>,
  make: (fault: InjectedFault | undefined) => Promise<S>,
): Promise<void> {
  const made: S[] = [];
  const subjectIn = async (now: InjectedFault | undefined): Promise<S> => {
    const subject = await make(now);
    made.push(subject);
    return subject;
  };
  const faults = (): readonly string[] => made.flatMap((subject) => subject.violations?.() ?? []);
  try {
    await keep({ subject: await subjectIn(fault), another: () => subjectIn(undefined) });
    for (const { closed } of made)
      await withinTime('that everything is closed', closed(), { came: () => 'something still open' });
    assertEqual('what the server found wrong', faults(), []);
  } catch (error) {
    throw faults().length === 0 ? error : blamed(error, faults());
  } finally {
    for (const { dispose } of made) await dispose?.();
  }
}

/** What the server has found wrong explains more than what came of it. */
function blamed(error: unknown, faults: readonly string[]): AssertionError {
  const message = error instanceof Error ? error.message : shown(error);
  return new AssertionError({
    message: `${message}\nwhat the server found wrong: ${shown(faults)}`,
    actual: faults,
    expected: [],
  });
}

function shown(value: unknown): string {
  return inspect(value, { depth: 5, breakLength: Number.POSITIVE_INFINITY, compact: true, maxArrayLength: 20 });
}
