import { describe, expectTypeOf, test } from 'vitest';
import { handoff, type Agent, type Handoff } from '../../src/index.ts';
import type { Recording } from '../../src/record/index.ts';
import { whatIf } from '../../src/replay/index.ts';

interface Caller {
  readonly id: number;
}

declare const billing: Agent<Caller>;
declare const plain: Agent;
declare const recording: Recording;

describe('the session data of a handoff', () => {
  test('may be left out where any object fits', () => {
    expectTypeOf(handoff(plain)).toEqualTypeOf<Handoff>();
    expectTypeOf(handoff(plain, { history: 'none' })).toEqualTypeOf<Handoff>();
  });

  test('are needed where the agent has its own', () => {
    expectTypeOf(handoff(billing, { session_data: { id: 1 } })).toEqualTypeOf<Handoff>();
    // @ts-expect-error: `session_data` is missing
    handoff(billing);
    // @ts-expect-error: `session_data` is missing
    handoff(billing, { history: 'none' });
    // @ts-expect-error: they are others
    handoff(billing, { session_data: { name: 'Ada' } });
  });
});

describe('the history of a handoff', () => {
  test('is a summary of a function', () => {
    expectTypeOf(handoff(plain, { history: 'summary', summarize: () => 'all' })).toEqualTypeOf<Handoff>();
    // @ts-expect-error: `summarize` is missing
    handoff(plain, { history: 'summary' });
  });
});

describe('agents of a what-if run', () => {
  test('may have session data of their own', () => {
    expectTypeOf(whatIf).toBeCallableWith(recording, {}, { agent: billing, agents: { plain, billing } });
    expectTypeOf(whatIf).toBeCallableWith(recording, {}, { agents: [plain, billing] });
  });
});
