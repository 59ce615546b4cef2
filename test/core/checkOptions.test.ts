import { expect, test } from 'vitest';
import { checkOptions } from '../../src/core/checkOptions.ts';

const KNOWN = { port: true, host: true, tls: true };

test.each([
  ['serve', { prot: 1 }, 'serve.prot: there is no option "prot"; did you mean "port"?'],
  ['serve', { PORT: 1 }, 'serve.PORT: there is no option "PORT"; did you mean "port"?'],
  ['serve', { colour: undefined }, 'serve.colour: there is no option "colour"; expected one of host, port, tls'],
  ['serve', { toString: 1 }, 'serve.toString: there is no option "toString"; expected one of host, port, tls'],
  ['', { prot: 1 }, 'prot: there is no option "prot"; did you mean "port"?'],
])('%s with %o is refused: %s', (owner, options, message) => {
  expect(() => checkOptions(owner, options, KNOWN)).toThrow(
    expect.objectContaining({ code: 'usage_invalid', message, details: { path: message.split(':')[0] } }),
  );
});

test.each([undefined, null, 'port'])('%o in place of options is refused', (options) => {
  expect(() => checkOptions('serve', options as unknown as object, KNOWN)).toThrow(
    'serve: expected an object with options, got ',
  );
});

test('known options pass, whatever their values', () => {
  expect(() => checkOptions('serve', { port: 'a', host: undefined }, KNOWN)).not.toThrow();
});
