import { playScenario, type Replacements } from './playScenario.ts';
import { drawRecording } from './drawRecording.ts';
import { faultsOf, RULES, type Rule } from './rules.ts';
import type { Scenario } from './scenario.ts';

/** Plays a scenario; throws what is wrong with it, if anything is, with its picture. */
export async function checkScenario(
  scenario: Scenario,
  rules: readonly Rule[] = RULES,
  change?: Replacements,
): Promise<void> {
  const recording = await playScenario(scenario, undefined, change);
  const faults = faultsOf(recording, rules);
  if (faults.length > 0) throw new Error([...faults, '', drawRecording(recording)].join('\n'));
}
