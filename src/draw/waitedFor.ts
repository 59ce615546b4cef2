import type { MetricPart } from '../core/metric.ts';

/** What the user waited for in each part of a wait, to be read after its length: `0.58 s of silence, …`. */
export const WAITED_FOR: Readonly<Record<MetricPart, string>> = {
  silence: 'of silence, until the speech had ended',
  vad: 'until its end was detected',
  endpointing: 'to be sure that the turn was over',
  stt: 'for the transcript',
  floor: 'until the agent was free to answer',
  handler: 'for the first word of the model',
  functions: 'for functions',
  sentence: 'for the first sentence',
  tts: 'for the first sound of the voice',
  held: 'held back',
  transport: 'until the client played it',
};
