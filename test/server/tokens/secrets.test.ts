import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTokenSettings } from '../../../src/server/tokens/options.ts';
import { createSecretSource, secretsFromFile, type TokenSecrets } from '../../../src/server/tokens/secrets.ts';
import { createTokens, type Tokens } from '../../../src/server/tokens/tokens.ts';

const [OLD, MIDDLE, NEW] = ['old', 'middle', 'new'].map((name) => `${name}-`.padEnd(32, 'secret-')) as [
  string,
  string,
  string,
];

const noReport = (reason: string): void => {
  throw new Error(`reported: ${reason}`);
};

const codeOf = (verified: Promise<unknown>): Promise<string> =>
  verified.then(
    () => 'good',
    (error: { code: string }) => error.code,
  );

/** Tokens with secrets that can be replaced. */
function rotating(first: TokenSecrets, report = noReport): { readonly tokens: Tokens; set(next: unknown): void } {
  let list: unknown = first;
  const secrets = createSecretSource(() => {
    if (list instanceof Error) throw list;
    return list as TokenSecrets;
  }, report);
  return { tokens: createTokens({ secrets }), set: (next) => void (list = next) };
}

describe('secrets that are rotated', () => {
  it('sign new tokens with the newest, accept those of the previous, and refuse those of the one before', async () => {
    const { tokens, set } = rotating([OLD]);
    const ofOld = await tokens.issue('ses_1');
    set([MIDDLE, OLD]);
    const ofMiddle = await tokens.issue('ses_1');
    expect(await codeOf(tokens.verify(ofOld, 'ses_1'))).toBe('good');
    set([NEW, MIDDLE]);
    const ofNew = await tokens.issue('ses_1');
    const outcomes = [ofOld, ofMiddle, ofNew].map((token) => codeOf(tokens.verify(token, 'ses_1')));
    expect(await Promise.all(outcomes)).toEqual(['token_invalid', 'good', 'good']);
    set([NEW]);
    expect(await codeOf(tokens.verify(ofMiddle, 'ses_1'))).toBe('token_invalid');
  });

  it('still know who has used a token of the previous one', async () => {
    const { tokens, set } = rotating([OLD]);
    const token = await tokens.issue('ses_1');
    tokens.spend(await tokens.verify(token, 'ses_1'));
    set([NEW, OLD]);
    const claims = await tokens.verify(token, 'ses_1');
    expect(() => tokens.assertUnused(claims)).toThrow(expect.objectContaining({ code: 'token_used' }));
  });

  it('say of a token of the previous one that it has expired', async () => {
    let nowMs = 0;
    const signed = createSecretSource([OLD], noReport);
    const accepted = createSecretSource([NEW, OLD], noReport);
    const options = { nodeId: 'a', now: () => new Date(nowMs) };
    const token = await createTokens({ ...options, secrets: signed }).issue('ses_1');
    nowMs = 65_000;
    expect(await codeOf(createTokens({ ...options, secrets: accepted }).verify(token, 'ses_1'))).toBe('token_expired');
  });

  it.each<[string, unknown, string]>([
    ['too short', [NEW, 'short'], 'token_secrets[1]: expected at least 32 bytes, got 5 bytes'],
    ['missing', [], 'token_secrets: expected one or two secrets, got 0'],
    ['thrown', new Error(`no ${NEW}`), 'token_secrets: expected secrets, got Error'],
    [
      'thrown with a code',
      Object.assign(new Error(NEW), { code: 'ENOENT' }),
      'token_secrets: expected secrets, got Error ENOENT',
    ],
  ])('stay in use while the next ones are %s', async (_what, next, reason) => {
    const reported: string[] = [];
    const { tokens, set } = rotating([OLD], (text) => void reported.push(text));
    const token = await tokens.issue('ses_1');
    set(next);
    expect(await codeOf(tokens.verify(token, 'ses_1'))).toBe('good');
    expect(await codeOf(tokens.verify(await tokens.issue('ses_1'), 'ses_1'))).toBe('good');
    expect(reported).toEqual([reason]);
    set([NEW, OLD]);
    await tokens.issue('ses_1');
    set(next);
    await tokens.issue('ses_1');
    expect(reported).toHaveLength(2);
  });
});

describe('secrets in a file', () => {
  const folder = (): string => {
    const path = mkdtempSync(join(tmpdir(), 'secrets-'));
    onTestFinished(() => rmSync(path, { recursive: true }));
    return path;
  };

  it('are one a line, and read again for every token', async () => {
    const path = join(folder(), 'secrets');
    writeFileSync(path, `\n  ${OLD}\r\n\n`);
    const tokens = createTokens({ secrets: createSecretSource(secretsFromFile(pathToFileURL(path)), noReport) });
    const token = await tokens.issue('ses_1');
    writeFileSync(path, `${NEW}\n${OLD.trim()}\n`);
    expect(await codeOf(tokens.verify(token, 'ses_1'))).toBe('good');
    writeFileSync(path, NEW);
    expect(await codeOf(tokens.verify(token, 'ses_1'))).toBe('token_invalid');
  });

  it('are missed at the start', () => {
    const path = join(folder(), 'none');
    expect(() => createSecretSource(secretsFromFile(path), noReport)).toThrow(
      expect.objectContaining({
        code: 'usage_invalid',
        message: expect.stringContaining('token_secrets: expected a file, got ENOENT'),
      }),
    );
  });
});

describe('token_secrets', () => {
  it.each<[string, unknown, string]>([
    ['none', [], 'token_secrets: expected one or two secrets, got 0'],
    ['three', [NEW, MIDDLE, OLD], 'token_secrets: expected one or two secrets, got 3'],
    ['one that is in no list', NEW, 'token_secrets: expected one or two secrets, got string'],
    ['31 bytes', ['x'.repeat(31)], 'token_secrets[0]: expected at least 32 bytes, got 31 bytes'],
    [
      'a previous one of 31 bytes',
      [NEW, new Uint8Array(31)],
      'token_secrets[1]: expected at least 32 bytes, got 31 bytes',
    ],
    ['a number', [7], 'token_secrets[0]: expected at least 32 bytes, got number'],
  ])('refuses %s', (_what, token_secrets, message) => {
    expect(() => createTokenSettings({ token_secrets: token_secrets as TokenSecrets }, noReport)).toThrow(
      expect.objectContaining({ code: 'usage_invalid', message }),
    );
  });

  it.each<[string, string | Uint8Array]>([
    ['32 characters', 'x'.repeat(32)],
    ['16 characters of two bytes', 'é'.repeat(16)],
    ['32 bytes', new Uint8Array(32)],
  ])('takes %s', (_what, secret) => {
    expect(createTokenSettings({ token_secrets: [secret] }, noReport).secrets?.read().newest).toHaveLength(32);
  });

  it('keeps a copy', () => {
    const secret = Buffer.alloc(32, 1);
    const { secrets } = createTokenSettings({ token_secrets: [secret] }, noReport);
    secret.fill(0);
    expect(secrets?.read().newest).toEqual(new Uint8Array(32).fill(1));
  });
});

describe('node_id', () => {
  it.each<[string, unknown, string]>([
    ['an empty one', '', 'node_id: expected 1 to 255 characters, got 0'],
    ['one of 256 characters', 'n'.repeat(256), 'node_id: expected 1 to 255 characters, got 256'],
    ['a number', 7, 'node_id: expected 1 to 255 characters, got number'],
  ])('refuses %s', (_what, node_id, message) => {
    expect(() => createTokenSettings({ node_id: node_id as string }, noReport)).toThrow(
      expect.objectContaining({ code: 'usage_invalid', message }),
    );
  });
});
