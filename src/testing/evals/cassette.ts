import { checkOptions } from '../../core/checkOptions.ts';
import type { NameSet } from '../../core/names.ts';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type * as z from 'zod';
import { AntiphonError } from '../../core/errors.ts';
import { maskKeys } from '../../core/maskKeys.ts';
import { messageOf } from '../../core/messageOf.ts';
import { lazySchema } from '../../core/zod.ts';

export interface CassetteOptions {
  /**
   * `replay`: every answer comes from the file. `record`: missing answers are requested and written to the file.
   *
   * @default the environment variable ANTIPHON_CASSETTE, or else replay
   */
  readonly mode?: 'replay' | 'record' | undefined;
}

/** Recorded answers of models, in a file next to the score. */
export interface Cassette {
  readonly path: string;
  /**
   * Resolves with the answer to a question, from the file or from `ask`.
   *
   * @throws (rejects with) AntiphonError `answer_missing` if it is not in the file and recording is off
   */
  answer(kind: string, asked: unknown, ask: () => Promise<unknown>): Promise<unknown>;
}

interface Entry {
  readonly kind: string;
  /** Hash of the kind and the question. */
  readonly key: string;
  readonly asked: unknown;
  readonly answer: unknown;
}

const FORMAT = 1;

const OPTIONS: NameSet<keyof CassetteOptions> = { mode: true };

/**
 * Opens a file of answers, which need not exist. Masks keys. A changed question is a different question, so its answer
 * is missing rather than wrong.
 *
 * @example
 * ```ts
 * import { createJudge, openCassette, type AskModel } from 'antiphon/testing';
 *
 * declare const ask: AskModel; // asks the model; with ANTIPHON_CASSETTE=record only, for what the file lacks
 * const cassette = openCassette('tests/booking.json');
 * export const judge = createJudge({ model: 'gpt-6-luna', ask, cassette });
 * ```
 *
 * @throws AntiphonError `cassette_invalid` if the file is not a cassette or was edited; `usage_invalid` for an unknown
 * option
 */
export function openCassette(path: string, options: CassetteOptions = {}): Cassette {
  checkOptions('openCassette', options, OPTIONS);
  const { mode = modeOf(process.env) } = options;
  const entries = new Map(readEntries(path).map((entry) => [entry.key, entry] as const));
  const pending = new Map<string, Promise<unknown>>();
  const record = async (key: string, kind: string, asked: unknown, ask: () => Promise<unknown>): Promise<unknown> => {
    const answer = mask(await ask());
    // Another thread may have written to the file meanwhile.
    for (const entry of readEntries(path)) entries.set(entry.key, entry);
    entries.set(key, { kind, key, asked, answer });
    writeEntries(path, entries);
    return answer;
  };
  return {
    path,
    answer: async (kind, written, ask) => {
      const asked = mask(written);
      const key = keyOf(kind, asked);
      const known = entries.get(key);
      if (known !== undefined) return known.answer;
      if (mode === 'replay') throw createMissingError(path, kind, asked);
      const asking = pending.get(key) ?? record(key, kind, asked, ask).finally(() => pending.delete(key));
      pending.set(key, asking);
      return asking;
    },
  };
}

function modeOf({ ANTIPHON_CASSETTE: mode = 'replay' }: NodeJS.ProcessEnv): 'replay' | 'record' {
  if (mode === 'replay' || mode === 'record') return mode;
  throw new AntiphonError('usage_invalid', `ANTIPHON_CASSETTE: expected "replay" or "record", got "${mode}"`);
}

/** Copies a value via JSON, with masked keys. */
function mask(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null), (_key, held: unknown) =>
    typeof held === 'string' ? maskKeys(held) : held,
  ) as unknown;
}

function keyOf(kind: string, asked: unknown): string {
  return createHash('sha256').update(canonicalJson({ kind, asked })).digest('hex').slice(0, 16);
}

const entriesSchema: () => z.ZodType<{ readonly answers: readonly Entry[] }> = lazySchema((z) =>
  z.strictObject({
    format: z.literal(FORMAT),
    answers: z.array(z.strictObject({ kind: z.string(), key: z.string(), asked: z.unknown(), answer: z.unknown() })),
  }),
);

function readEntries(path: string): readonly Entry[] {
  if (!existsSync(path)) return [];
  try {
    const { answers } = entriesSchema().parse(JSON.parse(readFileSync(path, 'utf8')));
    const edited = answers.find(({ kind, key, asked }) => key !== keyOf(kind, asked));
    if (edited === undefined) return answers;
    throw new Error(
      `the question to "${edited.kind}" was edited: it does not match its key ${edited.key}. Delete the entry and record it again`,
    );
  } catch (cause) {
    throw new AntiphonError('cassette_invalid', `"${path}" is not a file of recorded answers: ${messageOf(cause)}`, {
      cause,
    });
  }
}

/**
 * Writes the answers sorted by kind and key. Replaces the file atomically, so that a crash does not leave a truncated
 * file.
 */
function writeEntries(path: string, entries: ReadonlyMap<string, Entry>): void {
  const answers = [...entries.values()].toSorted((a, b) => (a.kind + a.key < b.kind + b.key ? -1 : 1));
  const next = `${path}.${process.pid}.tmp`;
  writeFileSync(next, `${canonicalJson({ format: FORMAT, answers }, 2)}\n`);
  renameSync(next, path);
}

/** Number of characters of the question shown in an error. */
const SHOWN = 200;

function createMissingError(path: string, kind: string, asked: unknown): AntiphonError {
  const question = canonicalJson(asked);
  const shown = question.length > SHOWN ? `…${question.slice(-SHOWN)}` : question;
  return new AntiphonError(
    'answer_missing',
    `"${path}" has no answer from "${kind}" to ${shown}. Record one with ANTIPHON_CASSETTE=record and a key for the model`,
  );
}

/** Writes a value as JSON with sorted keys, so that equal values give equal texts. */
function canonicalJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, sortKeys, indent);
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
