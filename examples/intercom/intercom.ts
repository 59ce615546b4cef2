import { ConnectionError } from 'antiphon/server';
import type { MediaAdapter, MediaCodec, PeerFormat, PeerInput, PeerMessage, PeerOutput } from 'antiphon/server';

const SAMPLE_RATE = 16_000;
const FORMAT: PeerFormat = { encoding: 'pcm_s16le', sample_rate: SAMPLE_RATE };
/** Longest audio of one message: 100 ms. */
const MAX_BYTES = 3200;

/**
 * The adapter of a door intercom. Binary messages are 16-bit PCM at 16 kHz, both ways. Text messages of the intercom: `RING`, before
 * anything else, `KEY 5`, `PLAYED 7`, `CLOSED`. Of the server: `CLEAR`, and `REPORT 7`, which the intercom answers with `PLAYED 7` when it has played
 * what came before it.
 */
export const intercom: MediaAdapter = {
  protocol: 'intercom',
  capabilities: {
    audio: { input: [FORMAT], output: [FORMAT] },
    heard: 'marked',
    clears: true,
    digits: true,
    resumes: false,
    audioIn: 'binary',
    opens: 'peer',
  },
  createCodec,
};

function createCodec(): MediaCodec {
  let rang = false;
  return {
    decode: (message) => {
      if (message !== 'RING') return rang ? decode(message) : refuse('RING first', describe(message));
      if (rang) return refuse('one RING', 'a second');
      rang = true;
      return [{ kind: 'opened' }];
    },
    encode: (output) => (rang ? encode(output) : []),
  };
}

function decode(message: PeerMessage): readonly PeerInput[] {
  if (typeof message !== 'string')
    return [{ kind: 'audio', frame: { samples: samplesOf(message), sampleRate: SAMPLE_RATE } }];
  const { verb, word = '' } = /^(?<verb>[A-Z]{1,10})(?: (?<word>\S{1,20}))?$/u.exec(message)?.groups ?? {};
  if (verb === 'PLAYED' && word !== '') return [{ kind: 'mark', name: word }];
  if (verb === 'CLOSED') return [{ kind: 'message', message: { type: 'session.end' } }];
  if (verb !== 'KEY') return [];
  const digit = DIGITS.find((key) => key === word);
  if (digit === undefined) return refuse('KEY with one of 0 to 9, * or #', 'something else');
  return [{ kind: 'message', message: { type: 'input.digit', digit } }];
}

const DIGITS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '#'] as const;

function encode(output: PeerOutput): readonly PeerMessage[] {
  switch (output.kind) {
    case 'audio':
      return [new Uint8Array(output.samples.slice().buffer)];
    case 'mark':
      return [`REPORT ${output.name}`];
    case 'message':
      return output.message.type === 'clear' ? ['CLEAR'] : [];
  }
}

function samplesOf(bytes: Uint8Array): Int16Array {
  const isWhole = bytes.length > 0 && bytes.length % 2 === 0 && bytes.length <= MAX_BYTES;
  return isWhole
    ? new Int16Array(Uint8Array.from(bytes).buffer)
    : refuse(`2 to ${MAX_BYTES} bytes of 16-bit samples`, `${bytes.length}`);
}

function describe(message: PeerMessage): string {
  return typeof message === 'string' ? 'another text' : 'audio';
}

function refuse(expected: string, got: string): never {
  throw new ConnectionError('protocol_error', `Expected ${expected}, got ${got}.`);
}
