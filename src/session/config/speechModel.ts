import { sttSchema, ttsSchema } from '../../../providers/registry.ts';
import type { Issue } from '../../core/errors.ts';
import { isObject } from '../../core/isObject.ts';
import { collectIssues, describeExpected } from '../../core/issues.ts';
import type { FilledConfig } from './schema.ts';

/** Finds providers that are missing although no speech model takes their place. */
export function findMissingProviders(input: unknown): readonly Issue[] {
  if (!isObject(input) || Array.isArray(input)) return [];
  const { stt, tts, model } = input as Readonly<Record<string, unknown>>;
  if (model !== undefined) return [];
  return [
    ...(stt === undefined ? describeMissing('stt', sttSchema()) : []),
    ...(tts === undefined ? describeMissing('tts', ttsSchema()) : []),
  ];
}

function describeMissing(
  path: string,
  schema: ReturnType<typeof sttSchema> | ReturnType<typeof ttsSchema>,
): readonly Issue[] {
  const { error } = schema.safeParse(undefined, { error: describeExpected });
  return error === undefined ? [] : collectIssues(error, undefined).map((issue) => ({ ...issue, path }));
}

/** Finds settings that a speech model cannot honour. */
export function findModelFaults(config: FilledConfig): readonly Issue[] {
  if (config.model === undefined) return [];
  return [...findSpeakingFaults(config), ...findHearingFaults(config)];
}

/** Finds settings that need a voice of the session, or its text before it is spoken. */
function findSpeakingFaults(config: FilledConfig): readonly Issue[] {
  const { model, tts, transcription_only } = config;
  const issues: Issue[] = [];
  if (config.preemptive_generation)
    issues.push({
      path: 'preemptive_generation',
      expected: 'false, because the model hears a turn when it is committed',
      got: 'true',
    });
  if (model?.output === 'text' && tts === undefined && !transcription_only)
    issues.push({ path: 'tts', expected: 'a voice, because the model has `output: "text"`', got: 'undefined' });
  if (model?.output === 'text') return issues;
  if (tts === undefined && config.filler !== '')
    issues.push({
      path: 'filler',
      expected: '"", or `tts` beside the model, which prepares its answer meanwhile',
      got: `a ${typeof config.filler}`,
    });
  if (config.normalize_for_speech) issues.push(refuse('normalize_for_speech', 'false', 'true'));
  const { length } = Object.keys(config.pronunciation_dictionary);
  if (length > 0) issues.push(refuse('pronunciation_dictionary', 'no entries', `${length}`));
  return issues;
}

function refuse(path: string, expected: string, got: string): Issue {
  return { path, expected: `${expected}, because the model speaks before its text can be changed`, got };
}

/** Finds settings about words, which need a recogniser. */
function findHearingFaults(config: FilledConfig): readonly Issue[] {
  if (config.stt !== undefined) return [];
  const { interrupt_word_threshold, interrupt_phrases, ignore_echo, turn_detection } = config;
  const issues: Issue[] = [];
  const need = (path: string, expected: string, got: string): number =>
    issues.push({ path, expected: `${expected}, or \`stt\` beside the model, because it needs words`, got });
  if (interrupt_word_threshold > 0) need('interrupt_word_threshold', '0', `${interrupt_word_threshold}`);
  if (interrupt_phrases === 'default' || interrupt_phrases.length > 0)
    need(
      'interrupt_phrases',
      '[]',
      interrupt_phrases === 'default' ? '"default"' : `an array of ${interrupt_phrases.length}`,
    );
  if (ignore_echo) need('ignore_echo', 'false', 'true');
  if (turn_detection?.provider === 'text' || turn_detection?.provider === 'stt')
    need('turn_detection.provider', '"smart-turn"', JSON.stringify(turn_detection.provider));
  return issues;
}
