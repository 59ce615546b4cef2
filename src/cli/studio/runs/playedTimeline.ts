import type { Timeline } from '../../../draw/model.ts';
import type { Line, Recording } from '../../../record/format.ts';
import { allOut, isIn, ofKind } from '../../../replay/lines.ts';
import { traceOf } from '../../../replay/timeline/lines.ts';
import { spansOf } from '../../../replay/timeline.ts';
import type { PlayedConversation } from '../../../replay/whatIf/played/playedConversation.ts';

/**
 * Converts a run to a timeline: what the session did in the run, and what the user did besides speaking, which is as
 * recorded. The audio of each utterance is not part of a run.
 */
export function timelineOfRun({ head, lines }: Recording, { output }: PlayedConversation): Timeline {
  const own = lines.filter(isOfUser);
  const all = [...own, ...output].toSorted((a, b) => a.t - b.t);
  const recording = { head, lines: all };
  const timeline = spansOf(recording, traceOf(all));
  const cut = new Set(
    ofKind(allOut(output, 'playout'), 'stopped').flatMap(({ v }) => (v.whole === false ? v.utterance : [])),
  );
  return {
    ...timeline,
    replies: timeline.replies.map((reply) => ({ ...reply, chunks: [] })),
    utterances: timeline.utterances.map((one) => ({ ...one, cut: cut.has(one.utterance) })),
  };
}

function isOfUser(line: Line): boolean {
  return isIn(line, 'typed') || isIn(line, 'muted') || isIn(line, 'connected') || isIn(line, 'entry');
}
