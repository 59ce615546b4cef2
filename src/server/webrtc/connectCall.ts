import { Subscription, timer, type SchedulerLike } from 'rxjs';
import type { LiveCall } from '../calls/call.ts';
import { requireJoinable } from '../calls/requireJoinable.ts';
import { Problem } from '../problem.ts';
import { refuse } from './checkOffer.ts';
import type { RtcClient, WebRtc } from './webRtc.ts';

export interface RtcServices {
  readonly webRtc: WebRtc;
  readonly scheduler: SchedulerLike;
}

/** Time for a connection to open, in ms. */
const OPEN_MS = 10_000;

/** The protocol of a client, and the label of its data channel. */
export type RtcProtocol = Pick<RtcClient, 'adapter' | 'label'>;

/** Returns a call that waits for its first client. @throws Problem `session_ended`, `session_already_connected` */
export function requireUnconnected(live: LiveCall | undefined): LiveCall {
  const call = requireJoinable(live);
  if (call.status.state !== 'created') throw new Problem('session_already_connected');
  return call;
}

/**
 * Answers the offer of an admitted client, and joins it to its call when it is connected. A call whose client is not connected
 * within 10 s ends, and so does the connection of a call that ends. Returns the SDP of the answer.
 *
 * @throws (rejects with) Problem `invalid_request` for an offer that cannot be answered, and the errors of `WebRtc.answer`
 */
export async function connectCall(
  call: LiveCall,
  offer: string,
  protocol: RtcProtocol,
  { webRtc, scheduler }: RtcServices,
): Promise<string> {
  const opening = new Subscription();
  const answer = await webRtc
    .answer(offer, {
      ...protocol,
      audio: call.audio,
      opened: (socket, adapter) => {
        opening.unsubscribe();
        call.join(socket, undefined, adapter);
      },
      ended: () => call.close('disconnected'),
    })
    .catch((error: unknown) => {
      call.close('disconnected');
      throw error;
    });
  if (answer.kind === 'refused') {
    call.close('disconnected');
    return refuse(`an offer that can be answered: ${answer.detail}`);
  }
  opening.add(timer(OPEN_MS, scheduler).subscribe(() => call.close('join_timeout')));
  void call.ended.then(() => {
    opening.unsubscribe();
    answer.close();
  });
  return answer.sdp;
}
