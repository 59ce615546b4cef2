import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { PROTOCOL, TOKEN_PREFIX, type ServerMessage } from '../../../src/core/protocol.ts';
import type { StartSessionResponse } from '../../../src/core/sessionRequests.ts';
import type { CheckpointStore, DeletedAs } from '../../../src/core/checkpointStore.ts';
import { createMemoryCheckpoints } from '../../../src/directory/checkpoints/memoryCheckpoints.ts';
import type { CheckpointOptions } from '../../../src/server/checkpoints/options.ts';
import { createSealing } from '../../../src/server/checkpoints/sealing.ts';
import { parseStoredSession } from '../../../src/server/checkpoints/storedSession.ts';
import { createSecretSource } from '../../../src/server/tokens/secrets.ts';
import type { AntiphonOptions } from '../../../src/server/plugin.ts';
import { chunk } from '../../../src/testing/doubles/chunks.ts';
import { SECRET, startNode, testDirectory, type TestDirectory, type TestNode } from '../cluster/support.ts';
import { findPort } from '../../support/findPort.ts';
import { agentWith, mediaOf, offerOf, openSocket, readRefusal, startSession, type Data } from '../support.ts';
import type { Agent } from '../../../src/session/agent.ts';

export const KEY = 'a secret that encrypts checkpoints';

/** An agent that repeats what was said, and says how much it remembers. */
export function echo(own: Partial<Agent<Data>> = {}): Agent<Data> {
  return agentWith({
    llm_response_handler: async function* ({ messages }) {
      const said = messages.filter(({ role }) => role === 'user').map(({ content }) => content);
      yield chunk(`You said ${said.join(', ')}.`);
    },
    ...own,
  });
}

export interface Pair {
  readonly known: TestDirectory;
  readonly store: CheckpointStore;
  readonly a: TestNode;
  readonly b: TestNode;
  /** Starts another node. */
  readonly start: (id: string) => Promise<TestNode>;
  /** The store takes nothing new. */
  readonly setFull: (isFull: boolean) => void;
}

/** Two nodes that keep their sessions for each other. */
export async function startPair(
  options: Partial<AntiphonOptions> = {},
  ofB: Partial<AntiphonOptions> = {},
  checkpoints: Partial<CheckpointOptions> = {},
): Promise<Pair> {
  const known = testDirectory();
  let isFull = false;
  const kept = createMemoryCheckpoints();
  const store: CheckpointStore = {
    save: (...given) => (isFull ? Promise.reject(new Error('full')) : kept.save(...given)),
    load: (session) => kept.load(session),
    claim: (...given) => kept.claim(...given),
    delete: (...given) => kept.delete(...given),
    close: () => kept.close(),
  };
  const start = async (id: string, more: Partial<AntiphonOptions> = {}): Promise<TestNode> => {
    const port = await findPort();
    const cluster = {
      directory: known.directory,
      url: `http://127.0.0.1:${port}`,
      secrets: [SECRET],
      checkpoints: { store, secrets: [KEY], ...checkpoints },
    };
    return startNode(known, id, { agent: echo(), ...options, ...more, cluster }, port);
  };
  const [a, b] = [await start('a'), await start('b', ofB)];
  await known.untilKnown('a', (nodes) => nodes.length === 2);
  return { known, store, a, b, start, setFull: (now) => void (isFull = now) };
}

/** A client that has come to a session. */
export interface Client {
  readonly socket: WebSocket;
  readonly messages: ServerMessage[];
  /** Resolves with the first message of this type, also an earlier one. */
  first<Type extends ServerMessage['type']>(type: Type): Promise<Extract<ServerMessage, { type: Type }>>;
  /** Resolves when a message of the conversation has this content. */
  message(content: string): Promise<unknown>;
  /** Types something. Resolves with the answer when the agent has spoken it. */
  say(text: string): Promise<string>;
}

export interface Joined extends Client {
  readonly session: StartSessionResponse;
  readonly token: string;
}

/** Starts a session on a node, alone of all, and joins it. */
export async function join(node: TestNode): Promise<Joined> {
  const session = await startHere(node);
  const client = listen(openSocket(mediaOf(session, node.url), offerOf(session)));
  const { resume_token: token = '' } = await client.first('session.started');
  return { ...client, session, token };
}

/** A start goes to the node with the most room: until it is this one. */
export async function startHere(node: TestNode): Promise<StartSessionResponse> {
  for (;;) {
    const session = await startSession(node.app);
    if (new URL(session.transport.url).host === node.url.host) return session;
  }
}

/** Comes back to a session at a node, with the number of the last message. */
export function comeBack(node: TestNode, session: StartSessionResponse, token: string, lastSeq: number): Client {
  const socket = openSocket(mediaOf(session, node.url), { protocols: [PROTOCOL, TOKEN_PREFIX + token] });
  socket.once('open', () => socket.send(JSON.stringify({ type: 'session.resume', last_seq: lastSeq })));
  return listen(socket);
}

/** Asks a node for the WebSocket of a session. Resolves with why it refuses. */
export function knock(node: TestNode, session: StartSessionResponse, token: string): ReturnType<typeof readRefusal> {
  return readRefusal(openSocket(mediaOf(session, node.url), { protocols: [PROTOCOL, TOKEN_PREFIX + token] }));
}

export function lastSeqOf({ messages }: Pick<Client, 'messages'>): number {
  return messages.at(-1)?.seq ?? -1;
}

function listen(socket: WebSocket): Client {
  const messages: ServerMessage[] = [];
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) return;
    const message = JSON.parse(data.toString()) as ServerMessage;
    messages.push(message);
    socket.emit('read', message);
  });
  const wait = async <T>(find: () => T | undefined): Promise<T> => {
    for (let found = find(); ; found = find()) {
      if (found !== undefined) return found;
      await once(socket, 'read');
    }
  };
  type Of<Type> = Extract<ServerMessage, { type: Type }>;
  return {
    socket,
    messages,
    first: (type) => wait(() => messages.find((message): message is Of<typeof type> => message.type === type)),
    message: (content) =>
      wait(() => messages.find((one) => one.type === 'message.added' && one.message.content === content)),
    say: (text) => {
      const before = messages.length;
      socket.send(JSON.stringify({ type: 'input.text', text }));
      return wait(() => {
        const answers = messages.slice(before).filter((message) => message.type === 'message.added');
        return answers.find(({ message }) => message.role === 'assistant')?.message.content;
      });
    },
  };
}

/** Resolves when the checkpoint of a session has so many messages. */
export async function untilMessages(
  store: Pick<CheckpointStore, 'load'>,
  session: string,
  count: number,
  key: string = KEY,
): Promise<void> {
  const sealing = createSealing(createSecretSource([key], () => undefined));
  for (;;) {
    const found = await store.load(session);
    const text = typeof found === 'object' ? sealing.open(session, found.value) : undefined;
    if (text !== undefined && parseStoredSession(text)?.checkpoint.messages.length === count) return;
    await sleep(5);
  }
}

/** Resolves when a session is known to have ended in this way. */
export async function untilEnded(store: Pick<CheckpointStore, 'load'>, session: string, as: DeletedAs): Promise<void> {
  while ((await store.load(session)) !== as) await sleep(5);
}

/** Resolves when this node owns a session; undefined: none. */
export async function untilOwner({ known }: Pair, session: string, owner: string | undefined): Promise<void> {
  while (known.ownerOf(session) !== owner) await sleep(5);
}

/** Resolves when a metric of a node has this line. */
export async function untilMetric(node: TestNode, line: string | RegExp): Promise<void> {
  for (;;) {
    const { body } = await node.app.inject('/metrics');
    if (typeof line === 'string' ? body.split('\n').includes(line) : line.test(body)) return;
    await sleep(5);
  }
}
