import type { OnUserAwayInput } from '../../src/session/agent.ts';
import { says } from './userActions.ts';
import { createTestSession, type TestSession, type TestSessionOptions, type UserAction } from './testSession.ts';

interface Played extends TestSession {
  /** Times and numbers of the calls of `on_user_away`. */
  readonly calls: readonly (readonly [number, number])[];
}

export type Decide = (input: OnUserAwayInput, clock: TestSession['clock']) => unknown;

/** Plays a session that asks `decide` after 3 s. */
export async function play(
  { config, ...options }: TestSessionOptions,
  decide: Decide = () => undefined,
  forMs = 20_000,
): Promise<Played> {
  const calls: (readonly [number, number])[] = [];
  const made = createTestSession({
    llm: ['Fine.', 'Good.'],
    ...options,
    config: { user_away_timeout: 3, ...config },
    agent: {
      on_user_away: (input) => {
        calls.push([made.clock.now(), input.times]);
        return decide(input, made.clock);
      },
    },
    start: false,
  });
  made.session.start();
  await made.clock.run(forMs);
  return { ...made, calls };
}

/** Committed at 1586 ms; "Fine." is heard for 300 ms. */
export const TELL_ME: UserAction = says(320, 'tell me');
export const FINE_ENDS = 1886;
