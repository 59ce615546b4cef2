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
      : [`it was recorded with antiphon ${head.antiphon}, and this is ${VERSION}, which may cause differences`]),
    ...ruleWarnings(head),
    ...(dropped > 0 ? [`${dropped} lines are missing from the recording: the sink was too slow`] : []),
    ...(ended ? [] : ['the recording is incomplete: the session had not ended']),
    ...(missing.length > 0 ? [`the session had ${missing.join(', ')}: pass it with --session`] : []),
  ];
}

function ruleWarnings({ rules = FIRST_RULE_VERSIONS }: Recording['head']): readonly string[] {
  const now = RULE_VERSIONS;
  if (rules.turnTaking !== now.turnTaking)
    return [
      `it was recorded under version ${rules.turnTaking} of the turn-taking rules, and this is version ${now.turnTaking}, which may cause differences`,
    ];
  if (rules.phrases === now.phrases) return [];
  return ['it was recorded with other built-in phrase lists, which may cause differences'];
}
