import { describe, expect, test } from 'vitest';
import { ask, askFailure, createFolder, createInlineRunner, startTestStudio } from './support/studio.ts';

const start = async (): ReturnType<typeof startTestStudio> => startTestStudio(await createFolder(['failures']));

/** What a client sees of a connection that the server closes. */
const BROKEN_OFF = /aborted|hang up|ECONNRESET/u;

describe('who may ask', () => {
  test('the token opens the API, and another or none does not', async () => {
    const studio = await start();
    expect((await ask(studio, '/api/calls')).status).toBe(200);
    expect(await askFailure(studio, '/api/calls', { token: null })).toBe('401 token_refused');
    expect(await askFailure(studio, '/api/calls', { token: `${studio.token}x` })).toBe('401 token_refused');
    expect(await askFailure(studio, '/api/calls', { token: studio.token.slice(1) })).toBe('401 token_refused');
    expect(await askFailure(studio, '/api/nothing', { token: null })).toBe('401 token_refused');
  });

  test('the address has the token in its fragment', async () => {
    const studio = await start();
    expect(studio.address).toBe(`${studio.origin}/#token=${studio.token}`);
    expect(studio.token.length).toBeGreaterThan(40);
  });

  test('a name that resolves to this machine is refused, on the page too', async () => {
    const studio = await start();
    const { port } = new URL(studio.origin);
    for (const host of [`evil.example:${port}`, '127.0.0.1', '127.0.0.1:1', `127.0.0.1.evil.example:${port}`]) {
      expect(await askFailure(studio, '/api/calls', { headers: { host } })).toBe('403 host_refused');
      expect(await askFailure(studio, '/', { headers: { host } })).toBe('403 host_refused');
    }
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`])
      expect((await ask(studio, '/api/calls', { headers: { host } })).status).toBe(200);
  });

  test('another origin is refused, and the own one is not', async () => {
    const studio = await start();
    for (const origin of ['null', 'http://evil.example', 'http://127.0.0.1:1', studio.origin.replace('http', 'https')])
      expect(await askFailure(studio, '/api/calls', { headers: { origin } })).toBe('403 origin_refused');
    expect((await ask(studio, '/api/calls', { headers: { origin: studio.origin } })).status).toBe(200);
    for (const site of ['same-origin', 'none'])
      expect((await ask(studio, '/api/calls', { headers: { 'sec-fetch-site': site } })).status).toBe(200);
    expect(await askFailure(studio, '/api/calls', { headers: { 'sec-fetch-site': 'same-site' } })).toBe(
      '403 origin_refused',
    );
  });

  test('another page may lead to Studio, but neither read its API nor embed it', async () => {
    const studio = await start();
    const visit = { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    expect((await ask(studio, '/', { token: null, headers: visit })).status).toBe(200);
    expect(await askFailure(studio, '/api/calls', { headers: visit })).toBe('403 origin_refused');
    for (const other of [{ 'sec-fetch-dest': 'iframe' }, { 'sec-fetch-mode': 'no-cors' }])
      expect(await askFailure(studio, '/', { headers: { ...visit, ...other } })).toBe('403 origin_refused');
  });

  test('the cookie is set with an answer to the token, and reads media only', async () => {
    const studio = await start();
    expect((await ask(studio, '/', { token: null })).headers['set-cookie']).toBeUndefined();
    const [set = ''] = [(await ask(studio, '/api/calls')).headers['set-cookie'] ?? []].flat();
    expect(set).toMatch(/^antiphon_studio_\d+=[\w-]+; Path=\/api; HttpOnly; SameSite=Strict$/u);
    expect(set).not.toContain(studio.token);
    const headers = { cookie: `other=1; ${set.split(';')[0]}` };
    const audio = '/api/audio?id=failures.jsonl&side=user';
    expect((await ask(studio, audio, { token: null, headers })).status).toBe(200);
    expect(await askFailure(studio, audio, { token: null })).toBe('401 token_refused');
    expect(await askFailure(studio, '/api/calls', { token: null, headers })).toBe('401 token_refused');
    expect(await askFailure(studio, '/api/score', { token: null, headers, body: { id: 'failures.jsonl' } })).toBe(
      '401 token_refused',
    );
  });

  test('a cookie of another value or of another Studio reads nothing', async () => {
    const studio = await start();
    const [set = ''] = [(await ask(studio, '/api/calls')).headers['set-cookie'] ?? []].flat();
    const [, name = '', value = ''] = /^(\w+)=([\w-]+);/u.exec(set) ?? [];
    const audio = '/api/audio?id=failures.jsonl&side=user';
    for (const cookie of [`${name}=x`, `${name}=${value}x`, name, `antiphon_studio_1=${value}`])
      expect(await askFailure(studio, audio, { token: null, headers: { cookie } })).toBe('401 token_refused');
  });

  test('every response forbids what the page does not need', async () => {
    const studio = await start();
    for (const path of ['/', '/api/calls', '/nothing']) {
      const { headers } = await ask(studio, path);
      expect(String(headers['content-security-policy']).split('; ')).toEqual([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "media-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ]);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['cross-origin-resource-policy']).toBe('same-origin');
      expect(headers['cross-origin-opener-policy']).toBe('same-origin');
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
  });
});

describe('what may be asked', () => {
  test('the page has its files and no others', async () => {
    const studio = await start();
    const asked = { token: null };
    expect((await ask(studio, '/', asked)).headers['content-type']).toBe('text/html; charset=utf-8');
    const script = await ask(studio, '/main.js', asked);
    expect([script.text, script.headers['content-type']]).toEqual(['start();', 'text/javascript; charset=utf-8']);
    for (const path of [
      '/notes.txt',
      '/../notes.txt',
      '/%2e%2e/notes.txt',
      '/main.js/',
      '//evil.example/',
      '/\\[',
      '/constructor',
    ])
      expect(await askFailure(studio, path, asked)).toBe('404 route_unknown');
    expect(await askFailure(studio, 'http://evil.example/', asked)).toBe('404 route_unknown');
  });

  test('a route has one method', async () => {
    const studio = await start();
    expect(await askFailure(studio, '/api/calls', { method: 'POST', body: {} })).toBe('405 method_refused');
    expect(await askFailure(studio, '/api/score')).toBe('405 method_refused');
    expect(await askFailure(studio, '/api/nothing')).toBe('404 route_unknown');
    expect(await askFailure(studio, '/', { method: 'DELETE' })).toBe('405 method_refused');
  });

  test('a body is JSON of at most 64 kB', async () => {
    const studio = await start();
    const long = { id: 'failures.jsonl', changes: { filler: 'x'.repeat(65_536) } };
    expect(await askFailure(studio, '/api/what-if', { body: long })).toBe('413 body_too_large');
    const broken = await ask(studio, '/api/what-if', { body: '{' });
    expect([broken.status, broken.text]).toEqual([400, expect.stringContaining('the body: expected JSON')]);
    for (const type of ['text/plain', 'application/jsonp', 'text/plain; application/json']) {
      const body = { id: 'failures.jsonl', changes: {} };
      const { status, text } = await ask(studio, '/api/what-if', { body, headers: { 'content-type': type } });
      expect([status, text]).toEqual([400, expect.stringContaining('content-type: expected application/json')]);
    }
  });

  test('a wrong field is named, with what was expected and what came', async () => {
    const studio = await start();
    const { text } = await ask(studio, '/api/calls?sort=mood');
    expect(JSON.parse(text)).toMatchObject({ code: 'request_invalid', docs: 'studio.md#failures' });
    expect(text).toMatch(/sort: expected .*waitP95Ms.*got/u);
    expect(text).not.toContain('at ');
    expect(await askFailure(studio, '/api/calls?limit=1001')).toBe('400 request_invalid');
    expect(await askFailure(studio, '/api/part?id=failures.jsonl&from=9&to=9')).toBe('400 request_invalid');
  });
});

describe('Studio', () => {
  test('names a port that is in use, and leaves no thread behind', async () => {
    const studio = await start();
    const port = Number(new URL(studio.origin).port);
    let open = 0;
    const createRunner = (): ReturnType<typeof createInlineRunner> => {
      open += 1;
      return { ...createInlineRunner(), close: async () => void (open -= 1) };
    };
    await expect(startTestStudio(await createFolder([]), { port, createRunner })).rejects.toMatchObject({
      code: 'usage_invalid',
      message: `studio: cannot listen on 127.0.0.1:${port}`,
    });
    expect(open).toBe(0);
  });

  test('closes while a download is under way, and ends its threads', async () => {
    let begin = (): void => undefined;
    const begun = new Promise<void>((done) => (begin = done));
    let closed = 0;
    const createRunner = (): ReturnType<typeof createInlineRunner> => {
      const { run } = createInlineRunner();
      return {
        run: (task, tell) => (task.name === 'audio' ? new Promise(() => begin()) : run(task, tell)),
        close: async () => void (closed += 1),
      };
    };
    const studio = await startTestStudio(await createFolder(['failures']), { createRunner });
    const download = ask(studio, '/api/audio?id=failures.jsonl&side=user');
    await begun;
    await Promise.all([expect(download).rejects.toThrow(BROKEN_OFF), studio.close()]);
    expect(closed).toBe(3);
  });
});
