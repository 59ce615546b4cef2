import { describe, expect, it } from 'vitest';
import { maskKeys } from '../../src/core/maskKeys.ts';

describe('what may be a key is masked', () => {
  it.each([
    ['of 20 characters', 'key abcdefghij0123456789!', 'key ***!'],
    ['with dashes', 'the sk-proj-0123456789abcdefghij', 'the ***'],
    ['of letters in both cases', 'got QwErTyUiOpAsDfGhJkLz there', 'got *** there'],
    ['short, if it begins as one', 'no such key sk-abcdef', 'no such key ***'],
    ['cut by + and =', 'with aGVsbG8gd29y+bGQhIHRoaXM= end', 'with *** end'],
    ['cut by /', 'AWS wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', 'AWS ***'],
    ['behind its name', 'Incorrect API key provided: hunter', 'Incorrect API key provided: ***'],
    ['behind its name in JSON', '{"api_key":"hunter","a":1}', '{"api_key":"***","a":1}'],
    ['behind Bearer', 'Authorization: Bearer letters', 'Authorization: Bearer ***'],
    [
      'behind a scheme',
      '"authorization":"Basic YTpi", Authorization: Token abc',
      '"authorization":"Basic ***", Authorization: Token ***',
    ],
    ['behind the name of its header', 'authorization=abc', 'authorization=***'],
    ['of this server', 'key "ak_abcdef"', 'key "***"'],
    ['of a URL', 'at https://ada:love@host.example/v1', 'at https://***@host.example/v1'],
    ['of a URL, a name only', 'wss://token@host', 'wss://***@host'],
    ['in front of a host', 'proxy ada:love@proxy.example:8080', 'proxy ***@proxy.example:8080'],
    ['in a query', 'https://host/v1?model=a&api-key=abc&b=c', 'https://host/v1?model=a&api-key=***&b=c'],
    ['in the first parameter', 'GET /v1?key=abc', 'GET /v1?key=***'],
  ])('%s', (_what, text, masked) => {
    expect(maskKeys(text)).toBe(masked);
    expect(maskKeys(masked)).toBe(masked);
  });

  it.each([
    ['19 characters', 'key abcdefghij012345678!'],
    ['a long word', 'a misunderstandinglikethis'],
    ['a long name', 'FST_ERR_CTP_INVALID_JSON_BODY of createMediaConnectionOptions'],
    ['a place in code', 'at run (file:///srv/app/project/src/server/calls/call.ts:120:33)'],
    ['an address', 'https://api.example.com/v1/chat/completions answered 401'],
    ['a time', 'at 12:30@noon'],
    ['a sentence about schemes', 'the basic plan has no authorization'],
    ['a sentence about tokens', 'the token has expired; the key is wrong'],
  ])('but not %s', (_what, text) => expect(maskKeys(text)).toBe(text));
});
