import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A line between a client and a server over TCP, which a test can break. */
export interface Line {
  /** Connections that are open. */
  readonly open: number;
  /** Connections that were ever opened. */
  readonly opened: number;
  /** Lets nothing through any more, on open connections and new ones, without closing them. */
  goDead(): void;
  /** Ends all open connections. New ones are let through. */
  drop(): void;
  /** Ends all connections, and new ones at once. */
  refuse(): void;
  /** Lets new connections through again. */
  restore(): void;
  /** The address of its near end. */
  readonly url: URL;
}

type State = 'works' | 'is dead' | 'refuses';

/** Opens a line to a server. It is closed when the test is over. */
export async function openLine(to: () => URL): Promise<Line> {
  const pairs = new Set<readonly Socket[]>();
  let state: State = 'works';
  let opened = 0;
  const server = createServer((near): void => {
    opened += 1;
    near.on('error', () => undefined);
    if (state === 'refuses') return void near.destroy();
    const ends = state === 'works' ? [near, forward(near, to())] : [near.resume()];
    pairs.add(ends);
    near.on('close', () => {
      for (const end of ends) end.destroy();
      pairs.delete(ends);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const destroyAll = (): void => {
    for (const [near] of pairs) near?.destroy();
  };
  onTestFinished(() => {
    destroyAll();
    server.close();
  });
  return {
    get open() {
      return pairs.size;
    },
    get opened() {
      return opened;
    },
    goDead: () => {
      state = 'is dead';
      // What comes is read and lost.
      for (const ends of pairs) for (const end of ends) end.unpipe().resume();
    },
    drop: destroyAll,
    refuse: () => {
      state = 'refuses';
      destroyAll();
    },
    restore: () => {
      state = 'works';
    },
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
  };
}

/** Connects the other end, in both directions. */
function forward(near: Socket, { hostname, port }: URL): Socket {
  const far = connect(Number(port), hostname);
  far.on('error', () => undefined);
  far.on('close', () => near.destroy());
  near.pipe(far);
  far.pipe(near);
  return far;
}
