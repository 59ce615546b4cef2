import { describe, expect, it } from 'vitest';
import type { Metric } from '../../../src/core/metric.ts';
import { after, calls, createBackgroundSession, type Work } from '../background/desk.ts';
import type { TestSessionOptions } from '../../support/testSession.ts';
import { TELL_ME, types } from '../../support/userActions.ts';

/** Plays a conversation, and returns each metric's time, turn and silence while functions ran. */
async function silences(
  works: Readonly<Record<string, Work>>,
  options: Omit<TestSessionOptions, 'functions'>,
): Promise<readonly string[]> {
  const session = createBackgroundSession(works, { ...options, user: [TELL_ME, ...(options.user ?? [])] });
  const seen: string[] = [];
  session.session.edges.metrics.subscribe(({ turn, functionSilenceMs }: Metric) =>
    seen.push(`${session.clock.now()} turn ${turn}: ${functionSilenceMs ?? 'none'}`),
  );
  await session.clock.run(30_000);
  return seen;
}

describe('the silence while functions run', () => {
  it('is not there without functions', async () => {
    expect(await silences({}, { llm: ['At eight.'] })).toEqual(['1586 turn 0: none']);
  });

  it('is the time of a function that nothing bridges', async () => {
    const works: Readonly<Record<string, Work>> = { look: { does: after(2000), background: false } };
    expect(await silences(works, { llm: [calls('look'), 'Sunny.'] })).toEqual(['3586 turn 0: 2000']);
  });

  it('does not include what the agent says meanwhile', async () => {
    const works: Readonly<Record<string, Work>> = { look: { does: after(4000), background: false } };
    const llm = [{ ...calls('look'), text: 'One moment.' }, 'Sunny.'];
    expect(await silences(works, { llm })).toEqual(['5586 turn 0: 3340']);
  });

  it('of a call in the background counts until its result, in the record of the latest turn', async () => {
    const works: Readonly<Record<string, Work>> = { book: { does: after(6000) } };
    expect(await silences(works, { llm: [calls('book'), 'On it.', 'Booked.'] })).toEqual(['7586 turn 0: 5640']);
    expect(
      await silences(works, { llm: [calls('book'), 'On it.', 'At eight.', 'Booked.'], user: [types(4000, 'when')] }),
    ).toEqual(['4000 turn 0: 2054', '7586 turn 1: 3046']);
  });
});
