import type { NameSet } from '../../../core/names.ts';
import type { PublicUrl } from '../../addresses/publicUrl.ts';
import { checkApiUrl } from '../telephone/carrierApi.ts';
import { readCallForm } from '../telephone/callFields.ts';
import {
  CARRIER_OPTIONS,
  type CarrierOptions,
  checkSecret,
  createCarrierSettings,
  createDialSettings,
  requireSecret,
  type TransferOptions,
} from '../telephone/carrierSettings.ts';
import type { Carrier } from '../telephone/carrier.ts';
import { transferPath } from '../telephone/carrierCalls.ts';
import { escapeXml, isDialOver, redirectTo, XML, xmlReturn, XML_TYPE } from '../telephone/xml.ts';
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

const OPTIONS: NameSet<keyof PlivoOptions> = {
  ...CARRIER_OPTIONS,
  auth_token: true,
  auth_id: true,
  api_url: true,
  transfer_timeout: true,
  transfer_caller_id: true,
};

/** Checks the option `plivo`. @throws AntiphonError `usage_invalid` */
export function createPlivoCarrier(options: PlivoOptions, publicUrl: PublicUrl | undefined): Carrier {
  const settings = createCarrierSettings('plivo', options, OPTIONS, publicUrl);
  const authToken = requireSecret('plivo.auth_token', 'the auth token of the account', options.auth_token);
  const authId = checkSecret('plivo.auth_id', 'the auth id of the account', options.auth_id);
  const apiUrl = checkApiUrl('plivo.api_url', options.api_url ?? 'https://api.plivo.com/v1');
  const dialSettings = createDialSettings('plivo', options, settings);
  const transferUrl = settings.url + transferPath('plivo');
  return {
    adapter: plivo,
    settings,
    isSigned: ({ headers, url, body }) => {
      const { 'x-plivo-signature-v3': signature, 'x-plivo-signature-v3-nonce': nonce } = headers;
      return isPlivoSigned(signature, nonce, authToken, url, new URLSearchParams(body));
    },
    readCall: (request) => readCallForm('plivo', request),
    isTransferOver: ({ body }) => isDialOver(body, 'DialStatus'),
    actions: ({ call_uuid: callUuid }) =>
      authId === undefined || typeof callUuid !== 'string'
        ? undefined
        : createPlivoActions({ apiUrl, authId, authToken, callUuid, transferUrl }),
    answerTransfer: ({ url }) => dialOverPlivo(url, dialSettings),
    connect: (url, _call, returnUrl) =>
      `${XML}<Response><Stream bidirectional="true" keepCallAlive="true" contentType="audio/x-mulaw;rate=8000">` +
      `${escapeXml(url)}</Stream>${returnUrl === undefined ? '' : redirectTo(returnUrl)}</Response>`,
    returning: xmlReturn('call_uuid'),
    busy: `${XML}<Response><Hangup reason="busy"/></Response>`,
    contentType: XML_TYPE,
  };
}
