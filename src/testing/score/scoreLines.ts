import type { ErrorCode } from '../../core/errors.ts';
import type { ScoreAction } from './actions.ts';
import { findCallSite, type ExpectationSite } from './callSite.ts';
import { expectHeard, type HeardExpectation } from './expect/agent.ts';
import { expectCalls, type ExpectedCall } from './expect/calls.ts';
import { expectNoOtherFailure } from './expect/errors.ts';
import type { Expectation } from './expect/expectation.ts';
import { createSealableList, type SealableList } from './sealableList.ts';
import { parseAt } from './time.ts';

/** The actions, in the order in which they were written, and the expectations. */
export interface Script {
  readonly actions: readonly ScoreAction[];
  readonly expectations: readonly Expectation[];
  readonly criteria: readonly Criterion[];
}

/** A criterion for the judge, with its line in the score. */
export interface Criterion extends ExpectationSite {
  readonly criterion: string;
}

/** Collects the lines of a score as they are written, each with its position in the developer's file. */
export class ScoreLines {
  readonly heard: SealableList<HeardExpectation> = createSealableList();
  readonly calls: SealableList<ExpectedCall & ExpectationSite> = createSealableList();
  readonly criteria: SealableList<Criterion> = createSealableList();
  readonly errors: SealableList<ErrorCode> = createSealableList();
  readonly #actions: SealableList<ScoreAction> = createSealableList();
  readonly #expectations: SealableList<Expectation> = createSealableList();
  before: readonly ScoreAction[] = [];

  act(written: ScoreAction): void {
    const action = { ...written, source: findCallSite() };
    parseAt(action.at);
    this.#actions.add(action);
    this.before = [...this.before, action];
  }

  expect(expectation: Expectation): void {
    const source = findCallSite();
    this.#expectations.add((log) => expectation(log).map((mismatch) => ({ ...mismatch, source })));
  }

  /** Returns the position of the line that is being written. */
  place(): ExpectationSite {
    return { before: this.before, source: findCallSite() };
  }

  /** Ends the writing. Later lines throw. */
  seal(source: string | undefined): Script {
    const expectations = [
      expectNoOtherFailure(this.errors.seal(), source),
      expectHeard(this.heard.seal()),
      expectCalls(this.calls.seal()),
      ...this.#expectations.seal(),
    ];
    return { actions: this.#actions.seal(), expectations, criteria: this.criteria.seal() };
  }
}
