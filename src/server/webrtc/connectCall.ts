import { timer, type SchedulerLike, type Subscription } from 'rxjs';
import type { LiveCall } from '../calls/call.ts';
import type { Accept } from '../http/returns.ts';
import { Problem } from '../problem.ts';
import { refuse } from './checkOffer.ts';
import type { RtcAnswer, RtcClient, WebRtc } from './webRtc.ts';

export interface RtcServices {
  readonly webRtc: WebRtc;
  readonly scheduler: SchedulerLike;
}

/** Time for an offer to be answered, in ms. It asks STUN servers, and the first of a server starts a thread. */
const ANSWER_MS = 30_000;
/** Time for a connection to open behind its answer, in ms. */
const OPEN_MS = 10_000;

/** The protocol of a client, and the label of its data channel. */
export type RtcProtocol = Pick<RtcClient, 'adapter' | 'label'>;

/** An admitted client, and its offer. */
export interface RtcEntry {
  readonly call: LiveCall;
  readonly offer: string;
  /** Accepts its socket when it is connected. */
  readonly accept: Accept;
}

/**
 * Answers the offer of an admitted client, and joins it to its call when it is connected. A call whose first offer is not answered within
 * 30 s ends, and so does one whose first client is not connected 10 s behind the answer; one whose client comes back waits on. The connection of
 * a call that ends is closed. Returns the SDP of the answer.
 *
 * @throws (rejects with) Problem `invalid_request` for an offer that cannot be answered, `session_ended`, and the errors of
 * `WebRtc.answer`
 */
export async function connectCall(
  { call, offer, accept }: RtcEntry,
  protocol: RtcProtocol,
  { webRtc, scheduler }: RtcServices,
): Promise<string> {
  const isFirst = call.status.state === 'connecting';
  const fail = (reason: 'join_timeout' | 'disconnected'): void => {
    if (isFirst) call.close(reason);
  };
  let isOpen = false;
  let opening = limit(call, ANSWER_MS, scheduler, () => fail('join_timeout'));
  const answered = webRtc.answer(offer, {
    ...protocol,
    audio: call.audio,
    opened: (socket) => {
      isOpen = true;
      opening.unsubscribe();
      accept(socket);
    },
    // Of one that was open, its socket knows.
    ended: () => {
      if (!isOpen) fail('disconnected');
    },
  });
  closeWith(call, answered);
  const answer = await Promise.race([answered, call.ended.then(failEnded)]).catch((error: unknown) => {
    fail('disconnected');
    throw error;
  });
  if (answer.kind === 'refused') {
    fail('disconnected');
    return refuse(`an offer that can be answered: ${answer.detail}`);
  }
  opening.unsubscribe();
  opening = limit(call, OPEN_MS, scheduler, () => {
    // The connection of a call that ends is closed.
    if (isFirst) call.close('join_timeout');
    else answer.close();
  });
  return answer.sdp;
}

/** Gives a connection up after a time, unless it is unsubscribed from before. */
function limit(call: LiveCall, ms: number, scheduler: SchedulerLike, giveUp: () => void): Subscription {
  const opening = timer(ms, scheduler).subscribe(giveUp);
  void call.ended.then(() => opening.unsubscribe());
  return opening;
}

/** Closes a connection when its call has ended, also one that is answered behind that. */
function closeWith(call: LiveCall, answered: Promise<RtcAnswer>): void {
  answered
    .then(async (answer) => {
      await call.ended;
      if (answer.kind === 'answered') answer.close();
    })
    // It is an error of the request.
    .catch(() => undefined);
}

function failEnded(): never {
  throw new Problem('session_ended');
}
