import type { TtsConfig } from '../../../providers/names.ts';
import { ttsSchema, type FilledTts } from '../../../providers/registry.ts';
import { didYouMean } from '../../core/didYouMean.ts';
import { AntiphonError, asAntiphonError, type Issue } from '../../core/errors.ts';
import { LIMITS } from '../../core/limits.ts';
import type { NameSet } from '../../core/names.ts';
import type { TextToSpeech } from '../../core/ports.ts';
import { lazySchema } from '../../core/zod.ts';
import { checkFunctions } from '../checkAgent.ts';
import type { SessionConfig } from '../config.ts';
import { describeInput, describeKind } from '../config/describeInput.ts';
import { collectIssues, describeExpected, UNKNOWN_FIELD } from '../config/issues.ts';
import type { ChangedFunctions, SessionUpdate } from '../agent.ts';

/** An update whose fields are valid. */
export interface ParsedUpdate {
  readonly instructions?: string | undefined;
  readonly functions?: ChangedFunctions | undefined;
  readonly tts?: ParsedTts | undefined;
}

/** `first`: the voice that the session began with. */
export type ParsedTts =
  | { readonly kind: 'first' }
  | { readonly kind: 'port'; readonly port: TextToSpeech }
  | { readonly kind: 'settings'; readonly settings: FilledTts; readonly config: TtsConfig };

/**
 * Checks an update.
 *
 * @throws AntiphonError `update_invalid` with all faults in `details.issues`. Secrets are masked.
 */
export function parseUpdate(update: unknown): ParsedUpdate {
  try {
    return parseFields(update);
  } catch (error) {
    throw asAntiphonError(error, 'update_invalid');
  }
}

function parseFields(update: unknown): ParsedUpdate {
  if (typeof update !== 'object' || update === null || Array.isArray(update))
    throw createUpdateError([{ path: 'update', expected: 'an object', got: describeKind(update) }]);
  const { instructions, functions, tts, ...others } = update as Record<keyof SessionUpdate, unknown>;
  const issues = [
    ...Object.keys(others).map((name) => describeUnknown(name, (others as Record<string, unknown>)[name])),
    ...(instructions === undefined ? [] : checkInstructions(instructions)),
    ...(functions === undefined ? [] : findFunctionIssues(functions)),
  ];
  const parsed = tts === undefined ? {} : parseTts(tts);
  issues.push(...(parsed.issues ?? []));
  if (issues.length > 0) throw createUpdateError(issues);
  return {
    ...(instructions !== undefined && { instructions: instructions as string }),
    ...(functions !== undefined && { functions: { ...(functions as ChangedFunctions) } }),
    ...(parsed.tts && { tts: parsed.tts }),
  };
}

export function createUpdateError(issues: readonly Issue[]): AntiphonError {
  const faults = issues.map(({ path, expected, got }) => `\n  ${path}: expected ${expected}, got ${got}`);
  const count = issues.length === 1 ? 'a fault' : `${issues.length} faults`;
  return new AntiphonError('update_invalid', `session.update() has ${count}, and changes nothing:${faults.join('')}`, {
    issues,
    path: issues[0]?.path,
  });
}

const FIELDS: NameSet<keyof SessionUpdate> = { instructions: true, functions: true, tts: true };

/** Fields of the config that stay as they are. */
const FIXED: NameSet<Exclude<keyof SessionConfig, 'tts'>> = {
  initial_messages: true,
  vad: true,
  stt: true,
  session_data: true,
  first_message: true,
  allow_interruptions: true,
  interrupt_time_threshold: true,
  interrupt_word_threshold: true,
  min_endpointing_delay: true,
  turn_detection: true,
  preemptive_generation: true,
  eager_threshold: true,
  filler: true,
  filler_delay: true,
  user_away_timeout: true,
  user_away_times: true,
  max_nested_function_calls: true,
  resume_after_false_interruption: true,
  backchannels: true,
  interrupt_phrases: true,
  ignore_echo: true,
  normalize_for_speech: true,
  pronunciation_dictionary: true,
  digits: true,
};

function describeUnknown(path: string, value: unknown): Issue {
  const got = describeKind(value);
  if (Object.hasOwn(FIXED, path))
    return { path, expected: `${UNKNOWN_FIELD}: it stays as it was configured at the start`, got };
  if (path === 'voice') return { path, expected: `${UNKNOWN_FIELD}: the voice is one of the settings of \`tts\``, got };
  return { path, expected: `${UNKNOWN_FIELD}${didYouMean(path, Object.keys(FIELDS))}`, got };
}

function checkInstructions(instructions: unknown): readonly Issue[] {
  const path = 'instructions';
  if (typeof instructions !== 'string') return [{ path, expected: 'a string', got: describeInput(instructions) }];
  const { length } = instructions;
  if (length > 0 && length <= LIMITS.instructions) return [];
  return [{ path, expected: `from 1 to ${LIMITS.instructions} characters`, got: `${length}` }];
}

function findFunctionIssues(functions: unknown): readonly Issue[] {
  try {
    if (functions === null || Array.isArray(functions))
      return [{ path: 'functions', expected: 'an object', got: describeKind(functions) }];
    checkFunctions(functions, 'functions');
    return [];
  } catch (error) {
    const { message, details } = asAntiphonError(error, 'usage_invalid');
    const [, expected = message, got = ''] = /: expected (.*), got (.*)$/su.exec(message) ?? [];
    return [{ path: details.path ?? 'functions', expected, got }];
  }
}

const settingsSchema = lazySchema((z) => z.strictObject({ tts: ttsSchema() }));

function parseTts(tts: unknown): { readonly tts?: ParsedTts; readonly issues?: readonly Issue[] } {
  if (tts === null) return { tts: { kind: 'first' } };
  if (isPort(tts)) return { tts: { kind: 'port', port: tts } };
  const parsed = settingsSchema().safeParse({ tts }, { error: describeExpected });
  if (!parsed.success) return { issues: collectIssues(parsed.error, { tts }) };
  return { tts: { kind: 'settings', settings: parsed.data.tts, config: tts as TtsConfig } };
}

function isPort(tts: unknown): tts is TextToSpeech {
  return typeof (tts as Partial<TextToSpeech> | null)?.synthesize === 'function';
}
