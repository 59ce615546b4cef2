import type { PlayoutReport } from '../../core/playout.ts';

/** What the transport has shown of the client so far. */
export interface Client {
  readonly connected: boolean;
  /** `lasting`: it no longer reports, and so counts as disconnected. `broken`: it does again, and nobody was told yet. */
  readonly silence: 'none' | 'lasting' | 'broken';
  /** The kinds of report that have ever come. */
  readonly reportKinds: ReadonlySet<PlayoutReport['kind']>;
  /** Play time of its last report, or of its coming back. */
  readonly lastMs: number;
}

export const initialClient: Client = { connected: true, silence: 'none', reportKinds: new Set(), lastMs: -Infinity };

export function isAway({ connected, silence }: Client): boolean {
  return !connected || silence === 'lasting';
}

/** Whether its reports say when an utterance begins. */
export function reportsStarts({ reportKinds }: Client): boolean {
  return reportKinds.has('started') || reportKinds.has('position');
}

export function withReport(client: Client, kind: PlayoutReport['kind'], playMs: number): Client {
  const reportKinds = client.reportKinds.has(kind) ? client.reportKinds : new Set(client.reportKinds).add(kind);
  return { ...withActivity(client, playMs), reportKinds };
}

export function withConnection(client: Client, connected: boolean, playMs: number): Client {
  if (connected === client.connected) return client;
  return connected ? { ...withActivity(client, playMs), connected } : { ...client, connected };
}

function withActivity({ connected, silence, reportKinds }: Client, lastMs: number): Client {
  return { connected, silence: silence === 'lasting' ? 'broken' : silence, reportKinds, lastMs };
}
