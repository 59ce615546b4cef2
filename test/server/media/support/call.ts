import { asyncScheduler, type SchedulerLike } from 'rxjs';
import type { AudioFormats } from '../../../../src/core/protocol.ts';
import type { MediaAdapter } from '../../../../src/core/mediaAdapter.ts';
import type { PeerUpdatesOptions } from '../../../../src/server/media/peerUpdates.ts';
import { createMediaConnection, type MediaConnection } from '../../../../src/server/media/mediaConnection.ts';
import { defineAgent, type Agent } from '../../../../src/session/agent.ts';
import type { SessionConfig } from '../../../../src/session/config/config.ts';
import { createSession } from '../../../../src/session/opening/createSession.ts';
import type { Session, SessionOptions } from '../../../../src/session/session.ts';
import type { Stages } from '../../../../src/session/stages.ts';
import { createLlmDouble } from '../../../../src/testing/doubles/llm.ts';
import type { LlmReply } from '../../../../src/testing/doubles/streamReply.ts';
import { createSttDouble } from '../../../../src/testing/doubles/stt.ts';
import { createTtsDouble, type TtsDoubleOptions } from '../../../../src/testing/doubles/tts.ts';
import { createVadDouble } from '../../../../src/testing/doubles/vad.ts';
import { SubscriptionLedger } from '../../../../src/stream/subscriptionLedger.ts';

type Data = Record<string, unknown>;

export interface CallOptions {
  readonly scheduler?: SchedulerLike;
  /** Time of the connection, if it is another. */
  readonly connectionScheduler?: SchedulerLike;
  readonly says?: readonly string[];
  readonly llm?: readonly (string | LlmReply)[];
  readonly config?: Partial<SessionConfig<Data>>;
  readonly agent?: Partial<Agent<Data>>;
  readonly tts?: TtsDoubleOptions;
  readonly stages?: Stages;
  /** Ports in place of the doubles. */
  readonly ports?: SessionOptions['ports'];
  readonly adapter?: MediaAdapter;
  readonly inputRate?: AudioFormats['input']['sample_rate'];
  readonly outputRate?: AudioFormats['output']['sample_rate'];
  readonly frameMs?: AudioFormats['output']['frame_ms'];
  readonly report?: (error: unknown) => void;
  readonly resumeMs?: number;
  /** What the client may change of its session. */
  readonly updates?: PeerUpdatesOptions;
  /** A recorder of the session. */
  readonly record?: SessionOptions['record'];
  /** What happens before the connection has a session to follow. */
  readonly meanwhile?: (connection: MediaConnection) => void;
}

export interface Call {
  readonly connection: MediaConnection;
  readonly session: Session<Data>;
  /** Live subscriptions of the doubles, and to the connection's audio. */
  readonly ledger: SubscriptionLedger;
  /** Each of the nine events, without `on_`, with the content of its message. */
  readonly events: string[];
  history(): readonly string[];
  start(): void;
}

export function audioFormats(
  output: AudioFormats['output']['sample_rate'] = 16_000,
  frame_ms: AudioFormats['output']['frame_ms'] = 20,
  input: AudioFormats['input']['sample_rate'] = 16_000,
): AudioFormats {
  return {
    input: { encoding: 'pcm_s16le', sample_rate: input },
    output: { encoding: 'pcm_s16le', sample_rate: output, frame_ms },
  };
}

/**
 * Creates a session on doubles with a media connection for its transport. It is not started. Its time may be real, so that
 * `createTestSession` does not fit.
 */
export function call(options: CallOptions = {}): Call {
  const { scheduler = asyncScheduler, says = [], llm: replies = [], config = {}, agent = {} } = options;
  const ledger = new SubscriptionLedger();
  const doubled = { scheduler, ledger };
  const connection = createMediaConnection({
    adapter: options.adapter,
    audio: audioFormats(options.outputRate, options.frameMs, options.inputRate),
    scheduler: options.connectionScheduler ?? scheduler,
    report: options.report,
    resumeMs: options.resumeMs,
    updates: options.updates,
  });
  options.meanwhile?.(connection);
  const own = defineAgent<Data>({
    configure_session: () => settings(config),
    llm_response_handler: createLlmDouble(replies, doubled),
    ...agent,
  });
  const io = { ...connection.io, audioIn: connection.io.audioIn.pipe(ledger.track('audioIn')) };
  const session = createSession(own, settings(config), io, {
    scheduler,
    id: 'ses_test',
    stages: options.stages,
    record: options.record,
    ports: {
      vad: createVadDouble(doubled),
      stt: createSttDouble({ says, ...doubled }),
      tts: createTtsDouble({ ...doubled, ...options.tts }),
      ...options.ports,
    },
  });
  const events: string[] = [];
  let history: readonly string[] = [];
  session.events$.subscribe(({ name, input }) =>
    events.push(`${name.slice(3)}${'message' in input ? `: ${input.message.content}` : ''}`),
  );
  session.history$.subscribe((entries) => {
    history = entries.map(({ message }) => `${message.role}: ${message.content}`);
  });
  connection.follow(session);
  return { connection, session, ledger, events, history: () => history, start: () => session.start() };
}

function settings(config: Partial<SessionConfig<Data>>): SessionConfig<Data> {
  return {
    initial_messages: [],
    vad: { provider: 'silero' },
    stt: { provider: 'deepgram', api_key: 'none' },
    tts: { provider: 'deepgram', api_key: 'none' },
    session_data: {},
    ...config,
  };
}
