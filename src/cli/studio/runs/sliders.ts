import type { Head } from '../../../record/format.ts';
import { recordedValue } from '../../../replay/whatIf/settings.ts';
import type { Slider, Sliders } from '../../../studio/protocol.ts';
import { openWhole } from '../call/openCall.ts';
import type { TaskInputs } from '../threads/task.ts';
import { readRange } from './settingRange.ts';

/** A setting that is worth dragging: the usual range, within that of the schema, and when it has an effect. */
interface Draggable extends Pick<Slider, 'name' | 'label' | 'step' | 'unit'> {
  readonly usual: readonly [min: number, max: number];
  readonly applies?: (config: Head['config']) => boolean;
}

const hasTurnModel = (config: Head['config']): boolean => config.turn_detection !== undefined;
const hasThreshold = (config: Head['config']): boolean =>
  hasTurnModel(config) && config.turn_detection?.provider !== 'stt';

/** The settings of turn-taking, in the order in which they take effect. */
const DRAGGABLE: readonly Draggable[] = [
  { name: 'vad.activation_threshold', label: 'voice from', usual: [0, 1], step: 0.05, unit: '' },
  { name: 'vad.min_speech_duration', label: 'speech after', usual: [0, 0.5], step: 0.01, unit: 's' },
  { name: 'vad.min_silence_duration', label: 'silence after', usual: [0.05, 2], step: 0.05, unit: 's' },
  {
    name: 'min_endpointing_delay',
    label: 'turn ends after',
    usual: [0, 3],
    step: 0.05,
    unit: 's',
    applies: (config) => !hasTurnModel(config),
  },
  {
    name: 'turn_detection.threshold',
    label: 'finished from',
    usual: [0, 1],
    step: 0.05,
    unit: '',
    applies: hasThreshold,
  },
  {
    name: 'turn_detection.min_delay',
    label: 'finished turn ends after',
    usual: [0, 3],
    step: 0.05,
    unit: 's',
    applies: hasTurnModel,
  },
  {
    name: 'turn_detection.max_delay',
    label: 'unfinished turn ends after',
    usual: [0, 10],
    step: 0.1,
    unit: 's',
    applies: hasTurnModel,
  },
  { name: 'interrupt_time_threshold', label: 'interrupted after', usual: [0, 2], step: 0.05, unit: 's' },
  { name: 'interrupt_word_threshold', label: 'interrupted after words', usual: [0, 8], step: 1, unit: 'words' },
  {
    name: 'filler_delay',
    label: 'filler after',
    usual: [0, 10],
    step: 0.1,
    unit: 's',
    applies: ({ filler = '' }) => filler !== '',
  },
  { name: 'eager_threshold', label: 'answer ahead from', usual: [0, 1], step: 0.05, unit: '' },
];

/** Reads the sliders of a call: its settings of turn-taking, their ranges, and the recorded values. */
export async function readSliders({ file }: TaskInputs['sliders']): Promise<Sliders> {
  const { head } = await openWhole(file);
  return { sliders: createSliders(head) };
}

export function createSliders(head: Head): readonly Slider[] {
  return DRAGGABLE.flatMap(({ usual, applies, ...slider }) => {
    const value = recordedValue(head, slider.name);
    if (typeof value !== 'number' || applies?.(head.config) === false) return [];
    const range = readRange(slider.name);
    const min = Math.max(range.min, Math.min(usual[0], value));
    const max = Math.min(range.max, Math.max(usual[1], value));
    return [{ ...slider, min, max, value }];
  });
}
