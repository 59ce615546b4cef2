import * as z from 'zod';
import type { Checkpoint } from '../../core/checkpoint.ts';
import type { AudioFormats } from '../../core/protocol.ts';
import { parseCheckpoint } from '../../session/checkpoints/parseCheckpoint.ts';
import { audioFormat, outputFormat } from '../protocols/formats.ts';
import type { ConnectionProgress } from '../media/mediaConnection.ts';

/** A node's data about a session in addition to its checkpoint. */
export interface SessionOrigin {
  /** The node that runs the session, whose tokens let the client return. */
  readonly node: string;
  /** The protocol of its client. */
  readonly protocol: string;
  /** The name of the caller that started it. */
  readonly owner: string;
  readonly created_at: string;
  readonly expires_at: string;
  readonly audio: AudioFormats;
  readonly custom_data: Record<string, unknown>;
}

/** A session as it is stored for other nodes. */
export interface StoredSession extends SessionOrigin {
  readonly progress: ConnectionProgress;
  readonly checkpoint: Checkpoint;
  readonly written: Written;
}

/** When a checkpoint was written. The seal covers it, so that an older checkpoint cannot be restored. */
export interface Written {
  /** How often the session had been taken over. */
  readonly epoch: number;
  /** How many checkpoints had been written in this epoch. */
  readonly version: number;
}

const count = z.int().min(0);
const schema = z.object({
  node: z.string(),
  protocol: z.string(),
  owner: z.string(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  audio: z.object({ input: audioFormat, output: outputFormat }),
  custom_data: z.record(z.string(), z.unknown()),
  progress: z.object({ latestSeq: z.int().min(-1), received: z.object({ samples: count, texts: count }) }),
  checkpoint: z.unknown(),
  written: z.object({ epoch: count, version: count }),
});

/** Parses a stored session. Returns undefined if it does not have this version. */
export function parseStoredSession(text: string): StoredSession | undefined {
  try {
    const { checkpoint, ...stored } = schema.parse(JSON.parse(text));
    return { ...stored, checkpoint: parseCheckpoint(checkpoint) };
  } catch {
    return undefined;
  }
}
