import type { PublicUrl } from '../../addresses/publicUrl.ts';
import { createPlivoCarrier, type PlivoOptions } from '../plivo/plivoCarrier.ts';
import { createTelnyxCarrier, type TelnyxOptions } from '../telnyx/telnyxCarrier.ts';
import { createVonageCarrier, type VonageOptions } from '../vonage/vonageCarrier.ts';
import type { Carrier } from './voiceRoutes.ts';

/** Options for telephone calls of carriers. All need `public_url`, which the carrier calls. */
export interface CarriersOptions {
  /** Takes telephone calls of Telnyx's. @default none */
  readonly telnyx?: TelnyxOptions | undefined;
  /** Takes telephone calls of Plivo's. @default none */
  readonly plivo?: PlivoOptions | undefined;
  /** Takes telephone calls of Vonage's. @default none */
  readonly vonage?: VonageOptions | undefined;
}

/** Checks the options. @throws AntiphonError `usage_invalid` */
export function createCarriers(
  { telnyx, plivo, vonage }: CarriersOptions,
  publicUrl: PublicUrl | undefined,
): readonly Carrier[] {
  return [
    telnyx && createTelnyxCarrier(telnyx, publicUrl),
    plivo && createPlivoCarrier(plivo, publicUrl),
    vonage && createVonageCarrier(vonage, publicUrl),
  ].filter((carrier) => carrier !== undefined);
}
