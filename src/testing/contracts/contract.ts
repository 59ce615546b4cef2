import { AssertionError } from 'node:assert/strict';
import { assertEqual, formatValue, withinTime } from './assertions.ts';
import type { InjectedFault } from './injectedFault.ts';

/**
 * One case of a port's contract, for any test runner. It passes if `run` resolves. The error states what was expected
 * and what was received.
 */
export interface ContractCase {
  readonly name: string;
  readonly run: () => Promise<void>;
}

/** The port under test, with its server. */
export interface ContractSubject {
  /** Resolves once everything that a session or an utterance opened is closed: threads' work, requests and sockets. */
  readonly closed: () => Promise<void>;
  /** The client's protocol errors, as found by the server. */
  readonly violations?: () => readonly string[];
  /** Returns the number of connections or requests that the server has seen. */
  readonly attempts?: () => number;
  /** Releases everything that `make` set up. */
  readonly dispose?: () => Promise<void>;
}

export interface Requirement<S extends ContractSubject> {
  readonly name: string;
  readonly fault?: InjectedFault;
  /** Rejects if the subject fails the requirement. `createAnother` creates another subject, without a fault. */
  readonly check: (subject: S, createAnother: () => Promise<S>) => Promise<void>;
}

/**
 * Creates cases for the requirements that need no fault or one of `faults`. After each case, everything must be closed.
 */
export function createContractCases<S extends ContractSubject>(
  requirements: readonly Requirement<S>[],
  make: (fault: InjectedFault | undefined) => Promise<S>,
  faults: readonly InjectedFault[],
): readonly ContractCase[] {
  const possible = requirements.filter(({ fault }) => fault === undefined || faults.includes(fault));
  return possible.map((requirement) => ({ name: requirement.name, run: () => run(requirement, make) }));
}

/** Fails if the subject does not close everything in time. */
export function assertClosed({ closed }: ContractSubject): Promise<void> {
  return withinTime('that everything is closed', closed(), () => 'something still open');
}

async function run<S extends ContractSubject>(
  { fault, check }: Requirement<S>,
  make: (fault: InjectedFault | undefined) => Promise<S>,
): Promise<void> {
  const subjects: S[] = [];
  const create = async (injected?: InjectedFault): Promise<S> => {
    const subject = await make(injected);
    subjects.push(subject);
    return subject;
  };
  const violations = (): readonly string[] => subjects.flatMap((subject) => subject.violations?.() ?? []);
  try {
    await check(await create(fault), create);
    for (const subject of subjects) await assertClosed(subject);
    assertEqual('what the server found wrong', violations(), []);
  } catch (error) {
    throw withViolations(error, violations());
  } finally {
    for (const { dispose } of subjects) await dispose?.();
  }
}

/** Adds the protocol errors to an error, because they explain more than their consequences. */
function withViolations(error: unknown, violations: readonly string[]): unknown {
  if (violations.length === 0) return error;
  const message = error instanceof Error ? error.message : formatValue(error);
  return new AssertionError({
    message: `${message}\nwhat the server found wrong: ${formatValue(violations)}`,
    actual: violations,
    expected: [],
  });
}
