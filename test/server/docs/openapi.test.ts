import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import type { DescribedPeers } from '../../../src/server/docs/openApiPeers.ts';
import { createOpenApi } from '../../../src/server/docs/openapi.ts';
import { PROBLEMS } from '../../../src/server/problems/problem.ts';
import { appWith } from '../support.ts';

type Tree = { readonly [key: string]: unknown };

function refsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === '$ref' ? [String(inner)] : refsIn(inner)));
}

function at(tree: unknown, ref: string): unknown {
  return ref
    .split('/')
    .slice(1)
    .reduce<unknown>((inner, part) => (inner as Tree | undefined)?.[part.replaceAll('~1', '/')], tree);
}

/** A server for clients of all protocols. */
const ALL: DescribedPeers = {
  carriers: [
    { adapter: { protocol: 'twilio' }, label: 'Twilio', contentType: 'text/xml' },
    { adapter: { protocol: 'plivo' }, label: 'Plivo', contentType: 'text/xml', answerTransfer: () => '' },
  ],
  realtime: {},
  rtvi: {},
  webrtc: {},
};

describe('/openapi.json', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate({ ...createOpenApi('/voice', undefined, ALL) });
    expect([valid, errors]).toEqual([true, undefined]);
    expect(validator.version).toBe('3.1');
  });

  it('refers to nothing that is not there', () => {
    const document = createOpenApi('', undefined, ALL);
    const refs = refsIn(document);
    expect(refs.length).toBeGreaterThan(10);
    expect(refs.filter((ref) => at(document, ref) === undefined)).toEqual([]);
  });

  it('speaks of the routes that are there, and of no others', async () => {
    const routes: string[] = [];
    const app = await appWith({ prefix: '/voice', allowed_origins: ['https://example.com'] }, (own) =>
      own.addHook('onRoute', ({ method, url }) => void routes.push(...[method].flat().map((verb) => `${verb} ${url}`))),
    );
    const { servers, paths } = (await app.inject('/voice/openapi.json')).json();
    const described = Object.entries<Tree>(paths).flatMap(([path, item]) =>
      Object.keys(item)
        .filter((key) => key !== 'parameters')
        .map((verb) => `${verb.toUpperCase()} ${servers[0].url}${path.replace('{id}', ':id')}`),
    );
    // What HTTP and CORS add to a route.
    const served = routes.filter((route) => !/^(?:HEAD|OPTIONS) /u.test(route));
    expect(served).toContain('GET /voice/docs');
    expect(described.toSorted()).toEqual(served.toSorted());
  });

  it('describes the routes for clients of other protocols where the server takes them', () => {
    const plain = Object.keys(createOpenApi('').paths);
    const all = Object.keys(createOpenApi('', undefined, ALL).paths);
    expect(all.filter((path) => !plain.includes(path))).toEqual([
      '/v1/sessions/{id}/webrtc',
      '/v1/rtvi/connect',
      '/v1/realtime/client_secrets',
      '/v1/realtime/calls',
      '/v1/realtime/calls/{id}/hangup',
      '/v1/twilio/voice',
      '/v1/plivo/voice',
      '/v1/plivo/transfer',
    ]);
  });

  it('names the defaults and limits of a request', () => {
    const request = at(createOpenApi(''), '#/components/schemas/StartSessionRequest');
    expect(request).toMatchObject({
      additionalProperties: false,
      properties: { max_duration: { default: 3600, minimum: 1, maximum: 86_400 }, custom_data: { default: {} } },
    });
    expect(request).not.toHaveProperty('required');
    expect(request).not.toHaveProperty('$schema');
  });

  it('names every code that a session can be refused with', () => {
    const described = JSON.stringify(createOpenApi('', undefined, ALL));
    // Before a route is known, and of the routes of OpenAI's that are not served.
    const elsewhere = [
      'expectation_failed',
      'headers_too_large',
      'method_not_allowed',
      'not_found',
      'not_supported',
      'request_timeout',
    ];
    const missing = Object.keys(PROBLEMS).filter(
      (code) => !new RegExp(`"description":"[^"]*\\b${code}\\b`, 'u').test(described),
    );
    expect(missing.toSorted()).toEqual(elsewhere);
  });

  it('describes what is answered', async () => {
    const app = await appWith();
    const document = (await app.inject('/openapi.json')).json();
    const fields = (name: string): readonly string[] =>
      Object.keys((at(document, `#/components/schemas/${name}/properties`) as Tree) ?? {});
    const started = await app.inject({ method: 'POST', url: '/v1/sessions' });
    expect(fields('StartSessionResponse')).toEqual(Object.keys(started.json()));
    const shown = await app.inject(started.headers.location ?? '');
    expect(fields('Session').filter((field) => field !== 'reason')).toEqual(Object.keys(shown.json()));
    const refused = await app.inject({ method: 'POST', url: '/v1/sessions', payload: { extra: 1 } });
    expect(fields('Problem')).toEqual(Object.keys(refused.json()));
  });
});
