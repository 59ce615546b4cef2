import { readFile } from 'node:fs/promises';
import type * as z from 'zod';
import { AntiphonError } from '../../core/errors.ts';
import { messageOf } from '../../core/messageOf.ts';
import { lazySchema } from '../../core/zod.ts';
import { collectIssues, describeExpected } from '../../core/issues.ts';

/** The ends of turns in an audio file: `NAME.turns.json` beside `NAME.wav` or `NAME.jsonl`. Times are seconds of its audio. */
export interface Sidecar {
  /** BCP-47 tag. */
  readonly language?: string | undefined;
  readonly turns: readonly SidecarTurn[];
}

export interface SidecarTurn {
  /** When the user has finished. Between two ends, all pauses are within a turn. */
  readonly end: number;
  /** The words, with their ends. */
  readonly words?: readonly { readonly text: string; readonly end: number }[] | undefined;
  /** What the agent said before. */
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
 * @throws (rejects with) AntiphonError `usage_invalid` naming the field, what was expected and what came
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
