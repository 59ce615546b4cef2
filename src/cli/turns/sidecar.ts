import { readFile } from 'node:fs/promises';
import type * as z from 'zod';
import { AntiphonError } from '../../core/errors.ts';
import { messageOf } from '../../core/messageOf.ts';
import { lazySchema } from '../../core/zod.ts';
import { collectIssues, describeExpected } from '../../core/issues.ts';

/**
 * The turn ends of an audio file, in `NAME.turns.json` next to `NAME.wav` or `NAME.jsonl`. Times are seconds of its
 * audio.
 */
export interface Sidecar {
  /** BCP-47 tag. */
  readonly language?: string | undefined;
  readonly turns: readonly SidecarTurn[];
}

export interface SidecarTurn {
  /** Time at which the user has finished. All pauses between two ends lie within a turn. */
  readonly end: number;
  /** The words and their end times. */
  readonly words?: readonly { readonly text: string; readonly end: number }[] | undefined;
  /** The agent's preceding words. */
  readonly agent?: string | undefined;
}

const sidecarSchema: () => z.ZodType<Sidecar> = lazySchema((z) =>
  z.strictObject({
    language: z.string().min(1).optional(),
    turns: z
      .array(
        z.strictObject({
          end: z.number().min(0),
          words: z.array(z.strictObject({ text: z.string().min(1), end: z.number().min(0) })).optional(),
          agent: z.string().optional(),
        }),
      )
      .min(1),
  }),
);

/**
 * Reads a sidecar.
 *
 * @throws (rejects with) AntiphonError `usage_invalid`, with the field, what was expected and what was found
 */
export async function readSidecar(path: string): Promise<Sidecar> {
  const input = await readFile(path, 'utf8')
    .then((text) => JSON.parse(text) as unknown)
    .catch((cause: unknown) => {
      throw new AntiphonError('usage_invalid', `expected the ends of its turns in "${path}": ${messageOf(cause)}`, {
        cause,
      });
    });
  const parsed = sidecarSchema().safeParse(input, { error: describeExpected });
  if (parsed.success) return parsed.data;
  const [fault] = collectIssues(parsed.error, input);
  throw new AntiphonError('usage_invalid', `"${path}": ${fault?.path}: expected ${fault?.expected}, got ${fault?.got}`);
}
