import { msOfSamples, samplesOfMs } from '../../src/core/audio.ts';
import { bytesOfSamples } from '../../src/wire/bytes.ts';
import { asText, createSend, parseObject } from '../../src/wire/json.ts';
import type { SocketFrame } from '../../src/wire/socket.ts';
import type { SttAction, SttDialect } from '../../src/wire/stt/dialect.ts';
import { createFramer } from '../../src/wire/stt/framer.ts';
import { classifyAssemblyAiError } from './faults.ts';
import { parseTurnMessage } from './turnMessage.ts';
import { createUtteranceTurns, type UtteranceTurnsOptions } from './utteranceTurns.ts';

export interface AssemblyAiDialectOptions extends UtteranceTurnsOptions {
  readonly sampleRate: number;
}

/** Length of an audio frame, in ms. AssemblyAI refuses frames of less than 50 or more than 1000. */
const FRAME_MS = 50;
const FORCE_ENDPOINT = createSend({ type: 'ForceEndpoint' });
const TERMINATE = createSend({ type: 'Terminate' });

/**
 * Creates the dialect of a connection, which is ready at `Begin`. Sends audio in frames of 50 ms. Silence completes the
 * last frame of an utterance.
 */
export function createAssemblyAiDialect({ sampleRate, ...options }: AssemblyAiDialectOptions): SttDialect {
  const frameSamples = samplesOfMs(FRAME_MS, sampleRate);
  const frames = createFramer(frameSamples);
  const turns = createUtteranceTurns(options);
  let samplesSent = 0;
  const nowMs = (): number => msOfSamples(samplesSent, sampleRate);
  const send = (samples: Int16Array): SttAction => {
    samplesSent += samples.length;
    return { kind: 'send', frame: bytesOfSamples(samples) };
  };
  const sendRest = (): readonly SttAction[] => frames.flush().map((rest) => send(padTo(frameSamples, rest)));
  const receive = (frame: SocketFrame): readonly SttAction[] => {
    const message = parseObject(frame);
    switch (message?.['type']) {
      case 'Begin':
        return [{ kind: 'ready' }];
      case 'SpeechStarted':
        return turns.addSpeech();
      case 'Warning':
        return [{ kind: 'warning', message: asText(message['warning']) }];
      case 'Error':
        return [{ kind: 'fault', fault: classifyAssemblyAiError(message) }];
      default: {
        const turn = message === null ? null : parseTurnMessage(message);
        return turn === null ? [] : turns.addTurn(turn, nowMs());
      }
    }
  };
  return {
    open: () => [],
    begin: (utterance) => {
      const before = sendRest();
      turns.begin(utterance, nowMs());
      return before;
    },
    audio: (_, samples) => frames.push(samples).map(send),
    end: (_, over = false) => {
      const rest = sendRest();
      return [...rest, ...(turns.end(nowMs(), over) ?? [FORCE_ENDPOINT])];
    },
    receive,
    close: () => [TERMINATE],
  };
}

function padTo(length: number, samples: Int16Array): Int16Array {
  const padded = new Int16Array(length);
  padded.set(samples);
  return padded;
}
