import { Observable } from 'rxjs';
import type { SessionIo } from '../../../src/core/ports.ts';
import type { Ports } from '../../../src/session/config/ports.ts';
import type { VirtualClock } from '../../../src/time/virtualClock.ts';
import type { PortAction, Plan, PortName } from './plans.ts';

export interface BrokenPort {
  /** How many values were handed to a session that still listened. */
  readonly emitted: number;
  readonly ports: Ports;
  readonly io: SessionIo;
}

/** The same ports and transport, of which one also does what the plan requests. */
export function breakPort(port: PortName, plan: Plan, clock: VirtualClock, ports: Ports, io: SessionIo): BrokenPort {
  let emitted = 0;
  let opened = 0;
  const through = <T>(name: PortName, source: Observable<T>): Observable<T> =>
    name === port ? breakStream(source, plan.streams[opened++ % plan.streams.length] ?? []) : source;
  const breakStream = <T>(source: Observable<T>, actions: readonly PortAction[]): Observable<T> =>
    new Observable((subscriber) => {
      const perform = (action: PortAction): void => {
        if (!subscriber.closed && action.kind === 'emit') emitted++;
        if (action.kind === 'emit') subscriber.next(action.make() as T);
        else if (action.kind === 'fail') subscriber.error(action.make());
        else subscriber.complete();
      };
      let atMs = 0;
      for (const action of actions) clock.schedule(() => perform(action), (atMs += action.gapMs));
      // The end of what it should do is not the end of what it does.
      const ends = (): void => void clock.schedule(() => subscriber.complete(), atMs);
      subscriber.add(source.subscribe({ next: (value) => subscriber.next(value), complete: ends }));
      if (plan.teardown.throws)
        subscriber.add(() => {
          throw plan.teardown.make();
        });
    });
  const { vad, stt, tts } = ports;
  return {
    get emitted() {
      return emitted;
    },
    ports: {
      vad: { ...vad, score: (windows) => through('vad', vad.score(windows)) },
      stt: { ...stt, transcribe: (speech) => through('stt', stt.transcribe(speech)) },
      tts: {
        ...tts,
        synthesize: (...args) => through('tts', tts.synthesize(...args)),
        keepWarm: () => through('keepWarm', new Observable<never>(() => undefined)),
      },
    },
    io: {
      ...io,
      audioIn: through('audioIn', io.audioIn),
      textIn: io.textIn && through('textIn', io.textIn),
      muted: io.muted && through('muted', io.muted),
      connected: io.connected && through('connected', io.connected),
      playout: (commands) => through('playout', io.playout(commands)),
    },
  };
}
