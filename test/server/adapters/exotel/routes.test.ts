import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import type { AntiphonError } from '../../../../src/core/errors.ts';
import type { SessionControl } from '../../../../src/session/sessionControl.ts';
import type { AntiphonOptions } from '../../../../src/server/plugin.ts';
import { agentWith, appWith, config, listening, openSocket, readRefusal } from '../../support.ts';

const PASSWORD = 'a-secret-of-the-server';
const basic = (password: string): string => `Basic ${Buffer.from(`exotel:${password}`).toString('base64')}`;

/** Exotel, whose applet has the address `wss://exotel:<password>@<host>/v1/exotel/media<query>`. */
async function dial(
  query = '?sample-rate=16000',
  authorization = basic(PASSWORD),
  own: Partial<AntiphonOptions> = {},
): Promise<WebSocket> {
  const at = await listening(await appWith({ exotel: { password: PASSWORD }, ...own }));
  return openSocket(`ws://${at.host}/v1/exotel/media${query}`, { protocols: [], headers: { authorization } });
}

describe('the socket of Exotel', () => {
  it('starts a session with the parameters of its address', async () => {
    const seen: unknown[] = [];
    const agent = agentWith({
      configure_session: ({ custom_data }) => {
        seen.push(custom_data);
        return config;
      },
    });
    await once(await dial('?sample-rate=16000&flow=table&provider=another', undefined, { agent }), 'open');
    expect(seen).toEqual([{ flow: 'table', provider: 'exotel' }]);
  });

  it.each(['', '?sample-rate=8000'])('is refused with another rate: "%s"', async (query) => {
    const { status, problem } = await readRefusal(await dial(query));
    expect([status, problem.errors]).toEqual([422, [expect.objectContaining({ pointer: '/sample-rate' })]]);
  });

  it.each(['', basic('another-secret-of-it'), `Bearer ${PASSWORD}`])('is refused with "%s"', async (authorization) => {
    const { problem } = await readRefusal(await dial(undefined, authorization));
    expect(problem).toMatchObject({ status: 401, code: 'unauthorized' });
  });

  it('is not there without the option', async () => {
    const refusal = await readRefusal(await dial(undefined, undefined, { exotel: undefined }));
    expect(refusal.status).toBe(404);
  });
});

describe('a call over Exotel', () => {
  /** The code with which the socket closes after the caller has pressed a key, and what the agent has got for its action. */
  async function act(action: (session: SessionControl) => Promise<void>): Promise<readonly unknown[]> {
    const got: unknown[] = [];
    const note = ({ code }: AntiphonError): unknown => got.push(code);
    const agent = agentWith({
      on_digits: async ({ session }) => {
        await action(session).then(() => got.push('done'), note);
        if (got[0] !== 'done') session.end({ after: 'now' });
      },
    });
    const socket = await dial(undefined, undefined, { agent });
    await once(socket, 'open');
    const stream_sid = 'MZ1';
    const media_format = { encoding: 'audio/x-raw', sample_rate: '16000', bit_rate: '16' };
    socket.send(JSON.stringify({ event: 'start', stream_sid, start: { media_format } }));
    for (const digit of ['1', '#']) socket.send(JSON.stringify({ event: 'dtmf', stream_sid, dtmf: { digit } }));
    const [code] = (await once(socket, 'close')) as [number];
    return [code, ...got];
  }

  it('is hung up with its socket', async () => {
    expect(await act((session) => session.hangUp({ after: 'now' }))).toEqual([1000, 'done']);
  });

  it.each<[string, (session: SessionControl) => Promise<void>]>([
    ['transferred', (session) => session.transfer('+15550003', { after: 'now' })],
    ['sent keys', (session) => session.sendDigits('42#')],
  ])('cannot be %s', async (_, action) => {
    expect(await act(action)).toEqual([1000, 'line_action_unsupported']);
  });
});

it('a short password is refused, and not quoted', async () => {
  const message = 'exotel.password: expected a string of at least 16 characters, got one of 5';
  await expect(appWith({ exotel: { password: 'short' } })).rejects.toMatchObject({ code: 'usage_invalid', message });
});
