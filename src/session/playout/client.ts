import type { PlayoutReport } from '../../core/playout.ts';

/** The state of the client, as the transport has reported it. */
export interface Client {
  readonly connected: boolean;
  /** `lasting`: it has stopped reporting and counts as disconnected. `broken`: it reports again; `resumed` is still to be emitted. */
  readonly silence: 'none' | 'lasting' | 'broken';
  /** The kinds of reports so far. */
  readonly reportKinds: ReadonlySet<PlayoutReport['kind']>;
  /** Play time of the last report or connection. */
  readonly lastMs: number;
}

export const initialClient: Client = { connected: true, silence: 'none', reportKinds: new Set(), lastMs: -Infinity };

/** Checks whether the client is disconnected or silent. */
export function isAway({ connected, silence }: Client): boolean {
  return !connected || silence === 'lasting';
}

/** Checks whether its reports show when an utterance begins. */
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
