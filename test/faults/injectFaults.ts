import { filter, NEVER, Subject, type Observable } from 'rxjs';
import type { AudioFrame } from '../../src/core/audio.ts';
import type { ChatCompletionChunk } from '../../src/core/chunk.ts';
import { AntiphonError } from '../../src/core/errors.ts';
import { fromHandler } from '../../src/stream/fromHandler.ts';
import type { SttEvent, TtsEvent } from '../../src/core/ports.ts';
import type { Agent } from '../../src/session/agent.ts';
import { silence } from '../../src/testing/audio.ts';
import type { VirtualClock } from '../../src/time/virtualClock.ts';
import { chunk } from '../../src/testing/doubles/chunks.ts';
import type { TestData } from '../properties/scenario.ts';
import type { SessionParts } from '../properties/playScenario.ts';
import type { TimedFault, FaultName } from './timedFaults.ts';
import { intercept, type StreamControl } from './intercept.ts';

const MUTE_MS = 5000;
const LATE_MS = 500;

/** Injects each fault into the parts of a session at its time. */
export function injectFaults(
  { agent, io, ports }: SessionParts,
  clock: VirtualClock,
  faults: readonly TimedFault[],
): SessionParts {
  const injected = new Subject<FaultName>();
  for (const { atMs, fault } of faults) clock.schedule(() => injected.next(fault), atMs);
  const inject = <T>(source: Observable<T>, effects: Effects<T>): Observable<T> =>
    intercept(source, (control) => {
      const injecting = injected.subscribe((fault) => effects[fault]?.(control));
      return () => injecting.unsubscribe();
    });
  const { stt, tts } = ports;
  return {
    agent: handlerIn(agent, injected, inject),
    io: { ...io, audioIn: inject(io.audioIn, audioEffects(clock)) },
    ports: {
      ...ports,
      stt: { ...stt, transcribe: (speech) => inject(stt.transcribe(speech), sttEffects(clock)) },
      tts: { ...tts, synthesize: (text) => inject(tts.synthesize(text), TTS_EFFECTS) },
    },
  };
}

type Effects<T> = { readonly [Name in FaultName]?: (control: StreamControl<T>) => void };
type Inject = <T>(source: Observable<T>, effects: Effects<T>) => Observable<T>;

function sttEffects(clock: VirtualClock): Effects<SttEvent> {
  return {
    'stt breaks': ({ fail }) => fail(new Error('the recogniser breaks')),
    'stt refuses': ({ fail }) => fail(new AntiphonError('provider_refused', 'the key is wrong', { status: 401 })),
    'stt is mute': ({ mute, unmute }) => {
      mute();
      clock.schedule(unmute, MUTE_MS);
    },
    'stt repeats itself': ({ last, emit }) => (last === null || last.kind === 'final' ? undefined : emit(last)),
  };
}

const TTS_EFFECTS: Effects<TtsEvent> = {
  'tts breaks': ({ fail }) => fail(new Error('the voice breaks')),
  'tts stalls': ({ mute }) => mute(),
  'tts garbles': ({ emit }) =>
    emit(...[0, 333].map((count): TtsEvent => ({ kind: 'audio', frame: frameOf(count, 11_025) }))),
};

const LLM_EFFECTS: Effects<ChatCompletionChunk> = {
  'llm breaks': ({ fail }) => fail(new Error('the model breaks')),
  'llm stalls': ({ mute }) => mute(),
  'llm garbles': ({ emit }) => emit({ choices: [{}, {}] } as unknown as ChatCompletionChunk),
  'llm goes on': ({ emit }) => emit(chunk(' And so on. ')),
};

/** Late audio comes at once; audio that was sent meanwhile waits for it. */
function audioEffects(clock: VirtualClock): Effects<AudioFrame> {
  return {
    'line repeats itself': ({ last, emit }) => (last === null ? undefined : emit(last, last)),
    'line is odd': ({ emit }) => emit(frameOf(0, 16_000), frameOf(1, 16_000), silence(20, 44_100)),
    'line is late': (line) => {
      const { mute, unmute, emit, last } = line;
      mute();
      clock.schedule(() => {
        unmute();
        if (last !== null && !line.isOver) emit(...Array.from({ length: Math.floor(LATE_MS / 32) }, () => last));
      }, LATE_MS);
    },
  };
}

function frameOf(count: number, sampleRate: number): AudioFrame {
  return { samples: new Int16Array(count).fill(1000), sampleRate };
}

/** Fails the next call of the handler with the fault that was injected last; the others change the stream under way. */
function handlerIn(agent: Agent<TestData>, injected: Subject<FaultName>, inject: Inject): Agent<TestData> {
  let next: FaultName | null = null;
  injected.pipe(filter((fault) => NEXT_CALL.includes(fault))).subscribe((fault) => (next = fault));
  const { llm_response_handler } = agent;
  return Object.assign(agent, {
    llm_response_handler: (input: Parameters<typeof llm_response_handler>[0]) => {
      const fault = next;
      next = null;
      if (fault === 'llm throws') throw new Error('the handler throws');
      if (fault === 'llm rejects') return Promise.reject(new Error('the handler rejects'));
      if (fault === 'llm is mute') return NEVER;
      return inject(
        fromHandler(() => llm_response_handler(input)),
        LLM_EFFECTS,
      );
    },
  });
}

const NEXT_CALL: readonly FaultName[] = ['llm throws', 'llm rejects', 'llm is mute'];
