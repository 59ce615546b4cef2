import { createHash } from 'node:crypto';
import type { NodeProfile } from '../../core/sessionDirectory.ts';
import type { NodeStatus } from '../engine.ts';

/** The data that a node keeps about itself in the bucket, in one entry, so that one write changes all of it. */
export interface NodeEntry extends NodeProfile, NodeStatus {
  /** The revision of its last report, or 0 in that report itself. */
  readonly gen: number;
  /** Counts the writes within a `gen`. */
  readonly serial: number;
  /** Number of sessions, by the hash of their key. */
  readonly counts: Readonly<Record<string, number>>;
}

/** The owner of a session. It counts while the node is alive and has not sent a new report. */
export interface SessionOwner {
  readonly id: string;
  readonly gen: number;
}

/** 132 bits. Names may have any characters and any length, but bucket keys may not. */
const HASH_LENGTH = 22;
const NODE_PREFIX = 'node.';

/** Matches the entries of all nodes. */
export const ALL_NODES: string = `${NODE_PREFIX}*`;

export function hashName(name: string): string {
  return createHash('sha256').update(name).digest('base64url').slice(0, HASH_LENGTH);
}

export function nodeKey(id: string): string {
  return `${NODE_PREFIX}${id}`;
}

export function nodeIdOf(key: string): string {
  return key.slice(NODE_PREFIX.length);
}

export function ownerKey(session: string): string {
  return `owner.${hashName(session)}`;
}

/** Parses a node's entry. Returns undefined for data that no node has written. */
export function parseNodeEntry(text: string): NodeEntry | undefined {
  const value = parseObject(text);
  const isEntry =
    typeof value?.['id'] === 'string' &&
    typeof value['url'] === 'string' &&
    typeof value['draining'] === 'boolean' &&
    [value['gen'], value['serial'], value['capacity'], value['load']].every(Number.isFinite) &&
    Object.values(value['counts'] ?? {}).every(Number.isFinite);
  return isEntry ? ({ counts: {}, ...value } as unknown as NodeEntry) : undefined;
}

/** Parses a session's owner. Returns undefined for data that no node has written. */
export function parseSessionOwner(text: string): SessionOwner | undefined {
  const value = parseObject(text);
  const isOwner = typeof value?.['id'] === 'string' && Number.isFinite(value['gen']);
  return isOwner ? (value as unknown as SessionOwner) : undefined;
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
