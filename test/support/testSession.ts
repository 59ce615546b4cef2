import type { SchedulerLike } from 'rxjs';
import type { AntiphonError } from '../../src/core/errors.ts';
import type { SttUtterance } from '../../src/testing/doubles/sttSegment.ts';
import { defineAgent, type Agent } from '../../src/session/agent.ts';
import type { SessionConfig } from '../../src/session/config.ts';
import { createSession } from '../../src/session/createSession.ts';
import type { Session, SessionOptions } from '../../src/session/session.ts';
import { microphone, type SoundInterval } from '../../src/testing/audio.ts';
import { VirtualClock } from '../../src/time/virtualClock.ts';
import { createLlmDouble, type LlmDoubleOptions } from '../../src/testing/doubles/llm.ts';
import type { LlmReply } from '../../src/testing/doubles/streamReply.ts';
import { createSttDouble, type SttDoubleOptions } from '../../src/testing/doubles/stt.ts';
import {
  createTransportDouble,
  type TransportDouble,
  type TransportDoubleOptions,
} from '../../src/playback/transportDouble.ts';
import { createTtsDouble, type TtsDouble, type TtsDoubleOptions } from '../../src/testing/doubles/tts.ts';
import { createVadDouble } from '../../src/testing/doubles/vad.ts';
import { SubscriptionLedger } from '../../src/stream/subscriptionLedger.ts';
import { toTimedEvent, type TimedEvent } from './timedEvent.ts';

export interface TestSessionOptions {
  readonly voice?: readonly SoundInterval[];
  readonly says?: readonly (string | SttUtterance)[];
  readonly llm?: readonly (string | LlmReply)[];
  readonly config?: Partial<SessionConfig<Record<string, unknown>>>;
  readonly agent?: Partial<Agent<Record<string, unknown>>>;
  readonly stt?: Partial<SttDoubleOptions>;
  readonly tts?: TtsDoubleOptions;
  readonly llmBehaviour?: LlmDoubleOptions;
  readonly transport?: TransportDoubleOptions;
  readonly options?: SessionOptions;
  /** The time of the session, made of the clock's. Default: the clock. */
  readonly timers?: (clock: VirtualClock) => SchedulerLike;
  /** What happens to the client before the session starts. */
  readonly prepare?: (io: TransportDouble) => void;
}

export interface TestSession {
  readonly clock: VirtualClock;
  readonly session: Session<Record<string, unknown>>;
  readonly io: TransportDouble;
  readonly tts: TtsDouble;
  readonly llm: ReturnType<typeof createLlmDouble>;
  readonly ledger: SubscriptionLedger;
  readonly events: readonly TimedEvent[];
  readonly errors: AntiphonError[];
  /** `role: content` of the history. */
  history(): readonly string[];
}

/** A whole session on doubles, under virtual time. */
export function createTestSession(options: TestSessionOptions = {}): TestSession {
  const { voice = [], says = [], llm: replies = [], config = {}, agent = {}, transport = {} } = options;
  const clock = new VirtualClock();
  const ledger = new SubscriptionLedger();
  const doubled = { scheduler: clock, ledger };
  const llm = createLlmDouble(replies, { ...doubled, ...options.llmBehaviour });
  const tts = createTtsDouble({ ...doubled, ...options.tts });
  const io = createTransportDouble({
    audioIn: microphone(voice, { scheduler: clock, frameMs: 32 }),
    ...doubled,
    ...transport,
  });
  options.prepare?.(io);
  const own = defineAgent<Record<string, unknown>>({
    configure_session: () => settings(config),
    llm_response_handler: llm,
    ...agent,
  });
  const session = createSession(own, settings(config), io, {
    scheduler: options.timers?.(clock) ?? clock,
    id: 'ses_test',
    ...options.options,
    ports: {
      vad: createVadDouble(doubled),
      stt: createSttDouble({ says, ...doubled, ...options.stt }),
      tts,
      ...options.options?.ports,
    },
  });
  const events: TimedEvent[] = [];
  const errors: AntiphonError[] = [];
  let history: readonly string[] = [];
  session.events$.subscribe((event) => events.push(toTimedEvent(event)));
  session.errors$.subscribe((error) => errors.push(error));
  session.history$.subscribe((entries) => {
    history = entries.map(({ message }) => `${message.role}: ${message.content}`);
  });
  session.start();
  return { clock, session, io, tts, llm, ledger, events, errors, history: () => history };
}

function settings(config: TestSessionOptions['config']): SessionConfig<Record<string, unknown>> {
  return {
    initial_messages: [],
    vad: { provider: 'silero' },
    stt: { provider: 'deepgram', api_key: 'none' },
    tts: { provider: 'deepgram', api_key: 'none' },
    session_data: {},
    ...config,
  };
}
