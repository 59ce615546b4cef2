import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { createRecordingSchema } from '../../src/record/schema.ts';

const ROOT = join(import.meta.dirname, '../..');
const inDocs = JSON.parse(readFileSync(join(ROOT, 'docs/recording.schema.json'), 'utf8')) as Record<string, unknown>;

test('the JSON Schema in the docs is that of the code', () => {
  expect(inDocs).toEqual(JSON.parse(JSON.stringify(createRecordingSchema())));
});

test('every line of a recording is valid by it, and what is no line is not', () => {
  const schema = z.fromJSONSchema(inDocs);
  const lines = readFileSync(join(ROOT, 'test/recordings/concierge.jsonl'), 'utf8').trim().split('\n');
  const invalid = lines.filter((line) => !schema.safeParse(JSON.parse(line)).success);
  expect(invalid).toEqual([]);
  expect(schema.safeParse({ t: 1, in: 'vad', v: 'loud' }).success).toBe(false);
});
