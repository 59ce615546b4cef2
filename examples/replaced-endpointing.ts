import type { Stages } from 'antiphon';
import { filter, map, merge } from 'rxjs';

/**
 * An endpointing stage that does not wait where there is nothing to wait for: it ends the user's turn as soon as the words
 * so far are one of `requests`, and otherwise when the standard stage would. What it emits says when; the words of the turn
 * are those that were heard. It goes in as
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
