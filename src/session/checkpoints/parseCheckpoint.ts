import { CHECKPOINT_FORMAT, type Checkpoint } from '../../core/checkpoint.ts';
import { AntiphonError } from '../../core/errors.ts';
import { lazySchema } from '../../core/zod.ts';
import { collectIssues, describeExpected } from '../../core/issues.ts';

const schema = lazySchema((z) => {
  const call = z.looseObject({
    id: z.string(),
    type: z.literal('function'),
    function: z.looseObject({ name: z.string(), arguments: z.string() }),
  });
  return z.looseObject({
    format: z.literal(CHECKPOINT_FORMAT),
    session_id: z.string().min(1),
    seq: z.int().min(-1),
    // Checked later, like `initial_messages`.
    messages: z.array(z.looseObject({})),
    dropped_messages: z.int().min(0),
    session_data: z.string(),
    updates: z.looseObject({
      count: z.int().min(0),
      instructions: z.string().optional(),
      functions: z.array(z.string()).optional(),
      tts: z.looseObject({}).nullable().optional(),
      stt: z.looseObject({}).nullable().optional(),
      settings: z.looseObject({}).optional(),
      language: z.string().optional(),
      agent: z.string().optional(),
    }),
    unanswered: z.string().nullable(),
    speaking: z.string().nullable(),
    // Absent in earlier versions.
    heard: z.string().default(''),
    pending: z.looseObject({ texts: z.int().min(0), speech: z.boolean() }).default({ texts: 0, speech: false }),
    calls: z.array(call),
    background: z.array(call.extend({ policy: z.enum(['when_idle', 'interrupt', 'silent']) })).optional(),
  });
});

/** Checks a checkpoint. Errors never contain its content. @throws AntiphonError `checkpoint_invalid` */
export function parseCheckpoint(value: unknown): Checkpoint {
  const parsed = schema().safeParse(value, { error: describeExpected });
  if (!parsed.success) {
    const paths = collectIssues(parsed.error, value).map(
      ({ path, expected }) => `${path || 'checkpoint'}: expected ${expected}`,
    );
    throw createCheckpointError(paths.join('; '));
  }
  return parsed.data as unknown as Checkpoint;
}

/** Parses the session data of a checkpoint. @throws AntiphonError `checkpoint_invalid` */
export function parseSessionData({ session_data }: Checkpoint): object {
  const data = parseJson(session_data);
  if (typeof data === 'object' && data !== null) return data;
  throw createCheckpointError('session_data: expected an object as JSON');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function createCheckpointError(why: string): AntiphonError {
  return new AntiphonError('checkpoint_invalid', `the checkpoint cannot be read: ${why}`);
}
