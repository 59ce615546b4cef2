// Stands in for `sherpa-onnx-node`: hears and speaks the audio of `encodeText`.
const { createTextReader, encodeText } = require('../../../dist/src/testing/index.js');

const CHARACTER_S = 0.04;
/** Samples that a streaming model decodes at a time. */
const CHUNK = 5120;

/** Reads the tokens, one per word. */
function createResult(heard) {
  const text = heard.replaceAll(/[^a-z ]/g, '');
  const tokens = text === '' ? [] : text.split(/(?= )/);
  let at = 0;
  const timestamps = tokens.map((token) => {
    const start = at * CHARACTER_S;
    at += token.length;
    return start;
  });
  return { text, tokens, timestamps };
}

class Stream {
  #isFinished = false;
  text = '';
  constructor() {
    this.reader = createTextReader(16_000);
    this.waiting = [];
  }
  acceptWaveform({ samples, sampleRate }) {
    if (sampleRate !== 16_000) throw new Error(`expected 16000 Hz, got ${sampleRate}`);
    for (const sample of samples) this.waiting.push(Math.round(sample * 32_768));
  }
  inputFinished() {
    this.#isFinished = true;
  }
  get isReady() {
    return this.waiting.length >= (this.#isFinished ? 1 : CHUNK);
  }
  decode(count = this.waiting.length) {
    this.text = this.reader.push(Int16Array.from(this.waiting.splice(0, count)));
  }
}

class OnlineRecognizer {
  createStream() {
    return new Stream();
  }
  isReady(stream) {
    return stream.isReady;
  }
  decodeStreams(streams) {
    for (const stream of streams) stream.decode(CHUNK);
  }
  getResult({ text }) {
    return createResult(text);
  }
}

class OfflineRecognizer {
  createStream() {
    return new Stream();
  }
  decode(stream) {
    stream.decode();
  }
  getResult({ text }) {
    return createResult(text);
  }
}

class OfflineTts {
  numSpeakers = 1;
  sampleRate = 24_000;
  generate({ text }) {
    const samples = Float32Array.from(encodeText(text, 24_000), (sample) => sample / 32_767);
    return { samples, sampleRate: 24_000 };
  }
}

module.exports = { OnlineRecognizer, OfflineRecognizer, OfflineTts };
