import { bytesOfSamples } from '../../src/wire/bytes.ts';
import { objectIn } from '../../src/wire/json.ts';
import type { JsonObject } from '../../src/wire/json.ts';
import type { SocketFrame } from '../../src/wire/socket.ts';
import type { SttAction, SttDialect } from '../../src/wire/stt/dialect.ts';
import { deepgramError } from './faults.ts';
import { framing } from './framing.ts';
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
  /** The length of each frame of audio but the last of an utterance. Absent: as the audio comes. */
  readonly frameSamples?: number | undefined;
  /** A final that ends this close before an utterance's end has all of it, in seconds. */
  readonly slackS: number;
}

/** `/v1/listen`: Nova and the models before it. */
export const novaWords: ListenWords = {
  end: JSON.stringify({ type: 'Finalize' }),
  heardOf: resultsOf,
  keepAlive: JSON.stringify({ type: 'KeepAlive' }),
  slackS: 0.1,
};

/** Raw samples go in as they are, never an empty frame, which would end the stream; control messages are text. */
export function listenDialect(sampleRate: number, words: ListenWords): SttDialect {
  const spans = spansAt(sampleRate, words.slackS);
  const frames = framing(words.frameSamples);
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
  const sendAudio = (parts: readonly Int16Array[]): readonly SttAction[] =>
    parts.flatMap((samples) => send(bytesOfSamples(samples)));
  return {
    open: () => [{ kind: 'ready' }],
    begin: (utterance) => {
      const before = sendAudio(frames.rest());
      spans.begin(utterance);
      return before;
    },
    audio: (_, samples) => sendAudio(frames.push(samples)),
    end: () => [...sendAudio(frames.rest()), ...spans.end(words.end)],
    hear,
    idle: () => [...sendAudio(frames.rest()), ...send(words.keepAlive)],
    bye: () => send(CLOSE),
  };
}

const CLOSE = JSON.stringify({ type: 'CloseStream' });
