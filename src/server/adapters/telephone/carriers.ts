import type { PublicUrl } from '../../addresses/publicUrl.ts';
import { createJambonzCarrier, type JambonzOptions } from '../jambonz/jambonzCarrier.ts';
import { createPlivoCarrier, type PlivoOptions } from '../plivo/plivoCarrier.ts';
import { createTelnyxCarrier, type TelnyxOptions } from '../telnyx/telnyxCarrier.ts';
import { createTwilioCarrier, type TwilioOptions } from '../twilio/twilioCarrier.ts';
import { createVonageCarrier, type VonageOptions } from '../vonage/vonageCarrier.ts';
import type { Carrier } from './carrier.ts';

/** Options for telephone calls of carriers. All need `public_url`, which the carrier calls. */
export interface CarriersOptions {
  /** Takes telephone calls of Twilio's, or SignalWire's. @default none */
  readonly twilio?: TwilioOptions | undefined;
  /** Takes telephone calls of Telnyx's. @default none */
  readonly telnyx?: TelnyxOptions | undefined;
  /** Takes telephone calls of Plivo's. @default none */
  readonly plivo?: PlivoOptions | undefined;
  /** Takes telephone calls of Vonage's. @default none */
  readonly vonage?: VonageOptions | undefined;
  /** Takes telephone calls over a jambonz, such as of a SIP trunk. @default none */
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
