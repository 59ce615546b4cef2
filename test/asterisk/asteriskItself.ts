import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import type { ClientOptions, Dialect, DialectClient } from '../dialects/dialect.ts';
import { createMicrophone } from '../dialects/microphone.ts';
import { runAsterisk, type AsteriskFiles } from './runAsterisk.ts';

export const PASSWORD = 'a-secret-of-the-server';
const SAMPLE_RATE = 16_000;

/** The folder in which Asterisk is installed. @throws Error without it */
export function requireRoot(): string {
  const root = process.env['ASTERISK_ROOT'];
  if (root === undefined)
    throw new Error('ASTERISK_ROOT: expected the folder in which Asterisk is installed, got none');
  return root;
}

/** The files of docs/telephony.md, and a telephone: a second WebSocket channel, behind which the test speaks. */
export function filesFor(server: string, phone: string, dialled = 'c(slin16)'): AsteriskFiles {
  const connection = (name: string, uri: string): string => `
[${name}]
type = websocket_client
connection_type = per_call_config
uri = ${uri}
protocols = media
username = asterisk
password = ${PASSWORD}
`;
  return {
    'websocket_client.conf':
      connection('antiphon', `${server.replace('http', 'ws')}/v1/asterisk/media`) + connection('phone', phone),
    'extensions.conf': `
[agent]
exten => 200,1,Dial(WebSocket/antiphon/${dialled}v(from=\${URIENCODE(\${CALLERID(num)})},to=\${EXTEN}))
[keys]
exten => s,1,Wait(1)
same => n,SendDTMF(42#)
same => n,Wait(5)
same => n,Hangup()
`,
  };
}

/** A caller of a real Asterisk: the call comes from a WebSocket channel, over a Local one, to the agent. */
export const asteriskItself: Dialect = {
  options: { asterisk: { password: PASSWORD } },
  connect: async (url, options) => {
    const phones = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await once(phones, 'listening');
    const { port } = phones.address() as AddressInfo;
    const asterisk = await runAsterisk(requireRoot(), filesFor(url, `ws://127.0.0.1:${port}`));
    const rings = once(phones, 'connection');
    await asterisk.command('channel originate WebSocket/phone/c(slin16) extension 200@agent');
    const [phone] = (await rings) as [WebSocket];
    const client = createCaller(phone, options);
    return {
      ...client,
      close: () => {
        client.close();
        phones.close();
        void asterisk.close();
      },
    };
  },
};

function createCaller(phone: WebSocket, { toneHz, hear }: ClientOptions = {}): DialectClient {
  let heard = 0;
  phone.on('message', (data: Buffer, isBinary: boolean) => {
    if (!isBinary) return;
    heard += data.length / 2;
    hear?.(new Int16Array(Uint8Array.from(data).buffer), SAMPLE_RATE);
  });
  const send = (samples: Int16Array): void => {
    if (phone.readyState === phone.OPEN) phone.send(new Uint8Array(samples.slice().buffer));
  };
  const microphone = createMicrophone(SAMPLE_RATE, send, { toneHz });
  return {
    ...microphone,
    playedMs: () => heard / (SAMPLE_RATE / 1000),
    ended: once(phone, 'close'),
    close: () => {
      microphone.stop();
      phone.terminate();
    },
  };
}
