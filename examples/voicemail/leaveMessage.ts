import type { Session } from 'antiphon';
import { filter, Subscription, switchMap, take, takeUntil, type SchedulerLike } from 'rxjs';
import { answeredBy } from './answeredBy.ts';
import { beeps } from './beeps.ts';

/**
 * Leaves a message if a machine answers the call: what the agent answers to its greeting is cut, and behind the beep the message is said, and the
 * session ends. A beep before anybody has spoken, as of the line, does not count. Call it before the session starts, and unsubscribe when it has ended.
 */
export function leaveMessage(session: Session, message: string, scheduler?: SchedulerLike): Subscription {
  const { activity, transcript, audioIn, reply } = session.edges;
  const following = new Subscription();
  const cutting = new Subscription();
  const person = activity.pipe(
    answeredBy({ transcript, scheduler }),
    filter((by) => by === 'person'),
  );
  following.add(
    activity
      .pipe(
        answeredBy({ transcript, scheduler }),
        filter((by) => by === 'machine'),
      )
      .subscribe(() => {
        session.interrupt();
        cutting.add(reply.pipe(filter(({ kind }) => kind === 'started')).subscribe(() => session.interrupt()));
      }),
  );
  following.add(
    activity
      .pipe(
        take(1),
        switchMap(() => audioIn.pipe(beeps())),
        take(1),
        takeUntil(person),
      )
      .subscribe(() => {
        cutting.unsubscribe();
        session.say(message);
        session.end();
      }),
  );
  following.add(cutting);
  return following;
}
