import fc from 'fast-check';
import { identity } from 'rxjs';
import { describe, it } from 'vitest';
import { TurnDetection } from '../../providers/names.ts';
import type { AgentFunction } from '../../src/session/agent.ts';
import type { FillerFunction } from '../../src/session/config/fillerFunction.ts';
import type { SessionConfig } from '../../src/session/config.ts';
import { scenario } from './arbitrary.ts';
import { checkScenario } from './checkScenario.ts';
import { RULES } from './rules.ts';
import { runs } from './runs.ts';
import type { SessionParts } from './playScenario.ts';
import type { TestData } from './scenarioParts.ts';

const cases = runs('FC_EVERYTHING', 150);

/** The text of all fillers: the rules know words that begin so. */
const TEXT = 'P0w0 P0w1.';

const fillers: Readonly<Record<string, string | FillerFunction>> = {
  text: TEXT,
  function: () => TEXT,
  promise: () => Promise.resolve(TEXT),
  nothing: () => null,
  failing: () => Promise.reject(new Error('it has no idea, as it was told')),
};

/** A model of turns, speculation with TTS ahead, fillers and an absent user, in each conversation. */
const config: fc.Arbitrary<Partial<SessionConfig<TestData>>> = fc.record({
  turn_detection: fc.constantFrom(
    TurnDetection.Text(),
    TurnDetection.Text({ min_delay: 0.1, max_delay: 1 }),
    TurnDetection.Text({ language: 'pt', min_delay: 0.2 }),
  ),
  preemptive_generation: fc.constant(true),
  preemptive_tts: fc.constant(true),
  eager_threshold: fc.constantFrom(0.05, 0.2, 1),
  filler: fc.constantFrom(...Object.keys(fillers)).map((name) => fillers[name] ?? ''),
  filler_delay: fc.constantFrom(0, 0.3, 2),
  user_away_timeout: fc.constantFrom(1, 8),
});

function withFillers({ agent, ...parts }: SessionParts): SessionParts {
  const functions = Object.entries(agent.functions ?? {}).map(([name, known]): [string, AgentFunction<TestData>] => [
    name,
    { ...known, filler: TEXT },
  ]);
  return { ...parts, agent: { ...agent, functions: Object.fromEntries(functions) } };
}

describe('whatever happens in a conversation with a turn model, speculation, speech ahead, fillers and an absent user', () => {
  it(
    'the law of turn-taking holds',
    async () => {
      await fc.assert(
        fc.asyncProperty(scenario, config, fc.boolean(), (played, own, speaksInCalls) =>
          checkScenario(played, RULES, { config: own, replaceParts: speaksInCalls ? withFillers : identity }),
        ),
        cases,
      );
    },
    Math.max(60_000, cases.numRuns * 1000),
  );
});
