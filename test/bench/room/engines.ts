import { from, lastValueFrom, Observable, of, take } from 'rxjs';
import { vi } from 'vitest';
import type { SttHost } from '../../../providers/local/stt/host.ts';
import type { SttAnswer, SttCommand } from '../../../providers/local/stt/messages.ts';
import type { LocalSttSettings } from '../../../providers/local/stt/settings.ts';
import { createLocalStt } from '../../../providers/local/stt/stt.ts';
import { createEngine, type Engine } from '../../../providers/local/tts/engine.ts';
import type { SynthesizedSpeech } from '../../../providers/local/tts/speech.ts';
import type { TtsHost } from '../../../providers/local/tts/host.ts';
import { createLocalTts } from '../../../providers/local/tts/tts.ts';
import { silero } from '../../../providers/silero/model.ts';
import type { Ports } from '../../../src/session/config/ports.ts';
import type { EngineClient, EngineConnection } from '../../../src/wire/engine/engineHost.ts';
import type { FromEngine, ToEngine } from '../../../src/wire/engine/messages.ts';
import { openSttSession } from '../../../src/wire/engine/sttSession.ts';
import type { VirtualClock } from '../../../src/time/virtualClock.ts';

/** The embedded engines in this thread: they answer within the instant of virtual time in which they are asked. */
export interface Engines {
  createPorts(clock: VirtualClock): Ports;
  /** Resolves when the voice has spoken what it was asked for; undefined if it has. For `VirtualClock.run`. */
  readonly waitForVoice: () => Promise<void> | undefined;
}

export async function createEngines(settings: LocalSttSettings): Promise<Engines> {
  const stt = createLocalStt(await createSttHostHere(), settings);
  const { host, waitForVoice } = createTtsHostHere(createEngine());
  // Loads the decoders: an empty segment is answered when one is free.
  const empty = [{ kind: 'start', segment: 0 } as const, { kind: 'end', segment: 0 } as const];
  await lastValueFrom(stt.transcribe(from(empty)).pipe(take(1)));
  return {
    createPorts: (clock) => ({
      vad: silero({ sampleRate: 16_000 }),
      stt,
      tts: createLocalTts(host, {}, { scheduler: clock }),
    }),
    waitForVoice,
  };
}

async function createSttHostHere(): Promise<SttHost> {
  const connect = await startWorkerHere<SttCommand, SttAnswer>('../../../providers/local/stt/worker.ts');
  return {
    transcribe: (settings, speech) =>
      new Observable((subscriber) => {
        const session = openSttSession({ provider: 'local', settings, connect, listener: subscriber });
        subscriber.add(() => session.close());
        subscriber.add(speech.subscribe(session));
      }),
    verify: () => of([]),
  };
}

/** Runs the program of a worker in this thread, so that it answers a message before `send` returns. */
async function startWorkerHere<Command, Answer>(
  program: string,
): Promise<(client: EngineClient<Answer>) => EngineConnection<Command>> {
  const clients = new Map<number, EngineClient<Answer>>();
  let toWorker: (message: ToEngine<Command>) => void = () => {};
  const parentPort = {
    on: (_: 'message', listener: typeof toWorker) => (toWorker = listener),
    postMessage: ({ id, content }: FromEngine<Answer>) => clients.get(id)?.onAnswer(content as Answer),
  };
  vi.doMock('node:worker_threads', () => ({ parentPort, workerData: { specifier: 'soundswallower' } }));
  await import(program);
  vi.doUnmock('node:worker_threads');
  let lastId = 0;
  return (client) => {
    const id = (lastId += 1);
    clients.set(id, client);
    const disconnect = (): void => {
      clients.delete(id);
      toWorker({ id, content: { kind: 'close' } });
    };
    return { send: (content) => toWorker({ id, content }), addPending: () => {}, disconnect };
  };
}

function createTtsHostHere(engine: Engine): {
  readonly host: TtsHost;
  readonly waitForVoice: () => Promise<void> | undefined;
} {
  const spoken = new Map<string, Promise<SynthesizedSpeech>>();
  const busy = new Set<Promise<unknown>>();
  const host: TtsHost = {
    has: () => true,
    warm: () => {},
    speak: (utterance) => {
      const key = JSON.stringify(utterance);
      const speech = spoken.get(key) ?? engine.speak(utterance);
      spoken.set(key, speech);
      busy.add(speech);
      void speech.finally(() => busy.delete(speech));
      return from(speech);
    },
    verify: () => of(undefined),
  };
  return { host, waitForVoice: () => (busy.size === 0 ? undefined : Promise.all(busy).then(() => undefined)) };
}
