import { twilio } from '../../../../src/server/adapters/twilio/twilio.ts';
import { microphone, type SoundInterval } from '../../../../src/testing/audio.ts';
import { VirtualClock } from '../../../../src/time/virtualClock.ts';
import { encodeMulaw } from '../../../../src/wire/audio/g711.ts';
import { call, type Call, type CallOptions } from '../../media/support/call.ts';
import { FakeSocket } from '../../media/support/fakeSocket.ts';
import { createTelephone, type Telephone } from './telephone.ts';

export interface PhoneCall extends Call {
  readonly clock: VirtualClock;
  readonly socket: FakeSocket;
  readonly telephone: Telephone;
  /** The carrier opens another WebSocket. */
  comeBack(): { readonly socket: FakeSocket; readonly telephone: Telephone };
}

export interface PhoneOptions extends Omit<CallOptions, 'scheduler'> {
  /** Time after which the stream starts. */
  readonly startsAtMs?: number;
  /** Whether the packet of 20 ms that begins there is lost on its way. Default: none is. */
  readonly isLost?: (atMs: number) => boolean;
}

/** A telephone call in virtual time. `voice`: when the caller speaks. */
export function phone(voice: readonly SoundInterval[], options: PhoneOptions = {}): PhoneCall {
  const clock = new VirtualClock();
  const made = call({ ...options, scheduler: clock, adapter: twilio, outputRate: 8000, inputRate: 8000 });
  const dial = (): { readonly socket: FakeSocket; readonly telephone: Telephone } => {
    const socket = new FakeSocket();
    const say = (message: object): void => void clock.schedule(() => socket.says(message));
    const telephone = createTelephone({ scheduler: clock, say });
    socket.onFrame = (frame) => telephone.take(String(frame));
    clock.schedule(() => telephone.begin(), options.startsAtMs);
    return { socket, telephone };
  };
  const { socket, telephone } = dial();
  made.start();
  made.connection.join(socket);
  const comeBack = (): ReturnType<typeof dial> => {
    const line = dial();
    made.connection.rejoin(line.socket);
    return line;
  };
  let at = 0;
  const talking = microphone(voice, { scheduler: clock, frameMs: 20, sampleRate: 8000 }).subscribe(({ samples }) => {
    if (options.isLost?.(at) !== true) telephone.speak(Buffer.from(encodeMulaw(samples)).toString('base64'), at);
    at += 20;
  });
  void made.session.ended.then(() => talking.unsubscribe());
  return { ...made, clock, socket, telephone, comeBack };
}
