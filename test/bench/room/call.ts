import { createSession, type Session, type SessionConfig } from 'antiphon';
import { map } from 'rxjs';
import { createConcierge, type Visit } from '../../../examples/concierge/agent.ts';
import { createAudioDevice, type AudioDevice } from '../../../examples/talk/audioDevice.ts';
import type { AudioFrame } from '../../../src/core/audio.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import type { Engines } from './engines.ts';
import type { TimedEvent } from './scoreTurns.ts';

/** A call to the concierge of the demo, in virtual time. */
export interface Call {
  readonly clock: VirtualClock;
  readonly device: AudioDevice;
  readonly session: Session<Visit>;
  /** The events so far. */
  readonly events: readonly TimedEvent[];
  readonly isOver: () => boolean;
  /** Runs the call until it is over, `isDone` returns true, or `maxMs` have passed, and ends it. */
  run(maxMs: number, isDone?: () => boolean): Promise<void>;
}

export interface CallOptions {
  /** What of the concierge's config is different. */
  readonly config: Partial<SessionConfig<Visit>>;
  /** Changes what the microphone hears. */
  readonly hear?: (frame: AudioFrame) => AudioFrame;
}

/** Creates a call with the real engines. Run it to start it. */
export async function createCall(engines: Engines, { config, hear = (frame) => frame }: CallOptions): Promise<Call> {
  const clock = new VirtualClock();
  const agent = createConcierge({ scheduler: clock });
  const device = createAudioDevice({ scheduler: clock });
  const configured = await agent.configure_session({ custom_data: {}, signal: new AbortController().signal });
  const io = { ...device.io, audioIn: device.io.audioIn.pipe(map(hear)) };
  const ports = engines.createPorts(clock);
  const session = createSession<Visit>(agent, { ...configured, ...config }, io, { scheduler: clock, ports });
  const events: TimedEvent[] = [];
  let isOver = false;
  session.events$.subscribe({
    next: ({ name, input }) => {
      const text = 'message' in input ? input.message.content : '';
      events.push({ name, atMs: clock.now(), text });
    },
    complete: () => (isOver = true),
  });
  const run = async (maxMs: number, isDone = (): boolean => false): Promise<void> => {
    session.start();
    while (!isOver && !isDone() && clock.now() < maxMs)
      await clock.run(Math.min(clock.now() + 1000, maxMs), engines.waitForVoice);
    session.close('ended_by_api');
    await clock.advance(100);
  };
  return { clock, device, session, events, isOver: () => isOver, run };
}
