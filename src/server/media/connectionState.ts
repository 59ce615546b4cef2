import { BehaviorSubject, ReplaySubject, Subject, Subscription, type SchedulerLike } from 'rxjs';
import { samplesOfMs, type AudioFrame } from '../../core/audio.ts';
import type { HistoryMessage } from '../../core/message.ts';
import type { LineActions, SessionLine } from '../../core/ports.ts';
import { maskKeys } from '../../core/maskKeys.ts';
import type { AudioFormats, ClientMessage } from '../../core/protocol.ts';
import type { Session } from '../../session/session.ts';
import { monotonicScheduler } from '../../time/monotonicScheduler.ts';
import type { MediaAdapter, MediaCapabilities, MediaCodec } from '../../core/mediaAdapter.ts';
import { antiphonV1 } from '../protocols/antiphonV1.ts';
import { STEADY_LOOP, type LoopMonitor } from '../admission/loopMonitor.ts';
import type { Attachment } from './attachment.ts';
import { createBucket } from './createBucket.ts';
import { createFrameBuckets, type FrameBuckets } from './frameBudget.ts';
import { createMarks, type Marks } from './marks.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { createPeerUpdates, type PeerUpdates, type PeerUpdatesOptions } from './peerUpdates.ts';
import { createSentAudio, type SentAudio } from './sentAudio.ts';
import { createSnapshots, type Snapshots } from './snapshot.ts';
import { createTypedBucket } from './typedRate.ts';
import { createUnplayedAudio, type UnplayedAudio } from './unplayedAudio.ts';

export interface MediaConnectionOptions {
  /** The client's protocol. @default antiphon.v1 */
  readonly adapter?: MediaAdapter | undefined;
  /** The agreed formats. */
  readonly audio: AudioFormats;
  /** The scheduler of the session. @default real, monotonic time */
  readonly scheduler?: SchedulerLike | undefined;
  /** The stalls of this process, for which the client is not to blame. @default none */
  readonly loop?: Pick<LoopMonitor, 'stalledMs'> | undefined;
  /** Receives failures of the connection itself, about which the client gets no details. @default nothing */
  readonly report?: ((error: unknown) => void) | undefined;
  /** Masks the session's secrets in messages to the client. @default anything that looks like a key */
  readonly mask?: ((text: string) => string) | undefined;
  /** The actions of the client's line. @default none */
  readonly actions?: LineActions | undefined;
  /** The description of the line for the parts of the session. @default the protocol */
  readonly line?: SessionLine | undefined;
  /** Whether the user can interrupt the agent. @default true */
  readonly allowsInterruptions?: boolean | undefined;
  /** The settings that the client may change. @default none */
  readonly updates?: PeerUpdatesOptions | undefined;
  /** Set if the session was taken over from another node, and its client returns. @default the session is new */
  readonly takenOver?: TakenOver | undefined;
  /** How long the session waits for a client that lost its socket. 0 ends the session at once. @default 0 */
  readonly resumeMs?: number | undefined;
}

/** How much of a taken-over session its client has received. */
export interface TakenOver {
  /** Distinguishes the ids of new speech from earlier ones. */
  readonly epoch: number;
  /** The number of the last message that the client may have received. */
  readonly latestSeq: number;
  /** The user input that the session has received. */
  readonly received: { readonly samples: number; readonly texts: number };
  /** The conversation history. */
  readonly messages: readonly HistoryMessage[];
  /** Time since the session was created, in ms. */
  readonly elapsedMs: number;
}

/** The state of the client's socket. `lost` means that the session waits for another one. */
export type ClientPhase =
  | { readonly kind: 'awaited' }
  | { readonly kind: 'present'; readonly attachment: Attachment }
  | { readonly kind: 'lost'; readonly timeout: Subscription };

/**
 * The connection state that lasts as long as the session, which receives its transport before the client's socket
 * exists.
 */
export interface ConnectionState {
  readonly audio: AudioFormats;
  readonly capabilities: MediaCapabilities;
  readonly codec: MediaCodec;
  /** Replaces the codec with a new one, for a client that starts afresh with another socket. */
  readonly renewCodec: () => void;
  /** Undefined if the client changes nothing. */
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
  readonly audioIn: Subject<AudioFrame>;
  /** The client's messages. */
  readonly messages: Subject<ClientMessage>;
  /** Utterances that the session clears. */
  readonly cleared: Subject<string>;
  /** Bytes in the socket's buffer. */
  readonly backlog: Subject<number>;
  /** True while the client is connected and audio can be sent. */
  readonly connected: BehaviorSubject<boolean>;
  /** True while the client has a socket. */
  readonly presence: ReplaySubject<boolean>;
  readonly outbox: Outbox;
  readonly sent: SentAudio;
  /** The marks of a peer that reports playback with them. */
  readonly marks: Marks | undefined;
  readonly unplayed: UnplayedAudio;
  readonly snapshots: Snapshots;
  /** The client's remaining budget, across all its sockets. */
  readonly frameBuckets: FrameBuckets;
  readonly typedBucket: (characters: number) => boolean;
  readonly resumeBucket: (attempts: number) => boolean;
  /** The input received from the client. */
  readonly received: { samples: number; texts: number };
  /** All resources of the connection. When they are closed, the connection has ended. */
  readonly resources: Subscription;
  phase: ClientPhase;
  /** A socket that has not sent its first message. */
  candidate: Attachment | null;
  session: Session | null;
  startedMs: number;
}

/** Length of the audio that takes as many bytes as the kept messages; far below the audio that may wait in a socket. */
const KEPT_AS_AUDIO_MS = 4000;
/** Messages are kept this much longer, in ms, because the loss of a socket is detected after 30 s at the latest. */
const KEPT_LONGER_MS = 40_000;
/** More messages than a session sends between two checkpoints. */
const SEQ_GAP = 100_000;
const RESUMES = { burst: 50, perMs: 0.004 };

export function createConnectionState(options: MediaConnectionOptions): ConnectionState {
  const { audio, takenOver, adapter = antiphonV1, scheduler = monotonicScheduler, loop = STEADY_LOOP } = options;
  const { report = ignore, mask = maskKeys } = options;
  const { capabilities } = adapter;
  const { resumeMs, maxBytes, snapshotBytes } = describeResuming(capabilities, options);
  const translation = openCodec(adapter, options);
  const backlog = new Subject<number>();
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
    audioIn: new Subject(),
    messages: new Subject(),
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

/**
 * Returns how long the session waits for a client that lost its socket, and how many bytes of messages are kept for it.
 * A client that starts afresh does not request them.
 */
function describeResuming(
  { resumes, returns }: MediaCapabilities,
  { audio, resumeMs = 0 }: MediaConnectionOptions,
): { readonly resumeMs: number; readonly maxBytes: number; readonly snapshotBytes: number } {
  const waitMs = resumes || returns === true ? resumeMs : 0;
  const snapshotBytes = waitMs === 0 ? 0 : 2 * samplesOfMs(KEPT_AS_AUDIO_MS, audio.output.sample_rate);
  return { resumeMs: waitMs, maxBytes: resumes ? snapshotBytes : 0, snapshotBytes };
}

/** Returns where a connection begins: after everything that the client may have received. */
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
  return { ...createRenewableCodec(create), updates };
}

/** Creates a codec that can be replaced with a new one, for a client that starts afresh with each socket. */
function createRenewableCodec(create: () => MediaCodec): Pick<ConnectionState, 'codec' | 'renewCodec'> {
  let current = create();
  return {
    codec: {
      decode: (message) => current.decode(message),
      encode: (output) => current.encode(output),
      act: (action) => current.act?.(action) ?? [],
      ...(current.addWords && { addWords: (utterance, words) => current.addWords?.(utterance, words) ?? [] }),
      ...(current.endRound && { endRound: (utterance, ms) => current.endRound?.(utterance, ms) ?? [] }),
    },
    renewCodec: () => void (current = create()),
  };
}

function ignore(): void {}
