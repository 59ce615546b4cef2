import { Subscription, timer, type SchedulerLike } from 'rxjs';
import { antiphonV1 } from '../adapters/antiphonV1/antiphonV1.ts';
import type { LiveCall } from '../calls/call.ts';
import { refuse } from './checkOffer.ts';
import type { WebRtc } from './webRtc.ts';

export interface RtcServices {
  readonly webRtc: WebRtc;
  readonly scheduler: SchedulerLike;
}

/** Time for a connection to open, in ms. */
const OPEN_MS = 10_000;

/**
 * Answers the offer of an admitted client, and joins it to its call when it is connected. A call whose client is not connected
 * within 10 s ends, and so does the connection of a call that ends. Returns the SDP of the answer.
 *
 * @throws (rejects with) Problem `invalid_request` for an offer that cannot be answered, and the errors of `WebRtc.answer`
 */
export async function connectCall(call: LiveCall, offer: string, { webRtc, scheduler }: RtcServices): Promise<string> {
  const opening = new Subscription();
  const answer = await webRtc
    .answer(offer, {
      adapter: antiphonV1,
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
