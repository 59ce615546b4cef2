import { describe, expect, it } from 'vitest';
import { createSecretMask, findSecrets } from '../../../src/session/config/findSecrets.ts';
import { maskConfig } from '../../../src/session/config/maskConfig.ts';

const secretsOf = (stt: object): readonly string[] => findSecrets({ stt });

describe('the secrets of a config', () => {
  it.each([
    ['a key of letters', { api_key: 'letters' }, ['letters']],
    ['credentials', { credentials: { private_key: 'letters', list: ['another'] } }, ['letters', 'another']],
    [
      'headers',
      { extra: { headers: { 'x-gateway': 'Bearer letters' } } },
      ['Bearer%20letters', 'Bearer letters', 'letters'],
    ],
    ['a key with separators', { api_key: 'a/b/c/d' }, ['a%2Fb%2Fc%2Fd', 'a/b/c/d']],
    ['a password in a URL', { base_url: 'https://ada:lovelace@host/v1' }, ['lovelace']],
    ['a name in a URL, without a password', { base_url: 'https://lovelace@host/v1' }, ['lovelace']],
    ['a key in a URL', { base_url: 'wss://host/v1?model=whatever&api-key=letters' }, ['letters']],
    ['an encoded key in a URL', { base_url: 'wss://host/?key=a%2Fb%2Fc%2Fd' }, ['a%2Fb%2Fc%2Fd', 'a/b/c/d']],
  ])('%s', (_name, stt, secrets) => expect(secretsOf(stt)).toEqual(secrets));

  it.each([
    ['a key of 5 characters', { api_key: 'abcde' }],
    ['other fields', { model: 'whatever', base_url: 'https://host/v1?model=whatever' }],
  ])('but not %s', (_name, stt) => expect(secretsOf(stt)).toEqual([]));

  it('are not sought in session data, which may be anything', () => {
    const session_data: Record<string, unknown> = { api_key: 'letters' };
    session_data['self'] = session_data;
    expect(findSecrets({ session_data })).toEqual([]);
  });

  it('are masked, the longest first', () => {
    const mask = createSecretMask(secretsOf({ api_key: 'letters', auth_token: 'letters and more' }));
    expect(mask('letters and more, or letters')).toBe('***, or ***');
  });

  it('are masked in a copy of the config, also a short one in a URL', () => {
    const stt = { provider: 'openai', base_url: 'https://host/v1?api-key=ab&model=c' };
    expect(maskConfig({ stt })).toEqual({ stt: { ...stt, base_url: 'https://host/v1?api-key=***&model=c' } });
  });
});
