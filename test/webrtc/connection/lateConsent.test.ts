import { RTCPeerConnection } from 'werift';
import { asyncScheduler } from 'rxjs';
import { expect, onTestFinished, test } from 'vitest';
import { acceptLateConsent } from '../../../src/webrtc/lateConsent.ts';
import { createRtcClient, LOOPBACK } from './rtcClient.ts';

/** Longer than werift waits. */
const LATE_MS = 700;

test('a client whose answers take 700 ms still consents to be called', async () => {
  const client = await createRtcClient();
  const server = new RTCPeerConnection(LOOPBACK);
  onTestFinished(() => server.close());
  await server.setRemoteDescription({ type: 'offer', sdp: client.offer });
  await server.setLocalDescription(await server.createAnswer());
  await client.accept(server.localDescription?.sdp ?? '');
  acceptLateConsent(server);
  delayAnswers(client.connection);
  expect(await firstConsent(server)).toBe('answered');
});

function delayAnswers({ iceTransports }: RTCPeerConnection): void {
  for (const { connection } of iceTransports) {
    const protocol = connection.nominated?.protocol;
    if (protocol === undefined) continue;
    const send = protocol.sendStun.bind(protocol);
    protocol.sendStun = (message, address) =>
      new Promise((sent) => asyncScheduler.schedule(() => sent(send(message, address)), LATE_MS));
  }
}

/** Resolves when a consent request is answered, or when the third is sent. */
function firstConsent({ iceTransports }: RTCPeerConnection): Promise<'answered' | 'not answered'> {
  const pair = iceTransports[0]?.connection.nominated;
  return new Promise((resolve) => {
    let { responsesReceived: answers, consentRequestsSent: questions } = pair ?? {
      responsesReceived: 0,
      consentRequestsSent: 0,
    };
    Object.defineProperties(pair, {
      responsesReceived: {
        get: () => answers,
        set: (count: number) => {
          answers = count;
          resolve('answered');
        },
      },
      consentRequestsSent: {
        get: () => questions,
        set: (count: number) => {
          questions = count;
          if (count === 3) resolve('not answered');
        },
      },
    });
  });
}
