import { describe, expect, it } from 'vitest';
import { createSealing, PLAIN_SEALING } from '../../../src/server/checkpoints/sealing.ts';
import { createSecretSource } from '../../../src/server/tokens/secrets.ts';

const [OLD, NEW] = ['an old secret of at least 32 bytes', 'the new secret of at least 32 bytes'];
const TEXT = '{"messages":["grüezi"]}';
const sealWith = (...secrets: string[]) => createSealing(createSecretSource(secrets, () => undefined));

describe('a checkpoint that is sealed', () => {
  it('is read with the secret, and shows nothing without it', () => {
    const sealed = sealWith(NEW).seal('ses_1', TEXT);
    expect(sealWith(NEW).open('ses_1', sealed)).toBe(TEXT);
    expect(sealWith(OLD).open('ses_1', sealed)).toBe(undefined);
    expect(PLAIN_SEALING.open('ses_1', sealed)).toBe(undefined);
    expect(Buffer.from(sealed).toString('latin1')).not.toContain('messages');
  });

  it('is read while secrets change', () => {
    expect(sealWith(NEW, OLD).open('ses_1', sealWith(OLD).seal('ses_1', TEXT))).toBe(TEXT);
  });

  it('is read for its own session only', () => {
    expect(sealWith(NEW).open('ses_2', sealWith(NEW).seal('ses_1', TEXT))).toBe(undefined);
  });

  it('never looks the same twice', () => {
    const sealing = sealWith(NEW);
    expect(Buffer.compare(sealing.seal('ses_1', TEXT), sealing.seal('ses_1', TEXT))).not.toBe(0);
  });

  it('is not read when a byte of it was changed, or is missing', () => {
    const sealing = sealWith(NEW);
    const sealed = sealing.seal('ses_1', TEXT);
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Uint8Array.from(sealed, (byte, index) => (index === at ? byte ^ 1 : byte));
      expect(sealing.open('ses_1', changed)).toBe(undefined);
      expect(sealing.open('ses_1', sealed.subarray(0, at))).toBe(undefined);
    }
  });
});

describe('a checkpoint without secrets', () => {
  it('is text', () => {
    expect(PLAIN_SEALING.open('ses_1', PLAIN_SEALING.seal('ses_1', TEXT))).toBe(TEXT);
  });

  it('is not read where checkpoints are sealed: anybody could have written it', () => {
    expect(sealWith(NEW).open('ses_1', PLAIN_SEALING.seal('ses_1', TEXT))).toBe(undefined);
  });
});
