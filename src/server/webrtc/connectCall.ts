import { timer, type SchedulerLike, type Subscription } from 'rxjs';
import type { LiveCall } from '../calls/call.ts';
import type { Accept } from '../http/returns.ts';
import { Problem } from '../problems/problem.ts';
import { refuse } from './checkOffer.ts';
import type { RtcAnswer, RtcClient, WebRtc } from './webRtc.ts';

export interface RtcServices {
  readonly webRtc: WebRtc;
  readonly scheduler: SchedulerLike;
}

/**
 * Time limit for answering an offer, in ms: answering queries STUN servers, and the first offer to a server starts a
 * thread.
 */
const ANSWER_MS = 30_000;
/** Time limit for a connection to open after its answer, in ms. */
const OPEN_MS = 10_000;

/** The protocol of a client, and the label of its data channel. */
export type RtcProtocol = Pick<RtcClient, 'adapter' | 'label'>;

/** An admitted client, and its offer. */
export interface RtcEntry {
  readonly call: LiveCall;
  readonly offer: string;
  /** Accepts the socket when it is connected. */
  readonly accept: Accept;
}

/**
 * Answers the offer of an admitted client, and joins the client to its call when it is connected. Ends the call if its
 * first offer is not answered within 30 s, or its first client is not connected within 10 s after the answer. If the
 * client is returning, the call keeps waiting instead. Closes the connection when the call ends. Returns the SDP of the
 * answer.
 *
 * @throws (rejects with) Problem `invalid_request` for an offer that cannot be answered, `session_ended`, and the
 * errors of `WebRtc.answer`
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
    // If the connection was open, its socket reports the end.
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
    // Ending the call closes its connection.
    if (isFirst) call.close('join_timeout');
    else answer.close();
  });
  return answer.sdp;
}

/** Gives up a connection after a time, unless unsubscribed before. */
function limit(call: LiveCall, ms: number, scheduler: SchedulerLike, giveUp: () => void): Subscription {
  const opening = timer(ms, scheduler).subscribe(giveUp);
  void call.ended.then(() => opening.unsubscribe());
  return opening;
}

/** Closes a connection when its call has ended, even if it is answered after that. */
function closeWith(call: LiveCall, answered: Promise<RtcAnswer>): void {
  answered
    .then(async (answer) => {
      await call.ended;
      if (answer.kind === 'answered') answer.close();
    })
    // The request reports the error.
    .catch(() => undefined);
}

function failEnded(): never {
  throw new Problem('session_ended');
}
