import { expect, test } from 'vitest';
import { createExtraSchema } from '../../src/core/extra.ts';

const schema = createExtraSchema({ query: ['model'], body: ['session.type', 'model'], headers: ['x-api-key'] });

/** The paths that are refused. */
function refused(extra: unknown): readonly string[] {
  const { error } = schema.safeParse(extra);
  return (error?.issues ?? []).map(({ path }) => path.join('.'));
}

test.each<[accepted: string, extra: unknown]>([
  ['nothing', {}],
  ['parameters', { query: { tag: ['a', 'b'], mip_opt_out: true, redact: 'pci', top: 3 } }],
  ['fields, beside those of the adapter too', { body: { session: { speed: 2 }, seed: 7 } }],
  ['headers', { headers: { 'X-Tenant': 'seven', 'cf-ray': '' } }],
])('%s pass', (_, extra) => expect(schema.parse(extra)).toEqual(extra));

test.each<[path: string, extra: unknown]>([
  ['query.model', { query: { model: 'other' } }],
  ['query.Model', { query: { Model: 'other' } }],
  ['query.tag', { query: { tag: { nested: 1 } } }],
  ['body.model', { body: { model: 'other' } }],
  ['body.session.type', { body: { session: { type: 'other', speed: 2 } } }],
  ['body.session.type', { body: { session: null } }],
  ['headers.X-Api-Key', { headers: { 'X-Api-Key': 'other' } }],
  ['headers.authorization', { headers: { authorization: 'other' } }],
  ['headers.Sec-WebSocket-Protocol', { headers: { 'Sec-WebSocket-Protocol': 'other' } }],
  ['headers.x-tenant', { headers: { 'x-tenant': 'two\r\nlines: yes' } }],
  ['headers.a b', { headers: { 'a b': 'no name of a header' } }],
])('%s is refused', (path, extra) => expect(refused(extra)).toEqual([path]));

test('a part that the protocol has no place for is refused', () => {
  const { error } = createExtraSchema({ query: [] }).safeParse({ body: {} });
  expect(error?.issues).toMatchObject([{ code: 'unrecognized_keys', keys: ['body'] }]);
});
