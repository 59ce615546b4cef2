import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeFloats, describeIntegers, encodeModel, floats, integers, node } from './onnx.ts';

/** The rate of the voice, in Hz. */
export const HUM_RATE = 16_000;
/** Samples of a character at normal speed. */
export const HUM_SAMPLES = 2048;
/** The number of speakers. */
export const HUM_SPEAKERS = 3;

const CHARACTERS = 'abcdefghijklmnopqrstuvwxyz.,!?'.split('');

/** Writes a VITS model that hums a tone for each character. It cannot speak other characters. */
export async function writeHummingVoice(folder: string): Promise<void> {
  await writeFile(join(folder, 'model.onnx'), encodeVoice());
  const tokens = ['  0', ...CHARACTERS.map((character, at) => `${character} ${at + 1}`)];
  await writeFile(join(folder, 'tokens.txt'), `${tokens.join('\n')}\n`);
}

function encodeVoice(): Uint8Array {
  const scale = (name: string) => describeFloats(name, [1]);
  return encodeModel(
    {
      input: [
        describeIntegers('x', ['B', 'T']),
        describeIntegers('x_length', ['B']),
        scale('noise_scale'),
        scale('length_scale'),
        scale('noise_scale_w'),
      ],
      output: [describeFloats('y', ['B', 1, 'N'])],
      initializer: [
        floats('zero', [], [0]),
        floats('one', [], [1]),
        floats('samples', [], [HUM_SAMPLES]),
        floats('step', [1], [0.02]),
        floats('lowest', [1], [0.05]),
        floats('gain', [1], [0.3]),
        integers('scalar', []),
        integers('column', [-1, 1]),
        integers('row', [1, -1]),
        integers('audio', [1, 1, -1]),
      ],
      node: [
        node('Cast', ['x'], 'ids', { to: 1 }),
        node('Reshape', ['ids', 'column'], 'characters'),
        node('Mul', ['characters', 'step'], 'steps'),
        node('Add', ['steps', 'lowest'], 'frequencies'),
        node('Reshape', ['length_scale', 'scalar'], 'scale'),
        node('Mul', ['samples', 'scale'], 'length'),
        node('Range', ['zero', 'length', 'one'], 'range'),
        node('Reshape', ['range', 'row'], 'times'),
        node('Mul', ['frequencies', 'times'], 'phases'),
        node('Sin', ['phases'], 'waves'),
        node('Mul', ['waves', 'gain'], 'hum'),
        node('Reshape', ['hum', 'audio'], 'y'),
      ],
    },
    {
      sample_rate: HUM_RATE,
      n_speakers: HUM_SPEAKERS,
      language: 'English',
      comment: 'a voice of the tests',
      frontend: 'characters',
      use_eos_bos: 0,
    },
  );
}
