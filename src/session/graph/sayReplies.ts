import { concatMap, EMPTY, from, of, startWith, withLatestFrom, type Observable, type OperatorFunction } from 'rxjs';
import type { TurnEvent } from '../../core/turn.ts';
import { SAY_ROUND } from '../floor/reply.ts';
import type { Decision } from '../floor/types.ts';

export interface SayRepliesOptions {
  /** All replies, these included. */
  readonly reply: Observable<TurnEvent>;
  /** Called with a text whose reply has ended in the meantime. */
  readonly onLate: (text: string) => void;
}

/** Turns a `say` decision into a reply of its own, or into a text within the reply under way. */
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
