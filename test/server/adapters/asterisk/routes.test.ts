import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import type { AntiphonOptions } from '../../../../src/server/plugin.ts';
import { agentWith, appWith, config, listening, openSocket, readRefusal } from '../../support.ts';
import { JSON_EVENTS } from './captured.ts';

const PASSWORD = 'a-secret-of-the-server';
const options = { asterisk: { password: PASSWORD } };
const basic = (password: string): string => `Basic ${Buffer.from(`asterisk:${password}`).toString('base64')}`;

/** An Asterisk that dials the agent. `query`: of `v(...)`. */
async function dial(
  own: Partial<AntiphonOptions> = {},
  query = '',
  authorization: string | undefined = basic(PASSWORD),
  lines: string[] = [],
): Promise<WebSocket> {
  const stream = { write: (line: string) => void lines.push(line) };
  const app = await appWith({ ...options, ...own }, undefined, { logger: { level: 'trace', stream } });
  const at = await listening(app);
  const headers = authorization === undefined ? {} : { authorization };
  return openSocket(`ws://${at.host}/v1/asterisk/media${query}`, { protocols: ['media'], headers });
}

describe('the socket of Asterisk', () => {
  it('starts a session with the parameters of the dial string', async () => {
    const seen: unknown[] = [];
    const agent = agentWith({
      configure_session: ({ custom_data }) => {
        seen.push(custom_data);
        return { ...config, first_message: 'Good evening.' };
      },
    });
    const socket = await dial({ agent }, '?from=%2B15550001&to=100&provider=another&__proto__=x');
    await once(socket, 'open');
    expect(socket.protocol).toBe('media');
    socket.send(JSON_EVENTS.start);
    const [command] = (await once(socket, 'message')) as [Buffer];
    expect(command.toString()).toBe('{"command":"START_MEDIA_BUFFERING"}');
    const expected = { from: '+15550001', to: '100', provider: 'asterisk' };
    expect(seen).toEqual([Object.assign(Object.fromEntries([['__proto__', 'x']]), expected)]);
  });

  it('has the rate of the dial string', async () => {
    const socket = await dial({}, '?sample_rate=8000');
    await once(socket, 'open');
    socket.send(JSON_EVENTS.start);
    const [code] = (await once(socket, 'close')) as [number];
    expect(code).toBe(4400);
  });

  it('is refused with a rate that there is not', async () => {
    const { status, problem } = await readRefusal(await dial({}, '?sample_rate=11025'));
    expect([status, problem.errors]).toEqual([
      422,
      [{ pointer: '/sample_rate', detail: 'expected one of "8000", "16000", "24000", "48000"' }],
    ]);
  });

  it.each([
    ['another password', basic('a-secret-of-another')],
    ['no password', undefined],
    ['a token', `Bearer ${PASSWORD}`],
    ['no base64', 'Basic !'],
  ])('is refused with %s', async (_, authorization) => {
    const { status, problem } = await readRefusal(await dial({}, '', authorization ?? ''));
    expect([status, problem.code]).toEqual([401, 'unauthorized']);
  });

  it('is refused when the server is full', async () => {
    const app = await appWith({ ...options, max_sessions: 1 });
    const at = await listening(app);
    const again = (): WebSocket =>
      openSocket(`ws://${at.host}/v1/asterisk/media`, { protocols: [], headers: { authorization: basic(PASSWORD) } });
    await once(again(), 'open');
    expect((await readRefusal(again())).problem.code).toBe('at_capacity');
  });

  it('has its password in no log', async () => {
    const lines: string[] = [];
    const socket = await dial({}, '', undefined, lines);
    await once(socket, 'open');
    expect(lines.join('')).toContain('client joined');
    expect(lines.join('')).not.toContain(PASSWORD);
    expect(lines.join('')).not.toContain(basic(PASSWORD));
  });

  it('is for WebSockets', async () => {
    const app = await appWith(options);
    expect((await app.inject('/v1/asterisk/media')).statusCode).toBe(426);
  });

  it('is not there without the option', async () => {
    expect((await (await appWith()).inject('/v1/asterisk/media')).statusCode).toBe(404);
  });
});

it.each([
  [{ password: 'short' }, 'asterisk.password: expected a string of at least 16 characters, got one of 5'],
  [{ password: undefined as never }, 'asterisk.password: expected a string of at least 16 characters, got undefined'],
  [{ password: PASSWORD, max_duration: 0 }, 'asterisk.max_duration: expected seconds from 1 to 86400, got 0'],
])('refuses options that break a rule', async (asterisk, message) => {
  await expect(appWith({ asterisk })).rejects.toMatchObject({ code: 'usage_invalid', message });
});
