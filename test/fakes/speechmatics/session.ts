import type { TextReader } from '../../../src/testing/textAudio.ts';
import { asText, parseObject, type JsonObject } from '../../../src/wire/json.ts';
import { decodeSamples } from '../deepgram/frames.ts';
import { createRecogniser, type FakeRecogniser } from '../deepgram/recogniser.ts';
import type { FakeConnection, FakeSocket } from '../kit/fake.ts';
import { parseConfig, validateStart, type SessionConfig } from './startRecognition.ts';
import { createTranscript, findWords, type FakeWord } from './transcript.ts';

export interface SessionOptions {
  readonly createReader: (sampleRate: number) => TextReader;
  readonly answersSilence: boolean;
  readonly mark: string | undefined;
  readonly speaker: string | undefined;
}

/** What a session has recognised. */
interface Recognition extends SessionConfig {
  readonly recogniser: FakeRecogniser;
  /** Number of words of the utterance that have a final transcript. */
  finals: number;
  frames: number;
  partial: string;
  isEnded: boolean;
}

/** One session: nothing before StartRecognition, and nothing after EndOfStream. */
export function createSession(socket: FakeSocket, options: SessionOptions): FakeConnection {
  let recognition: Recognition | null = null;
  const fail = (type: string, code: number, ...faults: readonly string[]): void => {
    for (const fault of faults) socket.reportViolation(fault);
    socket.send(JSON.stringify({ message: 'Error', type, reason: faults.join('; ') }));
    socket.close(code, type);
  };
  const start = (message: JsonObject): void => {
    const faults = validateStart(message);
    if (recognition !== null) return fail('protocol_error', 1003, 'StartRecognition twice');
    if (faults.length > 0) return fail('invalid_config', 1003, ...faults);
    const config = parseConfig(message);
    const recogniser = createRecogniser(options.createReader, config.sampleRate);
    recognition = { ...config, recogniser, finals: 0, frames: 0, partial: '', isEnded: false };
    const language_pack_info = { word_delimiter: ' ', writing_direction: 'left-to-right', itn: true, adapted: false };
    socket.send(JSON.stringify({ message: 'RecognitionStarted', id: 'session', language_pack_info }));
  };
  const handle = (message: JsonObject, state: Recognition): void => {
    switch (message['message']) {
      case 'ForceEndOfUtterance': {
        const faults = validateForce(message, state.recogniser.segment.end);
        return faults.length > 0 ? fail('invalid_message', 1003, ...faults) : endUtterance(socket, state, options);
      }
      case 'EndOfStream':
        if (message['last_seq_no'] !== state.frames)
          return fail('protocol_error', 1003, `last_seq_no is ${String(message['last_seq_no'])}`);
        state.isEnded = true;
        socket.send(JSON.stringify({ message: 'EndOfTranscript' }));
        return;
      default:
        return fail('invalid_message', 1003, `the message ${asText(message['message'])}`);
    }
  };
  return {
    onFrame: (frame) => {
      const message = typeof frame === 'string' ? (parseObject(frame) ?? {}) : null;
      if (message?.['message'] === 'StartRecognition') return start(message);
      if (recognition === null) return fail('protocol_error', 1003, 'a message before StartRecognition');
      if (recognition.isEnded) return fail('protocol_error', 1003, 'a message after EndOfStream');
      if (message !== null) return handle(message, recognition);
      if (typeof frame === 'string' || frame.length === 0 || frame.length % 2 !== 0)
        return fail('invalid_message', 1003, `a frame of ${frame.length} bytes`);
      return addAudio(socket, recognition, { samples: decodeSamples(frame), options });
    },
  };
}

function validateForce(message: JsonObject, audioS: number): readonly string[] {
  const { timestamp, ...rest } = message;
  const isLate = typeof timestamp === 'number' && timestamp > audioS + 0.001;
  return [
    ...(timestamp === undefined || (typeof timestamp === 'number' && timestamp >= 0) ? [] : ['the timestamp']),
    ...(isLate ? [`a timestamp of ${timestamp} after ${audioS} s of audio`] : []),
    ...Object.keys(rest)
      .filter((name) => name !== 'message')
      .map((name) => `the field ${name}`),
  ];
}

interface Audio {
  readonly samples: Int16Array;
  readonly options: SessionOptions;
}

function addAudio(socket: FakeSocket, state: Recognition, { samples, options }: Audio): void {
  state.recogniser.push(samples);
  state.frames += 1;
  socket.send(JSON.stringify({ message: 'AudioAdded', seq_no: state.frames }));
  const { segment } = state.recogniser;
  // The last word may go on.
  const words = findWords(segment).slice(0, -1);
  const due = words.filter(({ end }, at) => at >= state.finals && end <= segment.end - state.maxDelayS);
  if (due.length > 0) sendFinal(socket, state, due, options);
  const rest = findWords(segment).slice(state.finals);
  const partial = rest.map(({ content }) => content).join(' ');
  if (!state.partials || partial === state.partial) return;
  state.partial = partial;
  socket.send(createTranscript('AddPartialTranscript', rest, { endS: segment.end, speaker: options.speaker }));
}

function endUtterance(socket: FakeSocket, state: Recognition, options: SessionOptions): void {
  const { segment } = state.recogniser;
  const rest = findWords(segment).slice(state.finals);
  if (segment.text !== '' || options.answersSilence) {
    sendFinal(socket, state, rest, options, true);
    if (options.mark !== undefined) sendMark(socket, rest.at(-1)?.end ?? segment.end, options.mark);
    const metadata = { start_time: segment.end, end_time: segment.end };
    socket.send(JSON.stringify({ message: 'EndOfUtterance', metadata, forced: true }));
  }
  state.recogniser.startSegment();
  [state.finals, state.partial] = [0, ''];
}

function sendFinal(
  socket: FakeSocket,
  state: Recognition,
  words: readonly FakeWord[],
  { speaker }: SessionOptions,
  isForced = false,
): void {
  state.finals += words.length;
  const endS = isForced ? state.recogniser.segment.end : (words.at(-1)?.end ?? 0);
  socket.sendResult(createTranscript('AddTranscript', words, { endS, speaker, isForced }));
}

function sendMark(socket: FakeSocket, atS: number, mark: string): void {
  const result = { type: 'punctuation', start_time: atS, end_time: atS, attaches_to: 'previous', is_eos: true };
  const metadata = { start_time: atS, end_time: atS, transcript: mark };
  const results = [{ ...result, alternatives: [{ content: mark, confidence: 1, language: 'en' }] }];
  socket.send(JSON.stringify({ message: 'AddTranscript', format: '2.9', metadata, results, forced: true }));
}
