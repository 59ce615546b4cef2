import { concatMap, defer, EMPTY, from, of, using, type Observable, type OperatorFunction } from 'rxjs';
import type { TurnEvent } from '../../core/turn.ts';
import { SAY_ROUND } from '../floor/reply.ts';
import type { Decision } from '../floor/types.ts';

type SayDecision = Extract<Decision, { kind: 'say' }>;

/**
 * Turns a `say` decision into a separate reply, or into a text of the current reply. `replies` contains all replies,
 * including these. `onLate` receives a decision whose reply has ended meanwhile, or began after it.
 */
export function sayReplies(
  replies: Observable<TurnEvent>,
  onLate: (say: SayDecision) => void,
): OperatorFunction<SayDecision, TurnEvent> {
  return (decisions) =>
    defer(() => {
      let latest: TurnEvent | null = null;
      /** Decisions whose reply has not begun because the one before it is still emitting its end. */
      let early: readonly SayDecision[] = [];
      const follow = (event: TurnEvent): void => {
        latest = event;
        if (early.length === 0) return;
        const begun = early.filter(({ turn }) => turn <= event.turn);
        early = early.filter(({ turn }) => turn > event.turn);
        begun.forEach(onLate);
      };
      const say = (decision: SayDecision): Observable<TurnEvent> => {
        if (decision.begin) return from(createReply(decision));
        if (latest?.turn === decision.turn && latest.kind !== 'ended') return of(createText(decision));
        if ((latest?.turn ?? -1) < decision.turn) early = [...early, decision];
        else onLate(decision);
        return EMPTY;
      };
      return using(
        () => replies.subscribe(follow),
        () => decisions.pipe(concatMap(say)),
      );
    });
}

function createReply(say: SayDecision): readonly TurnEvent[] {
  const { turn } = say;
  return [{ kind: 'started', turn }, createText(say), { kind: 'ended', turn, reason: 'complete' }];
}

function createText({ turn, text, filler }: SayDecision): TurnEvent {
  return { kind: 'text', turn, round: SAY_ROUND, delta: text.trim(), ...(filler && { filler }) };
}
