import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadEngine } from '../../../providers/local/stt/engine.ts';
import { createRecognition } from '../../../providers/local/stt/recognition.ts';
import { splitSamples } from '../../../src/core/audio.ts';
import type { SttInput } from '../../../src/core/ports.ts';
import { SENTENCES, wordsOf } from './texts.ts';

/** The rate of what the recognisers hear. */
export const RATE = 16_000;

/** Recognises each sentence; resolves to the words that were heard. */
export type Recogniser = (sentences: readonly Int16Array[]) => Promise<readonly (readonly string[])[]>;

/** Creates `STT.Local` with a grammar of all sentences, without rejection. */
export async function createGrammarRecogniser(): Promise<Recogniser> {
  const decoder = await (await loadEngine('en-US')).createDecoder();
  const alternatives = SENTENCES.map((sentence) => wordsOf(sentence).join(' '));
  const grammar = `#JSGF V1.0; grammar all; public <all> = ${alternatives.join(' | ')};`;
  return async (sentences) => {
    const heard: (readonly string[])[] = [];
    for (const samples of sentences) {
      const audio = splitSamples(samples, RATE / 50).map((part): SttInput => {
        return { kind: 'audio', segment: 0, frame: { samples: part, sampleRate: RATE } };
      });
      const inputs: readonly SttInput[] = [{ kind: 'start', segment: 0 }, ...audio, { kind: 'end', segment: 0 }];
      const events = inputs.flatMap(createRecognition(decoder, 0, { grammar, reject: undefined }));
      await decoder.reset();
      heard.push(events.flatMap((event) => (event.kind === 'final' ? wordsOf(event.text) : [])));
    }
    return heard;
  };
}

const MODEL = '/usr/share/pocketsphinx/model/en-us';

/** Pocketsphinx with its general language model of English; undefined if it is not installed. */
export function createOpenRecogniser(): Recogniser | undefined {
  try {
    execFileSync('sh', ['-c', 'command -v pocketsphinx_batch']);
  } catch {
    return undefined;
  }
  return async (sentences) => {
    const folder = mkdtempSync(join(tmpdir(), 'antiphon-voices-'));
    try {
      for (const [index, samples] of sentences.entries())
        writeFileSync(
          join(folder, `${index}.raw`),
          Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength),
        );
      writeFileSync(join(folder, 'list'), sentences.map((_, index) => `${index}\n`).join(''));
      const models = ['-hmm', join(MODEL, 'en-us'), '-lm', join(MODEL, 'en-us.lm.bin')];
      const files = ['-ctl', join(folder, 'list'), '-cepdir', folder, '-cepext', '.raw', '-hyp', join(folder, 'heard')];
      const dictionary = ['-dict', join(MODEL, 'cmudict-en-us.dict')];
      const options = ['-adcin', 'yes', '-logfn', '/dev/null'];
      execFileSync('pocketsphinx_batch', [...models, ...dictionary, ...files, ...options]);
      const lines = readFileSync(join(folder, 'heard'), 'utf8').trimEnd().split('\n');
      return lines.map((line) => wordsOf(line.replace(/\s*\(.*$/u, '').replaceAll(/\(\d\)/gu, '')));
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
}
