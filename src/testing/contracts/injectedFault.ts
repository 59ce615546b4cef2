/**
 * A fault that the server of a provider has in a case of its contract.
 *
 * - `drops before the first result`, `drops after the first result`: the first transcript or audio ends its connection,
 *   unsent or just sent; once
 * - `refuses the key`: every request is answered with 401
 * - `is busy once`: the first request is answered with 429, and may be tried again soon
 * - `goes silent`: the first transcript or audio is not sent, and nothing ever again on its connection, not even the answer to
 *   a ping; once
 * - `is mute`: accepts everything and sends nothing
 * - `talks garbage`: frames that nobody can read come before each result
 * - `cuts oddly`: audio comes in pieces of odd length, so that samples are cut in two
 * - `is slow`: what was sent is read late
 */
export type InjectedFault = (typeof INJECTED_FAULTS)[number];

export const INJECTED_FAULTS = [
  'drops before the first result',
  'drops after the first result',
  'refuses the key',
  'is busy once',
  'goes silent',
  'is mute',
  'talks garbage',
  'cuts oddly',
  'is slow',
] as const;
