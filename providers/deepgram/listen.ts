import { bytesOfSamples } from '../../src/core/wire/bytes.ts';
import { objectIn } from '../../src/core/wire/json.ts';
import type { JsonObject } from '../../src/core/wire/json.ts';
import type { SocketFrame } from '../../src/core/wire/socket.ts';
import type { SttAction, SttDialect } from '../../src/core/wire/stt/dialect.ts';
import { deepgramError } from './faults.ts';
import type { Heard } from './results.ts';
import { resultsOf } from './results.ts';
import { spansAt } from './spans.ts';

/** In what the ways of listening differ. */
export interface ListenWords {
  /** Asks for the text of what was said so far. */
  readonly end: string;
  /** What a message says was heard; null where it says nothing of the kind. */
  readonly heardOf: (message: JsonObject) => Heard | null;
  /** Keeps a connection open on which nobody speaks; what is binary counts as audio. */
  readonly keepAlive: SocketFrame;
}

/** `/v1/listen`: Nova and the models before it. */
export const novaWords: ListenWords = {
  end: JSON.stringify({ type: 'Finalize' }),
  heardOf: resultsOf,
  keepAlive: JSON.stringify({ type: 'KeepAlive' }),
};

/** Raw samples go in as they are, never an empty frame, which would end the stream; control messages are text. */
export function listenDialect(sampleRate: number, words: ListenWords): SttDialect {
  const spans = spansAt(sampleRate);
  const hear = (frame: SocketFrame): readonly SttAction[] => {
    const message = objectIn(frame);
    if (message === null) return [];
    if (message['type'] === 'Error') return [{ kind: 'fault', fault: deepgramError(message) }];
    const heard = words.heardOf(message);
    return heard === null ? [] : spans.hear(heard);
  };
  const send = (frame: SocketFrame): readonly SttAction[] => {
    if (typeof frame !== 'string') spans.sent(frame.byteLength / Int16Array.BYTES_PER_ELEMENT);
    return frame.length === 0 ? [] : [{ kind: 'send', frame }];
  };
  return {
    open: () => [{ kind: 'ready' }],
    begin: (utterance) => {
      spans.begin(utterance);
      return [];
    },
    audio: (_, samples) => send(bytesOfSamples(samples)),
    end: () => spans.end(words.end),
    hear,
    idle: () => send(words.keepAlive),
    bye: () => send(CLOSE),
  };
}

const CLOSE = JSON.stringify({ type: 'CloseStream' });
