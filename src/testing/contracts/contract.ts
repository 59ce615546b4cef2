import { AssertionError } from 'node:assert/strict';
import { availableParallelism, loadavg } from 'node:os';
import { inspect, isDeepStrictEqual } from 'node:util';
import type { AntiphonError, ErrorCode } from '../../core/errors.ts';
import type { InjectedFault } from './injectedFault.ts';

/** One case of a port's contract, for any test runner: it passes if `run` resolves. Its error says what was expected and what came. */
export interface ContractCase {
  readonly name: string;
  readonly run: () => Promise<void>;
}

/** The port under test, with its server. */
export interface ContractSubject {
  /** Resolves as soon as nothing that a session or an utterance opened is open: no thread's work, no request, no socket. */
  readonly closed: () => Promise<void>;
  /** The protocol errors that the server has found in its client. */
  readonly violations?: () => readonly string[];
  /** How many connections or requests the server has seen. */
  readonly attempts?: () => number;
  /** Releases what `make` set up. */
  readonly dispose?: () => Promise<void>;
}

/** The subjects for the check of a requirement. */
export interface Context<S extends ContractSubject> {
  readonly subject: S;
  /** Makes one more subject, without a fault. */
  readonly another: () => Promise<S>;
}

/** One requirement of a contract. */
export interface Requirement<S extends ContractSubject> {
  readonly name: string;
  /** The fault of the server. */
  readonly fault?: InjectedFault;
  readonly check: (context: Context<S>) => Promise<void>;
}

/** How long an expected event is waited for, in ms: 4 s times the number of processes that wait for each core. */
function defaultTimeoutMs(): number {
  return Math.round(4000 * Math.max(1, (loadavg()[0] ?? 1) / availableParallelism()));
}

/** Creates the cases of the requirements that need no fault, or one of `faults`. After each, everything must be closed. */
export function createContractCases<S extends ContractSubject>(
  requirements: readonly Requirement<S>[],
  make: (fault: InjectedFault | undefined) => Promise<S>,
  faults: readonly InjectedFault[],
): readonly ContractCase[] {
  const possible = requirements.filter(({ fault }) => fault === undefined || faults.includes(fault));
  return possible.map((requirement) => ({ name: requirement.name, run: () => run(requirement, make) }));
}

/** Fails unless `came` equals `expected`. */
export function assertEqual(what: string, came: unknown, expected: unknown): void {
  if (isDeepStrictEqual(came, expected)) return;
  const message = `${what}: expected ${format(expected)}, came ${format(came)}`;
  throw new AssertionError({ message, actual: came, expected, operator: 'deepStrictEqual' });
}

/** Fails unless `isSo`. */
export function assertThat(what: string, isSo: boolean, came: unknown): void {
  if (!isSo) throw new AssertionError({ message: `expected ${what}, came ${format(came)}`, actual: came });
}

/** Fails unless `error` is an `AntiphonError` of this code that names the provider. */
export function assertProviderError(error: unknown, code: ErrorCode, provider: string): void {
  // Compares fields: a provider of your own may load this library a second time.
  const fields = error instanceof Error ? (error as Partial<AntiphonError>) : {};
  const isExpected = fields.code === code && fields.details?.provider === provider;
  assertThat(`an error of code ${code} that names ${provider}`, isExpected, { ...fields, message: String(error) });
}

/** Fails if `promise` has not settled within `ms`; `came` returns what there is instead. */
export async function withinTime<T>(
  what: string,
  promise: Promise<T>,
  { ms = defaultTimeoutMs(), came = (): unknown => 'nothing' }: { ms?: number; came?: () => unknown } = {},
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new AssertionError({ message: `expected within ${ms} ms ${what}, came ${format(came())}` })),
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
  { fault, check }: Requirement<S>,
  make: (fault: InjectedFault | undefined) => Promise<S>,
): Promise<void> {
  const made: S[] = [];
  const subjectIn = async (injected: InjectedFault | undefined): Promise<S> => {
    const subject = await make(injected);
    made.push(subject);
    return subject;
  };
  const violations = (): readonly string[] => made.flatMap((subject) => subject.violations?.() ?? []);
  try {
    await check({ subject: await subjectIn(fault), another: () => subjectIn(undefined) });
    for (const { closed } of made)
      await withinTime('that everything is closed', closed(), { came: () => 'something still open' });
    assertEqual('what the server found wrong', violations(), []);
  } catch (error) {
    throw violations().length === 0 ? error : withViolations(error, violations());
  } finally {
    for (const { dispose } of made) await dispose?.();
  }
}

/** Adds the protocol errors: they explain more than their consequences. */
function withViolations(error: unknown, violations: readonly string[]): AssertionError {
  const message = error instanceof Error ? error.message : format(error);
  return new AssertionError({
    message: `${message}\nwhat the server found wrong: ${format(violations)}`,
    actual: violations,
    expected: [],
  });
}

function format(value: unknown): string {
  return inspect(value, { depth: 5, breakLength: Number.POSITIVE_INFINITY, compact: true, maxArrayLength: 20 });
}
