import type { Recording } from '../record/format.ts';
import { FIRST_RULE_VERSIONS, RULE_VERSIONS } from '../record/ruleVersions.ts';
import { VERSION } from '../record/version.ts';
import type { CustomParts } from './customParts.ts';

/** Returns warnings about a recording: gaps, a different version, missing parts. */
export function warningsOf({ head, lines }: Recording, { splice = {}, stages = {} }: CustomParts): readonly string[] {
  const dropped = lines.reduce((sum, line) => sum + ('dropped' in line ? line.dropped : 0), 0);
  const ended = lines.some((line) => 'out' in line && line.out === 'ended');
  const missing = [
    ...head.splices.filter((edge) => !Object.hasOwn(splice, edge)).map((edge) => `the splice at "${edge}"`),
    ...head.stages.filter((stage) => !Object.hasOwn(stages, stage)).map((stage) => `its own stage "${stage}"`),
  ];
  return [
    ...(head.antiphon === VERSION
      ? []
      : [`it was recorded with antiphon ${head.antiphon}, and this is ${VERSION}: differences may be due to that`]),
    ...ruleWarnings(head),
    ...(dropped > 0
      ? [`${dropped} lines are missing in the recording: they came faster than they could be written`]
      : []),
    ...(ended ? [] : ['the recording is incomplete: the session had not ended']),
    ...(missing.length > 0 ? [`the session had ${missing.join(', ')}: pass it with --session`] : []),
  ];
}

function ruleWarnings({ rules = FIRST_RULE_VERSIONS }: Recording['head']): readonly string[] {
  const now = RULE_VERSIONS;
  if (rules.turnTaking !== now.turnTaking)
    return [
      `it was recorded under the rules of turn-taking ${rules.turnTaking}, and these are ${now.turnTaking}: differences may be due to that`,
    ];
  if (rules.phrases === now.phrases) return [];
  return ['it was recorded with other built-in lists of phrases: differences may be due to that'];
}
