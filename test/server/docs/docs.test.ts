import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { renderDocs } from '../../../src/server/docs/renderDocs.ts';
import { createOpenApi } from '../../../src/server/docs/openapi.ts';
import { appWith } from '../support.ts';

const document = createOpenApi('/voice');
const page = renderDocs(document);

function idsIn(text: string): readonly string[] {
  return [...text.matchAll(/ id="([^"]+)"/gu)].map(([, id = '']) => id);
}

function section(id: string): string {
  return page.split(`<section id="${id}"`)[1]?.split('</section>')[0] ?? '';
}

describe('the page of the API', () => {
  test('has a section for every operation, schema and credential, each with a name of its own', () => {
    const { paths, components } = document;
    const operations = Object.values(paths).flatMap(({ get, post, delete: end }) => [get, post, end]);
    const named = [
      ...operations.flatMap((operation) => operation?.operationId ?? []),
      ...Object.keys(components.schemas),
      ...Object.keys(components.securitySchemes),
    ];
    expect(idsIn(page).toSorted()).toEqual(named.toSorted());
  });

  test('links only to what is there', () => {
    const links = [...page.matchAll(/ href="([^"]+)"/gu)].map(([, target = '']) => target);
    const known = ['openapi.json', ...idsIn(page).map((id) => `#${id}`)];
    expect(links.length).toBeGreaterThan(20);
    expect(links.filter((link) => !known.includes(link))).toEqual([]);
  });

  test('names the path with its prefix, the answers and their codes', () => {
    const start = section('startSession');
    expect(start).toContain('/voice/v1/sessions');
    expect(start).toContain('href="#StartSessionRequest"');
    expect(start).toMatch(/503[^]*at_capacity, overloaded, draining[^]*Retry-After[^]*href="#Problem"/u);
    expect(start).toContain('Takes <a href="#caller"');
    expect(section('joinSession')).toMatch(/Sec-WebSocket-Protocol[^]*Needs <a href="#token"/u);
  });

  test('lists the fields of nested objects with type, default, limits and meaning', () => {
    const request = section('StartSessionRequest');
    expect(request).toContain('<code>transport.audio.output.sample_rate</code> <small>required</small>');
    expect(request).toMatch(/<code>max_duration<\/code><\/th><td>number<\/td><td><code>3600<\/code>/u);
    expect(request).toContain('In seconds. From 1 to 86400.');
    expect(section('Problem')).toContain('<code>errors[].pointer</code>');
    expect(section('Session')).not.toContain(String(Number.MAX_SAFE_INTEGER));
  });

  test('has no script, and a policy that admits its style and nothing else', async () => {
    const app = await appWith({ prefix: '/voice' });
    const { body, headers } = await app.inject('/voice/docs');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(body).not.toMatch(/<script|javascript:|\son\w+=|\sstyle=/iu);
    const style = /<style>(?<text>[^]*)<\/style>/u.exec(body)?.groups?.['text'] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
  });
});
