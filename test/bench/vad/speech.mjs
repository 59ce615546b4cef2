// Three sentences with pauses at 16 kHz, sixteen seconds by default, made once by eSpeak NG. The pauses are digital silence or
// faint noise.
import { resample } from '../../../dist/operators/index.js';
import ESpeakNg from 'espeak-ng';
import { lastValueFrom, of, toArray } from 'rxjs';

const SENTENCES = [
  'I would like to book a table for two people at seven.',
  'Could you tell me something about the restaurant?',
  'No, that is all for today. Thank you very much, and goodbye.',
];
const PAUSES = [1.5, 1.5, 1.5];
const WAV_HEADER = 44;

/**
 * @param {{ noise?: boolean, pauses?: readonly number[] }} options `pauses`: after each sentence, in s
 * @returns {Promise<Int16Array>}
 */
export async function speech({ noise = false, pauses = PAUSES } = {}) {
  const parts = [];
  for (const [at, sentence] of SENTENCES.entries()) {
    const espeak = await ESpeakNg({ arguments: ['-v', 'en-us', '-w', 'speech.wav', sentence] });
    const wav = espeak.FS.readFile('speech.wav');
    const spoken = new Int16Array(wav.slice(WAV_HEADER).buffer);
    const recorded = of({ samples: spoken, sampleRate: 22_050 });
    const frames = await lastValueFrom(recorded.pipe(resample({ sampleRate: 16_000 }), toArray()));
    for (const { samples } of frames) parts.push(...samples);
    parts.push(...new Int16Array(pauses[at] * 16_000));
  }
  return Int16Array.from(parts, (sample) => sample + (noise ? Math.round(8 * Math.random() - 4) : 0));
}
