import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { STEADY_LOOP } from '../../../src/server/admission/loopMonitor.ts';
import { createServerMetrics } from '../../../src/server/metrics/serverMetrics.ts';
import { appWith, joinSession, listening, messageContaining, post, startSession } from '../support.ts';

describe('GET /metrics', () => {
  it('answers in the text format of Prometheus', async () => {
    const app = await appWith({ prefix: '/voice' });
    const { statusCode, headers, body } = await app.inject('/voice/metrics');
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    expect(body).toContain('# TYPE antiphon_sessions gauge\nantiphon_sessions{state="created"} 0\n');
  });

  it('needs the scope metrics', async () => {
    const app = await appWith({
      authenticate: ({ headers }) =>
        headers.authorization === undefined
          ? undefined
          : { name: 'shop', scopes: headers.authorization === 'metrics' ? ['metrics'] : ['sessions:start'] },
    });
    const statuses = [undefined, 'sessions', 'metrics'].map(async (authorization) => {
      const headers = authorization === undefined ? {} : { authorization };
      return (await app.inject({ url: '/metrics', headers })).statusCode;
    });
    expect(await Promise.all(statuses)).toEqual([401, 403, 200]);
  });

  it('counts what was started and what was refused, wherever it was', async () => {
    const app = await appWith({ max_sessions: 1 });
    await startSession(app);
    await post(app, {});
    await post(app, { max_duration: 0 });
    await post(app, '{');
    await app.inject({ method: 'POST', url: '/startSession', headers: { origin: 'https://elsewhere.example' } });
    await app.inject('/v1/sessions/ses_nobody');
    const { body } = await app.inject('/metrics');
    expect(body.match(/^antiphon_session_starts_total.*$/gmu)?.toSorted()).toEqual([
      'antiphon_session_starts_total{result="at_capacity"} 1',
      'antiphon_session_starts_total{result="invalid_json"} 1',
      'antiphon_session_starts_total{result="invalid_request"} 1',
      'antiphon_session_starts_total{result="origin_not_allowed"} 1',
      'antiphon_session_starts_total{result="started"} 1',
    ]);
  });

  it('counts what a hook of the app refuses', async () => {
    const app = await appWith({}, (own) =>
      own.addHook('onRequest', async ({ method }) => {
        if (method === 'POST') throw Object.assign(new Error('no'), { statusCode: 402 });
      }),
    );
    await post(app, {});
    expect((await app.inject('/metrics')).body).toContain('antiphon_session_starts_total{result="refused_by_app"} 1');
  });

  it('shows a session that runs, and what it uses', async () => {
    const app = await appWith();
    const at = await listening(app);
    const client = await joinSession(await startSession(app), at);
    client.send(JSON.stringify({ type: 'ping', t: 1 }));
    await messageContaining(client, 'pong');
    const { body } = await app.inject('/metrics');
    expect(body).toContain('antiphon_sessions{state="active"} 1');
    // The names of the server's own ports.
    expect(body).toContain('antiphon_tts_sent_characters_total{provider="tts-double"} 0');
  });

  it('of one server knows nothing of another', async () => {
    const [one, other] = [await appWith(), await appWith()];
    await startSession(one);
    expect((await other.inject('/metrics')).body).toContain('antiphon_sessions{state="created"} 0');
  });
});

/** The names of all metrics. */
async function registered(): Promise<readonly string[]> {
  const node = { health: 'connected', nodes: [] } as const;
  const text = await createServerMetrics({ loop: STEADY_LOOP, node }).read();
  return [...text.matchAll(/^# TYPE (\S+)/gmu)].map(([, name = '']) => name);
}

function read(path: string): string {
  return readFileSync(resolve(import.meta.dirname, '../../..', path), 'utf8');
}

describe('each metric', () => {
  it('of the dashboard exists', async () => {
    const names = new Set(await registered());
    const used = read('deploy/grafana/antiphon.json').match(/antiphon_\w+/gu) ?? [];
    const unknown = used.filter((name) => !names.has(name) && !names.has(name.replace(/_(?:bucket|sum|count)$/u, '')));
    expect(used.length).toBeGreaterThan(10);
    expect(unknown).toEqual([]);
  });

  it('has a name by the conventions of Prometheus', async () => {
    const text = await createServerMetrics({ loop: STEADY_LOOP }).read();
    for (const [, name = '', type = ''] of text.matchAll(/^# TYPE (\S+) (\S+)/gmu))
      expect(name).toMatch(
        type === 'counter' ? /_total$/u : type === 'histogram' ? /_seconds$/u : /^antiphon_\w+(?<!_total)$/u,
      );
  });
});

describe('the dashboard', () => {
  interface Dashboard {
    readonly uid: string;
    readonly panels: readonly { readonly title: string; readonly targets?: readonly { readonly expr: string }[] }[];
  }

  it('has a title and a query in each panel', () => {
    const { uid, panels } = JSON.parse(read('deploy/grafana/antiphon.json')) as Dashboard;
    expect(uid).toBe('antiphon');
    for (const { title, targets = [] } of panels)
      expect([title, targets.length]).toEqual([expect.any(String), expect.toSatisfy(isPositive)]);
  });
});

function isPositive(count: number): boolean {
  return count > 0;
}
