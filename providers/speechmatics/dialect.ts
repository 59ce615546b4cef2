import { samplesOfMs } from '../../src/core/audio.ts';
import { bytesOfSamples } from '../../src/wire/bytes.ts';
import { asNumber, asObject, asText, createSend, parseObject, type JsonObject } from '../../src/wire/json.ts';
import type { SttAction, SttDialect } from '../../src/wire/stt/dialect.ts';
import { classifySpeechmaticsError } from './faults.ts';
import { parseResults, type Results } from './results.ts';
import { createUtterances } from './utterances.ts';

/** The silence that keeps an idle session open, in ms. */
const SILENCE_MS = 100;

/**
 * Creates the dialect of Speechmatics' real-time API, version 2. The end of an utterance forces its final transcript,
 * at its time in the audio. Speechmatics then sends the words without a final transcript, and an `EndOfUtterance`.
 */
export function createSpeechmaticsDialect(startRecognition: JsonObject, sampleRate: number): SttDialect {
  const utterances = createUtterances();
  let [samplesSent, frames] = [0, 0];
  const sentS = (): number => samplesSent / sampleRate;
  const send = (samples: Int16Array): readonly SttAction[] => {
    if (samples.length === 0) return [];
    samplesSent += samples.length;
    frames += 1;
    return [{ kind: 'send', frame: bytesOfSamples(samples) }];
  };
  const apply = (results: Results | null, add: (found: Results) => readonly SttAction[]): readonly SttAction[] =>
    results === null ? [] : add(results);
  return {
    open: () => [createSend(startRecognition)],
    begin: (utterance) => {
      utterances.begin(utterance, sentS());
      return [];
    },
    audio: (_, samples) => send(samples),
    end: () => {
      utterances.end(sentS());
      return [createSend({ message: 'ForceEndOfUtterance', timestamp: sentS() })];
    },
    receive: (frame) => {
      const message = parseObject(frame) ?? {};
      switch (message['message']) {
        case 'RecognitionStarted':
          utterances.setDelimiter(parseDelimiter(message));
          return [{ kind: 'ready' }];
        case 'AddTranscript':
          return apply(parseResults(message), utterances.addFinal);
        case 'AddPartialTranscript':
          return apply(parseResults(message), utterances.addPartial);
        case 'EndOfUtterance':
          return utterances.settle(asNumber(asObject(message['metadata'])?.['end_time']));
        case 'Warning':
          return [{ kind: 'warning', message: createWarning(message) }];
        case 'Error':
          return [{ kind: 'fault', fault: classifySpeechmaticsError(message) }];
        default:
          return [];
      }
    },
    idle: () => send(new Int16Array(samplesOfMs(SILENCE_MS, sampleRate))),
    close: () => [createSend({ message: 'EndOfStream', last_seq_no: frames })],
  };
}

function parseDelimiter(message: JsonObject): string {
  const delimiter = asObject(message['language_pack_info'])?.['word_delimiter'];
  return typeof delimiter === 'string' ? delimiter : ' ';
}

function createWarning({ type, reason }: JsonObject): string {
  return [asText(type), asText(reason)].filter((part) => part !== '').join(': ') || 'a warning without a description';
}
