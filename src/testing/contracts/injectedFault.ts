/**
 * A fault of a provider's server, injected in a case of its contract.
 *
 * - `drops before the first result`, `drops after the first result`: the connection ends just
 *   before or just after the first transcript or audio is sent; once
 * - `refuses the key`: every request is answered with 401
 * - `is busy once`: the first request is answered with 429 and can soon be retried
 * - `goes silent`: from the first transcript or audio on, nothing is sent on the connection, not even the answer to
 *   a ping; once
 * - `is mute`: accepts everything and sends nothing
 * - `talks garbage`: unreadable frames precede each result
 * - `cuts oddly`: audio arrives in pieces with an odd number of bytes, so that samples are cut in two
 * - `is slow`: input is read late
 */
export type InjectedFault = (typeof INJECTED_FAULTS)[number];

/**
 * The faults that a server in a contract test may have.
 *
 * @example
 * ```ts
 * import { createSpeechToTextContract, INJECTED_FAULTS, type SpeechToTextSubject } from 'antiphon/testing';
 *
 * declare function serveAcme(): Promise<SpeechToTextSubject>;
 * const faults = INJECTED_FAULTS.filter((fault) => fault !== 'talks garbage'); // which Acme's SDK would hide
 * export const cases = createSpeechToTextContract(serveAcme, { faults });
 * ```
 */
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
