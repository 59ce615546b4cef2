import { perform, type Change } from './perform.ts';
import { picture } from './picture.ts';
import { faultsOf, RULES, type Rule } from './rules.ts';
import type { Scenario } from './scenario.ts';

/** Plays a scenario; throws what is wrong with it, if anything is, with its picture. */
export async function judge(scenario: Scenario, rules: readonly Rule[] = RULES, change?: Change): Promise<void> {
  const recording = await perform(scenario, undefined, change);
  const faults = faultsOf(recording, rules);
  if (faults.length > 0) throw new Error([...faults, '', picture(recording)].join('\n'));
}
