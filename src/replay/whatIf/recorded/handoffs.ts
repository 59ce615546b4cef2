import type { Line } from '../../../record/format.ts';
import type { SessionRequest } from '../../../session/recording.ts';
import { updateIn, valueOut } from '../../lines.ts';
import type { Timed } from '../fromTimes.ts';
import type { RecordedCall } from './calls.ts';
import type { Speaker } from './speakers.ts';
import { Rounds, type HandlerRound } from './rounds.ts';

/** A handoff at its session time, with the round of calls that made it. */
export interface RecordedHandoff extends HandlerRound, Timed {
  /** The agent that handed over. Undefined for the first agent if it has no name. */
  readonly from: string | undefined;
  readonly to: string;
}

/** Reads the handoffs of a recording, in order. */
export function readHandoffs(
  lines: readonly Line[],
  calls: ReadonlyMap<string, RecordedCall>,
  speakerAt: (line: number) => Speaker,
): readonly RecordedHandoff[] {
  const rounds = new Rounds();
  const times = new Map<SessionRequest, number>();
  for (const line of lines) {
    const update = updateIn(line);
    if (update?.handoff !== undefined) times.set(update, line.t);
  }
  return lines.flatMap((line, n) => {
    rounds.note(line);
    const made = valueOut(line, 'functionCalls');
    if (made === undefined) return [];
    const place = rounds.placeOf(made);
    const requests = made.calls.flatMap(({ id }) => calls.get(id)?.requests ?? []);
    return requests.flatMap(({ request }) => {
      const atMs = times.get(request);
      if (request.kind !== 'update' || request.handoff === undefined || atMs === undefined) return [];
      return [{ ...place, from: speakerAt(n).agent, to: request.handoff.name, atMs }];
    });
  });
}
