import * as z from 'zod';
import type { CallFile } from '../folder/folder.ts';
import type { Summary } from './summary.ts';

/** A summary of a file as it was at that time. */
export interface Entry extends Pick<CallFile, 'id' | 'size' | 'mtimeMs'> {
  readonly summary: Summary;
}

const count = z.int().min(0);
const ms = z.number().min(0);
const used = z.array(z.looseObject({}));

/** The schema of a line of the cache. */
export const entrySchema: z.ZodType<Entry> = z.object({
  id: z.string(),
  size: count,
  mtimeMs: z.number(),
  summary: z.object({
    row: z.object({
      recordedAt: z.string(),
      line: z.string().nullable(),
      agent: z.string().nullable(),
      lengthMs: ms,
      turns: count,
      waitP50Ms: z.number().nullable(),
      waitP95Ms: z.number().nullable(),
      interruptions: count,
      cutOffs: count,
      failures: count,
      end: z.string().nullable(),
      fault: z.object({ code: z.string(), message: z.string(), docs: z.string().optional() }).nullable(),
    }),
    usage: z.looseObject({ stt: used, tts: used, llm: used }).nullable(),
    saidText: z.string(),
  }),
}) as unknown as z.ZodType<Entry>;
