import { readCallForm } from '../telephone/callFields.ts';
import { checkSecret, requireSecret, type CarrierOptions, type TransferOptions } from '../telephone/carrierSettings.ts';
import type { CarrierManifest } from '../telephone/carrier.ts';
import { transferPath } from '../telephone/carrierCalls.ts';
import { createXmlAnswers } from '../telephone/xml.ts';
import { plivo } from './plivo.ts';
import { createPlivoActions, dialOverPlivo } from './plivoActions.ts';
import { isPlivoSigned } from './plivoSignature.ts';

/** Options for calls over Plivo. */
export interface PlivoOptions extends CarrierOptions, TransferOptions {
  /** The auth token of the account. Requests without its signature are refused. */
  readonly auth_token: string;
  /** The auth id of the account, for hanging up, transfers and keys. @default none: the line supports none of these */
  readonly auth_id?: string | undefined;
  /** The URL of the REST API. @default "https://api.plivo.com/v1" */
  readonly api_url?: string | undefined;
}

const { connect, ...answers } = createXmlAnswers({
  key: 'call_uuid',
  stream: (url) =>
    `<Stream bidirectional="true" keepCallAlive="true" contentType="audio/x-mulaw;rate=8000">${url}</Stream>`,
  busy: '<Hangup reason="busy"/>',
  dialStatus: 'DialStatus',
});

export const plivoCarrier: CarrierManifest<PlivoOptions> = {
  ...answers,
  adapter: plivo,
  label: 'Plivo',
  options: { auth_token: true, auth_id: true },
  apiUrl: 'https://api.plivo.com/v1',
  readCall: (request) => readCallForm('plivo', request),
  answerTransfer: ({ url }, dialSettings) => dialOverPlivo(url, dialSettings),
  configure: ({ auth_token, auth_id }, { settings, apiUrl }) => {
    const authToken = requireSecret('plivo.auth_token', 'the auth token of the account', auth_token);
    const authId = checkSecret('plivo.auth_id', 'the auth id of the account', auth_id);
    const transferUrl = settings.url + transferPath('plivo');
    return {
      connect,
      isSigned: ({ headers, url, body }) => {
        const { 'x-plivo-signature-v3': signature, 'x-plivo-signature-v3-nonce': nonce } = headers;
        return isPlivoSigned(signature, nonce, authToken, url, new URLSearchParams(body));
      },
      actions: ({ call_uuid: callUuid }) =>
        authId === undefined || typeof callUuid !== 'string'
          ? undefined
          : createPlivoActions({ apiUrl, authId, authToken, callUuid, transferUrl }),
    };
  },
};
