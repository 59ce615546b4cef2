import { didYouMean } from '../../core/didYouMean.ts';
import { AntiphonError, asAntiphonError, type Issue } from '../../core/errors.ts';
import { LIMITS } from '../../core/limits.ts';
import type { NameSet } from '../../core/names.ts';
import { checkFunctions } from '../agentCode/checkAgent.ts';
import type { SessionUpdate } from '../sessionControl.ts';
import type { SessionConfig } from '../config/config.ts';
import { describeInput, describeKind } from '../../core/describeInput.ts';
import { UNKNOWN_FIELD, collectIssues, describeExpected } from '../../core/issues.ts';
import { CHANGEABLE, changeConfig, parseChanged, type Configs } from './changeConfig.ts';
import type { ParsedUpdate } from './parsedUpdate.ts';
import { ttsSchema } from '../../../providers/registry.ts';
import { lazySchema } from '../../core/zod.ts';

/**
 * Checks an update of a session with these configs.
 *
 * @throws AntiphonError `update_invalid` with all faults in `details.issues`. Secrets are masked.
 */
export function parseUpdate(update: unknown, configs: Configs): ParsedUpdate {
  try {
    return parseFields(update, configs);
  } catch (error) {
    throw asAntiphonError(error, 'update_invalid');
  }
}

function parseFields(update: unknown, configs: Configs): ParsedUpdate {
  if (typeof update !== 'object' || update === null || Array.isArray(update))
    throw createUpdateError([{ path: 'update', expected: 'an object', got: describeKind(update) }]);
  const fields = update as SessionUpdate;
  const { instructions, functions, language } = fields;
  const issues = [
    ...Object.entries(fields).flatMap(([name, value]) => (isKnown(name) ? [] : [describeUnknown(name, value)])),
    ...(instructions === undefined ? [] : checkInstructions(instructions)),
    ...(functions === undefined ? [] : findFunctionIssues(functions)),
  ];
  const changed = changeConfig(fields, configs);
  const parsed = parseChanged(changed.config);
  issues.push(...changed.issues, ...('issues' in parsed ? parsed.issues : []));
  if (issues.length > 0 || 'issues' in parsed) throw createUpdateError(issues);
  return {
    ...(instructions !== undefined && { instructions }),
    ...(functions !== undefined && { functions: { ...functions } }),
    ...(language !== undefined && { language }),
    ...changed,
    ...parsed,
  };
}

const voiceSchema = lazySchema((z) => z.strictObject({ tts: ttsSchema() }));

/** Checks the settings of a voice. @throws AntiphonError `update_invalid` */
export function checkTts(tts: unknown): void {
  const parsed = voiceSchema().safeParse({ tts }, { error: describeExpected });
  if (!parsed.success) throw createUpdateError(collectIssues(parsed.error, { tts }));
}

export function createUpdateError(issues: readonly Issue[]): AntiphonError {
  const faults = issues.map(({ path, expected, got }) => `\n  ${path}: expected ${expected}, got ${got}`);
  const count = issues.length === 1 ? 'a fault' : `${issues.length} faults`;
  return new AntiphonError('update_invalid', `session.update() has ${count} and changes nothing:${faults.join('')}`, {
    issues,
    path: issues[0]?.path,
  });
}

const FIELDS: NameSet<keyof SessionUpdate> = {
  instructions: true,
  functions: true,
  tts: true,
  stt: true,
  language: true,
  ...CHANGEABLE,
};

/** Fields of the config that an update cannot change, and what to do instead. */
const FIXED: Readonly<Record<Exclude<keyof SessionConfig, keyof SessionUpdate>, string>> = {
  initial_messages: ': use `instructions` for the system message',
  session_data: ': change the properties of your object',
  first_message: ': use `session.say()`',
  greeting: ': use `session.respond()`',
  preemptive_generation: '',
  preemptive_tts: '',
  eager_threshold: '',
  ignore_echo: '',
  normalize_for_speech: '',
  pronunciation_dictionary: '',
  transcription_only: '',
  noise_suppression: '',
  model: '',
};

function isKnown(name: string): boolean {
  return Object.hasOwn(FIELDS, name);
}

function describeUnknown(path: string, value: unknown): Issue {
  const got = describeKind(value);
  if (Object.hasOwn(FIXED, path)) {
    const instead = FIXED[path as keyof typeof FIXED];
    return { path, expected: `${UNKNOWN_FIELD}: it keeps its value from the start of the session${instead}`, got };
  }
  if (path === 'voice') return { path, expected: `${UNKNOWN_FIELD}: set the voice in \`tts\``, got };
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
