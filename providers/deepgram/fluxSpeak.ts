import { asObject, asText, objectIn } from '../../src/core/wire/json.ts';
import type { JsonObject } from '../../src/core/wire/json.ts';
import type { TtsAction, TtsDialect } from '../../src/core/wire/tts/dialect.ts';
import { deepgramError } from './faults.ts';
import { flushesWith } from './flushes.ts';
import type { Flushes } from './flushes.ts';
import { send, speakMessages, warningIn } from './speakMessages.ts';

/** One utterance at a time; one that was cut holds the connection until the server has answered `Interrupt`. */
type Stage =
  | { readonly kind: 'free' }
  | { readonly kind: 'speaking'; readonly utterance: number; readonly flushes: Flushes }
  | { readonly kind: 'interrupting'; readonly utterance: number };

const FREE: Stage = { kind: 'free' };

/**
 * `/v2/speak`, where Flux voices speak in turns. Text goes in as it is generated; `Flush` ends a turn, whose audio has come
 * when its `SpeechMetadata` does. `Interrupt` cancels the turn: what comes before `SpeechInterrupted` belongs to it. An
 * `Interrupt` that the server ignores costs the connection, because the turn goes on.
 */
export function fluxSpeakDialect(): TtsDialect {
  let stage: Stage = FREE;
  /** Id of the turn that was interrupted last. */
  let interrupted = '';
  const flushing = (work: (flushes: Flushes) => readonly TtsAction[]): readonly TtsAction[] =>
    stage.kind === 'speaking' ? work(stage.flushes) : [];
  const release = (): readonly TtsAction[] => {
    if (stage.kind !== 'interrupting') return [];
    const { utterance } = stage;
    stage = FREE;
    return [{ kind: 'released', utterance }];
  };
  const warned = (message: JsonObject): readonly TtsAction[] => {
    if (stage.kind !== 'interrupting') return [{ kind: 'warning', message: warningIn(message) }];
    const code = asText(message['code']);
    if (code === NOTHING_TO_INTERRUPT) return release();
    if (!IGNORED.has(code)) return [{ kind: 'warning', message: warningIn(message) }];
    return [
      { kind: 'fault', fault: { kind: 'expired', message: `it ignored an interruption: ${warningIn(message)}` } },
    ];
  };
  const understand = (message: JsonObject): readonly TtsAction[] => {
    switch (message['type']) {
      case 'SpeechMetadata':
        return message['speech_id'] === interrupted ? [] : flushing((flushes) => flushes.answered());
      case 'SpeechInterrupted':
        interrupted = asText(asObject(message['metadata'])?.['speech_id']);
        return release();
      case 'Warning':
        return warned(message);
      case 'Error':
        return [{ kind: 'fault', fault: deepgramError(message) }];
      default:
        return [];
    }
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
      stage = owing ? { kind: 'interrupting', utterance } : FREE;
      return owing ? [send({ type: 'Interrupt' })] : [{ kind: 'released', utterance }];
    },
    hear: (frame) => {
      if (typeof frame === 'string') return understand(objectIn(frame) ?? {});
      return stage.kind === 'speaking' ? [{ kind: 'audio', utterance: stage.utterance, bytes: frame }] : [];
    },
    bye: () => [send({ type: 'Close' })],
  };
}

/** No turn was under way: the last had ended when the `Interrupt` came. */
const NOTHING_TO_INTERRUPT = 'NO_ACTIVE_SPEECH';
const IGNORED: ReadonlySet<string> = new Set([
  'NO_AUDIO_GENERATED',
  'INTERRUPT_IN_PROGRESS',
  'INVALID_INTERRUPT_OFFSET',
]);
