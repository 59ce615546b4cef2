import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../core/messageOf.ts';
import { monotonicScheduler } from '../time/monotonicScheduler.ts';
import type { FromThread, NetworkSettings, ToThread } from './messages.ts';
import { createPeer, type Packages, type Peer } from './peer.ts';

/** The entry point of the thread, which holds the connections of all clients. */

const network = workerData as NetworkSettings;
const peers = new Map<number, Peer>();
const packages = loadPackages();
packages.catch(fail);

// A client's data may make werift throw where nothing catches it. The other connections continue.
process.on('uncaughtException', fail);
process.on('unhandledRejection', fail);

parentPort?.on('message', (message: ToThread) => {
  const peer = peers.get(message.id);
  switch (message.kind) {
    case 'answer':
      return void answer(message.id, message.peer);
    case 'send':
      return peer?.send(message.data);
    case 'ping':
      return peer?.ping();
    case 'close':
      return peer === undefined ? post({ kind: 'closed', id: message.id, isLost: false }) : peer.close();
  }
});

async function answer(id: number, settings: Extract<ToThread, { kind: 'answer' }>['peer']): Promise<void> {
  try {
    const ended = (): void => void peers.delete(id);
    const loaded = await packages;
    const peer = createPeer({ id, packages: loaded, network, scheduler: monotonicScheduler, post, ended });
    peers.set(id, peer);
    await peer.answer(settings);
  } catch (error) {
    post({ kind: 'refused', id, detail: messageOf(error), isOwn: false });
    const peer = peers.get(id);
    if (peer === undefined) post({ kind: 'closed', id, isLost: true });
    else peer.close();
  }
}

async function loadPackages(): Promise<Packages> {
  const [werift, opus] = await Promise.all([import('werift'), import('libopus-wasm')]);
  return { werift, opus };
}

function post(message: FromThread): void {
  if (message.kind === 'received' && typeof message.data !== 'string') {
    const bytes = new Uint8Array(message.data);
    return parentPort?.postMessage({ ...message, data: bytes }, [bytes.buffer]);
  }
  parentPort?.postMessage(message);
}

function fail(error: unknown): void {
  post({ kind: 'failed', message: messageOf(error) });
}
