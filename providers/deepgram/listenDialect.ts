import { bytesOfSamples } from '../../src/wire/bytes.ts';
import { parseObject, type JsonObject } from '../../src/wire/json.ts';
import type { SocketFrame } from '../../src/wire/socket.ts';
import type { SttAction, SttDialect } from '../../src/wire/stt/dialect.ts';
import { classifyDeepgramError } from './faults.ts';
import { createFramer } from '../../src/wire/stt/framer.ts';
import { parseResults, type ListenResult } from './results.ts';
import { createUtteranceSpans } from './utteranceSpans.ts';

/** The differences between `/v1/listen` and `/v2/listen`. */
export interface ListenProtocol {
  /** The message that requests the final text of the audio so far. */
  readonly finalize: string;
  /** Parses a message; null if it holds no result. */
  readonly parseResult: (message: JsonObject) => ListenResult | null;
  /** The frame that keeps an idle connection open; a binary one counts as audio. */
  readonly keepAlive: SocketFrame;
  /**
   * Length of each audio frame except the last of an utterance, in samples. Default: frames are sent as they arrive.
   */
  readonly frameSamples?: number | undefined;
  /** A final that ends at most this long before an utterance's end covers it, in seconds. */
  readonly endToleranceS: number;
}

/** The protocol of `/v1/listen`: Nova and earlier models. */
export const novaProtocol: ListenProtocol = {
  finalize: JSON.stringify({ type: 'Finalize' }),
  parseResult: parseResults,
  keepAlive: JSON.stringify({ type: 'KeepAlive' }),
  endToleranceS: 0.1,
};

/**
 * Creates the dialect of both endpoints. Sends audio as raw samples and never sends an empty frame, which would end the
 * stream.
 */
export function createListenDialect(sampleRate: number, protocol: ListenProtocol): SttDialect {
  const spans = createUtteranceSpans(sampleRate, protocol.endToleranceS);
  const frames = createFramer(protocol.frameSamples);
  const receive = (frame: SocketFrame): readonly SttAction[] => {
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
    end: (_, over = false) => [...sendAudio(frames.flush()), ...spans.end(protocol.finalize, over)],
    receive,
    idle: () => [...sendAudio(frames.flush()), ...send(protocol.keepAlive)],
    close: () => send(CLOSE),
  };
}

const CLOSE = JSON.stringify({ type: 'CloseStream' });
