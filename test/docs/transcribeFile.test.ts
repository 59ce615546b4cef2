import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firstValueFrom, toArray, type Observable } from 'rxjs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { grammar } from '../../examples/concierge/grammar.ts';
import { writeWav } from '../../examples/talk/wav.ts';
import { localStt } from '../../providers/local/stt/stt.ts';
import { concatSamples, samplesOfMs, type AudioFrame } from '../../src/core/audio.ts';
import type { SpeechToText } from '../../src/core/ports.ts';
import type { UserTurn } from '../../src/core/speech.ts';
import { speakPcm } from '../support/voice.ts';
import { recipe } from './recipe.ts';

interface TranscribeFile {
  transcribeFile(file: string, stt: SpeechToText): Observable<string>;
  readFrames(file: string): Iterable<AudioFrame>;
}
interface FindTurns {
  findTurns(frames: Iterable<AudioFrame>, stt: SpeechToText): Promise<readonly UserTurn[]>;
}

const HEADING = 'Transcribe a file with the operators alone';
const folder = mkdtempSync(join(tmpdir(), 'antiphon-'));
const file = join(folder, 'call.wav');

/** 24 sentences of the grammar and nothing else, each followed by a second of silence: with 1 decoder, the last ones wait for longer than a final may take. */
const SENTENCES: readonly string[] = Array.from({ length: 6 }, () => [
  'hello',
  'what time is it',
  'tell me about the restaurant',
  'goodbye',
]).flat();

beforeAll(async () => {
  const spoken = await Promise.all(SENTENCES.map((text) => speakPcm(text)));
  const sampleRate = spoken[0]?.sampleRate ?? 0;
  const pause = new Int16Array(samplesOfMs(1000, sampleRate));
  const samples = concatSamples([pause, ...spoken.flatMap((frame) => [frame.samples, pause])]);
  await writeWav(file, { sampleRate, channels: [samples] });
});
afterAll(() => rmSync(folder, { recursive: true }));

test('the operators alone find all words of a file, as fast as they can', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { transcribeFile } = (await recipe('cookbook.md', HEADING, {})) as TranscribeFile;
  const words = await firstValueFrom(
    transcribeFile(file, localStt({ grammar, decoders: 1, reject: false })).pipe(toArray()),
  );
  expect(words).toEqual(SENTENCES);
  expect(log).not.toHaveBeenCalled();
});

test('a clock driven by the samples finds the turns of a file', async () => {
  const { readFrames } = (await recipe('cookbook.md', HEADING, {})) as TranscribeFile;
  const { findTurns } = (await recipe('cookbook.md', HEADING, {}, 1)) as FindTurns;
  const turns = await findTurns(readFrames(file), localStt({ grammar, reject: false }));
  expect(turns).toEqual(SENTENCES.map((text, turn) => ({ turn, text })));
});
