import type { Recording } from '../record/format.ts';
import { VERSION } from '../record/version.ts';
import type { CustomParts } from './customParts.ts';

/** What one should know of a recording before one believes what follows from it. */
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
      : [`it was recorded with antiphon ${head.antiphon}, and this is ${VERSION}: what differs may come of that`]),
    ...(dropped > 0
      ? [`${dropped} lines are missing in the recording: they came faster than they could be written`]
      : []),
    ...(ended ? [] : ['the recording breaks off: what was under way at its end is not known']),
    ...(missing.length > 0 ? [`the session had ${missing.join(', ')}: bring it with --session`] : []),
  ];
}
