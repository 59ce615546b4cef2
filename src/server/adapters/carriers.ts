import type { PublicUrl } from '../addresses/publicUrl.ts';
import { createJambonzCarrier, type JambonzOptions } from './jambonz/jambonzCarrier.ts';
import { createPlivoCarrier, type PlivoOptions } from './plivo/plivoCarrier.ts';
import { createTelnyxCarrier, type TelnyxOptions } from './telnyx/telnyxCarrier.ts';
import { createTwilioCarrier, type TwilioOptions } from './twilio/twilioCarrier.ts';
import { createVonageCarrier, type VonageOptions } from './vonage/vonageCarrier.ts';
import type { Carrier } from './telephone/carrier.ts';

/** Options for telephone calls from carriers. All of them need `public_url`, which the carrier requests. */
export interface CarriersOptions {
  /** Accepts calls from Twilio or SignalWire. @default none */
  readonly twilio?: TwilioOptions | undefined;
  /** Accepts calls from Telnyx. @default none */
  readonly telnyx?: TelnyxOptions | undefined;
  /** Accepts calls from Plivo. @default none */
  readonly plivo?: PlivoOptions | undefined;
  /** Accepts calls from Vonage. @default none */
  readonly vonage?: VonageOptions | undefined;
  /** Accepts calls over jambonz, for example from a SIP trunk. @default none */
  readonly jambonz?: JambonzOptions | undefined;
}

/** Checks the options. @throws AntiphonError `usage_invalid` */
export function createCarriers(
  { twilio, telnyx, plivo, vonage, jambonz }: CarriersOptions,
  publicUrl: PublicUrl | undefined,
): readonly Carrier[] {
  return [
    twilio && createTwilioCarrier(twilio, publicUrl),
    telnyx && createTelnyxCarrier(telnyx, publicUrl),
    plivo && createPlivoCarrier(plivo, publicUrl),
    vonage && createVonageCarrier(vonage, publicUrl),
    jambonz && createJambonzCarrier(jambonz, publicUrl),
  ].filter((carrier) => carrier !== undefined);
}
