import fc from 'fast-check';
import { identity } from 'rxjs';
import { TurnDetection } from '../../providers/names.ts';
import type { AgentFunction } from '../../src/session/sessionControl.ts';
import type { FillerFunction } from '../../src/session/config/filler.ts';
import type { SessionConfig } from '../../src/session/config/config.ts';
import { scenarioOfEverything } from './arbitrary.ts';
import { checkAndReplay, checkScenario, checkWhatIf } from './checkScenario.ts';
import type { Replacements, SessionParts } from './playScenario.ts';
import type { Modes, Scenario, TestData } from './scenario.ts';

/** The text of all fillers, long enough that much happens over it: the rules know words that begin so. */
const TEXT = 'P0w0 P0w1 P0w2. P0w3 P0w4, P0w5 P0w6 P0w7.';

const fillers: Readonly<Record<string, string | FillerFunction>> = {
  text: TEXT,
  function: () => TEXT,
  promise: () => Promise.resolve(TEXT),
  nothing: () => null,
  failing: () => Promise.reject(new Error('it has no idea, as configured')),
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
  on_failure_message: fc.constantFrom(null, TEXT),
  user_away_timeout: fc.constantFrom(1, 8),
});

function withFillers({ agent, ...parts }: SessionParts): SessionParts {
  const functions = Object.entries(agent.functions ?? {}).map(([name, known]): [string, AgentFunction<TestData>] => [
    name,
    { ...known, filler: TEXT },
  ]);
  return { ...parts, agent: { ...agent, functions: Object.fromEntries(functions) } };
}

/** The settings of the modes, which say more than those of a model of turns. */
function configOf({
  releases,
  pressingInterrupts,
  transcriptionOnly,
  forTheEar,
  turns,
}: Modes): Partial<SessionConfig> {
  return {
    ...(releases !== null && { push_to_talk: true, push_to_talk_interrupts: pressingInterrupts }),
    ...(transcriptionOnly && { transcription_only: true }),
    ...(forTheEar && { normalize_for_speech: true }),
    ...(turns !== null && { turn_detection: TurnDetection.STT() }),
  };
}

export interface Played {
  readonly scenario: Scenario;
  readonly config: Partial<SessionConfig<TestData>>;
  readonly speaksInCalls: boolean;
  readonly isReplayed: boolean;
}

export const played: fc.Arbitrary<Played> = fc.record({
  scenario: scenarioOfEverything,
  config,
  speaksInCalls: fc.boolean(),
  isReplayed: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
});

export function changeOf({ scenario, config: own, speaksInCalls }: Played): Replacements {
  const modes = scenario.modes ? configOf(scenario.modes) : {};
  return { config: { ...own, ...modes }, replaceParts: speaksInCalls ? withFillers : identity };
}

export async function check(one: Played): Promise<void> {
  const { scenario, isReplayed } = one;
  const change = changeOf(one);
  if (isReplayed) await checkWhatIf(await checkAndReplay(scenario, change), scenario);
  else await checkScenario(scenario, undefined, change);
}
