import { BehaviorSubject, ReplaySubject, Subject, Subscription, type SchedulerLike } from 'rxjs';
import { samplesOfMs, type AudioFrame } from '../../core/audio.ts';
import type { HistoryMessage } from '../../core/message.ts';
import type { LineActions, SessionLine } from '../../core/ports.ts';
import { maskKeys } from '../../core/maskKeys.ts';
import type { AudioFormats, ClientMessage } from '../../core/protocol.ts';
import type { Session } from '../../session/session.ts';
import { FastSubject } from '../../stream/fastSubject.ts';
import { monotonicScheduler } from '../../time/monotonicScheduler.ts';
import type { MediaAdapter, MediaCapabilities, MediaCodec } from '../../core/mediaAdapter.ts';
import { antiphonV1 } from '../adapters/antiphonV1/antiphonV1.ts';
import { STEADY_LOOP, type LoopMonitor } from '../admission/loopMonitor.ts';
import type { Attachment } from './attachment.ts';
import { createBucket } from './createBucket.ts';
import { createFrameBuckets, type FrameBuckets } from './frameBudget.ts';
import { createMarks, type Marks } from './marks.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { createRenewableCodec } from './renewableCodec.ts';
import { createPeerUpdates, type PeerUpdates, type PeerUpdatesOptions } from './peerUpdates.ts';
import { createSentAudio, type SentAudio } from './sentAudio.ts';
import { createSnapshots, type Snapshots } from './snapshot.ts';
import { createTypedBucket } from './typedRate.ts';
import { createUnplayedAudio, type UnplayedAudio } from './unplayedAudio.ts';

export interface MediaConnectionOptions {
  /** The protocol of the client. @default antiphon.v1 */
  readonly adapter?: MediaAdapter | undefined;
  /** The agreed formats. */
  readonly audio: AudioFormats;
  /** The scheduler of the session. @default real, monotonic time */
  readonly scheduler?: SchedulerLike | undefined;
  /** Stalls of this process, which are not the client's fault. @default none */
  readonly loop?: Pick<LoopMonitor, 'stalledMs'> | undefined;
  /** Receives failures of the connection itself; the client gets no details. @default nothing */
  readonly report?: ((error: unknown) => void) | undefined;
  /** Replaces the secrets of the session in what the client gets. @default what looks like a key */
  readonly mask?: ((text: string) => string) | undefined;
  /** What the line of the client can do. @default nothing */
  readonly actions?: LineActions | undefined;
  /** The description of the line that parts of the session get. @default the protocol */
  readonly line?: SessionLine | undefined;
  /** Whether the user can interrupt the agent. @default true */
  readonly allowsInterruptions?: boolean | undefined;
  /** What the client may change of the session. @default nothing */
  readonly updates?: PeerUpdatesOptions | undefined;
  /** The session was taken over from another node: its client returns. @default it is new */
  readonly takenOver?: TakenOver | undefined;
  /** Time for which the session waits for a client whose socket was lost. 0: it ends at once. @default 0 */
  readonly resumeMs?: number | undefined;
}

/** What the client of a session that was taken over has had of it. */
export interface TakenOver {
  /** Makes the ids of what is said differ from those before. */
  readonly epoch: number;
  /** The number of the last message that the client may have. */
  readonly latestSeq: number;
  /** The user's input that the session has had. */
  readonly received: { readonly samples: number; readonly texts: number };
  /** The history. */
  readonly messages: readonly HistoryMessage[];
  /** Time since the session was created, in ms. */
  readonly elapsedMs: number;
}

/** The socket of the client. `lost`: the session waits for another one. */
export type ClientPhase =
  | { readonly kind: 'awaited' }
  | { readonly kind: 'present'; readonly attachment: Attachment }
  | { readonly kind: 'lost'; readonly timeout: Subscription };

/** What a connection has for the whole life of its session: the session gets its transport before the client's socket exists. */
export interface ConnectionState {
  readonly audio: AudioFormats;
  readonly capabilities: MediaCapabilities;
  readonly codec: MediaCodec;
  /** Replaces the codec by a new one, for a client that begins anew with another socket. */
  readonly renewCodec: () => void;
  /** Undefined: the client changes nothing. */
  readonly updates: PeerUpdates | undefined;
  readonly actions: LineActions | undefined;
  readonly line: SessionLine;
  readonly scheduler: SchedulerLike;
  readonly loop: Pick<LoopMonitor, 'stalledMs'>;
  readonly report: (error: unknown) => void;
  readonly mask: (text: string) => string;
  readonly resumeMs: number;
  readonly takenOver: TakenOver | undefined;
  /** The client's audio. */
  readonly audioIn: FastSubject<AudioFrame>;
  /** The client's messages. */
  readonly messages: FastSubject<ClientMessage>;
  /** Utterances that the session clears. */
  readonly cleared: Subject<string>;
  /** Bytes in the socket's buffer. */
  readonly backlog: FastSubject<number>;
  /** True while the client is there and audio can be sent. */
  readonly connected: BehaviorSubject<boolean>;
  /** True while the client has a socket. */
  readonly presence: ReplaySubject<boolean>;
  readonly outbox: Outbox;
  readonly sent: SentAudio;
  /** Of a peer that reports by marks. */
  readonly marks: Marks | undefined;
  readonly unplayed: UnplayedAudio;
  readonly snapshots: Snapshots;
  /** What the client may still send, over all its sockets. */
  readonly frameBuckets: FrameBuckets;
  readonly typedBucket: (characters: number) => boolean;
  readonly resumeBucket: (attempts: number) => boolean;
  /** What has arrived from the client. */
  readonly received: { samples: number; texts: number };
  /** Everything the connection holds open. Closed: the connection is over. */
  readonly resources: Subscription;
  phase: ClientPhase;
  /** A socket that has not sent its first message. */
  candidate: Attachment | null;
  session: Session | null;
  startedMs: number;
}

/** Length of the audio that takes as many bytes as the messages that are kept: far below what may wait in a socket. */
const KEPT_AS_AUDIO_MS = 4000;
/** The loss of a socket is known after 30 s at the latest. */
const KEPT_LONGER_MS = 40_000;
/** More messages than a session has between two checkpoints. */
const SEQ_GAP = 100_000;
const RESUMES = { burst: 50, perMs: 0.004 };

export function createConnectionState(options: MediaConnectionOptions): ConnectionState {
  const { audio, takenOver, adapter = antiphonV1, scheduler = monotonicScheduler, loop = STEADY_LOOP } = options;
  const { report = ignore, mask = maskKeys } = options;
  const { capabilities } = adapter;
  const { resumeMs, maxBytes, snapshotBytes } = describeResuming(capabilities, options);
  const translation = openCodec(adapter, options);
  const backlog = new FastSubject<number>();
  const time = { scheduler, loop };
  const { firstSeq, messages: history, received } = beginningOf(takenOver);
  const state: ConnectionState = {
    audio,
    capabilities,
    ...translation,
    actions: options.actions,
    line: options.line ?? { protocol: adapter.protocol },
    scheduler,
    loop,
    report,
    mask,
    resumeMs,
    takenOver,
    backlog,
    audioIn: new FastSubject(),
    messages: new FastSubject(),
    cleared: new Subject(),
    connected: new BehaviorSubject(false),
    presence: new ReplaySubject(1),
    outbox: createOutbox({
      encode: translation.codec.encode,
      time: () => scheduler.now() - state.startedMs,
      onBacklog: (bytes) => backlog.next(bytes),
      report,
      firstSeq,
      kept: { maxBytes, maxAgeMs: resumeMs + KEPT_LONGER_MS },
    }),
    sent: createSentAudio(),
    marks: capabilities.heard === 'marked' ? createMarks() : undefined,
    unplayed: createUnplayedAudio(scheduler, () => state.outbox.latestSeq + 1),
    snapshots: createSnapshots(snapshotBytes, history),
    frameBuckets: createFrameBuckets(time, capabilities.audioIn === 'text' ? audio.input.sample_rate : undefined),
    typedBucket: createTypedBucket(time),
    resumeBucket: createBucket(RESUMES, time),
    received,
    resources: new Subscription(),
    phase: { kind: 'awaited' },
    candidate: null,
    session: null,
    startedMs: scheduler.now(),
  };
  return state;
}

/** How long the session waits for a client whose socket was lost, and how many bytes of messages are kept for it. One that begins anew asks for none. */
function describeResuming(
  { resumes, returns }: MediaCapabilities,
  { audio, resumeMs = 0 }: MediaConnectionOptions,
): { readonly resumeMs: number; readonly maxBytes: number; readonly snapshotBytes: number } {
  const waitMs = resumes || returns === true ? resumeMs : 0;
  const snapshotBytes = waitMs === 0 ? 0 : 2 * samplesOfMs(KEPT_AS_AUDIO_MS, audio.output.sample_rate);
  return { resumeMs: waitMs, maxBytes: resumes ? snapshotBytes : 0, snapshotBytes };
}

/** Where a connection begins: behind what the client may have had. */
function beginningOf(takenOver: TakenOver | undefined): Pick<TakenOver, 'messages'> & {
  readonly firstSeq: number | undefined;
  readonly received: ConnectionState['received'];
} {
  if (takenOver === undefined) return { firstSeq: undefined, messages: [], received: { samples: 0, texts: 0 } };
  const { latestSeq, messages, received } = takenOver;
  return { firstSeq: latestSeq + SEQ_GAP, messages, received: { ...received } };
}

function openCodec(
  adapter: MediaAdapter,
  { audio, allowsInterruptions = true, ...options }: MediaConnectionOptions,
): Pick<ConnectionState, 'codec' | 'renewCodec' | 'updates'> {
  const updates = options.updates && createPeerUpdates(options.updates);
  const create = (): MediaCodec => adapter.createCodec(audio, { allowsInterruptions, updates: updates?.rules });
  if (adapter.capabilities.returns !== true) return { codec: create(), renewCodec: ignore, updates };
  const { codec, renew } = createRenewableCodec(create);
  return { codec, renewCodec: renew, updates };
}

function ignore(): void {}
