import {
  concatMap,
  EMPTY,
  filter,
  first,
  from,
  ignoreElements,
  mergeMap,
  of,
  tap,
  withLatestFrom,
  type Observable,
  type OperatorFunction,
} from 'rxjs';
import type { TurnEvent } from '../../core/turn.ts';
import { SAY_ROUND } from '../floor/reply.ts';
import type { Decision } from '../floor/types.ts';
import { merge } from '../../stream/merge.ts';
import { beginWith } from '../../stream/beginWith.ts';

type SayDecision = Extract<Decision, { kind: 'say' }>;
type SayWithLatest = [SayDecision, TurnEvent | null];

/**
 * Turns a `say` decision into a reply of its own, or into a text of the current reply. `replies` are all replies, including
 * these. `onLate` gets one whose reply has ended in the meantime, or has begun after it.
 */
export function sayReplies(
  replies: Observable<TurnEvent>,
  onLate: (say: SayDecision) => void,
): OperatorFunction<SayDecision, TurnEvent> {
  return (decisions) => {
    const says = decisions.pipe(withLatestFrom(replies.pipe(beginWith<TurnEvent | null>(() => null))));
    const early = says.pipe(
      filter(isEarly),
      mergeMap(([say]) =>
        replies.pipe(
          first((event) => event.turn >= say.turn, null),
          tap((event) => event !== null && onLate(say)),
        ),
      ),
      ignoreElements(),
    );
    return merge(early, says.pipe(concatMap((say) => sayNow(say, onLate))));
  };
}

/** Returns whether the reply has not begun: the one before it is still emitting its end. */
function isEarly([{ turn, begin }, latest]: SayWithLatest): boolean {
  return !begin && (latest?.turn ?? -1) < turn;
}

function sayNow(say: SayWithLatest, onLate: (say: SayDecision) => void): Observable<TurnEvent> {
  const [{ turn, text, begin, filler }, latest] = say;
  const delta: TurnEvent = { kind: 'text', turn, round: SAY_ROUND, delta: text.trim(), ...(filler && { filler }) };
  if (begin) return from<TurnEvent[]>([{ kind: 'started', turn }, delta, { kind: 'ended', turn, reason: 'complete' }]);
  if (latest?.turn === turn && latest.kind !== 'ended') return of(delta);
  if (!isEarly(say)) onLate(say[0]);
  return EMPTY;
}
