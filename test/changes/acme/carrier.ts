/** A carrier that does not exist, as CONTRIBUTING.md says how to add one. */
export const ACME_FOLDER: Readonly<Record<string, string>> = {
  'src/server/adapters/acme/acme.ts': `import * as z from 'zod';
import type { MediaAdapter } from '../../../core/mediaAdapter.ts';
import { createGapFiller } from '../telephone/fillGaps.ts';
import { MULAW_LINE } from '../telephone/lineCapabilities.ts';
import { readMulaw, TELEPHONE_RATE, writeMulaw } from '../telephone/mulaw.ts';
import { createStreamCodec } from '../telephone/streamCodec.ts';
import { createMedia, createStreamParser, dtmf, mark, name, stop } from '../telephone/streamEvents.ts';

const parse = createStreamParser({
  start: z.object({ stream: name }).transform(({ stream }) => ({ kind: 'start', stream })),
  media: createMedia('timestamp', readMulaw),
  dtmf,
  mark,
  stop,
});

/** The adapter of Acme's streams: mu-law at 8 kHz in JSON. */
export const acme: MediaAdapter = {
  protocol: 'acme',
  capabilities: MULAW_LINE,
  createCodec: () => {
    const fill = createGapFiller(TELEPHONE_RATE);
    return createStreamCodec({
      sampleRate: TELEPHONE_RATE,
      parse,
      takeAudio: ({ at, samples }) => fill(at, samples),
      writeAudio: (samples) => [JSON.stringify({ event: 'media', media: { payload: writeMulaw(samples) } })],
      writeMark: (text) => JSON.stringify({ event: 'mark', mark: { name: text } }),
      writeClear: () => '{"event":"clear"}',
    });
  },
};
`,
  'src/server/adapters/acme/acmeCarrier.ts': `import { createHmac } from 'node:crypto';
import { isSameText } from '../../common/isSameText.ts';
import type { CarrierManifest } from '../telephone/carrier.ts';
import { readCallForm } from '../telephone/callFields.ts';
import { requireSecret, type CarrierOptions, type TransferOptions } from '../telephone/carrierSettings.ts';
import { createXmlAnswers } from '../telephone/xml.ts';
import { acme } from './acme.ts';

/** Options for calls over Acme. */
export interface AcmeOptions extends CarrierOptions, TransferOptions {
  /** The secret of the account. Requests without its signature are refused. */
  readonly secret: string;
}

const { connect, ...answers } = createXmlAnswers({
  key: 'call_id',
  stream: (url) => \`<Stream>\${url}</Stream>\`,
  busy: '<Busy/>',
  dialStatus: 'DialStatus',
});

export const acmeCarrier: CarrierManifest<AcmeOptions> = {
  ...answers,
  adapter: acme,
  label: 'Acme',
  options: { secret: true },
  apiUrl: 'https://api.example.com',
  readCall: (request) => readCallForm('acme', request),
  configure: (options) => {
    const secret = requireSecret('acme.secret', 'the secret of the account', options.secret);
    return {
      connect,
      isSigned: ({ headers, body }) =>
        isSameText(String(headers['x-acme']), createHmac('sha256', secret).update(body).digest('hex')),
    };
  },
};
`,
};

export const ACME_DOUBLE = `import { createHmac } from 'node:crypto';
import type { PeerMessage } from '../../../../../src/core/mediaAdapter.ts';
import { acme as adapter } from '../../../../../src/server/adapters/acme/acme.ts';
import type { PeerEvent } from '../../../../../src/testing/contracts/mediaAdapterContract.ts';
import { base64, bytesIn, FORM, SECRET, XML, type CarrierDouble, type CarrierPeer } from '../carrierDouble.ts';

export const acme: CarrierDouble = {
  adapter,
  streams: 'Acme',
  createPeer,
  webhook: {
    options: { acme: { secret: SECRET } },
    body: 'CallId=c7&From=%2B15550001',
    callId: 'c7',
    custom_data: { call_id: 'c7', from: '+15550001' },
    answer: [\`\${XML}<Stream>\`, '</Stream></Response>'],
    busy: \`\${XML}<Busy/></Response>\`,
    sign: (body) => ({ 'content-type': FORM, 'x-acme': createHmac('sha256', SECRET).update(body).digest('hex') }),
  },
};

function createPeer(): CarrierPeer {
  let timestamp = -20;
  const say = (event: string, fields: object): readonly PeerMessage[] => [JSON.stringify({ event, ...fields })];
  return {
    begin: () => say('start', { stream: 's1' }),
    speak: (samples) => say('media', { media: { timestamp: (timestamp += 20), payload: base64(samples) } }),
    read: (message): readonly PeerEvent[] => {
      const { event, media, mark } = JSON.parse(String(message));
      if (event === 'clear') return [{ kind: 'clear' }];
      return event === 'mark' ? [{ kind: 'mark', name: mark.name }] : [{ kind: 'audio', samples: bytesIn(media.payload) }];
    },
    press: (digit) => say('dtmf', { dtmf: { digit } }),
    reach: (name) => say('mark', { mark: { name } }),
    leave: () => say('stop', {}),
    returnsDropped: true,
  };
}
`;
