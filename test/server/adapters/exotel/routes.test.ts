import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
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

it('a short password is refused, and not quoted', async () => {
  const message = 'exotel.password: expected a string of at least 16 characters, got one of 5';
  await expect(appWith({ exotel: { password: 'short' } })).rejects.toMatchObject({ code: 'usage_invalid', message });
});
