import type { CarrierDouble } from './carrierDouble.ts';
import { exotel } from './doubles/exotel.ts';
import { plivo } from './doubles/plivo.ts';
import { telnyx } from './doubles/telnyx.ts';
import { vonage } from './doubles/vonage.ts';

/** The doubles of carriers, by the name of the carrier. Asterisk, jambonz and Twilio have tests of their own beside this folder. */
export const DOUBLES: Readonly<Record<string, CarrierDouble>> = {
  telnyx,
  plivo,
  vonage,
  exotel,
};
