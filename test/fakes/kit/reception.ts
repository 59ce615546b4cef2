import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as passed } from 'node:timers/promises';
import { Subject } from 'rxjs';
import { WebSocketServer } from 'ws';
import { requestDoor, upgradeDoor } from './door.ts';
import type { Door, FakeReply, FakeVendor, Logged } from './fake.ts';
import type { Mischief } from './mischief.ts';
import { refuseUpgrade, sendReply } from './reply.ts';
import { SLOW_MS, talkOver } from './talk.ts';

/** What a server remembers. */
export interface Records {
  readonly doors: Door[];
  readonly log: Logged[];
  readonly faults: string[];
  /** Emits each fault when it is found. */
  readonly faulted: Subject<string>;
}

interface Reception {
  readonly vendor: FakeVendor;
  readonly mischief: Mischief;
  readonly records: Records;
}

/** Opens a vendor's doors, to requests and to upgrades. What comes in is remembered from then on. */
export function receive(server: Server, vendor: FakeVendor, mischief: Mischief): Records {
  const records: Records = { doors: [], log: [], faults: [], faulted: new Subject() };
  records.faulted.subscribe((fault) => records.faults.push(fault));
  const reception = { vendor, mischief, records };
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    answer(request, response, reception).catch((error: unknown) => {
      if (!response.destroyed) records.faulted.next(`request ${request.url ?? ''}: ${String(error)}`);
      response.destroy();
    });
  });
  server.on('upgrade', upgrading(reception));
  return records;
}

async function answer(request: IncomingMessage, response: ServerResponse, reception: Reception): Promise<void> {
  const { vendor, mischief, records } = reception;
  if (mischief.slow) await passed(SLOW_MS);
  const door = requestDoor(request, await buffer(request));
  const refused = refusal(door, reception);
  if (refused !== null) return sendReply(response, refused);
  const reply = await vendor.answer?.(door, (what) => records.faulted.next(`request ${door.path}: ${what}`));
  if (reply !== undefined) await sendReply(response, reply, mischief);
}

function upgrading(reception: Reception): (request: IncomingMessage, socket: Duplex, head: Buffer) => void {
  const { vendor, mischief, records } = reception;
  const upgrades = new WebSocketServer({ noServer: true, perMessageDeflate: false, autoPong: false });
  let connections = 0;
  return (request, socket, head) => {
    const door = upgradeDoor(request);
    const refused = refusal(door, reception);
    if (refused !== null) return refuseUpgrade(socket, refused);
    upgrades.handleUpgrade(request, socket, head, (webSocket) => {
      const connection = connections++;
      talkOver(webSocket, (side) => vendor.talk?.(side, door), {
        mischief,
        fault: (what) => records.faulted.next(`connection ${connection}: ${what}`),
        log: (from, frame) => records.log.push({ connection, from, frame }),
      });
    });
  };
}

/** How a door is refused; null: it opens. */
function refusal(door: Door, { vendor, mischief, records }: Reception): FakeReply | null {
  records.doors.push(door);
  const served = door.kind === 'upgrade' ? vendor.talk : vendor.answer;
  const wrong = served === undefined ? [`there is no ${door.kind} here`] : vendor.judge(door);
  for (const what of wrong) records.faulted.next(`${door.kind} ${door.method} ${door.path}: ${what}`);
  if (wrong.length > 0) return { status: 400, body: wrong.join('\n') };
  return mischief.refusal((status) => vendor.refuse(status));
}
