import { concatMap, EMPTY, from, of, startWith, withLatestFrom, type Observable, type OperatorFunction } from 'rxjs';
import type { TurnEvent } from '../../core/turn.ts';
import { SAY_ROUND } from '../floor/reply.ts';
import type { Decision } from '../floor/types.ts';

type SayDecision = Extract<Decision, { kind: 'say' }>;

/**
 * Turns a `say` decision into a reply of its own, or into a text of the current reply. `replies` are all replies, including
 * these. `onLate` gets a text whose reply has ended in the meantime.
 */
export function sayReplies(
  replies: Observable<TurnEvent>,
  onLate: (text: string) => void,
): OperatorFunction<SayDecision, TurnEvent> {
  return (decisions) =>
    decisions.pipe(
      withLatestFrom(replies.pipe(startWith(null))),
      concatMap(([{ turn, text, begin }, latest]): Observable<TurnEvent> => {
        const delta: TurnEvent = { kind: 'text', turn, round: SAY_ROUND, delta: text.trim() };
        if (begin)
          return from<TurnEvent[]>([{ kind: 'started', turn }, delta, { kind: 'ended', turn, reason: 'complete' }]);
        if (latest?.turn === turn && latest.kind !== 'ended') return of(delta);
        onLate(text);
        return EMPTY;
      }),
    );
}
