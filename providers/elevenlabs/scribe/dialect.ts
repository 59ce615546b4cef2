import { samplesOfMs } from '../../../src/core/audio.ts';
import { bytesOfSamples, toBase64 } from '../../../src/wire/bytes.ts';
import { asText, createSend, parseObject, type JsonObject } from '../../../src/wire/json.ts';
import type { SocketFrame } from '../../../src/wire/socket.ts';
import type { SttAction, SttDialect } from '../../../src/wire/stt/dialect.ts';
import { createCommitQueue, type Commit, type CommitQueue } from './commitQueue.ts';
import { createScribeDetails } from './details.ts';
import { parseScribeError } from './faults.ts';

export interface ScribeOptions {
  readonly sampleRate: number;
  /** True if each commit is also answered with timestamps or the language. */
  readonly isTimed: boolean;
  /** True if several languages are possible. */
  readonly namesLanguage: boolean;
  readonly previousText?: string | undefined;
}

/** The shortest audio that Scribe commits, in ms. */
const MIN_COMMIT_MS = 300;
/**
 * Scribe commits by itself after about 36 s (documented: 90 s). The dialect could not tell those answers from its own.
 */
const MAX_COMMIT_MS = 30_000;
/** Age of uncommitted audio after which the dialect commits in a quiet moment, in ms. */
const LONG_COMMIT_MS = 20_000;
/** The loudest sample of a quiet moment. */
const QUIET_LEVEL = 300;
/** The silence that keeps an idle connection open, in ms. */
const SILENCE_MS = 20;

/**
 * Creates the dialect of `/v1/speech-to-text/realtime` with manual commits: one at the end of each utterance, and one
 * in a quiet moment of a long utterance.
 */
export function createScribeDialect(options: ScribeOptions): SttDialect {
  const { sampleRate, isTimed, previousText } = options;
  const queue = createCommitQueue(isTimed);
  const samplesIn = (ms: number): number => samplesOfMs(ms, sampleRate);
  let context = previousText;
  let current: Pick<Commit, 'utterance' | 'utteranceFromS'> = { utterance: null, utteranceFromS: 0 };
  let [sent, committed] = [0, 0];

  const createCommit = (isLast: boolean): Commit => ({ ...current, isLast, fromS: committed / sampleRate });
  const send = (samples: Int16Array, commit: 'last' | 'part' | null = null): readonly SttAction[] => {
    sent += samples.length;
    if (commit !== null) queue.add(createCommit(commit === 'last'));
    if (commit !== null) committed = sent;
    const message = createChunk(samples, { commit: commit !== null, sampleRate, context });
    context = undefined;
    return [createSend(message)];
  };
  const sendAudio = (samples: Int16Array): readonly SttAction[] => {
    const waiting = sent + samples.length - committed;
    const isLong = waiting >= samplesIn(isQuiet(samples) ? LONG_COMMIT_MS : MAX_COMMIT_MS);
    return send(samples, isLong ? 'part' : null);
  };
  return {
    open: () => [],
    begin: (utterance) => {
      current = { utterance, utteranceFromS: sent / sampleRate };
      return [];
    },
    audio: (_, samples) => sendAudio(samples),
    end: () => {
      const missing = Math.max(0, samplesIn(MIN_COMMIT_MS) - (sent - committed));
      const actions = send(new Int16Array(missing), 'last');
      current = { utterance: null, utteranceFromS: 0 };
      return actions;
    },
    receive: (frame) => receive(frame, { ...options, queue, createCommit: () => createCommit(false) }),
    idle: () => sendAudio(new Int16Array(samplesIn(SILENCE_MS))),
  };
}

interface Receiver extends Pick<ScribeOptions, 'namesLanguage'> {
  readonly queue: CommitQueue;
  /** Creates the commit that Scribe made by itself, of the audio since the last commit. */
  readonly createCommit: () => Commit;
}

function receive(frame: SocketFrame, { queue, createCommit, namesLanguage }: Receiver): readonly SttAction[] {
  const message = parseObject(frame) ?? {};
  const text = asText(message['text']).trim();
  switch (message['message_type']) {
    case 'session_started':
      return [{ kind: 'ready' }];
    case 'partial_transcript':
      return createInterim((queue.first ?? createCommit()).utterance, text);
    case 'committed_transcript':
      return queue.addPlain(text, createCommit());
    case 'committed_transcript_with_timestamps':
      return queue.addTimed(text, (span) => createScribeDetails(message, span, namesLanguage), createCommit());
    case 'commit_throttled':
      return [...createWarning(message['error']), ...queue.reject()];
    case 'warning':
      return createWarning(message['warning']);
    default:
      return createFault(message);
  }
}

function createInterim(utterance: number | null, text: string): readonly SttAction[] {
  return utterance === null || text === '' ? [] : [{ kind: 'interim', utterance, text }];
}

function createWarning(message: unknown): readonly SttAction[] {
  return [{ kind: 'warning', message: asText(message) || 'a warning without a description' }];
}

function createFault(message: JsonObject): readonly SttAction[] {
  const fault = parseScribeError(message);
  return fault === null ? [] : [{ kind: 'fault', fault }];
}

interface Chunk {
  readonly commit: boolean;
  readonly sampleRate: number;
  readonly context: string | undefined;
}

function createChunk(samples: Int16Array, { commit, sampleRate, context }: Chunk): JsonObject {
  return {
    message_type: 'input_audio_chunk',
    audio_base_64: toBase64(bytesOfSamples(samples)),
    commit,
    sample_rate: sampleRate,
    ...(context !== undefined && { previous_text: context }),
  };
}

function isQuiet(samples: Int16Array): boolean {
  return samples.every((sample) => Math.abs(sample) <= QUIET_LEVEL);
}
