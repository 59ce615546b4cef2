import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveSecrets, type SecretSource } from '../tokens/secrets.ts';

/** How checkpoints are protected before they leave the process. */
export interface Sealing {
  /** Seals the checkpoint of a session. */
  seal(session: string, text: string): Uint8Array;
  /**
   * Opens a checkpoint. Returns undefined if it belongs to another session, was changed, or is sealed with another
   * secret.
   */
  open(session: string, value: Uint8Array): string | undefined;
}

/** The first byte of a checkpoint. */
const PLAIN = 0;
const AES_256_GCM = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const ALGORITHM = 'aes-256-gcm';

/** Leaves checkpoints unencrypted, and does not read sealed ones. */
export const PLAIN_SEALING: Sealing = {
  seal: (_, text) => Buffer.concat([Buffer.of(PLAIN), Buffer.from(text)]),
  open: (_, value) => (value[0] === PLAIN ? Buffer.from(value.subarray(1)).toString() : undefined),
};

/**
 * Encrypts the checkpoints of a session with AES-256-GCM and the newest secret. It also reads those of the previous
 * secret, but no unsealed checkpoints, which anybody could have written.
 */
export function createSealing(secrets: SecretSource): Sealing {
  const keys = deriveSecrets(secrets, 'antiphon checkpoint');
  return {
    seal: (session, text) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, keys.read().newest, iv).setAAD(Buffer.from(session));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(AES_256_GCM), iv, cipher.getAuthTag(), sealed]);
    },
    open: (session, value) => {
      if (value[0] !== AES_256_GCM || value.length < 1 + IV_BYTES + TAG_BYTES) return undefined;
      const { newest, previous } = keys.read();
      const text = decrypt(newest, session, value);
      return text === undefined && previous !== undefined ? decrypt(previous, session, value) : text;
    },
  };
}

function decrypt(key: Uint8Array, session: string, value: Uint8Array): string | undefined {
  const tagAt = 1 + IV_BYTES;
  const sealedAt = tagAt + TAG_BYTES;
  const decipher = createDecipheriv(ALGORITHM, key, value.subarray(1, tagAt), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(session)).setAuthTag(value.subarray(tagAt, sealedAt));
  try {
    return Buffer.concat([decipher.update(value.subarray(sealedAt)), decipher.final()]).toString();
  } catch {
    return undefined;
  }
}
