import { objectIn } from '../../src/wire/json.ts';
import type { JsonObject } from '../../src/wire/json.ts';
import type { TtsAction, TtsDialect } from '../../src/wire/tts/dialect.ts';
import { flushesWith } from './flushes.ts';
import type { Flushes } from './flushes.ts';
import { send, speakMessages } from './speakMessages.ts';

/** The utterance under way, as the messages of the server see it. */
export interface SpeakTurns {
  /** An utterance was cut, and the server has not confirmed it yet. */
  readonly isCutting: boolean;
  /** Works on the flushes of the utterance that is spoken; nothing if none is. */
  readonly flushing: (work: (flushes: Flushes) => readonly TtsAction[]) => readonly TtsAction[];
  /** The server has confirmed a cut: the connection is free. */
  readonly release: () => readonly TtsAction[];
}

export interface SpeakTurnsOptions {
  /** Type of the message that cuts an utterance. */
  readonly cut: string;
  /** What a message of the server means. */
  readonly understand: (message: JsonObject, turns: SpeakTurns) => readonly TtsAction[];
  /** Called when nothing was sent for a while. */
  readonly idle?: ((turns: SpeakTurns) => readonly TtsAction[]) | undefined;
}

/** One utterance at a time; one that was cut holds the connection until the server has confirmed it. */
type Stage =
  | { readonly kind: 'free' }
  | { readonly kind: 'speaking'; readonly utterance: number; readonly flushes: Flushes }
  | { readonly kind: 'cutting'; readonly utterance: number };

const FREE: Stage = { kind: 'free' };

/**
 * Speaks what `/v1/speak` and `/v2/speak` have in common: text as it is generated, `Flush` behind it, and audio that names no
 * utterance. What comes between a cut and its confirmation belongs to the utterance that was cut.
 */
export function speakTurns({ cut, understand, idle }: SpeakTurnsOptions): TtsDialect {
  let stage: Stage = FREE;
  const flushing: SpeakTurns['flushing'] = (work) => (stage.kind === 'speaking' ? work(stage.flushes) : []);
  const turns: SpeakTurns = {
    get isCutting() {
      return stage.kind === 'cutting';
    },
    flushing,
    release: () => {
      if (stage.kind !== 'cutting') return [];
      const { utterance } = stage;
      stage = FREE;
      return [{ kind: 'released', utterance }];
    },
  };
  return {
    open: () => [{ kind: 'ready' }],
    begin: (utterance) => {
      stage = { kind: 'speaking', utterance, flushes: flushesWith(send({ type: 'Flush' })) };
      return [];
    },
    text: (_, text) =>
      flushing((flushes) => {
        if (text.trim() !== '') flushes.texted();
        return speakMessages(text);
      }),
    flush: (utterance) => flushing((flushes) => flushes.ask({ kind: 'flushed', utterance })),
    end: (utterance) => flushing((flushes) => flushes.ask({ kind: 'done', utterance })),
    cancel: (utterance) => {
      const owing = stage.kind === 'speaking' && stage.flushes.owing;
      stage = owing ? { kind: 'cutting', utterance } : FREE;
      return owing ? [send({ type: cut })] : [{ kind: 'released', utterance }];
    },
    hear: (frame) => {
      if (typeof frame === 'string') return understand(objectIn(frame) ?? {}, turns);
      return stage.kind === 'speaking' ? [{ kind: 'audio', utterance: stage.utterance, bytes: frame }] : [];
    },
    ...(idle && { idle: () => idle(turns) }),
    bye: () => [send({ type: 'Close' })],
  };
}
