import { expect } from 'vitest';
import { replay } from '../../src/replay/replay.ts';
import { recorder } from '../replay/record.ts';
import { playScenario, type Replacements } from './playScenario.ts';
import { drawRecording } from './drawRecording.ts';
import type { Recording } from './recording.ts';
import { faultsOf, RULES, type Rule } from './rules.ts';
import type { Scenario } from './scenario.ts';
import { splicesOf } from './scenarioParts.ts';

/** Plays a scenario; throws what is wrong with it, if anything is, with its picture. */
export async function checkScenario(
  scenario: Scenario,
  rules: readonly Rule[] = RULES,
  change?: Replacements,
): Promise<void> {
  checkRecording(await playScenario(scenario, undefined, change), rules);
}

/** Plays a scenario, and replays what was recorded of it: throws what is wrong, and the first difference. */
export async function checkAndReplay(scenario: Scenario, change?: Replacements): Promise<void> {
  const kept = recorder();
  checkRecording(await playScenario(scenario, kept, change), RULES);
  const { difference, undelivered, picture } = await replay(kept.recording(), { splice: splicesOf(scenario) });
  expect(
    { difference, undelivered },
    [picture, ...undelivered.map((line) => JSON.stringify(line)), JSON.stringify(scenario)].join('\n'),
  ).toEqual({
    difference: null,
    undelivered: [],
  });
}

function checkRecording(recording: Recording, rules: readonly Rule[]): void {
  const faults = faultsOf(recording, rules);
  if (faults.length > 0) throw new Error([...faults, '', drawRecording(recording)].join('\n'));
}
