import { expect } from 'vitest';
import type { Recording as SessionRecording } from '../../src/record/format.ts';
import { replay } from '../../src/replay/replay.ts';
import { runConversation } from '../../src/replay/whatIf/played/runConversation.ts';
import { analyseRecording } from '../../src/replay/whatIf/recorded/recordedSession.ts';
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

/** Plays a scenario, and replays what was recorded of it: throws what is wrong, and the first difference. Returns the recording. */
export async function checkAndReplay(scenario: Scenario, change?: Replacements): Promise<SessionRecording> {
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
  return kept.recording();
}

/** The name under which an agent to which the conversation was handed knows itself. */
const HANDED_TO = /^H\d+$/u;

/** Runs a recording again as a what-if: each agent is asked with its own messages. */
export async function checkWhatIf(recording: SessionRecording, scenario: Scenario): Promise<void> {
  const { calls } = await runConversation(analyseRecording(recording), {}, { splice: splicesOf(scenario) });
  for (const { agent, messages } of calls) {
    const known = messages[0]?.content;
    if (typeof known === 'string' && HANDED_TO.test(known)) expect(known).toBe(agent);
  }
}

function checkRecording(recording: Recording, rules: readonly Rule[]): void {
  const faults = faultsOf(recording, rules);
  if (faults.length > 0) throw new Error([...faults, '', drawRecording(recording)].join('\n'));
}
