import { bytesOfSamples } from '../../src/wire/bytes.ts';
import { parseObject } from '../../src/wire/json.ts';
import type { JsonObject } from '../../src/wire/json.ts';
import type { SocketFrame } from '../../src/wire/socket.ts';
import type { SttAction, SttDialect } from '../../src/wire/stt/dialect.ts';
import { classifyDeepgramError } from './faults.ts';
import { createFramer } from './framer.ts';
import type { ListenResult } from './results.ts';
import { parseResults } from './results.ts';
import { createUtteranceSpans } from './utteranceSpans.ts';

/** In what the ways of listening differ. */
export interface ListenProtocol {
  /** Asks for the text of what was said so far. */
  readonly finalize: string;
  /** What a message says was result; null where it says nothing of the kind. */
  readonly parseResult: (message: JsonObject) => ListenResult | null;
  /** Keeps a connection open on which nobody speaks; what is binary counts as audio. */
  readonly keepAlive: SocketFrame;
  /** The length of each frame of audio but the last of an utterance. Absent: as the audio comes. */
  readonly frameSamples?: number | undefined;
  /** A final that ends this close before an utterance's end has all of it, in seconds. */
  readonly endToleranceS: number;
}

/** `/v1/listen`: Nova and the models before it. */
export const novaProtocol: ListenProtocol = {
  finalize: JSON.stringify({ type: 'Finalize' }),
  parseResult: parseResults,
  keepAlive: JSON.stringify({ type: 'KeepAlive' }),
  endToleranceS: 0.1,
};

/** Raw samples go in as they are, never an empty frame, which would end the stream; control messages are text. */
export function createListenDialect(sampleRate: number, protocol: ListenProtocol): SttDialect {
  const spans = createUtteranceSpans(sampleRate, protocol.endToleranceS);
  const frames = createFramer(protocol.frameSamples);
  const hear = (frame: SocketFrame): readonly SttAction[] => {
    const message = parseObject(frame);
    if (message === null) return [];
    if (message['type'] === 'Error') return [{ kind: 'fault', fault: classifyDeepgramError(message) }];
    const result = protocol.parseResult(message);
    return result === null ? [] : spans.addResult(result);
  };
  const send = (frame: SocketFrame): readonly SttAction[] => {
    if (typeof frame !== 'string') spans.addSamples(frame.byteLength / Int16Array.BYTES_PER_ELEMENT);
    return frame.length === 0 ? [] : [{ kind: 'send', frame }];
  };
  const sendAudio = (parts: readonly Int16Array[]): readonly SttAction[] =>
    parts.flatMap((samples) => send(bytesOfSamples(samples)));
  return {
    open: () => [{ kind: 'ready' }],
    begin: (utterance) => {
      const before = sendAudio(frames.flush());
      spans.begin(utterance);
      return before;
    },
    audio: (_, samples) => sendAudio(frames.push(samples)),
    end: () => [...sendAudio(frames.flush()), ...spans.end(protocol.finalize)],
    receive: hear,
    idle: () => [...sendAudio(frames.flush()), ...send(protocol.keepAlive)],
    close: () => send(CLOSE),
  };
}

const CLOSE = JSON.stringify({ type: 'CloseStream' });
