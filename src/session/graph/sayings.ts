import { concatMap, from } from 'rxjs';
import type { Observable, OperatorFunction } from 'rxjs';
import type { TurnEvent } from '../../core/turn.ts';
import type { Decision } from '../floor/types.ts';

/** A text that is no part of a round: a reply's text before and after it is joined to it by a space. */
const OWNERS_ROUND = -1;

/** What the session's owner says, as a reply: a bracket of its own, or a text within the one under way. */
export function sayings(): OperatorFunction<Extract<Decision, { kind: 'say' }>, TurnEvent> {
  return concatMap(({ turn, text, begin }): Observable<TurnEvent> => {
    const said: TurnEvent = { kind: 'text', turn, round: OWNERS_ROUND, delta: text.trim() };
    return from<TurnEvent[]>(
      begin ? [{ kind: 'started', turn }, said, { kind: 'ended', turn, reason: 'complete' }] : [said],
    );
  });
}
