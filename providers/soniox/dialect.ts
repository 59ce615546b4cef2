import { msOfSamples } from '../../src/core/audio.ts';
import { bytesOfSamples } from '../../src/wire/bytes.ts';
import { createSend, parseObject, type JsonObject } from '../../src/wire/json.ts';
import type { SttDialect } from '../../src/wire/stt/dialect.ts';
import { classifySonioxError, isError } from './faults.ts';
import { parseResponse } from './response.ts';
import { createUtteranceTokens } from './utteranceTokens.ts';

export interface SonioxDialectOptions {
  readonly sampleRate: number;
  /** The first message of the connection. */
  readonly startMessage: JsonObject;
  readonly reportsTurns: boolean;
}

const FINALIZE = createSend({ type: 'finalize' });
const KEEP_ALIVE = createSend({ type: 'keepalive' });
/** An empty frame ends the stream. */
const END = { kind: 'send', frame: '' } as const;

/**
 * Creates the dialect of a connection. Soniox does not answer the start message, so speech may follow at once. Sends
 * audio as raw samples and never sends an empty frame, except to end the stream.
 */
export function createSonioxDialect({ sampleRate, startMessage, reportsTurns }: SonioxDialectOptions): SttDialect {
  const utterances = createUtteranceTokens(reportsTurns);
  let samplesSent = 0;
  const nowMs = (): number => msOfSamples(samplesSent, sampleRate);
  return {
    open: () => [createSend(startMessage), { kind: 'ready' }],
    begin: (utterance) => {
      utterances.begin(utterance, nowMs());
      return [];
    },
    audio: (_, samples) => {
      samplesSent += samples.length;
      return samples.length === 0 ? [] : [{ kind: 'send', frame: bytesOfSamples(samples) }];
    },
    end: (_, over = false) => utterances.end(nowMs(), over) ?? [FINALIZE],
    receive: (frame) => {
      const message = parseObject(frame);
      if (message === null) return [];
      if (isError(message)) return [{ kind: 'fault', fault: classifySonioxError(message) }];
      const response = parseResponse(message);
      return response === null ? [] : utterances.addResponse(response);
    },
    idle: () => [KEEP_ALIVE],
    close: () => [END],
  };
}
