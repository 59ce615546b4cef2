import { concatMap, EMPTY, from, of, startWith, withLatestFrom } from 'rxjs';
import type { Observable, OperatorFunction } from 'rxjs';
import type { TurnEvent } from '../../core/turn.ts';
import { SAY_ROUND } from '../floor/reply.ts';
import type { Decision } from '../floor/types.ts';

export interface SayRepliesOptions {
  /** All replies, these included. */
  readonly reply: Observable<TurnEvent>;
  /** Told of a text whose reply has ended in the meantime. */
  readonly onLate: (text: string) => void;
}

/** What the session's owner says, as a reply: a bracket of its own, or a text within the one under way. */
export function sayReplies({
  reply,
  onLate,
}: SayRepliesOptions): OperatorFunction<Extract<Decision, { kind: 'say' }>, TurnEvent> {
  return (says) =>
    says.pipe(
      withLatestFrom(reply.pipe(startWith(null))),
      concatMap(([{ turn, text, begin }, latest]): Observable<TurnEvent> => {
        const said: TurnEvent = { kind: 'text', turn, round: SAY_ROUND, delta: text.trim() };
        if (begin)
          return from<TurnEvent[]>([{ kind: 'started', turn }, said, { kind: 'ended', turn, reason: 'complete' }]);
        if (latest?.turn === turn && latest.kind !== 'ended') return of(said);
        onLate(text);
        return EMPTY;
      }),
    );
}
