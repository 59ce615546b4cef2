import type { PublicUrl } from '../addresses/publicUrl.ts';
import { asteriskLine, type AsteriskOptions } from './asterisk/asteriskLine.ts';
import { exotelLine, type ExotelOptions } from './exotel/exotelLine.ts';
import { jambonzCarrier, type JambonzOptions } from './jambonz/jambonzCarrier.ts';
import { plivoCarrier, type PlivoOptions } from './plivo/plivoCarrier.ts';
import type { Carrier, CarrierManifest, CommonOptions } from './telephone/carrier.ts';
import { createCarrier } from './telephone/createCarrier.ts';
import {
  createPasswordLine,
  type PasswordLine,
  type PasswordManifest,
  type PasswordOptions,
} from './telephone/passwordLine.ts';
import { telnyxCarrier, type TelnyxOptions } from './telnyx/telnyxCarrier.ts';
import { twilioCarrier, type TwilioOptions } from './twilio/twilioCarrier.ts';
import { vonageCarrier, type VonageOptions } from './vonage/vonageCarrier.ts';

/** Options for telephone calls. Carriers need `public_url`, which they request; lines with a password do not. */
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
  /** Accepts calls from Asterisk over chan_websocket, at `/v1/asterisk/media`. @default none */
  readonly asterisk?: AsteriskOptions | undefined;
  /** Accepts telephone calls from Exotel's Voicebot applet, at `/v1/exotel/media`. @default none */
  readonly exotel?: ExotelOptions | undefined;
}

/** The names of the lines that open a WebSocket with a password. */
type PasswordName = {
  readonly [Name in keyof CarriersOptions]-?: NonNullable<CarriersOptions[Name]> extends PasswordOptions ? Name : never;
}[keyof CarriersOptions];

type CarrierName = Exclude<keyof CarriersOptions, PasswordName>;

/** The carriers that request instructions for each call: everything else that names them derives from this list. */
export const CARRIERS: {
  readonly [Name in CarrierName]: CarrierManifest<NonNullable<CarriersOptions[Name]> & CommonOptions>;
} = {
  twilio: twilioCarrier,
  telnyx: telnyxCarrier,
  plivo: plivoCarrier,
  vonage: vonageCarrier,
  jambonz: jambonzCarrier,
};

/** The lines that open a WebSocket with a password. */
export const PASSWORD_LINES: Readonly<Record<PasswordName, PasswordManifest>> = {
  asterisk: asteriskLine,
  exotel: exotelLine,
};

/** Checks the options. @throws AntiphonError `usage_invalid` */
export function createCarriers(options: CarriersOptions, publicUrl: PublicUrl | undefined): readonly Carrier[] {
  return namesOf(CARRIERS).flatMap((name) => {
    const own = options[name];
    // The type of a name's manifest and that of its options belong together, which TypeScript cannot see in a loop.
    const manifest = CARRIERS[name] as CarrierManifest<CommonOptions>;
    return own === undefined ? [] : [createCarrier(manifest, own, publicUrl)];
  });
}

/** Checks the options. @throws AntiphonError `usage_invalid` */
export function createPasswordLines(options: CarriersOptions): readonly PasswordLine[] {
  return namesOf(PASSWORD_LINES).flatMap((name) => {
    const own = options[name];
    return own === undefined ? [] : [createPasswordLine(PASSWORD_LINES[name], own)];
  });
}

/** Returns the names of a list. */
export function namesOf<Name extends string>(list: Readonly<Record<Name, unknown>>): readonly Name[] {
  return Object.keys(list) as Name[];
}
