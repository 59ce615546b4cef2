import type { Webhook } from './carrierDouble.ts';
import { DOUBLES } from './doubles.ts';

export { FORM, SECRET, type Webhook } from './carrierDouble.ts';

/** The requests of the carriers for calls, by the name of the carrier. */
export const WEBHOOKS: Readonly<Record<string, Webhook>> = Object.fromEntries(
  Object.entries(DOUBLES).flatMap(([name, { webhook }]) => (webhook === undefined ? [] : [[name, webhook]])),
);

/** The last is jambonz's. */
const CALL_ID = new RegExp([...Object.values(WEBHOOKS).map(({ callId }) => callId), 'c1(?=")'].join('|'), 'u');

/** The body of the same request for another call. */
export function bodyOf(body: string, call: string): string {
  return body.replace(CALL_ID, call);
}

export const nowS = (): number => Math.floor(Date.now() / 1000);

/** Returns the address of the WebSocket in the answer to a request; throws for another answer. */
export function socketUrlIn({ answer: [before, after] }: Webhook, body: string): string {
  if (!body.startsWith(before) || !body.endsWith(after))
    throw new Error(`expected an answer that connects, got ${body}`);
  return body.slice(before.length, body.length - after.length);
}
