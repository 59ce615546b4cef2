import type { Stages } from 'antiphon';
import { filter, merge } from 'rxjs';

/**
 * An endpointing stage that ends the user's turn as soon as the transcript is one of `requests`, and otherwise when the standard
 * stage does. The values that it emits are not read: each ends the turn, with the words of the transcript. Use it as
 * `createSession(agent, config, io, { stages: { endpointing: atOnce(['stop', 'goodbye']) } })`.
 */
export function atOnce(requests: readonly string[]): NonNullable<Stages['endpointing']> {
  return ({ edges }, standard) =>
    (activity) =>
      merge(
        activity.pipe(standard()),
        edges.transcript.pipe(filter(({ text }) => requests.includes(text.toLowerCase()))),
      );
}
