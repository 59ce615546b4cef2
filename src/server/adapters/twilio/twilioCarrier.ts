import type { NameSet } from '../../../core/names.ts';
import type { LineActions } from '../../../core/ports.ts';
import type { PublicUrl } from '../../addresses/publicUrl.ts';
import { refuseOption } from '../../common/options.ts';
import { checkApiUrl } from '../telephone/carrierApi.ts';
import { readCallForm } from '../telephone/callFields.ts';
import {
  CARRIER_OPTIONS,
  type CarrierOptions,
  createCarrierSettings,
  createDialSettings,
  requireSecret,
  type TransferOptions,
} from '../telephone/carrierSettings.ts';
import type { Carrier } from '../telephone/carrier.ts';
import { escapeXml, isDialOver, redirectTo, XML, xmlReturn, XML_TYPE } from '../telephone/xml.ts';
import { isSigned } from './signature.ts';
import { twilio } from './twilio.ts';
import { createTwilioActions, type TwilioCall } from './twilioActions.ts';

/** Options for calls over Twilio or SignalWire. */
export interface TwilioOptions extends CarrierOptions, TransferOptions {
  /** The auth token of the account. Requests without its signature are refused. */
  readonly auth_token: string;
  /**
   * The URL of the REST API, for hanging up and transfers; SignalWire's is `https://SPACE.signalwire.com/api/laml`.
   *
   * @default "https://api.twilio.com"
   */
  readonly api_url?: string | undefined;
  /**
   * Whether the WebSocket upgrade must be signed, as Twilio does. If false, the token in the address is enough to admit
   * an unsigned upgrade, for carriers that do not sign them.
   *
   * @default true
   */
  readonly signed_streams?: boolean | undefined;
}

const OPTIONS: NameSet<keyof TwilioOptions> = {
  ...CARRIER_OPTIONS,
  auth_token: true,
  api_url: true,
  signed_streams: true,
  transfer_timeout: true,
  transfer_caller_id: true,
};

const NO_FIELDS = new URLSearchParams();

/** Checks the option `twilio`. @throws AntiphonError `usage_invalid` */
export function createTwilioCarrier(options: TwilioOptions, publicUrl: PublicUrl | undefined): Carrier {
  const settings = createCarrierSettings('twilio', options, OPTIONS, publicUrl);
  const authToken = requireSecret('twilio.auth_token', 'the auth token of the account', options.auth_token);
  const isRequired = checkSignedStreams(options.signed_streams);
  const api = { apiUrl: checkApiUrl('twilio.api_url', options.api_url ?? 'https://api.twilio.com'), authToken };
  const dialSettings = createDialSettings('twilio', options, settings);
  return {
    adapter: twilio,
    settings,
    isSigned: ({ headers, url, body }) =>
      isSigned(headers['x-twilio-signature'], authToken, url, new URLSearchParams(body)),
    isUpgradeSigned: ({ 'x-twilio-signature': signature }, url) =>
      signature === undefined ? !isRequired : isSigned(signature, authToken, url, NO_FIELDS),
    readCall: (request) => readCallForm('twilio', request),
    isTransferOver: ({ body }) => isDialOver(body, 'DialCallStatus'),
    actions: (call) => actionsOf(call, { ...api, dialSettings }),
    connect: (url, _call, returnUrl) =>
      `${XML}<Response><Connect><Stream url="${escapeXml(url)}"/></Connect>${returnUrl === undefined ? '' : redirectTo(returnUrl)}</Response>`,
    returning: xmlReturn('call_sid'),
    busy: `${XML}<Response><Reject reason="busy"/></Response>`,
    contentType: XML_TYPE,
  };
}

function checkSignedStreams(value: unknown = true): boolean {
  if (typeof value !== 'boolean') refuseOption('twilio.signed_streams', 'true or false', typeof value);
  return value;
}

function actionsOf(
  { call_sid: callSid, account_sid: accountSid }: Readonly<Record<string, unknown>>,
  api: Pick<TwilioCall, 'apiUrl' | 'authToken' | 'dialSettings'>,
): LineActions | undefined {
  if (typeof accountSid !== 'string' || typeof callSid !== 'string') return undefined;
  return createTwilioActions({ ...api, accountSid, callSid });
}
