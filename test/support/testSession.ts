import { map, type SchedulerLike } from 'rxjs';
import * as z from 'zod';
import type { AntiphonError } from '../../src/core/errors.ts';
import type { SttUtterance } from '../../src/testing/doubles/sttSegment.ts';
import type { SessionIo } from '../../src/core/ports.ts';
import { defineAgent, defineFunction, type Agent } from '../../src/session/agent.ts';
import type { AgentFunction } from '../../src/session/sessionControl.ts';
import type { SessionConfig } from '../../src/session/config/config.ts';
import type { Ports } from '../../src/session/config/ports.ts';
import type { AgentState } from '../../src/session/states/agentState.ts';
import { createSession } from '../../src/session/opening/createSession.ts';
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
import {
  createSpeechModelDouble,
  type SpeechModelDouble,
  type SpeechModelDoubleOptions,
} from '../../src/testing/doubles/speechModel.ts';
import { createTtsDouble, textOf, type TtsDouble, type TtsDoubleOptions } from '../../src/testing/doubles/tts.ts';
import { createVadDouble } from '../../src/testing/doubles/vad.ts';
import { SubscriptionLedger } from '../../src/stream/subscriptionLedger.ts';
import type { EventName } from '../../src/testing/score/names.ts';
import { timesOf, toTimedEvent, type TimedEvent } from './timedEvent.ts';

type Data = Record<string, unknown>;

/** An action of the user, of the client or of the session's owner. */
export type UserAction =
  | { readonly kind: 'says'; readonly voice: SoundInterval; readonly text: string | SttUtterance }
  | { readonly kind: 'sounds'; readonly voice: SoundInterval }
  | { readonly kind: 'acts'; readonly atMs: number; readonly act: (session: TestSession) => void };

/** The body of a function of the agent; the clock is that of the session. */
export type FunctionBody = (clock: VirtualClock) => unknown;

export interface TestSessionOptions {
  /** The user's actions, the sounds in order of time. They come after those of `voice` and `says`. */
  readonly user?: readonly UserAction[];
  readonly voice?: readonly SoundInterval[];
  /** The transcripts of the segments. */
  readonly says?: readonly (string | SttUtterance)[];
  readonly llm?: readonly (string | LlmReply)[];
  readonly functions?: Readonly<Record<string, FunctionBody>>;
  readonly uninterruptible?: Readonly<Record<string, FunctionBody>>;
  readonly interruptible?: Readonly<Record<string, FunctionBody>>;
  readonly config?: Partial<SessionConfig<Data>>;
  readonly agent?: Partial<Agent<Data>>;
  readonly stt?: Partial<SttDoubleOptions>;
  readonly tts?: TtsDoubleOptions;
  /** Answers with a speech model in place of the recogniser, the handler and the voice. */
  readonly speechModel?: SpeechModelDoubleOptions;
  readonly llmBehaviour?: LlmDoubleOptions;
  readonly transport?: TransportDoubleOptions;
  readonly options?: SessionOptions;
  readonly clock?: VirtualClock;
  readonly ledger?: SubscriptionLedger;
  /** The time of the session. Default: `clock`. */
  readonly scheduler?: SchedulerLike;
  /** Changes the client before the session is created. */
  readonly prepare?: (io: TransportDouble) => void;
  /** Replaces the client and the ports. */
  readonly replaceParts?: (parts: { readonly io: SessionIo; readonly ports: Ports }) => {
    readonly io: SessionIo;
    readonly ports: Partial<Ports>;
  };
  /** Starts the session at once. @default true */
  readonly start?: boolean;
}

export interface TestSession {
  readonly clock: VirtualClock;
  readonly session: Session<Data>;
  readonly io: TransportDouble;
  readonly tts: TtsDouble;
  readonly llm: ReturnType<typeof createLlmDouble>;
  readonly speechModel: SpeechModelDouble;
  readonly ledger: SubscriptionLedger;
  readonly events: readonly TimedEvent[];
  /** The names of the events, in their order. */
  readonly eventNames: readonly EventName[];
  readonly errors: readonly AntiphonError[];
  /** The codes of the errors. */
  readonly codes: readonly string[];
  /** The times of the events with a name, in ms. */
  when(event: EventName): readonly number[];
  /** `role: content` of the history. */
  history(): readonly string[];
  state(): AgentState;
  /** The text that the client has played, utterance by utterance. */
  spoken(): readonly string[];
}

/** Creates a session on doubles, in virtual time. `score` plays conversations; this is for tests that need the parts. */
export function createTestSession(options: TestSessionOptions = {}): TestSession {
  const { user = [], clock = new VirtualClock(), ledger = new SubscriptionLedger() } = options;
  const { io, llm, tts, speechModel, ports } = createParts(options, { scheduler: clock, ledger });
  const agent = defineAgent<Data>({
    configure_session: () => settings(options),
    llm_response_handler: llm,
    ...functionsOf(options, clock),
    ...options.agent,
  });
  const replaced = options.replaceParts?.({ io, ports }) ?? { io, ports };
  const session = createSession(agent, settings(options), replaced.io, {
    scheduler: options.scheduler ?? clock,
    id: 'ses_test',
    ...options.options,
    ports: replaced.ports,
  });
  const created: TestSession = { clock, session, io, tts, llm, speechModel, ledger, ...observe(session, io) };
  if (options.start ?? true) session.start();
  for (const action of user) schedule(action, created);
  return created;
}

interface DoubleOptions {
  readonly scheduler: VirtualClock;
  readonly ledger: SubscriptionLedger;
}

function createParts(
  { user = [], ...options }: TestSessionOptions,
  doubled: DoubleOptions,
): Pick<TestSession, 'io' | 'llm' | 'tts' | 'speechModel'> & { readonly ports: Ports } {
  const voice = [...(options.voice ?? []), ...user.flatMap((action) => (action.kind === 'acts' ? [] : [action.voice]))];
  const says = [...(options.says ?? []), ...user.flatMap((action) => (action.kind === 'says' ? [action.text] : []))];
  const audioIn = microphone(voice, { scheduler: doubled.scheduler, frameMs: 32 });
  const io = createTransportDouble({ audioIn, ...doubled, ...options.transport });
  options.prepare?.(io);
  const llm = createLlmDouble(options.llm ?? [], { ...doubled, ...options.llmBehaviour });
  const tts = createTtsDouble({ ...doubled, ...options.tts });
  const stt = createSttDouble({ says, ...doubled, ...options.stt });
  const speechModel = createSpeechModelDouble({ ...doubled, ...options.speechModel });
  return {
    io,
    llm,
    tts,
    speechModel,
    ports: { vad: createVadDouble(doubled), stt, tts, speechModel, ...(options.options?.ports as Partial<Ports>) },
  };
}

function schedule(action: UserAction, session: TestSession): void {
  if (action.kind === 'acts') session.clock.schedule(() => action.act(session), action.atMs);
}

type Observed = Pick<
  TestSession,
  'events' | 'eventNames' | 'errors' | 'codes' | 'when' | 'history' | 'state' | 'spoken'
>;

function observe({ events$, errors$, history$, agentState$ }: Session<Data>, io: TransportDouble): Observed {
  const events: TimedEvent[] = [];
  const eventNames: EventName[] = [];
  const errors: AntiphonError[] = [];
  const codes: string[] = [];
  let history: readonly string[] = [];
  let state: AgentState = 'idle';
  agentState$.subscribe((latest) => (state = latest));
  events$.pipe(map(toTimedEvent)).subscribe((timed) => {
    events.push(timed);
    eventNames.push(timed.event);
  });
  errors$.subscribe((error) => {
    errors.push(error);
    codes.push(error.code);
  });
  history$.subscribe((entries) => {
    history = entries.map(({ message }) => `${message.role}: ${message.content}`);
  });
  return {
    events,
    eventNames,
    errors,
    codes,
    when: (event) => timesOf(events, event),
    history: () => history,
    state: () => state,
    spoken: () => io.played().map(({ samples }) => textOf(samples)),
  };
}

function functionsOf(options: TestSessionOptions, clock: VirtualClock): Pick<Agent<Data>, 'functions'> {
  const { functions, uninterruptible, interruptible } = options;
  if (functions === undefined && uninterruptible === undefined && interruptible === undefined) return {};
  const define = (bodies: TestSessionOptions['functions'] = {}, more?: FunctionFlags) =>
    Object.entries(bodies).map(([name, body]) => [name, createFunction(() => body(clock), more)] as const);
  return {
    functions: Object.fromEntries([
      ...define(functions),
      ...define(uninterruptible, { uninterruptible: true }),
      ...define(interruptible, { interruptible: true }),
    ]),
  };
}

interface FunctionFlags {
  readonly uninterruptible?: boolean;
  readonly interruptible?: boolean;
}

/** Creates a function without parameters. */
export function createFunction(execute: () => unknown, more: FunctionFlags = {}): AgentFunction<Data> {
  return defineFunction({ description: 'does as the test says', parameters: z.object({}), execute, ...more });
}

function settings({ speechModel, config }: TestSessionOptions): SessionConfig<Data> {
  const provider = { provider: 'deepgram', api_key: 'none' } as const;
  const model = { provider: 'openai', api_key: 'none', output: speechModel?.output } as const;
  return {
    initial_messages: [],
    vad: { provider: 'silero' },
    ...(speechModel === undefined ? { stt: provider, tts: provider } : { model }),
    session_data: {},
    ...config,
  };
}
