import type { ConnectionOptions, Msg, NatsConnection } from '@nats-io/transport-node';
import { openBucket, type NatsBucket } from './bucket.ts';
import { NodeReplica } from './replica.ts';

export interface NatsLinkOptions {
  readonly connection: ConnectionOptions;
  /** Name of the bucket, and prefix of the nodes' subjects. */
  readonly prefix: string;
  readonly expiryMs: number;
  readonly timeoutMs: number;
}

/** One connection to a server, with everything that depends on it. It never reconnects: another link replaces it. */
export interface NatsLink {
  readonly bucket: NatsBucket;
  /** All nodes, as the server delivers them. */
  readonly replica: NodeReplica;
  /** Asks the node that serves `subject`. Rejects at once if no node serves it. */
  ask(subject: string, question: object): Promise<unknown>;
  /** Answers questions at `subject`. A question for which `answer` throws gets no answer. */
  serve(subject: string, answer: (question: unknown) => object): void;
  close(): Promise<void>;
}

/** Connects, and creates the bucket if it does not exist. */
export async function openNatsLink(options: NatsLinkOptions): Promise<NatsLink> {
  const { connect } = await import('@nats-io/transport-node');
  const connection = await connect(options.connection);
  try {
    return await createLink(connection, options);
  } catch (error) {
    await connection.close();
    throw error;
  }
}

async function createLink(
  connection: NatsConnection,
  { prefix, expiryMs, timeoutMs }: NatsLinkOptions,
): Promise<NatsLink> {
  const replica = new NodeReplica(expiryMs);
  const bucket = await openBucket(connection, { prefix, timeoutMs });
  await bucket.watch((seen) => replica.apply(seen));
  const subjectOf = (subject: string): string => `${prefix}.${subject}`;
  return {
    bucket,
    replica,
    ask: async (subject, question) => {
      const data = JSON.stringify(question);
      return (await connection.request(subjectOf(subject), data, { timeout: timeoutMs })).json();
    },
    serve: (subject, answer) => {
      const callback = (error: Error | null, message: Msg): void => {
        if (error === null) respond(message, answer);
      };
      connection.subscribe(subjectOf(subject), { callback });
    },
    close: () => connection.close(),
  };
}

function respond(message: Msg, answer: (question: unknown) => object): void {
  try {
    message.respond(JSON.stringify(answer(message.json())));
  } catch {
    // No node sent this question: it is malformed.
  }
}
