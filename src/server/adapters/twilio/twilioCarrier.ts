import type { LineActions } from '../../../core/ports.ts';
import { refuseOption } from '../../common/options.ts';
import { readCallForm } from '../telephone/callFields.ts';
import { requireSecret, type CarrierOptions, type TransferOptions } from '../telephone/carrierSettings.ts';
import type { CarrierManifest } from '../telephone/carrier.ts';
import { createXmlAnswers } from '../telephone/xml.ts';
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

const NO_FIELDS = new URLSearchParams();

const { connect, ...answers } = createXmlAnswers({
  key: 'call_sid',
  stream: (url) => `<Connect><Stream url="${url}"/></Connect>`,
  busy: '<Reject reason="busy"/>',
  dialStatus: 'DialCallStatus',
});

export const twilioCarrier: CarrierManifest<TwilioOptions> = {
  ...answers,
  adapter: twilio,
  label: 'Twilio',
  options: { auth_token: true, signed_streams: true },
  apiUrl: 'https://api.twilio.com',
  readCall: (request) => readCallForm('twilio', request),
  configure: ({ auth_token, signed_streams }, { apiUrl, dialSettings }) => {
    const authToken = requireSecret('twilio.auth_token', 'the auth token of the account', auth_token);
    const isRequired = checkSignedStreams(signed_streams);
    return {
      connect,
      isSigned: ({ headers, url, body }) =>
        isSigned(headers['x-twilio-signature'], authToken, url, new URLSearchParams(body)),
      isUpgradeSigned: ({ 'x-twilio-signature': signature }, url) =>
        signature === undefined ? !isRequired : isSigned(signature, authToken, url, NO_FIELDS),
      actions: (call) => actionsOf(call, { apiUrl, authToken, dialSettings }),
    };
  },
};

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
