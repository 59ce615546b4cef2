import type { Stages } from 'antiphon';
import { filter, map, merge } from 'rxjs';

/**
 * An endpointing stage that ends the user's turn as soon as the transcript is one of `requests`, and otherwise when the standard
 * stage does. It decides only when the turn ends; the session supplies the words. Use it as
 * `createSession(agent, config, io, { stages: { endpointing: atOnce(['stop', 'goodbye']) } })`.
 */
export function atOnce(requests: readonly string[]): NonNullable<Stages['endpointing']> {
  return ({ edges }, standard) =>
    (activity) =>
      merge(
        activity.pipe(standard()),
        edges.transcript.pipe(
          filter(({ text }) => requests.includes(text.toLowerCase())),
          map(({ text }, turn) => ({ turn, text })),
        ),
      );
}
