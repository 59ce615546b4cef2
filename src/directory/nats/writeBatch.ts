import type { Msg, MsgHdrs, NatsConnection } from '@nats-io/transport-node';
import { AntiphonError } from '../../core/errors.ts';

/** Server error codes for a conflict: another revision is the latest, or the revision does not exist. */
export const CONFLICT: readonly unknown[] = [10_071, 10_164];

/** A write that replaces a revision, or 0 for none. */
export interface BatchedWrite {
  readonly subject: string;
  readonly value: string;
  readonly previous: number;
}

/** Maximum number of writes in progress, because servers refuse writes that they cannot queue. */
const MAX_UNDER_WAY = 1000;
const EXPECTED = 'Nats-Expected-Last-Subject-Sequence';

/**
 * Writes to a stream without waiting for one write before the next, with one subscription for all answers. Resolves
 * with the new revisions in the order of the writes, and undefined where the revision was not the latest.
 *
 * @throws (rejects with) AntiphonError `directory_unavailable` if the server refuses a write or the connection ends
 */
export async function writeBatch(
  connection: NatsConnection,
  writes: readonly BatchedWrite[],
): Promise<readonly (number | undefined)[]> {
  const { createInbox, headers } = await import('@nats-io/transport-node');
  const revisions: (number | undefined)[] = [];
  for (let from = 0; from < writes.length; from += MAX_UNDER_WAY) {
    const part = writes.slice(from, from + MAX_UNDER_WAY);
    revisions.push(...(await writePart(connection, part, { inbox: createInbox(), createHeaders: headers })));
  }
  return revisions;
}

interface PartOptions {
  readonly inbox: string;
  readonly createHeaders: () => MsgHdrs;
}

async function writePart(
  connection: NatsConnection,
  writes: readonly BatchedWrite[],
  { inbox, createHeaders }: PartOptions,
): Promise<readonly (number | undefined)[]> {
  const revisions: (number | undefined)[] = writes.map(() => undefined);
  let missing = writes.length;
  let [finish, fail]: [() => void, (error: unknown) => void] = [() => undefined, () => undefined];
  const answered = new Promise<void>((resolve, reject) => ([finish, fail] = [resolve, reject]));
  const take = (error: Error | null, message: Msg): void => {
    try {
      if (error !== null) throw error;
      revisions[Number(message.subject.slice(inbox.length + 1))] = parseAnswer(message);
      missing -= 1;
      if (missing === 0) finish();
    } catch (thrown) {
      fail(thrown);
    }
  };
  const subscription = connection.subscribe(`${inbox}.*`, { callback: take });
  try {
    for (const [at, { subject, value, previous }] of writes.entries()) {
      const headers = createHeaders();
      headers.set(EXPECTED, String(previous));
      connection.publish(subject, value, { reply: `${inbox}.${at}`, headers });
    }
    void subscription.closed.then(() => fail(refuse('the connection has ended')));
    await answered;
    return revisions;
  } finally {
    subscription.unsubscribe();
  }
}

/** Returns the revision, or undefined for a conflict. */
function parseAnswer(message: Msg): number | undefined {
  // An empty answer means that the stream does not exist.
  if (message.data.length === 0) throw refuse('the bucket does not exist');
  const { seq, error } = message.json<{ readonly seq?: number; readonly error?: { readonly err_code?: number } }>();
  if (error === undefined) return seq;
  if (CONFLICT.includes(error.err_code)) return undefined;
  throw refuse(`the server refused a write with ${error.err_code}`);
}

function refuse(why: string): AntiphonError {
  return new AntiphonError('directory_unavailable', why);
}
