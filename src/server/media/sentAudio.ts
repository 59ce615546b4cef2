import type { PlayoutCommand, PlayoutReport } from '../../core/playout.ts';
import type { ClientMessage, ServerMessageBody } from '../../core/protocol.ts';
import { createFieldError } from '../protocols/connectionError.ts';

/** A `playback.*` message. */
export type PlaybackUpdate = Extract<ClientMessage, { readonly type: `playback.${string}` }>;

/** The agent's audio that was sent to a client, against which its playback messages are checked. */
export interface SentAudio {
  /** Records a command. Returns its message to the client; null for audio. */
  record(command: PlayoutCommand): ServerMessageBody | null;
  /** Returns whether an utterance is among the latest 32. */
  has(utterance: string): boolean;
  /** Returns how the client reports playback; undefined if it has not reported any. */
  reportsAs(): 'playback.started' | 'playback.position' | undefined;
  /**
   * Translates a playback message. A count beyond the sent samples is lowered to their number, because a client that
   * resamples rounds.
   *
   * @throws ConnectionError `protocol_error` for an utterance that was never sent, or a `clear_id` that does not belong
   * to it
   */
  toReport(update: PlaybackUpdate): PlayoutReport;
}

interface SentUtterance {
  readonly utterance: string;
  samples: number;
  /** Undefined until it is cleared. */
  clearId: number | undefined;
}

const MAX_UTTERANCES = 32;

/** Creates the record of the latest 32 utterances. */
export function createSentAudio(): SentAudio {
  const utterances = new Map<string, SentUtterance>();
  let clears = 0;
  let reportsAs: 'playback.started' | 'playback.position' | undefined;
  /** The utterance of the last command, to which most following commands belong as well. */
  let latest: SentUtterance | undefined;
  const find = (utterance: string): SentUtterance => {
    if (latest?.utterance === utterance) return latest;
    latest = utterances.get(utterance) ?? { utterance, samples: 0, clearId: undefined };
    utterances.set(utterance, latest);
    const [oldest] = utterances.keys();
    if (utterances.size > MAX_UTTERANCES && oldest !== undefined) utterances.delete(oldest);
    return latest;
  };
  return {
    record(command) {
      const { utterance: utterance_id } = command;
      switch (command.kind) {
        case 'start':
          find(utterance_id);
          return { type: 'audio.start', utterance_id, sample_rate: command.sampleRate };
        case 'audio':
          find(utterance_id).samples += command.frame.samples.length;
          return null;
        case 'end':
          return { type: 'audio.end', utterance_id, samples: command.samples };
        case 'clear':
          find(utterance_id).clearId = clears;
          return { type: 'clear', utterance_id, clear_id: clears++ };
      }
    },
    has: (utterance) => utterances.has(utterance),
    reportsAs: () => reportsAs,
    toReport: (update) => {
      if (update.type === 'playback.position') reportsAs = update.type;
      else if (update.type !== 'playback.cleared') reportsAs ??= 'playback.started';
      return toPlayoutReport(utterances.get(update.utterance_id), update);
    },
  };
}

function toPlayoutReport(sent: SentUtterance | undefined, update: PlaybackUpdate): PlayoutReport {
  const { utterance_id: utterance, type } = update;
  if (sent === undefined) throw createFieldError('utterance_id', type, 'an utterance that was sent', utterance);
  if (type === 'playback.cleared' && sent.clearId !== update.clear_id)
    throw createFieldError('clear_id', type, `the one that was sent for ${utterance}`, `${update.clear_id}`);
  const playedSamples = Math.min(update.played_samples, sent.samples);
  const latency = type === 'playback.cleared' ? undefined : update.output_latency_ms;
  return { kind: KINDS[type], utterance, playedSamples, outputLatencyMs: latency };
}

const KINDS: Readonly<Record<PlaybackUpdate['type'], PlayoutReport['kind']>> = {
  'playback.started': 'started',
  'playback.position': 'position',
  'playback.finished': 'finished',
  'playback.cleared': 'cleared',
};
