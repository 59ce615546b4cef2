import type { Background } from '../../../providers/local/stt/background.ts';
import { loadEngine, type Decoder } from '../../../providers/local/stt/engine.ts';
import { createRecognition } from '../../../providers/local/stt/recognition.ts';
import type { SttInput } from '../../../src/core/ports.ts';
import { toFrames, toSegment, type Condition } from './conditions.ts';
import { createSet, type Sample } from './createSet.ts';
import { RATE } from './noises.ts';
import type { Part } from './texts.ts';

/** What the recogniser made of the samples of one kind in one condition. */
export interface Counts {
  readonly all: number;
  /** Those of which words came out. */
  readonly words: number;
  /** Those of which the right words came out. */
  readonly right: number;
  /** Words that an interim showed. */
  readonly shown: number;
  /** Those of them that the final lacks. */
  readonly withdrawn: number;
}

export interface Measurement {
  readonly condition: string;
  readonly counts: Readonly<Record<Sample['kind'], Counts>>;
}

export interface MeasureOptions {
  readonly part?: Part | undefined;
  /** Each so-manieth sample is measured. @default 1 */
  readonly every?: number | undefined;
  readonly conditions: readonly Condition[];
  /** As the setting of the recogniser. @default 0.5 */
  readonly reject?: number | false | undefined;
}

/** Measures how many sentences are lost, and how much of all else becomes words. */
export async function measureReject({
  part = 'measured',
  every = 1,
  conditions,
  reject = 0.5,
}: MeasureOptions): Promise<readonly Measurement[]> {
  const set = await createSet(part, every);
  const engine = await loadEngine('en-US');
  const decoder = await engine.createDecoder();
  const background = await engine.createBackground();
  const measured: Measurement[] = [];
  for (const condition of conditions) {
    const counts: Record<Sample['kind'], Counts> = { inside: NONE, outside: NONE, scrap: NONE, sound: NONE };
    for (const sample of set) {
      const heard = await recognise(
        decoder,
        reject === false ? undefined : { below: reject, background },
        sample,
        condition,
      );
      counts[sample.kind] = count(counts[sample.kind], heard, sample.text);
    }
    measured.push({ condition: condition.name, counts });
  }
  return measured;
}

const NONE: Counts = { all: 0, words: 0, right: 0, shown: 0, withdrawn: 0 };
interface Heard {
  readonly text: string;
  readonly interims: readonly string[];
}

async function recognise(
  decoder: Decoder,
  reject: { readonly below: number; readonly background: Background } | undefined,
  sample: Sample,
  condition: Condition,
): Promise<Heard> {
  const frames = toFrames(toSegment(sample, condition)).map((samples): SttInput => {
    return { kind: 'audio', segment: 0, frame: { samples, sampleRate: RATE } };
  });
  const inputs: readonly SttInput[] = [{ kind: 'start', segment: 0 }, ...frames, { kind: 'end', segment: 0 }];
  const events = inputs.flatMap(createRecognition(decoder, 0, { grammar: sample.grammar, reject }));
  await decoder.reset();
  const interims = events.flatMap((event) => (event.kind === 'interim' ? [event.text] : []));
  const text = events.map((event) => (event.kind === 'final' ? event.text : '')).join('');
  return { text, interims };
}

function count(counts: Counts, { text, interims }: Heard, expected: string): Counts {
  const final = new Set(text.split(' '));
  const shown = new Set(interims.flatMap((interim) => interim.split(' ')));
  return {
    all: counts.all + 1,
    words: counts.words + (text === '' ? 0 : 1),
    right: counts.right + (text === expected ? 1 : 0),
    shown: counts.shown + shown.size,
    withdrawn: counts.withdrawn + [...shown].filter((word) => !final.has(word)).length,
  };
}
