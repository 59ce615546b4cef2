import type { PlayoutReport } from '../../core/playout.ts';

/** What the transport has shown of the client so far. */
export interface Client {
  readonly connected: boolean;
  /** `lasting`: it no longer reports, and so counts as disconnected. `broken`: it does again, and nobody was told yet. */
  readonly silence: 'none' | 'lasting' | 'broken';
  /** The kinds of report that have ever come. */
  readonly tells: ReadonlySet<PlayoutReport['kind']>;
  /** Play time of its last report, or of its coming back. */
  readonly lastMs: number;
}

export const newClient: Client = { connected: true, silence: 'none', tells: new Set(), lastMs: -Infinity };

export function isAway({ connected, silence }: Client): boolean {
  return !connected || silence === 'lasting';
}

/** Whether its reports say when an utterance begins. */
export function tellsStarts({ tells }: Client): boolean {
  return tells.has('started') || tells.has('position');
}

export function hasReported(client: Client, kind: PlayoutReport['kind'], playMs: number): Client {
  const tells = client.tells.has(kind) ? client.tells : new Set(client.tells).add(kind);
  return { ...isBack(client, playMs), tells };
}

export function isConnected(client: Client, connected: boolean, playMs: number): Client {
  if (connected === client.connected) return client;
  return connected ? { ...isBack(client, playMs), connected } : { ...client, connected };
}

function isBack({ connected, silence, tells }: Client, lastMs: number): Client {
  return { connected, silence: silence === 'lasting' ? 'broken' : silence, tells, lastMs };
}
