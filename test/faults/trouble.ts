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
import type { TestData } from '../properties/cast.ts';
import type { Cast } from '../properties/perform.ts';
import type { Strike, StrikeName } from './strikes.ts';
import { tampered, type Hold } from './tampered.ts';

const MUTE_MS = 5000;
const LATE_MS = 500;

/** The same cast, to whom things happen at their instants. */
export function troubled({ agent, io, ports }: Cast, clock: VirtualClock, strikes: readonly Strike[]): Cast {
  const struck = new Subject<StrikeName>();
  for (const { atMs, what } of strikes) clock.schedule(() => struck.next(what), atMs);
  const harm = <T>(source: Observable<T>, harms: Harms<T>): Observable<T> =>
    tampered(source, (hold) => {
      const striking = struck.subscribe((what) => harms[what]?.(hold));
      return () => striking.unsubscribe();
    });
  const { stt, tts } = ports;
  return {
    agent: handlerIn(agent, struck, harm),
    io: { ...io, audioIn: harm(io.audioIn, lineHarms(clock)) },
    ports: {
      ...ports,
      stt: { ...stt, transcribe: (speech) => harm(stt.transcribe(speech), recogniserHarms(clock)) },
      tts: { ...tts, synthesize: (text) => harm(tts.synthesize(text), VOICE) },
    },
  };
}

type Harms<T> = { readonly [What in StrikeName]?: (hold: Hold<T>) => void };
type Harm = <T>(source: Observable<T>, harms: Harms<T>) => Observable<T>;

function recogniserHarms(clock: VirtualClock): Harms<SttEvent> {
  return {
    'stt breaks': ({ fail }) => fail(new Error('the recogniser breaks')),
    'stt refuses': ({ fail }) => fail(new AntiphonError('provider_refused', 'the key is wrong', { status: 401 })),
    'stt is mute': ({ deafen, listen }) => {
      deafen();
      clock.schedule(listen, MUTE_MS);
    },
    'stt repeats itself': ({ last, give }) => (last === null || last.kind === 'final' ? undefined : give(last)),
  };
}

const VOICE: Harms<TtsEvent> = {
  'tts breaks': ({ fail }) => fail(new Error('the voice breaks')),
  'tts stalls': ({ deafen }) => deafen(),
  'tts garbles': ({ give }) =>
    give(...[0, 333].map((count): TtsEvent => ({ kind: 'audio', frame: frameOf(count, 11_025) }))),
};

const MODEL: Harms<ChatCompletionChunk> = {
  'llm breaks': ({ fail }) => fail(new Error('the model breaks')),
  'llm stalls': ({ deafen }) => deafen(),
  'llm garbles': ({ give }) => give({ choices: [{}, {}] } as unknown as ChatCompletionChunk),
  'llm goes on': ({ give }) => give(chunk(' And so on. ')),
};

/** What is late comes at once; what was sent meanwhile waits for it. */
function lineHarms(clock: VirtualClock): Harms<AudioFrame> {
  return {
    'line repeats itself': ({ last, give }) => (last === null ? undefined : give(last, last)),
    'line is odd': ({ give }) => give(frameOf(0, 16_000), frameOf(1, 16_000), silence(20, 44_100)),
    'line is late': ({ deafen, listen, give, last }) => {
      deafen();
      clock.schedule(() => {
        listen();
        if (last !== null) give(...Array.from({ length: Math.floor(LATE_MS / 32) }, () => last));
      }, LATE_MS);
    },
  };
}

function frameOf(count: number, sampleRate: number): AudioFrame {
  return { samples: new Int16Array(count).fill(1000), sampleRate };
}

/** The handler’s next call fails in the manner that was struck last; a stream under way is harmed as such. */
function handlerIn(agent: Agent<TestData>, struck: Subject<StrikeName>, harm: Harm): Agent<TestData> {
  let next: StrikeName | null = null;
  struck.pipe(filter((what) => NEXT_CALL.includes(what))).subscribe((what) => (next = what));
  const { llm_response_handler } = agent;
  return Object.assign(agent, {
    llm_response_handler: (input: Parameters<typeof llm_response_handler>[0]) => {
      const manner = next;
      next = null;
      if (manner === 'llm throws') throw new Error('the handler throws');
      if (manner === 'llm rejects') return Promise.reject(new Error('the handler rejects'));
      if (manner === 'llm is mute') return NEVER;
      return harm(
        fromHandler(() => llm_response_handler(input)),
        MODEL,
      );
    },
  });
}

const NEXT_CALL: readonly StrikeName[] = ['llm throws', 'llm rejects', 'llm is mute'];
