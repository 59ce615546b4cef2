import { defaultFormats } from '../../protocols/formats.ts';
import { inGroup, pickCallFields, readQuery, parseJsonBody } from '../telephone/callFields.ts';
import { checkSecret, requireSecret, type CarrierOptions, type TransferOptions } from '../telephone/carrierSettings.ts';
import type { CarrierManifest } from '../telephone/carrier.ts';
import { transferPath } from '../telephone/carrierCalls.ts';
import { jambonz } from './jambonz.ts';
import { createJambonzActions, followListen, UNTAG } from './jambonzActions.ts';
import { isJambonzSigned } from './jambonzSignature.ts';

/** Options for calls over jambonz. */
export interface JambonzOptions extends CarrierOptions, TransferOptions {
  /** The webhook secret of the account. Requests without its signature are refused. */
  readonly webhook_secret: string;
  /** An API key of the account, for transfers and keys. @default none: the line can only hang up */
  readonly api_key?: string | undefined;
  /** The URL of the REST API. @default "https://api.jambonz.cloud/v1" */
  readonly api_url?: string | undefined;
}

const NAMES = [
  'call_sid',
  'account_sid',
  'application_sid',
  'call_id',
  'direction',
  'from',
  'to',
  'caller_name',
  'originating_sip_ip',
  'originating_sip_trunk_name',
] as const;
const FIELDS = Object.fromEntries(NAMES.map((name) => [name, name]));
const AUDIO = defaultFormats(jambonz.capabilities.audio);

export const jambonzCarrier: CarrierManifest<JambonzOptions> = {
  adapter: jambonz,
  label: 'jambonz',
  options: { webhook_secret: true, api_key: true },
  apiUrl: 'https://api.jambonz.cloud/v1',
  readCall: ({ body, url }) => {
    const fields = parseJsonBody(body);
    const picked = pickCallFields('jambonz', FIELDS, (field) => fields[field]);
    return { ...picked, ...readHeaders(fields['sip']), ...readQuery(url) };
  },
  isTransferOver: ({ body }) => parseJsonBody(body)['dial_call_status'] === 'completed',
  answerTransfer: ({ body }, dialSettings) => followListen(body, dialSettings),
  returning: {
    key: 'call_sid',
    ask: (returnUrl) => JSON.stringify([redirectTo(returnUrl)]),
    hangUp: '[{"verb":"hangup"}]',
  },
  busy: '[{"verb":"sip:decline","status":486,"reason":"Busy Here"}]',
  contentType: 'application/json; charset=utf-8',
  configure: ({ webhook_secret, api_key }, { settings, apiUrl }) => {
    const secret = requireSecret('jambonz.webhook_secret', 'the webhook secret of the account', webhook_secret);
    const apiKey = checkSecret('jambonz.api_key', 'an API key of the account', api_key);
    const actionHook = { url: settings.url + transferPath('jambonz'), method: 'POST' };
    return {
      isSigned: ({ headers, body }) => isJambonzSigned(headers['jambonz-signature'], secret, body, Date.now()),
      actions: ({ account_sid: accountSid, call_sid: callSid }) =>
        apiKey === undefined || typeof accountSid !== 'string' || typeof callSid !== 'string'
          ? undefined
          : createJambonzActions({ apiUrl, apiKey, accountSid, callSid }),
      connect: (url, { transfer }, returnUrl) => {
        const listen = { ...listenTo(url), ...(apiKey === undefined ? {} : { actionHook }) };
        const last = returnUrl === undefined ? { verb: 'hangup' } : redirectTo(returnUrl);
        return JSON.stringify([...(transfer === undefined ? [] : [UNTAG]), listen, last]);
      },
    };
  },
};

/** Returns the custom headers of the INVITE. */
function readHeaders(sip: unknown): Record<string, unknown> {
  const { headers } = (sip ?? {}) as { readonly headers?: Readonly<Record<string, unknown>> };
  const own = Object.entries(headers ?? {}).flatMap(([name, value]) =>
    /^x-/iu.test(name) && typeof value === 'string' ? [[name, value] as const] : [],
  );
  return inGroup('sip_headers', own);
}

/** Returns the verb that makes jambonz request further instructions from this URL. */
function redirectTo(url: string): object {
  return { verb: 'redirect', actionHook: { url, method: 'POST' } };
}

/** Returns the `listen` verb, which also answers a call that is not answered yet. */
function listenTo(url: string): object {
  const { input, output } = AUDIO;
  return {
    verb: 'listen',
    url,
    mixType: 'mono',
    sampleRate: input.sample_rate,
    passDtmf: true,
    bidirectionalAudio: { enabled: true, streaming: true, sampleRate: output.sample_rate },
  };
}
